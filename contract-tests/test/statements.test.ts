import { describe, expect, test } from "vitest";
import { rules } from "../suite/rules/index.ts";
import { statements } from "../suite/rules/statements.ts";

const ids = rules.map(({ id }) => id);

describe("each statement of the document", () => {
  test("has a rule or an excuse, not both", () => {
    const proven = new Set<string>(rules.flatMap(({ states }) => states));

    const astray = statements.filter(
      ({ key, excuse }) => proven.has(key) === (excuse !== undefined),
    );

    expect(astray).toEqual([]);
  });
});

describe("each rule", () => {
  test("names a statement once", () => {
    const twice = rules.filter(({ states }) => new Set(states).size < states.length);

    expect(twice.map(({ id }) => id)).toEqual([]);
  });

  test("has its own id, in kebab-case", () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  test("has its own text, without a full stop", () => {
    expect(new Set(rules.map(({ text }) => text)).size).toBe(rules.length);
    expect(rules.filter(({ text }) => text.endsWith(".")).map(({ id }) => id)).toEqual([]);
  });
});
