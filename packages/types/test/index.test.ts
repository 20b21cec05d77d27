import { readFileSync } from "node:fs";
import documented from "@hosted-postgres/openapi/documented-operations.json" with { type: "json" };
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };
import { describe, expect, expectTypeOf, test } from "vitest";
import type { EndpointState, Operation, paths, Undocumented } from "../src/index.ts";
import { routes } from "../src/routes.ts";

/** A text without line breaks and the stars and slashes of comments. */
const words = (text: string) => text.replace(/[\s*/]+/g, " ").trim();
const source = (name: string) => readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8");
const schema = words(source("schema.ts"));

describe("the generated types", () => {
  test.each(Object.entries(spec.components.schemas))(
    "export %s with its description",
    (name, { description }) => {
      const described = schema.includes(`${words(description)} export type ${name} =`);

      expect(described).toBe(true);
    },
  );

  test("describe each operation under its id", () => {
    const operations = Object.values(spec.paths).flatMap((path) => Object.values(path));

    const undescribed = operations.filter(
      (operation) =>
        "operationId" in operation &&
        !schema.includes(`${words(operation.description)} ${operation.operationId}: {`),
    );

    expect(undescribed).toEqual([]);
  });

  test("map each operationId to its documented route", () => {
    const table = documented.map(({ operationId, method, path }) => [
      operationId,
      `${method} ${path}`,
    ]);

    expect(routes).toEqual(Object.fromEntries(table));
  });

  test("accept an unknown value of an open enum and keep the observed ones", () => {
    expectTypeOf<"anything">().toExtend<EndpointState>();
    expectTypeOf<"active">().toExtend<Extract<EndpointState, "init" | "idle" | "active">>();
    expectTypeOf<string>().not.toExtend<"init" | "idle" | "active">();
  });

  test("close the only enum whose values the document lists in full", () => {
    expectTypeOf<Operation["status"]>().toEqualTypeOf<
      "scheduling" | "running" | "finished" | "failed"
    >();
  });

  test("make a response that is not shown unknown, and bytes a Blob", () => {
    type Download =
      paths["/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download"]["get"];

    expectTypeOf<Undocumented>().toBeUnknown();
    expectTypeOf<
      Download["responses"]["2XX"]["content"]["application/octet-stream"]
    >().toEqualTypeOf<Blob>();
  });
});
