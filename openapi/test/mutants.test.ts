/** Tries the tests of the spec: a small change of it must turn them red. `npm run mutate` makes all. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readSpec, source } from "../scripts/specs.ts";
import { mutantsOf, sample, survivorsOf } from "./mutants.ts";

const spec = await readSpec(source);
const mutants = mutantsOf(spec);
/** Another sample for another spec, and the same one for the same. */
const seed = createHash("sha256").update(JSON.stringify(spec)).digest().readUInt32LE();

describe("a sample of small changes", () => {
  test(`is noticed, with the seed ${seed}`, () => {
    const some = sample(mutants, 200, seed);

    expect(survivorsOf(spec, some)).toEqual([]);
    expect(some).toHaveLength(200);
  });

  test("repeats with its seed, and differs with another", () => {
    const names = (of: number, all = mutants) => sample(all, 20, of).map(({ name }) => name);

    expect(names(seed, mutantsOf(spec))).toEqual(names(seed));
    expect(names(seed)).not.toEqual(names(seed + 1));
  });
});

describe("a mutant", () => {
  test.each([
    ["an invented constraint on settings", 'pg_settings additionalProperties: {"type":"string"}'],
    ["another idle time", "inactivity (5 minutes by  -> 6"],
    ["another role that revokes", "Only administrators of the orga -> members"],
  ])("exists for %s", (_, part) => {
    const names = mutants.map(({ name }) => name);

    expect(names.filter((name) => name.includes(part))).not.toEqual([]);
  });

  test("is taken back", () => {
    const before = JSON.stringify(spec);

    for (const { apply } of sample(mutants, 50, seed)) apply()();

    expect(JSON.parse(before)).toEqual(spec);
  });
});
