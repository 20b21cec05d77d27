/** Updating computes: what is stored, what is refused, and where a compute belongs. */
import assert from "node:assert/strict";
import { type Endpoint, unwrap } from "@hosted-postgres/client";
import { ABSENT_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { assertDenied, atLeastOne } from "../steps/asserts.ts";
import {
  activeKinds,
  assertUpdateRefused,
  createEndpoint,
  ENDPOINT,
  ENDPOINTS,
  findListed,
  idleEndpoint,
  lasting,
  listEndpoints,
  moveIdle,
  ownEndpoint,
  suspend,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { settle } from "../steps/operations.ts";
import { forEachOf, idOf } from "../steps/target.ts";

/** Each attribute changes to another value and back. */
const CHANGES: readonly Record<string, string | number | boolean | object>[] = [
  { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
  { pooler_enabled: true },
  { autoscaling_limit_min_cu: 0.5 },
  { passwordless_access: false, disabled: true },
  { disabled: false },
  { pooler_enabled: false },
  { autoscaling_limit_max_cu: 1 },
  { autoscaling_limit_max_cu: 2, passwordless_access: true },
  { pooler_mode: "another-mode" },
];

export const updateRules: Rule[] = [
  {
    id: "endpoint-branch-is-of-the-project",
    level: "MUST",
    text: "a compute is attached only to a branch of its own project",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const { personal_branch_id, personal_free_branch_id } = context.target.ids;
      const endpoint_id = await idleEndpoint(context);
      const before = await findListed(context, endpoint_id);
      for (const branch_id of [ABSENT_ID, personal_branch_id, personal_free_branch_id]) {
        if (branch_id === undefined) continue;
        const made = await tryCreateOn(context, String(branch_id));
        assertDenied(made.response, `a compute on the branch ${branch_id}`);
        const moved = await updateEndpoint(context, endpoint_id, { branch_id });
        assertDenied(moved.response, `a move to the branch ${branch_id}`);
      }
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), lasting(before));
    },
  },
  {
    id: "endpoint-through-its-project-only",
    level: "SHOULD",
    text: "a compute is neither listed nor changed through another project",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api } = context;
      const endpoint_id = await ownEndpoint(context);
      const project_id = idOf(context, "personal_project_id");
      const elsewhere = (await listEndpoints(context, project_id)).map(({ id }) => id);
      for (const { id } of await listEndpoints(context)) {
        assert.ok(!elsewhere.includes(id), `${id} is listed in two projects`);
      }

      const before = await findListed(context, endpoint_id);
      const params = { path: { project_id, endpoint_id } };
      const body = { endpoint: { pooler_enabled: true } };
      const updated = await api.PATCH(ENDPOINT, { params, body });
      assertDenied(updated.response, "an update through another project");
      for (const verb of ["suspend", "restart", "start"] as const) {
        const { response } = await api.POST(`${ENDPOINT}/${verb}`, { params });
        assertDenied(response, `${verb} through another project`);
      }
      const removed = await api.DELETE(ENDPOINT, { params });
      assertDenied(removed.response, "a deletion through another project");
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), lasting(before));
    },
  },
  {
    id: "endpoint-update-answer",
    level: "MUST",
    text: "updating a compute returns it with a pending_state, and the operations",
    states: [
      "Endpoints, Detailed shapes: update-endpoint",
      "Resources and their fields, Compute endpoint: pending-state",
    ],
    needs: ["writes"],
    async check(context) {
      const { endpoint_id, answer } = await moveIdle(context);
      const { endpoint, operations } = answer;

      assert.equal(endpoint.id, endpoint_id);
      assert.equal(typeof endpoint.pending_state, "string");
      assert.ok(Array.isArray(operations), "operations is not an array");
    },
  },
  {
    id: "endpoint-update-body",
    level: "SHOULD",
    text: "the body to update a compute is an endpoint with the attributes to change",
    states: ["Endpoints, Detailed shapes: update-endpoint"],
    needs: ["writes"],
    async check(context) {
      const { endpoint_id } = await moveIdle(context);
      for (const body of [
        {},
        { branch_id: idOf(context, "free_branch_id") },
        { endpoint: "ep-1" },
        { endpoint: { branch_id: 2 } },
      ]) {
        await assertUpdateRefused(context, endpoint_id, body);
      }
    },
  },
  {
    id: "endpoint-update-is-stored",
    level: "MUST",
    text: "an update is stored and changes nothing else",
    states: ["Endpoints, Rules 2: attributes"],
    needs: ["state"],
    async check(context) {
      const { target } = context;
      const kinds = await activeKinds(context);
      const { endpoint: bystander, operations } = await createEndpoint(
        context,
        "other_free_branch_id",
      );
      await settle(context, { operations });
      const untouched = lasting(await findListed(context, bystander.id));

      await forEachOf(context, kinds, async ({ what, id: endpoint_id }) => {
        await suspend(context, endpoint_id);
        let expected = lasting(await findListed(context, endpoint_id));
        for (const changes of CHANGES) {
          const { data, response } = await updateEndpoint(context, endpoint_id, changes);
          const name = `${JSON.stringify(changes)} of ${what}`;
          if (data) {
            expected = { ...expected, ...storedOf(changes, data.endpoint, expected) };
            assert.deepEqual(lasting(data.endpoint), expected, `the answer to ${name}`);
            await settle(context, data);
          } else {
            // Only sizes and the branch are documented as changeable.
            const isSize = Object.keys(changes).every((key) => key.startsWith("autoscaling_"));
            assert.ok(!isSize, `${name} is answered ${response.status}`);
            assertDenied(response, name);
          }
          assert.deepEqual(lasting(await findListed(context, endpoint_id)), expected, name);
        }
      });
      assert.deepEqual(lasting(await findListed(context, bystander.id)), untouched, target.name);
    },
  },
  {
    id: "endpoint-updates-at-once-are-stored",
    level: "MUST",
    text: "concurrent updates that are accepted are all stored",
    states: ["Endpoints, Rules 2: attributes"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = lasting(await findListed(context, endpoint_id));
      const sent = [
        { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
        { pooler_enabled: true },
        { passwordless_access: false },
      ];

      const results = await Promise.all(
        sent.map((changes) => updateEndpoint(context, endpoint_id, changes)),
      );

      for (const { data } of results) if (data) await settle(context, data);
      const stored = sent.flatMap((changes, place) => {
        const endpoint = results[place]?.data?.endpoint;
        return endpoint ? [storedOf(changes, endpoint, before)] : [];
      });
      atLeastOne(stored, "no update was accepted");
      const expected = Object.assign({ ...before }, ...stored);
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), expected);
    },
  },
  {
    id: "endpoint-update-is-dated",
    level: "SHOULD",
    text: "an update advances updated_at and keeps created_at",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = await findListed(context, endpoint_id);
      await context.pause(1_100);

      const sizes = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
      await settle(context, await unwrap(updateEndpoint(context, endpoint_id, sizes)));

      const after = await findListed(context, endpoint_id);
      assert.equal(after.created_at, before.created_at);
      assert.ok(after.updated_at > before.updated_at, `updated_at is ${after.updated_at}`);
    },
  },
];

/**
 * The values of the changed attributes after an update. Sizes are stored as asked; which other ones
 * are is not shown, so each is as the answer says: changed, or as before.
 */
function storedOf(
  changes: Record<string, unknown>,
  answered: Endpoint,
  before: Record<string, unknown>,
): Record<string, unknown> {
  const values = Object.entries(changes).map(([name, asked]) => {
    const isKept = lasting(answered)[name] === before[name] && !name.startsWith("autoscaling_");
    return [name, isKept ? before[name] : asked];
  });
  return Object.fromEntries(values);
}

/** Requests a primary compute on a branch that the target does not name. */
function tryCreateOn({ api, target }: Context, branch_id: string) {
  return api.POST(ENDPOINTS, {
    params: { path: { project_id: idOf({ target }, "project_id") } },
    body: { endpoint: { branch_id, type: "read_write" } },
  });
}
