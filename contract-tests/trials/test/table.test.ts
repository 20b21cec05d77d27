import type { Excuse, Rule, Scenario } from "@hosted-postgres/contract-tests/run/rule";
import { expect, test } from "vitest";
import type { Measured } from "../measure.ts";
import { isGood, renderFaults } from "../table.ts";

const rule = (id: string, rest: Scenario | Excuse = { check: () => {} }): Rule => ({
  id,
  level: "MUST",
  text: id,
  states: ["Limits, Table: one-primary"],
  ...rest,
});

function measured(level: Measured["level"], isRight: boolean, rules: string[] = []): Measured {
  const failed = rules.map((id) => ({ rule: id, level: "MUST" as const, message: "it does\nnot" }));
  const what = {
    id: `${level}-${isRight}`,
    group: "auth",
    text: "lets all in",
    source: "",
  } as const;
  return { ...what, level, isRight, failed, durationMs: 1 };
}

test("the table counts by group and names what was missed", () => {
  const table = renderFaults(
    [measured("MUST", true, ["a"]), measured("MUST", false), measured("benign", true)],
    [],
  );

  expect(table).toMatch(/auth +1 of 2 +1 of 1\n/);
  expect(table).toContain("  MUST MUST-false: lets all in");
});

test("a benign one that was flagged is named with the rule that did it", () => {
  expect(renderFaults([measured("benign", false, ["a-rule"])], [])).toContain(
    "    a-rule: it does",
  );
});

test("a rule that failed on no wrong provider is dead; a flagged benign one brings none to life", () => {
  const rules = [rule("lives"), rule("dead"), rule("excused", { excused: "of the console" })];

  const table = renderFaults(
    [measured("MUST", true, ["lives"]), measured("benign", false, ["dead"])],
    rules,
  );

  expect(table).toMatch(/Rules that catch nothing\n {2}dead\n$/);
});

test.each<[string, Measured[], Rule[], boolean]>([
  ["all is right", [measured("MUST", true, ["a"]), measured("benign", true)], [rule("a")], true],
  ["a MUST is missed", [measured("MUST", false)], [], false],
  ["a benign one is flagged", [measured("benign", false)], [], false],
  ["a rule is dead", [measured("MUST", true)], [rule("a")], false],
  [
    "1 of 20 SHOULD is missed",
    [...Array(19).fill(measured("SHOULD", true)), measured("SHOULD", false)],
    [],
    true,
  ],
  [
    "1 of 10 SHOULD is missed",
    [...Array(9).fill(measured("SHOULD", true)), measured("SHOULD", false)],
    [],
    false,
  ],
])("when %s, the catalogue is judged accordingly", (_when, all, rules, good) => {
  expect(isGood(all, rules)).toBe(good);
});
