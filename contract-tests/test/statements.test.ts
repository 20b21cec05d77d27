import { describe, expect, test } from "vitest";
import { rules } from "../suite/rules/index.ts";
import { statements } from "../suite/rules/statements.ts";

const ids = rules.map(({ id }) => id);
const named = statements.flatMap(({ rules = [] }) => rules);

describe("statements of the document", () => {
  test("each has a rule or an excuse", () => {
    const without = statements.filter(
      ({ rules = [], excuse = "" }) => rules.length === 0 && !excuse,
    );

    expect(without).toEqual([]);
  });

  test("each names rules that exist", () => {
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe("rules", () => {
  test("each stands on a statement", () => {
    expect(ids.filter((id) => !named.includes(id))).toEqual([]);
  });

  test("each names a source where a statement names it back", () => {
    const astray = rules.filter(
      ({ id, source }) =>
        !statements.some(
          (statement) => statement.source === source && statement.rules?.includes(id),
        ),
    );

    expect(astray.map(({ id, source }) => `${id}: ${source}`)).toEqual([]);
  });

  test("each has an id of its own, in kebab-case", () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  test("each is one sentence of its own, without a full stop", () => {
    expect(new Set(rules.map(({ text }) => text)).size).toBe(rules.length);
    expect(rules.filter(({ text }) => text.endsWith(".")).map(({ id }) => id)).toEqual([]);
  });
});
