import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIdentity, hashOf, type IdForm, uuidOf } from "../src/identity.ts";

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe("an identity", () => {
  test("gives uuids of version 4 and variant 1, none twice", () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { uuid } = createIdentity(seed);

        const uuids = times(200, uuid);

        expect(new Set(uuids).size).toBe(200);
        for (const one of uuids) {
          expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("goes on from its count as if it had not stopped", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(200), (seed, count) => {
        const [one, other] = [createIdentity(seed), createIdentity(seed, count)];
        times(count, one.uuid);

        const next = (of: typeof one) => [of.uuid(), of.secret(), of.id("ep"), of.number()];
        expect(next(other)).toEqual(next(one));
        expect(other.count).toBe(count + 4);
      }),
    );
  });

  test("gives ids that show their prefix and number, and another seed other ones", () => {
    const [one, other] = ["one", "other"].map((seed) => createIdentity(seed));

    const ids = [one, other].map((identity) => identity?.id("ep"));

    expect(ids[0]).toMatch(/^ep-1-[\da-f]{8}$/);
    expect(ids[1]).toMatch(/^ep-1-[\da-f]{8}$/);
    expect(ids[0]).not.toBe(ids[1]);
    expect(one?.secret()).toMatch(/^key-[\da-f]{40}$/);
    expect(one?.uuid()).not.toBe(createIdentity("other", 2).uuid());
  });

  test("gives an id of a name that nothing generated changes, with a number of its own", () => {
    const form: IdForm = (prefix, number, digits) => `${prefix} ${number} ${digits.length}`;
    const idOf = (prefix: string, name: string, count = 0) =>
      createIdentity("seed", count, form).idOf(prefix, name);
    const main = idOf("ep", "main");

    expect(main).toMatch(/^ep 1\d{10} 64$/);
    expect(idOf("ep", "main", 50)).toBe(main);
    expect(idOf("ep", "dev")).not.toBe(main);
    expect(idOf("br", "main").slice(2)).not.toBe(main.slice(2));
  });

  test("draws chances evenly from 0 up to 1, the same ones for the same seed", () => {
    const [one, same, other] = ["one", "one", "other"].map((seed) => createIdentity(seed));

    const chances = times(1_000, () => one?.chance() as number);

    for (let tenth = 0; tenth < 10; tenth++) {
      const inTenth = chances.filter((chance) => Math.floor(chance * 10) === tenth);
      expect(inTenth.length).toBeGreaterThan(60);
    }
    expect(times(1_000, () => same?.chance())).toEqual(chances);
    expect(other?.chance()).not.toBe(chances[0]);
  });

  test("gives in every release what it gave before, which stores hold and tests of others expect", () => {
    const { uuid, chance, fingerprint } = createIdentity("a seed");

    expect(uuid()).toBe("5dc60b13-6267-4c2d-9e64-494356482e54");
    expect(Math.floor(chance() * 1e6)).toBe(947915);
    expect(fingerprint.slice(0, 16)).toBe("c5a4626211531d82");
  });

  test("has a fingerprint that tells seeds apart, and hides the seed", () => {
    const prints = ["a seed", "another seed"].map((seed) => createIdentity(seed).fingerprint);

    expect(prints[0]).toMatch(/^[\da-f]{64}$/);
    expect(prints[0]).toBe(createIdentity("a seed").fingerprint);
    expect(prints[0]).not.toBe(prints[1]);
  });
});

describe("uuidOf", () => {
  test("keeps all digits but those of the version and the variant", () => {
    expect(uuidOf("0123456789abcdef0123456789abcdef")).toBe("01234567-89ab-4def-8123-456789abcdef");
    expect(uuidOf("ffffffffffffffffffffffffffffffff")).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });
});

describe("hashOf", () => {
  test("gives each secret its own hash, whichever was asked for before", () => {
    const [one, other] = [hashOf("one"), hashOf("other")];

    expect([hashOf("other"), hashOf("one")]).toEqual([other, one]);
    expect(other).not.toBe(one);
    expect(one).toMatch(/^[\w-]{43}$/);
  });
});
