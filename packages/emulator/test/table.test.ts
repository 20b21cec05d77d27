import { describe, expect, test } from "vitest";
import { Table } from "../src/table.ts";

interface Row {
  id: string;
  color: string;
}

function setup() {
  const table = new Table<Row, "color">({ color: ({ color }) => color });
  const put = (id: string, color: string) => table.put(id, { id, color });
  const ids = (color: string) => table.where("color", color).map(({ id }) => id);
  return { table, put, ids };
}

describe("a table", () => {
  test("finds rows by group, even after they move or change in place", () => {
    const { table, put, ids } = setup();
    put("a", "red");
    const b = put("b", "red");
    put("c", "blue");

    put("a", "blue");
    b.color = "green";
    table.put("b", b);
    table.delete("c");

    expect([ids("red"), ids("blue"), ids("green")]).toEqual([[], ["a"], ["b"]]);
    expect(table.size).toBe(2);
  });

  test("finds a row that was deleted and added again", () => {
    const { table, put, ids } = setup();
    put("a", "red");
    table.delete("a");

    put("a", "red");

    expect(ids("red")).toEqual(["a"]);
  });

  test("reports each change once after track, starting with all rows", () => {
    const { table, put } = setup();
    put("a", "red");
    const before = table.takeChanges();
    table.track();
    const all = table.takeChanges();

    put("b", "red");
    table.delete("a");

    expect(before).toEqual([]);
    expect(all).toEqual([["a", { id: "a", color: "red" }]]);
    expect(table.takeChanges()).toEqual([
      ["b", { id: "b", color: "red" }],
      ["a", undefined],
    ]);
    expect(table.takeChanges()).toEqual([]);
  });
});
