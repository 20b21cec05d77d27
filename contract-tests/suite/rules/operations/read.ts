/** Reading operations by id and in the list. */
import assert from "node:assert/strict";
import { type Operation, unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import { ABSENT_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted, assertDenied, atLeastOne } from "../steps/asserts.ts";
import {
  command,
  createEndpoint,
  ownEndpoint,
  suspend,
  updateEndpoint,
} from "../steps/endpoints.ts";
import {
  assertAgree,
  identity,
  listOperations,
  newOfEndpoint,
  readOperation,
  settle,
  tryReadOperation,
} from "../steps/operations.ts";
import { idOf } from "../steps/target.ts";

const ABSENT_UUID = "00000000-0000-4000-8000-00000000dead";

export const readRules: Rule[] = [
  {
    id: "operation-started-is-listed",
    level: "MUST",
    text: "an operation that a request started can be read by id and in the list",
    states: [
      "What the service does 5: operations-are-polled",
      "Resources and their fields, Operation: origin",
    ],
    needs: ["state"],
    async check(context) {
      await listOperations(context);
      const { endpoint, operations: created } = await createEndpoint(context);
      await assertListed(context, created);
      await settle(context, { operations: created });
      await assertListed(context, created);
      await suspend(context, endpoint.id);

      const branch_id = idOf(context, "other_free_branch_id");
      const { operations: moved } = await unwrap(
        updateEndpoint(context, endpoint.id, { branch_id }),
      );
      await assertListed(context, moved);
      await assertListed(context, created);
    },
  },
  {
    id: "operation-list-agrees-with-get",
    level: "MUST",
    text: "an operation is the same in the list as read by its id",
    states: ["Endpoints, Detailed shapes: get-operation"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { operations } = await createEndpoint(context);
      // A quick server has finished them by now.
      await context.ifPossible(() => assertAgree(context, operations));
      await settle(context, { operations });
      await assertAgree(context, (await listOperations(context)).slice(0, 5));
    },
  },
  {
    id: "operation-unknown-is-not-read",
    level: "SHOULD",
    text: "reading an operation that does not exist is refused",
    states: ["Endpoints, Detailed shapes: get-operation"],
    needs: ["state"],
    async check(context) {
      const { operations } = await createEndpoint(context);
      for (const operation of atLeastOne(operations, "no operation was started")) {
        await readOperation(context, operation);

        for (const id of [ABSENT_UUID, ABSENT_ID]) {
          const { response } = await tryReadOperation(context, { ...operation, id });
          assertDenied(response, `reading the operation ${id}`);
        }
        const { response } = await tryReadOperation(context, {
          ...operation,
          project_id: ABSENT_ID,
        });
        assertDenied(response, "reading an operation of a project that does not exist");
      }
    },
  },
  {
    id: "operation-of-another-project-is-not-read",
    level: "SHOULD",
    text: "an operation can be read only through the path of its own project",
    states: ["Endpoints, Detailed shapes: get-operation"],
    needs: ["state"],
    async check(context) {
      const project_id = idOf(context, "project_id");
      const other_id = idOf(context, "personal_project_id");
      const [own] = (await createEndpoint(context)).operations;
      const [other] = await listOperations(context, other_id);
      for (const [operation, astray] of [
        [own, other_id],
        [other, project_id],
      ] as const) {
        if (!operation) throw new Blocked("one of the projects has no operation");
        await readOperation(context, operation);

        const { response } = await tryReadOperation(context, { ...operation, project_id: astray });

        assertDenied(response, `reading ${operation.action} through another project`);
      }
    },
  },
  {
    id: "operation-of-command-is-listed",
    level: "SHOULD",
    text: "a restart and a requested suspension are listed as operations of the compute",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const before = await listOperations(context);
      assertAccepted((await command(context, endpoint_id, "restart")).response, "a restart");
      const ofRestart = await newOfEndpoint(context, before, endpoint_id);
      assert.ok(ofRestart.length > 0, "a restart started nothing");
      await settle(context, { operations: ofRestart });

      await suspend(context, endpoint_id);
      const ofSuspension = await newOfEndpoint(context, [...before, ...ofRestart], endpoint_id);
      const actions = ofSuspension.map(({ action }) => action);
      assert.ok(actions.includes("suspend_compute"), `a suspension started ${actions.join(", ")}`);
      await settle(context, { operations: ofSuspension });
    },
  },
  {
    id: "operation-by-control-plane-is-listed",
    level: "MUST",
    text: "an operation that the control plane starts by itself is listed",
    states: ["Resources and their fields, Operation: origin"],
    needs: ["time", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const before = await listOperations(context);

      await context.pause(6 * 60_000);

      const started = await newOfEndpoint(context, before, endpoint_id);
      assert.ok(started.length > 0, "6 minutes without a request started no operation");
      await settle(context, { operations: started });
      await assertListed(context, started);
    },
  },
];

/** Each operation is listed, and reads twice with the identity it was returned with. */
async function assertListed(context: Context, started: Operation[]) {
  const all = await listOperations(context);
  for (const operation of atLeastOne(started, "no operation was started")) {
    const found = all.find(({ id }) => id === operation.id);
    assert.ok(found, `${operation.action}, ${operation.status}, is not listed`);
    for (const again of [
      found,
      await readOperation(context, operation),
      await readOperation(context, operation),
    ]) {
      assert.deepEqual(identity(again), identity(operation));
    }
  }
}
