import { describe, expect, test } from "vitest";
import { rules } from "../suite/rules/index.ts";
import { statements } from "../suite/rules/statements.ts";
import { documentText, lineOf } from "../suite/spec/document.ts";

const ids = rules.map(({ id }) => id);

describe("each statement of the document", () => {
  test("has a rule or an excuse, not both", () => {
    const proven = new Set<string>(rules.flatMap(({ states }) => states));

    const astray = statements.filter(
      ({ key, excuse }) => proven.has(key) === (excuse !== undefined),
    );

    expect(astray).toEqual([]);
  });

  test("stands in the document under its source, in the words that it quotes", () => {
    const lost = statements.filter(({ source, quote }) => lineOf(source, quote) === undefined);

    expect(lost.map(({ key }) => key)).toEqual([]);
  });
});

describe("lineOf", () => {
  test.each([
    ["another section", "Versioning 1", "An HTTP/JSON API"],
    ["another heading", "Resources and their fields, Project", "always begins with `ep-`"],
    ["another item of the list", "Authentication 3", "fails with HTTP 401"],
    ["nowhere", "Authentication 2", "fails with HTTP 403"],
  ])("does not find words of %s", (_, source, quote) => {
    expect(lineOf(source, quote)).toBeUndefined();
  });

  test("counts lines from 1", () => {
    const line = lineOf("Authentication 2", "fails with HTTP 401") ?? 0;

    expect(documentText.split("\n")[line - 1]).toMatch(/^2\. A request without this header/);
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
