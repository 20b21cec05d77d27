import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countdownOf, durationOf, tookOf, withoutPassword } from "../../page/format.js";
import { KEPT, NewestFirst } from "../../page/newest-first.js";
import { treeOf } from "../../page/tree.js";

describe("treeOf", () => {
  const branch = (id: string, parent_id: string | null = null, isDefault = false) => ({
    ...{ id, name: id, parent_id, default: isDefault, protected: false },
    ...{ project_id: "project", created_at: "2026-03-01T12:00:00Z" },
  });

  test("puts each branch after its parent, and draws a line past those with younger siblings", () => {
    const branches = [
      branch("c", "a"),
      branch("b"),
      branch("e", "c"),
      branch("d", "a"),
      branch("a", null, true),
      branch("f", "gone"),
    ];

    const twigs = treeOf(branches).map(({ branch, rails }) => [branch.id, ...rails]);

    expect(twigs).toEqual([["a"], ["c", true], ["e", true, false], ["d", false], ["b"], ["f"]]);
  });

  test("has every branch once, whatever the parents are", () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const parents = fc.tuple(...ids.map(() => fc.constantFrom(null, "gone", ...ids)));
    fc.assert(
      fc.property(parents, (chosen) => {
        const branches = ids.map((id, index) => branch(id, chosen[index]));

        const shown = treeOf(branches).map(({ branch }) => branch.id);

        expect(shown.toSorted()).toEqual(ids);
      }),
    );
  });
});

describe("NewestFirst", () => {
  test("keeps the order of arrival, and an item's place when it changes", () => {
    const list = new NewestFirst<{ id: number; text: string }>();
    for (const id of [1, 2, 3]) list.put({ id, text: "old" });
    expect(list.takeAdded()).toBe(3);

    list.put({ id: 2, text: "new" });
    list.delete(1);

    expect([list.length, list.at(0)?.id, list.at(1), list.at(2)]).toEqual([
      2,
      3,
      { id: 2, text: "new" },
      undefined,
    ]);
    expect(list.takeAdded()).toBe(0);
  });

  test("drops the oldest items above its bound", () => {
    const list = new NewestFirst<{ id: number }>();
    for (let id = 0; id < 3 * KEPT; id += 1) list.put({ id });

    expect(list.length).toBeGreaterThanOrEqual(KEPT);
    expect(list.length).toBeLessThan(1.1 * KEPT);
    expect([list.at(0), list.get(0)]).toEqual([{ id: 3 * KEPT - 1 }, undefined]);
  });
});

describe("format", () => {
  test.each([
    [0, "0 ms"],
    [300, "300 ms"],
    [1_500, "1 s"],
    [60_000, "1 min"],
    [325_000, "5 min 25 s"],
    [7_260_000, "2 hours 1 min"],
    [90_000_000, "1 day 1 hour"],
    [2_592_000_000, "30 days"],
  ])("writes a duration of %s ms as %s", (ms, text) => {
    expect(durationOf(ms)).toBe(text);
  });

  test("writes how long until and how long it took", () => {
    expect([0, 999, 245_000, 3_845_000].map(countdownOf)).toEqual([
      "0:00",
      "0:01",
      "4:05",
      "1:04:05",
    ]);
    expect([0.04, 0.44, 12.4, 1_540].map(tookOf)).toEqual(["< 0.1 ms", "0.4 ms", "12 ms", "1.5 s"]);
  });

  test("hides the password of a connection string, and nothing else", () => {
    const uri = "postgresql://owner:p:s/s@host.example:5432/db?sslmode=require";
    expect(withoutPassword(uri)).toBe(
      "postgresql://owner:••••@host.example:5432/db?sslmode=require",
    );
    expect(withoutPassword("postgresql://owner@host/db")).toBe("postgresql://owner@host/db");
  });
});
