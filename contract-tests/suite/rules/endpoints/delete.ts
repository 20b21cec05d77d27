/** Deleting computes, and asking for computes that do not exist. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { ABSENT_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import { MINUTE_MS } from "../steps/durations.ts";
import {
  activeKinds,
  assertNoSecond,
  command,
  createEndpoint,
  deleteEndpoint,
  ENDPOINT,
  findListed,
  idleEndpoint,
  lasting,
  listEndpoints,
  ownEndpoint,
  tryCreateEndpoint,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { settle } from "../steps/operations.ts";
import { assertAbsent } from "../steps/seen.ts";
import { idOf, pauseUpTo } from "../steps/target.ts";

export const deleteRules: Rule[] = [
  {
    id: "endpoint-unknown-refused",
    level: "SHOULD",
    text: "a request for a compute that does not exist is refused",
    states: [
      "Endpoints, Detailed shapes: create-endpoint",
      "Endpoints, Detailed shapes: delete-endpoint",
    ],
    needs: ["state"],
    async check(context) {
      await assertGone(context, `ep-${ABSENT_ID}`, "an unknown compute");
      const { response } = await deleteEndpoint(context, `ep-${ABSENT_ID}`);
      assertDenied(response, "the deletion of an unknown compute");
    },
  },
  {
    id: "endpoint-delete-answer",
    level: "MUST",
    text: "deleting a compute returns it without pending_state, and an empty list of operations",
    states: [
      "Endpoints, Detailed shapes: delete-endpoint",
      "Resources and their fields, Compute endpoint: pending-state",
    ],
    needs: ["writes"],
    beside: true,
    async check(context) {
      const { target, exchanges } = context;
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        const before = target.lacks.state ? undefined : await findListed(context, endpoint_id);

        const { endpoint, operations } = await unwrap(deleteEndpoint(context, endpoint_id));

        assert.equal(endpoint.id, endpoint_id, what);
        assertAbsent(endpoint, "pending_state", what);
        assert.deepEqual(operations, [], what);
        assert.equal(exchanges.at(-1)?.body ?? undefined, undefined, "the request has no body");
        if (before) assert.deepEqual(lasting(endpoint), lasting(before), what);
      }
    },
  },
  {
    id: "endpoint-primary-after-deletion",
    level: "MUST",
    text: "a branch whose primary compute was deleted gets a new one, and no second",
    states: ["Endpoints, Rules 1: one-primary"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      await unwrap(deleteEndpoint(context, endpoint_id));

      const { response } = await tryCreateEndpoint(context, "free_branch_id");

      assertAccepted(response, "a primary compute after a deletion");
      await assertNoSecond(context, "free_branch_id", "of one created after a deletion");
    },
  },
  {
    id: "endpoint-deleted-is-gone",
    level: "MUST",
    text: "a deleted compute is gone, and no other compute is",
    states: ["States and transitions, Compute endpoint Rules 2: deleted"],
    needs: ["state"],
    async check(context) {
      const { endpoint: bystander, operations } = await createEndpoint(
        context,
        "other_free_branch_id",
      );
      const active = await activeKinds(context);
      await settle(context, { operations });
      const ids = active.map(({ id }) => id);
      for (const { what, id: endpoint_id } of active) {
        await unwrap(deleteEndpoint(context, endpoint_id));
        await assertGone(context, endpoint_id, `${what}, once deleted,`);
      }

      const idle = await idleEndpoint(context);
      await unwrap(deleteEndpoint(context, idle));
      await assertGone(context, idle, "a compute deleted while idle");

      const fresh = await createEndpoint(context);
      ids.push(fresh.endpoint.id);
      const early = await deleteEndpoint(context, fresh.endpoint.id);
      // It may be refused while an operation runs.
      if (!early.response.ok) {
        await settle(context, fresh);
        await unwrap(deleteEndpoint(context, fresh.endpoint.id));
      }
      await assertGone(context, fresh.endpoint.id, "a compute deleted soon after its creation");

      await pauseUpTo(context, MINUTE_MS);
      const left = (await listEndpoints(context)).map(({ id }) => id);
      for (const id of [...ids, idle]) assert.ok(!left.includes(id), `${id} is listed again`);
      assert.ok(left.includes(bystander.id), "the compute of another branch is gone too");
    },
  },
  {
    id: "endpoint-created-again-differs",
    level: "MUST",
    text: "a compute created later for the same branch has other connection details",
    states: ["States and transitions, Compute endpoint Rules 2: created-again"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const ids: string[] = [];
      const hosts: string[] = [];
      for (let time = 1; time <= 3; time++) {
        const { endpoint, operations } = await createEndpoint(context);
        assert.ok(!ids.includes(endpoint.id), `compute ${time} has the id ${endpoint.id} again`);
        assert.ok(!hosts.includes(endpoint.host), `compute ${time} is at ${endpoint.host} again`);
        ids.push(endpoint.id);
        hosts.push(endpoint.host);
        await settle(context, { operations });
        const { host } = await findListed(context, endpoint.id);
        assert.equal(host, endpoint.host);
        await unwrap(deleteEndpoint(context, endpoint.id));
      }
    },
  },
];

/** The compute is not listed, and every request for it but a second deletion is refused. */
async function assertGone(context: Context, endpoint_id: string, what: string) {
  const found = (await listEndpoints(context)).some(({ id }) => id === endpoint_id);
  assert.ok(!found, `${what} is listed`);
  const path = { project_id: idOf(context, "project_id"), endpoint_id };
  const read = await context.api.GET(ENDPOINT, { params: { path } });
  assertDenied(read.response, `reading ${what}`);
  // A run that changes only its own things must not write to one that is gone.
  if (context.target.changes === "own" && !endpoint_id.includes(ABSENT_ID)) return;
  const updated = await updateEndpoint(context, endpoint_id, { pooler_enabled: true });
  assertDenied(updated.response, `an update of ${what}`);
  for (const verb of ["start", "suspend", "restart"] as const) {
    const { response } = await command(context, endpoint_id, verb);
    assertDenied(response, `${verb} of ${what}`);
  }
}
