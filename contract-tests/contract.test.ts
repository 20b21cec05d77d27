/** One test per rule and target that can show it; the others are in the table, with their reason. */
import { describe, expect, inject, test } from "vitest";
import { Blocked, judge } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { stagesOf } from "./targets/stages.ts";
import { isServerNamed } from "./targets/target.ts";

const stages = stagesOf(inject("target"));

test("each rule has a check or an excuse", () => {
  const unwritten = rules.filter((rule) =>
    stages.some((stage) => judge(rule, stage).kind === "unwritten"),
  );

  expect(unwritten.map(({ id }) => id)).toEqual([]);
});

describe.skipIf(isServerNamed(process.env))("on mock and emulator together", () => {
  const signs = rules.map((rule) => ({
    id: rule.id,
    shown: stages.map((stage) => judge(rule, stage).kind === "check"),
    isExcused: rule.excused !== undefined,
  }));

  test("each rule is checked on one of them, or excused", () => {
    const unchecked = signs.filter(({ shown, isExcused }) => !shown.includes(true) && !isExcused);

    expect(unchecked.map(({ id }) => id)).toEqual([]);
  });

  test("each shows the rules that it showed before", async () => {
    const lines = signs
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, shown }) => `${shown.map((it) => (it ? "✓" : "·")).join(" ")} ${id}\n`);

    await expect(lines.join("")).toMatchFileSnapshot("shown.txt");
  });
});

for (const { name, lacks, use } of stages) {
  describe(`on ${name}`, () => {
    for (const rule of rules) {
      const verdict = judge(rule, { lacks });
      if (verdict.kind !== "check") continue;
      const meta = { rule: rule.id, target: name };
      test(`${rule.text} (${rule.id})`, { meta }, async ({ skip }) => {
        try {
          await use(verdict.check);
        } catch (error) {
          // Where it may be written to, the check makes what it looks for, so there it is a fault.
          if (error instanceof Blocked && lacks.writes) skip(`blocked: ${error.message}`);
          throw error;
        }
      });
    }
  });
}
