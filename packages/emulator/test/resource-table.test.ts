import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ResourceTable } from "../src/resource-table.ts";

describe("the table of resources", () => {
  const path = fc
    .array(fc.constantFrom("", "a", "b", "ab"), { minLength: 1, maxLength: 4 })
    .map((segments) => `/${segments.join("/")}`);
  const step = fc.record({ isPut: fc.boolean(), path });

  test("finds what is below a path, as a search through all of it does", () => {
    fc.assert(
      fc.property(fc.array(step), path, (steps, above) => {
        const table = new ResourceTable();
        const expected = new Set<string>();
        for (const { isPut, path } of steps) {
          if (isPut) table.put(path, { path, parent: "", body: {} });
          else table.delete(path);
          expected[isPut ? "add" : "delete"](path);
        }

        const below = table.below(above).map(({ path }) => path);

        expect(below.sort()).toEqual(
          [...expected].filter((path) => path.startsWith(`${above}/`)).sort(),
        );
        expect(table.size).toBe(expected.size);
      }),
      { numRuns: 500 },
    );
  });

  test("deletes what is below a path while it is listed", () => {
    const table = new ResourceTable();
    for (const path of ["/a", "/a/b", "/a/b/c", "/d"])
      table.put(path, { path, parent: "", body: {} });

    for (const { path } of table.below("/a")) table.delete(path);

    expect([...table.values()].map(({ path }) => path)).toEqual(["/a", "/d"]);
    expect(table.below("/a")).toEqual([]);
  });
});
