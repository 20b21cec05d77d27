import { readFileSync } from "node:fs";
import documented from "@hosted-postgres/openapi/documented-operations.json" with { type: "json" };
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };
import { describe, expect, test } from "vitest";
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

  test.each(["schema.ts", "neon.ts"])("describe %s in text, which editors show first", (name) => {
    expect(source(name)).not.toContain("@description");
  });

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
});
