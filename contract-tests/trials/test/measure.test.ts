import type { Rule } from "@hosted-postgres/contract-tests/run/rule";
import type { Stage } from "@hosted-postgres/contract-tests/run/stage";
import { describe, expect, test } from "vitest";
import type { Fault } from "../fault.ts";
import { measure } from "../measure.ts";

const mock: Stage = { name: "unused", lacks: {}, open: () => Promise.reject(new Error("opened")) };
const unnoticed: Fault = {
  ...{ id: "unnoticed", group: "auth", level: "MUST", text: "differs" },
  source: "Authentication 2",
  apply: () => ({}),
};
const rule = (id: string, source: string, rest: object) =>
  ({ id, level: "MUST", text: id, source, ...rest }) as Rule;

describe("measure", () => {
  test("names the rules that looked at a missed fault, the nearest first", async () => {
    const rules = [
      rule("far", "Limits, Table", { check: () => {} }),
      rule("excused", "Authentication 2", { excused: "of the console" }),
      rule("near", "Authentication 2", { observe: () => false }),
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

    expect(
      await measure(unnoticed, [rule("near", "Authentication 2", { check })], { mock }),
    ).toMatchObject({
      isRight: true,
      failed: [{ rule: "near", level: "MUST", message: "it differs" }],
      looked: [],
    });
  });
});
