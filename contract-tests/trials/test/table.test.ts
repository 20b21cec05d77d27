import type { Excuse, Rule, Scenario } from "@hosted-postgres/contract-tests/run/rule";
import { describe, expect, test } from "vitest";
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
  const fault = {
    id: `${level}-${isRight}`,
    group: "auth",
    text: "lets all in",
    source: "Authentication 2",
  } as const;
  return { ...fault, level, isRight, failed, looked: [], durationMs: 1 };
}

describe("the table", () => {
  test("counts by group and names what was missed", () => {
    const table = renderFaults(
      [measured("MUST", true, ["a"]), measured("MUST", false), measured("benign", true)],
      [],
    );

    expect(table).toMatch(/auth +1 of 2 +1 of 1\n/);
    expect(table).toContain("  MUST MUST-false: a provider that lets all in (Authentication 2)");
  });

  test("names the rules that caught each fault of a short run, and no benign one", () => {
    const table = renderFaults([measured("MUST", true, ["a", "b"]), measured("benign", true)], []);

    expect(table).toContain("Caught\n  MUST-true: a, b\n");
    expect(table).not.toContain("benign-true");
  });

  test("speaks of a client, or of a data plane, where that is wrong", () => {
    const missed = { ...measured("MUST", false), group: "client", text: "calls home" } as const;

    expect(renderFaults([missed], [])).toContain("MUST-false: a client that calls home");
    const plane = { ...missed, group: "connections" } as const;
    expect(renderFaults([plane], [])).toContain("MUST-false: a data plane that calls home");
  });

  test("names the rules that looked at a missed fault, with their kind", () => {
    const looked: Measured["looked"] = [
      { rule: "auth-a", kind: "scenario", outcome: "passed" },
      { rule: "auth-b", kind: "observer", outcome: "not showable" },
      ...Array.from({ length: 20 }, (_, at) => {
        return { rule: `other-${at}`, kind: "scenario", outcome: "passed" } as const;
      }),
    ];

    const table = renderFaults([{ ...measured("MUST", false), looked }], []);

    expect(table).toContain("    scenario auth-a: passed\n    observer auth-b: not showable\n");
    expect(table).toMatch(/other-9: passed\n {4}and 10 more rules looked\n/);
  });

  test("names a flagged benign provider with the rule and its message", () => {
    expect(renderFaults([measured("benign", false, ["a-rule"])], [])).toContain(
      "    MUST a-rule failed: it does\n",
    );
  });

  test("lists a rule as dead that failed only on answers off a profile", () => {
    const off = { ...measured("SHOULD", true, ["a-rule"]), group: "profile" } as const;

    expect(renderFaults([off], [rule("a-rule")])).toContain("Rules that catch nothing\n  a-rule\n");
  });

  test("lists a rule that needs a Postgres as dead where wrong data planes were tried, and nowhere else", () => {
    const rules: Rule[] = [{ ...rule("a-rule"), needs: ["postgres"] }];
    const plane = { ...measured("MUST", true), group: "connections" } as const;

    expect(renderFaults([plane], rules)).toContain("Rules that catch nothing\n  a-rule\n");
    expect(renderFaults([measured("MUST", true)], rules)).not.toContain("a-rule");
  });

  test("lists a rule as dead when it failed on no wrong provider, whatever benign one it flags", () => {
    const rules = [rule("lives"), rule("dead"), rule("excused", { excused: "of the console" })];

    const table = renderFaults(
      [measured("MUST", true, ["lives"]), measured("benign", false, ["dead"])],
      rules,
    );

    expect(table).toMatch(/Rules that catch nothing\n {2}dead\n$/);
  });
});

describe("the catalogue", () => {
  test.each<[string, Measured[], Rule[], boolean]>([
    ["all is right", [measured("MUST", true, ["a"]), measured("benign", true)], [rule("a")], true],
    ["a MUST is missed", [measured("MUST", false)], [], false],
    ["a benign provider is flagged", [measured("benign", false)], [], false],
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
  ])("is judged correctly when %s", (_when, all, rules, good) => {
    expect(isGood(all, rules)).toBe(good);
  });
});
