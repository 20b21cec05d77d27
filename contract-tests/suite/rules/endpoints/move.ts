/** Moving a compute to another branch. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import { MINUTE_MS } from "../steps/durations.ts";
import {
  assertHas,
  assertNoSecond,
  assertOneWinner,
  command,
  createEndpoint,
  deleteEndpoint,
  findListed,
  idleEndpoint,
  lasting,
  moveIdle,
  ownEndpoint,
  suspend,
  tryCreateEndpoint,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { settle } from "../steps/operations.ts";
import { createBranch } from "../steps/projects.ts";
import { idOf, pauseUpTo, replicaType } from "../steps/target.ts";

export const moveRules: Rule[] = [
  {
    id: "endpoint-move-state",
    level: "MUST",
    text: "an idle compute that is moved is on the new branch, idle, with the pending state idle",
    states: ["States and transitions, Compute endpoint: move"],
    needs: ["writes"],
    async check(context) {
      const { endpoint } = (await moveIdle(context)).answer;

      const branch_id = idOf(context, "other_free_branch_id");
      assertHas(endpoint, { branch_id, current_state: "idle", pending_state: "idle" }, "it");
    },
  },
  {
    id: "endpoint-move-operations",
    level: "MUST",
    text: "a move starts apply_config (running) and suspend_compute (scheduling) for that compute",
    states: ["States and transitions, Compute endpoint: move", "Endpoints, Rules 2: operations"],
    needs: ["writes"],
    async check(context) {
      const { endpoint_id, answer } = await moveIdle(context);

      const started = answer.operations
        .filter((operation) => operation.endpoint_id === endpoint_id)
        .map(({ action, status }) => `${action} ${status}`);
      // Unlike for a creation, the document does not exclude other operations.
      for (const expected of ["apply_config running", "suspend_compute scheduling"]) {
        assert.ok(started.includes(expected), `it started ${started.join(", ") || "nothing"}`);
      }
    },
  },
  {
    id: "endpoint-one-primary-in-a-race-of-moves",
    level: "MUST",
    text: "concurrent moves to a branch give it at most one primary compute",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["disposable", "state"],
    usesUp: true,
    async check(context) {
      const ids: string[] = [];
      for (const branch of ["free_branch_id", "other_free_branch_id"]) {
        const { endpoint, operations } = await createEndpoint(context, branch);
        await settle(context, { operations });
        await suspend(context, endpoint.id);
        ids.push(endpoint.id);
      }
      const branch_id = await createBranch(context, idOf(context, "project_id"));

      const moved = await Promise.all(ids.map((id) => updateEndpoint(context, id, { branch_id })));

      await assertOneWinner(context, moved, branch_id);
    },
  },
  {
    id: "endpoint-move-needs-free-branch",
    level: "MUST",
    text: "an idle primary compute is not moved to a branch that has a primary compute",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = lasting(await findListed(context, endpoint_id));
      const assertNoMove = async (branch: string, what: string) => {
        const branch_id = idOf(context, branch);
        for (const changes of [{ branch_id }, { branch_id, pooler_enabled: true }]) {
          const { response } = await updateEndpoint(context, endpoint_id, changes);
          assertDenied(response, `a move to the branch ${what}`);
        }
        assert.deepEqual(lasting(await findListed(context, endpoint_id)), before, what);
      };

      await assertNoMove("branch_id", "that is the default one");
      const { endpoint: other, operations } = await createEndpoint(context, "other_free_branch_id");
      await assertNoMove("other_free_branch_id", "of a compute just created");
      await settle(context, { operations });
      await suspend(context, other.id);
      await assertNoMove("other_free_branch_id", "of an idle compute");
      await unwrap(deleteEndpoint(context, other.id));

      const free = idOf(context, "other_free_branch_id");
      const moved = await updateEndpoint(context, endpoint_id, { branch_id: free });
      assertAccepted(moved.response, "a move to a free branch");
      await assertNoSecond(context, "other_free_branch_id", "of one moved there");
    },
  },
  {
    id: "endpoint-move-of-active-needs-free-branch",
    level: "MUST",
    text: "an active primary compute is not moved to a branch that has a primary compute",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);

      const { response } = await updateEndpoint(context, endpoint_id, {
        branch_id: idOf(context, "branch_id"),
      });

      assertDenied(response, "a move to a branch that has a primary compute");
      const { branch_id } = await findListed(context, endpoint_id);
      assert.equal(branch_id, idOf(context, "free_branch_id"));
    },
  },
  {
    id: "endpoint-move-of-replica",
    level: "MUST",
    text: "a read replica can move to a branch that has a primary compute, and stays a replica",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const type = replicaType(context);
      const { endpoint, operations } = await unwrap(
        tryCreateEndpoint(context, "free_branch_id", { type }),
      );
      await settle(context, { operations });
      await suspend(context, endpoint.id);

      const branch_id = idOf(context, "branch_id");
      const { data, response } = await updateEndpoint(context, endpoint.id, { branch_id });

      assertAccepted(response, "the move of a read replica");
      if (data) await settle(context, data);
      assertHas(await findListed(context, endpoint.id), { branch_id, type }, "the moved replica");
      assertAccepted(
        (await tryCreateEndpoint(context, "free_branch_id")).response,
        "a primary where it was",
      );
    },
  },
  {
    id: "endpoint-move-is-stored",
    level: "MUST",
    text: "a moved compute is listed on its new branch, and the old branch is free again",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
    async check(context) {
      const { endpoint_id, before, answer } = await moveIdle(context);
      const branch_id = idOf(context, "other_free_branch_id");
      assert.equal((await findListed(context, endpoint_id)).branch_id, branch_id, "at once");
      await settle(context, answer);

      // Undocumented: whether the host changes.
      const { host, ...moved } = lasting(await findListed(context, endpoint_id));
      const { host: _, ...expected } = lasting({ ...(before ?? answer.endpoint), branch_id });
      assert.deepEqual(moved, expected);
      assertAccepted(
        (await tryCreateEndpoint(context, "free_branch_id")).response,
        "a primary where it was",
      );
      await assertNoSecond(context, "other_free_branch_id", "of one moved there");

      await untilState(context, endpoint_id, "idle");
      await pauseUpTo(context, MINUTE_MS);
      assert.equal((await findListed(context, endpoint_id)).branch_id, branch_id, "a minute later");
    },
  },
  {
    id: "endpoint-moved-starts",
    level: "MUST",
    text: "a moved compute starts on its new branch",
    states: ["States and transitions, Compute endpoint: start"],
    needs: ["state"],
    async check(context) {
      const { endpoint_id, answer } = await moveIdle(context);
      await settle(context, answer);
      await untilState(context, endpoint_id, "idle");

      assertAccepted(
        (await command(context, endpoint_id, "start")).response,
        "a start after a move",
      );

      await untilState(context, endpoint_id, "active");
      const { branch_id } = await findListed(context, endpoint_id);
      assert.equal(branch_id, idOf(context, "other_free_branch_id"));
    },
  },
];
