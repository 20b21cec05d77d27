/** One test per rule that this target can show; the others are in the table, with their reason. */
import { describe, expect, inject, test } from "vitest";
import { createSession } from "./context.ts";
import { Blocked, judge } from "./rule.ts";
import { rules } from "./rules/index.ts";

const target = inject("target");
const newContext = createSession(target);

test("each rule is checked, excused or not checkable on this target", () => {
  const unwritten = rules.filter((rule) => judge(rule, target).kind === "unwritten");

  expect(unwritten.map(({ id }) => id)).toEqual([]);
});

describe(`on ${target.name}`, () => {
  for (const rule of rules) {
    const verdict = judge(rule, target);
    if (verdict.kind !== "check") continue;
    test(`${rule.text} (${rule.id})`, { meta: { rule: rule.id } }, async ({ skip }) => {
      try {
        await verdict.check(newContext());
      } catch (error) {
        // The mock has an example of everything, so there it is a fault to find nothing.
        const found = target.lacks.examples === undefined;
        if (error instanceof Blocked && !found) skip(`blocked: ${error.message}`);
        throw error;
      }
    });
  }
});
