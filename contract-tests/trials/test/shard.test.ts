import { describe, expect, test } from "vitest";
import { faults } from "../faults/index.ts";
import { inShard } from "../shard.ts";

describe("a shard", () => {
  test("keeps its faults when others come and go", () => {
    const before = faults.filter(inShard("3/24"));
    const after = faults.slice(1).filter(inShard("3/24"));

    expect(before.filter((fault) => fault !== faults[0])).toEqual(after);
  });

  test("shares no fault with the others, and together they have all", () => {
    const shards = Array.from({ length: 24 }, (_, place) => faults.filter(inShard(`${place}/24`)));

    expect(shards.flat()).toHaveLength(faults.length);
    expect(new Set(shards.flat())).toEqual(new Set(faults));
    expect(Math.min(...shards.map(({ length }) => length))).toBeGreaterThan(20);
  });
});
