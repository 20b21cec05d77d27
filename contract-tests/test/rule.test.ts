import { expect, test } from "vitest";
import { judge, type Rule } from "../suite/run/rule.ts";

const about = {
  id: "a-rule",
  level: "MUST",
  text: "it holds",
  states: ["Limits, Table: one-primary"],
} as const;
const scenario = { ...about, check: () => {} } satisfies Rule;

test("a rule is checked where nothing it needs is lacking", () => {
  const rule: Rule = { ...scenario, needs: ["state"] };

  expect(judge(rule, { lacks: { time: "no clock" } })).toEqual({ kind: "check", rule });
});

test("a rule is not showable where something it needs is lacking", () => {
  const rule: Rule = { ...scenario, needs: ["writes", "time"] };

  expect(judge(rule, { lacks: { time: "no clock" } })).toEqual({
    kind: "not showable",
    reason: "no clock",
  });
});

test("a rule that looks on is told from one that sends requests", () => {
  const rule: Rule = { ...about, observe: () => true };

  expect(judge(rule, { lacks: {} })).toEqual({ kind: "observe", rule });
});

test("a rule about the client is not showable where that is shown elsewhere", () => {
  const rule: Rule = { ...scenario, about: "client" };

  expect(judge(rule, { lacks: { client: "the mock shows it" } })).toEqual({
    kind: "not showable",
    reason: "the mock shows it",
  });
  expect(judge(rule, { lacks: {} }).kind).toBe("check");
});

test("an excused rule is excused everywhere", () => {
  expect(judge({ ...about, excused: "of the console" }, { lacks: {} })).toEqual({
    kind: "excused",
    reason: "of the console",
  });
});
