import { describe, expect, test } from "vitest";
import { planFor, type Rule, sourceOf } from "../suite/run/rule.ts";

const rule: Rule = {
  id: "a-rule",
  level: "MUST",
  text: "it holds",
  states: ["Limits, Table: one-primary"],
  check: () => {},
};

describe("a rule", () => {
  test("has the section of its main sentence as its source", () => {
    expect(sourceOf(rule)).toBe("Limits, Table");
  });

  test("has its profile as its source where that is not the document", () => {
    expect(sourceOf({ ...rule, profile: "neon" })).toBe("Profile neon");
  });

  test("is checked where the client is not judged, if it is not about the client", () => {
    expect(planFor(rule, { lacks: { client: "the mock shows it" } }).kind).toBe("check");
  });
});
