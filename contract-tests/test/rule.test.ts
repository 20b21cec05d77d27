import { describe, expect, test } from "vitest";
import { planFor, type Rule } from "../suite/run/rule.ts";

const about = {
  id: "a-rule",
  level: "MUST",
  text: "it holds",
  states: ["Limits, Table: one-primary"],
} as const;
const scenario = { ...about, check: () => {} } satisfies Rule;

describe("planFor", () => {
  test("checks a rule where nothing it needs is lacking", () => {
    const rule: Rule = { ...scenario, needs: ["state"] };

    expect(planFor(rule, { lacks: { time: "no clock" } })).toEqual({ kind: "check", rule });
  });

  test("makes a rule not showable where something it needs is lacking", () => {
    const rule: Rule = { ...scenario, needs: ["writes", "time"] };

    expect(planFor(rule, { lacks: { time: "no clock" } })).toEqual({
      kind: "not showable",
      reason: "no clock",
    });
  });

  test("distinguishes observers from scenarios", () => {
    const rule: Rule = { ...about, observe: () => true };

    expect(planFor(rule, { lacks: {} })).toEqual({ kind: "observe", rule });
  });

  test("makes a rule about the client not showable where another target shows it", () => {
    const rule: Rule = { ...scenario, about: "client" };

    expect(planFor(rule, { lacks: { client: "the mock shows it" } })).toEqual({
      kind: "not showable",
      reason: "the mock shows it",
    });
    expect(planFor(rule, { lacks: {} }).kind).toBe("check");
  });

  test("excuses an excused rule everywhere", () => {
    expect(planFor({ ...about, excused: "of the console" }, { lacks: {} })).toEqual({
      kind: "excused",
      reason: "of the console",
    });
  });
});
