import type { Excuse, Observer, Rule, Scenario } from "@hosted-postgres/contract-tests/run/rule";
import { describe, expect, test } from "vitest";
import type { Fault } from "../fault.ts";
import { measure } from "../measure.ts";

const mock = () => Promise.reject(new Error("no fault of these tests is a client's"));
const NEAR = "Authentication 2: missing-header";
const unnoticed: Fault = {
  ...{ id: "unnoticed", group: "auth", level: "MUST", text: "differs" },
  source: "Authentication 2",
  apply: () => ({}),
};
const rule = (
  id: string,
  statement: Rule["states"][0],
  rest: Scenario | Observer | Excuse,
): Rule => ({ id, level: "MUST", text: id, states: [statement], ...rest });

describe("measure", () => {
  test("names the rules that looked at a missed fault, the nearest first", async () => {
    const rules = [
      rule("far", "Limits, Table: one-primary", { check: () => {} }),
      rule("excused", NEAR, { excused: "of the console" }),
      rule("near", NEAR, { observe: () => false }),
    ];

    const { isRight, looked } = await measure(unnoticed, rules, { mock });

    expect(isRight).toBe(false);
    expect(looked).toEqual([
      { rule: "near", kind: "observer", outcome: expect.any(String) },
      { rule: "far", kind: "scenario", outcome: "passed" },
    ]);
  });

  test("names the rule that caught a fault, and nothing more", async () => {
    const check = () => Promise.reject(new Error("it differs"));

    expect(await measure(unnoticed, [rule("near", NEAR, { check })], { mock })).toMatchObject({
      isRight: true,
      failed: [{ rule: "near", level: "MUST", message: "it differs" }],
      looked: [],
    });
  });
});
