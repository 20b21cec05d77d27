import { createEmulator } from "@hosted-postgres/emulator";
import { routes as known } from "@hosted-postgres/types/routes";
import { describe, expect, test } from "vitest";
import { referenceOf } from "../build/reference.ts";
import { readSpec, resolved, routesOf, type SpecFile } from "../build/spec.ts";

const routes = (file: SpecFile) => routesOf(referenceOf(readSpec(file)));
const badgeOf = (file: SpecFile, id: string) =>
  routes(file).find(({ operation }) => operation.operationId === id)?.operation["x-badges"];

describe("the reference", () => {
  test.each<[SpecFile, string, string]>([
    ["openapi.json", "createEndpoint", "documented"],
    ["openapi.json", "createBranch", "shape not known"],
    ["openapi.neon.json", "createEndpoint", "documented"],
    ["openapi.neon.json", "createBranch", "observed"],
  ])("marks, in %s, %s as %s", (file, id, name) => {
    expect(badgeOf(file, id)).toMatchObject([{ name }]);
  });

  test("marks every operation", () => {
    const operations = [...routes("openapi.json"), ...routes("openapi.neon.json")];

    expect(operations.filter(({ operation }) => operation["x-badges"]?.length !== 1)).toEqual([]);
    expect(operations).toHaveLength(2 * Object.keys(known).length);
  });

  test("proposes an emulator, with the ids that it begins with", () => {
    const spec = referenceOf(readSpec("openapi.json"));
    const { ids } = createEmulator();

    expect(spec.servers[0]).toMatchObject({ url: "http://127.0.0.1:8080/api/v2" });
    for (const { parameters } of routesOf(spec)) {
      const project = parameters.find(({ name }) => name === "project_id");
      expect(project?.example ?? ids.project_id).toBe(ids.project_id);
    }
  });

  test("leaves out the placeholder of parameters that are not shown", () => {
    const spec = referenceOf(readSpec("openapi.json"));

    const names = routesOf(spec).flatMap(({ operation }) =>
      (operation.parameters ?? []).map((parameter) => resolved(spec, parameter).name),
    );

    expect(names).toContain("cursor");
    expect(names).not.toContain("undocumented");
  });
});
