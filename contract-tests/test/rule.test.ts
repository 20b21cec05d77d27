import { expect, test } from "vitest";
import { judge, type Rule } from "../rule.ts";

const check = () => {};
const rule = {
  id: "a-rule",
  level: "MUST",
  text: "it holds",
  source: "Limits, Table",
} satisfies Rule;

test("a rule is checked where nothing it needs is lacking", () => {
  const verdict = judge({ ...rule, needs: ["state"], check }, { lacks: { time: "no clock" } });

  expect(verdict).toEqual({ kind: "check", check });
});

test("a rule is not checkable where something it needs is lacking, even with a check", () => {
  const verdict = judge(
    { ...rule, needs: ["writes", "time"], check },
    { lacks: { time: "no clock" } },
  );

  expect(verdict).toEqual({ kind: "not checkable", reason: "no clock" });
});

test("an excused rule is excused everywhere", () => {
  expect(judge({ ...rule, excused: "of the console" }, { lacks: {} })).toEqual({
    kind: "excused",
    reason: "of the console",
  });
});

test("a rule without a check is unwritten on a target that could show it", () => {
  expect(judge({ ...rule, needs: ["state"] }, { lacks: {} })).toEqual({ kind: "unwritten" });
});
