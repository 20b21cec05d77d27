/** Operations seen several times: what stays and what moves on. */
import assert from "node:assert/strict";
import type { Operation } from "@hosted-postgres/client";
import type { Answer } from "../../run/exchange.ts";
import type { Rule } from "../../run/rule.ts";
import type { Target } from "../../run/target.ts";
import { identity, shownFields } from "../steps/operations.ts";
import { operationsIn } from "../steps/seen.ts";

export const historyRules: Rule[] = [
  {
    id: "operation-of-mutation-is-new",
    level: "MUST",
    text: "a mutating response lists only the operations its request started",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    observe: againstEarlier(({ id, action }, before, { method }) => {
      if (method === "GET") return false;
      assert.equal(before, undefined, `${action} ${id} was seen before`);
      return true;
    }),
  },
  {
    id: "operation-keeps-what-it-is",
    level: "MUST",
    text: "an operation never changes its project, branch, compute, action or created_at",
    states: ["Resources and their fields, Operation: fields"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (!before) return false;
      assert.deepEqual(identity(now), identity(before));
      return true;
    }),
  },
  {
    id: "operation-times-in-order",
    level: "SHOULD",
    text: "updated_at is not before created_at, and never goes back",
    states: ["Resources and their fields, Operation: fields"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      const { id, created_at, updated_at } = now;
      assert.ok(updated_at >= created_at, `${id} is of ${created_at}, changed ${updated_at}`);
      if (!before) return false;
      assert.ok(updated_at >= before.updated_at, `updated_at of ${id} went back`);
      return true;
    }),
  },
  {
    id: "operation-failures-are-counted",
    level: "SHOULD",
    text: "failures_count is at least 0 and never goes down",
    states: ["Resources and their fields, Operation: fields"],
    needs: ["state"],
    observe: againstEarlier(({ id, failures_count }, before) => {
      assert.ok(failures_count >= 0, `failures_count of ${id} is ${failures_count}`);
      if (!before) return false;
      assert.ok(failures_count >= before.failures_count, `failures_count of ${id} went down`);
      return true;
    }),
  },
  {
    id: "operation-finished-stays",
    level: "MUST",
    text: "a finished operation is finished in every later answer, read by id or in the list",
    states: ["States and transitions, Operation: running"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (before?.status !== "finished") return false;
      assert.equal(now.status, "finished", `operation ${now.id}`);
      return true;
    }),
  },
  {
    id: "operation-finished-unchanged",
    level: "SHOULD",
    text: "a finished operation is the same in every later answer",
    states: ["States and transitions, Operation: running"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (before?.status !== "finished") return false;
      assert.deepEqual(shownFields(now), shownFields(before));
      return true;
    }),
  },
  {
    id: "operation-moves-on",
    level: "SHOULD",
    text: "a running operation goes back to scheduling only after a failure",
    states: ["States and transitions, Operation: scheduling"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (before?.status !== "running" || now.failures_count !== before.failures_count)
        return false;
      assert.notEqual(now.status, "scheduling", `the status of ${now.id}`);
      return true;
    }),
  },
];

/**
 * Compares an operation with its last state in an answer that arrived before this request, undefined
 * for one never seen; `judge` returns whether there was something to judge.
 */
function againstEarlier(
  judge: (now: Operation, before: Operation | undefined, answer: Answer) => boolean,
): (answer: Answer, target: Target) => boolean {
  const seen = new WeakMap<Target, Map<string, { operation: Operation; atMs: number }>>();
  return (answer, target) => {
    const known = seen.get(target) ?? new Map<string, { operation: Operation; atMs: number }>();
    seen.set(target, known);
    let judged = false;
    for (const operation of operationsIn(answer)) {
      const before = known.get(operation.id);
      if (before && before.atMs > answer.sentAtMs) continue;
      known.set(operation.id, { operation, atMs: performance.now() });
      if (judge(operation, before?.operation, answer)) judged = true;
    }
    return judged;
  };
}
