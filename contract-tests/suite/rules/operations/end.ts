/** Rules on how operations end. */
import assert from "node:assert/strict";
import { type Operation, OperationFailedError, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted, atLeastOne } from "../steps/asserts.ts";
import {
  changeSetting,
  command,
  createEndpoint,
  deleteEndpoint,
  idleEndpoint,
  suspend,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import {
  assertAgree,
  listOperations,
  newOperations,
  readOperation,
  settle,
  untilFailed,
} from "../steps/operations.ts";
import { controlOf, idOf } from "../steps/target.ts";

export const endRules: Rule[] = [
  {
    id: "operation-ends",
    level: "MUST",
    text: "an operation that is scheduling or running moves on until it is finished",
    states: [
      "States and transitions, Operation: scheduling",
      "States and transitions, Operation: running",
    ],
    needs: ["state"],
    first: true,
    async check(context) {
      const { endpoint, operations: created } = await createEndpoint(context);
      await settle(context, { operations: created });
      const changed = await changeSetting(context, endpoint.id);
      await settle(context, changed);
      await suspend(context, endpoint.id);
      const branch_id = idOf(context, "other_free_branch_id");
      const { operations: moved } = await unwrap(
        updateEndpoint(context, endpoint.id, { branch_id }),
      );
      await settle(context, { operations: moved });
      assertAccepted((await command(context, endpoint.id, "start")).response, "a start");

      const operations = await operationsOf(context, endpoint.id);
      await settle(context, { operations });

      const started = [...created, ...changed.operations, ...moved];
      for (const operation of atLeastOne(started, "no operation was started")) {
        const { status } = await readOperation(context, operation);
        assert.equal(status, "finished", `${operation.action}, which was ${operation.status}`);
      }
      const left = (await operationsOf(context, endpoint.id)).filter(
        (operation) =>
          operations.some(({ id }) => id === operation.id) && operation.status !== "finished",
      );
      assert.deepEqual(left, [], "listed as not finished");
    },
  },
  {
    id: "operation-finished-lasts",
    level: "MUST",
    text: "a finished operation stays finished as time passes",
    states: ["States and transitions, Operation: running"],
    needs: ["time", "state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const ended = await settle(context, {
        operations: await operationsOf(context, endpoint_id),
      });

      for (const seconds of [1, 10, 60, 3_600, 86_400]) {
        await context.pause(seconds * 1_000);
        for (const operation of await operationsOf(context, endpoint_id)) {
          const isEnded = ended.some(({ id }) => id === operation.id);
          if (isEnded)
            assert.equal(operation.status, "finished", `${operation.action} in the list`);
        }
        for (const operation of atLeastOne(ended, "no operation was started")) {
          const { status } = await readOperation(context, operation);
          assert.equal(status, "finished", `${operation.action} after ${seconds} s more`);
        }
      }
    },
  },
  {
    id: "operation-outlives-its-compute",
    level: "MUST",
    text: "an operation can be read until it ends, even when its compute is deleted meanwhile",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { endpoint, operations } = await createEndpoint(context);
      const { response } = await deleteEndpoint(context, endpoint.id);
      if (!response.ok) throw new Blocked("a compute that starts is not deleted here");

      atLeastOne(operations, "no operation was started");
      const ended = settle(context, { operations }).catch((error) => {
        // Failing without its compute is fine too.
        if (!(error instanceof OperationFailedError)) throw error;
      });
      await assert.doesNotReject(ended);
    },
  },
  {
    id: "operation-that-cannot-complete-fails",
    level: "MUST",
    text: "an operation that cannot complete becomes failed",
    states: ["Errors, Table: failed-operation"],
    needs: ["control", "time", "state"],
    async check(context) {
      controlOf(context).failNext("start_compute");
      await assertFails(context, await createEndpoint(context));

      const { endpoint, operations } = await createEndpoint(context, "other_free_branch_id");
      await settle(context, { operations });
      controlOf(context).failNext("apply_config");
      const changed = await changeSetting(context, endpoint.id);
      await assertFails(context, changed);

      await untilState(context, endpoint.id, "active");
      const before = await listOperations(context);
      controlOf(context).failNext("suspend_compute");
      assertAccepted((await command(context, endpoint.id, "suspend")).response, "a suspension");
      const started = await newOperations(context, before);
      await assertFails(context, {
        operations: started.filter(({ action }) => action === "suspend_compute"),
      });
    },
  },
];

/** At least one operation becomes failed, both by id and in the list. */
async function assertFails(context: Context, mutation: { operations: Operation[] }) {
  atLeastOne(mutation.operations, "no operation was started");
  const failed = await untilFailed(context, mutation.operations);
  // Undocumented: whether a failure is final. It may have been retried by now.
  await assertAgree(context, failed);
}

async function operationsOf(context: Context, endpoint_id: string): Promise<Operation[]> {
  return (await listOperations(context)).filter(
    (operation) => operation.endpoint_id === endpoint_id,
  );
}
