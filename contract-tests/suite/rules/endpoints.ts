/** Computes, which the API calls endpoints. */
import assert from "node:assert/strict";
import { type Endpoint, type Operation, unwrap } from "@hosted-postgres/client";
import { ABSENT_ID } from "../run/changes.ts";
import type { Context } from "../run/context.ts";
import type { Rule } from "../run/rule.ts";
import type { Connection } from "../run/target.ts";
import {
  assertAccepted,
  assertDenied,
  clientOf,
  command,
  controlOf,
  createEndpoint,
  deleteEndpoint,
  ENDPOINT,
  ENDPOINTS,
  findListed,
  idleEndpoint,
  idOf,
  listEndpoints,
  listOperations,
  newOperations,
  OPERATIONS,
  ownEndpoint,
  pauseUpTo,
  replicaType,
  settle,
  suspend,
  tryCreateEndpoint,
  untilState,
  updateEndpoint,
} from "./steps/endpoints.ts";
import { assertBodyRefused } from "./steps/probes.ts";
import { assertAbsent, assertFields, each, endpointsIn, shownBody } from "./steps/seen.ts";

const MINUTE_MS = 60_000;

/** Minimum and maximum of supported sizes: fixed ones, and ranges. */
const SIZES: readonly (readonly [min: number, max: number])[] = [
  [0.25, 0.25],
  [0.5, 0.5],
  [2, 2],
  [0.25, 2],
  [0.5, 1],
  [1, 2],
  [3, 3],
  [16, 16],
  [0.25, 16],
  [7, 15],
  [18, 18],
  [38, 38],
  [56, 56],
  [1, 1],
];

/** Of a compute created with branch and type only. */
const DEFAULTS = {
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
  pooler_enabled: false,
  pooler_mode: "transaction",
  disabled: false,
  passwordless_access: true,
};

const LASTING = [
  ...["id", "host", "project_id", "branch_id", "region_id", "type", "created_at", "proxy_host"],
  ...Object.keys(DEFAULTS),
];

/** Each from a value to another one, and back. */
const CHANGES: readonly Record<string, string | number | boolean | object>[] = [
  { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
  { pooler_enabled: true },
  { autoscaling_limit_min_cu: 0.5 },
  { passwordless_access: false, disabled: true },
  { disabled: false },
  { pooler_enabled: false },
  { autoscaling_limit_max_cu: 1 },
  { autoscaling_limit_max_cu: 2, passwordless_access: true },
  { pooler_mode: "session" },
];

export const endpointRules: Rule[] = [
  {
    id: "endpoint-fields",
    level: "MUST",
    text: "a compute has each documented field, of the documented type",
    states: [
      "Resources and their fields, Compute endpoint: fields",
      "Resources and their fields, Compute endpoint: settings",
    ],
    observe: (answer) =>
      each(endpointsIn(answer), (endpoint) => {
        assertFields(
          endpoint,
          {
            id: "string",
            host: "string",
            project_id: "string",
            branch_id: "string",
            region_id: "string",
            type: "string",
            autoscaling_limit_min_cu: "number",
            autoscaling_limit_max_cu: "number",
            current_state: "string",
            settings: "object",
            pooler_enabled: "boolean",
            pooler_mode: "string",
            disabled: "boolean",
            passwordless_access: "boolean",
            created_at: "string",
            updated_at: "string",
            proxy_host: "string",
          },
          endpoint.id,
        );
        assertFields(endpoint.settings, { pg_settings: "object" }, `${endpoint.id} settings`);
        for (const field of ["pending_state", "last_active"]) {
          if (field in endpoint) assertFields(endpoint, { [field]: "string" }, endpoint.id);
        }
      }),
  },
  {
    id: "endpoint-id-prefix",
    level: "MUST",
    text: "the id of a compute begins with ep-",
    states: [
      "Resources and their fields, Compute endpoint: id",
      "What the service does 2: compute-is-an-endpoint",
    ],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id }) => {
        assert.match(String(id), /^ep-/);
      }),
  },
  {
    id: "endpoint-is-of-the-project",
    level: "MUST",
    text: "a compute names the project of its path",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, id);
      }),
  },
  {
    id: "endpoint-answer-is-of-the-path",
    level: "MUST",
    text: "an update and a deletion answer the compute of their path",
    states: ["Endpoints, Detailed shapes: update-endpoint"],
    needs: ["state"],
    observe(answer) {
      const names = [`PATCH ${ENDPOINT}`, `DELETE ${ENDPOINT}`];
      if (!names.includes(answer.route?.name ?? "")) return false;
      return each(endpointsIn(answer), ({ id }) => assert.equal(id, answer.ids.endpoint_id));
    },
  },
  {
    id: "endpoint-times-in-order",
    level: "SHOULD",
    text: "a compute was not updated or active before it was created",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, created_at, updated_at, last_active = created_at }) => {
        // Timestamps to the second may come from two clocks.
        const earliestMs = Date.parse(created_at) - 1_000;
        assert.ok(!(Date.parse(updated_at) < earliestMs), `${id} updated at ${updated_at}`);
        assert.ok(!(Date.parse(last_active) < earliestMs), `${id} active at ${last_active}`);
      }),
  },
  {
    id: "endpoint-size-supported",
    level: "MUST",
    text: "a size is 0.25, 0.5, an integer from 1 to 16 or an even one from 18 to 56",
    states: ["Limits, Compute size rules: supported-sizes", "Limits, Table: fixed-size"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, autoscaling_limit_min_cu, autoscaling_limit_max_cu }) => {
        for (const size of [autoscaling_limit_min_cu, autoscaling_limit_max_cu]) {
          assert.ok(isSupported(size), `${id} has the size ${size}`);
        }
      }),
  },
  {
    id: "endpoint-size-range",
    level: "MUST",
    text: "the minimum size is not above the maximum, and an autoscaling range ends at 16",
    states: [
      "Limits, Table: autoscaling",
      "What the service does 4: fixed-or-autoscaling",
      "Resources and their fields, Compute endpoint: fixed-size",
    ],
    observe: (answer) =>
      each(
        endpointsIn(answer),
        ({ id, autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => {
          assert.ok(min <= max, `${id} has sizes from ${min} to ${max}`);
          assert.ok(min === max || max <= 16, `${id} autoscales from ${min} to ${max}`);
        },
      ),
  },
  {
    id: "endpoint-size-unsupported-refused",
    level: "SHOULD",
    text: "an update to sizes that are not supported is refused, and changes nothing",
    states: ["Limits, Compute size rules: supported-sizes"],
    needs: ["writes"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const before = context.target.lacks.state
        ? undefined
        : await findListed(context, endpoint_id);
      const wrong = [0, 0.1, 0.75, 1.5, 16.5, 17, 19, 55, 57, 58, 64, -1, "1"].map((size) => ({
        autoscaling_limit_min_cu: size,
        autoscaling_limit_max_cu: size,
      }));
      for (const endpoint of [
        ...wrong,
        { autoscaling_limit_min_cu: 0.75 },
        { autoscaling_limit_max_cu: 17 },
        { autoscaling_limit_max_cu: 58 },
      ]) {
        await assertUpdateRefused(context, endpoint_id, { endpoint });
      }

      if (!before) return;
      for (const [min, max] of [
        [2, 1],
        [8, 4],
        [1, 18],
        [16, 32],
        [20, 56],
      ]) {
        const endpoint = { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max };
        await assertUpdateRefused(context, endpoint_id, { endpoint });
      }
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), lasting(before));
    },
  },
  {
    id: "endpoint-size-as-asked",
    level: "MUST",
    text: "a supported size is accepted as far as the plan goes, and kept exactly",
    states: ["Limits, Compute size rules: supported-sizes"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      for (const [min, max] of SIZES) {
        const sizes = { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max };
        const { data, response } = await updateEndpoint(context, endpoint_id, sizes);
        // Which larger sizes a plan has is not shown; the free one goes up to 2.
        if (max <= 2) assertAccepted(response, `the size ${min} to ${max}`);
        if (!data) {
          assertDenied(response, `the size ${min} to ${max}`);
          continue;
        }
        await settle(context, data);
        for (const found of [data.endpoint, await findListed(context, endpoint_id)]) {
          assertHas(found, sizes, `asked for ${min} to ${max}, ${found.id}`);
        }
      }
    },
  },
  {
    id: "endpoint-list-answer",
    level: "MUST",
    text: "listing computes answers an array of them in endpoints",
    states: ["Endpoints, Detailed shapes: list-endpoints"],
    observe(answer) {
      const body = shownBody(answer, `GET ${ENDPOINTS}`);
      if (!body) return false;
      assert.ok(Array.isArray(body.endpoints), "endpoints is no array");
      assert.equal(endpointsIn(answer).length, body.endpoints.length, "not all are objects");
      return true;
    },
  },
  {
    id: "endpoint-listed-once",
    level: "MUST",
    text: "a list has each compute once",
    states: ["Endpoints, Detailed shapes: list-endpoints"],
    observe(answer) {
      const ids = shownBody(answer, `GET ${ENDPOINTS}`) && endpointsIn(answer).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids?.length ?? 0, `the list has ${ids}`);
      return ids !== undefined;
    },
  },
  {
    id: "endpoint-hosts-differ",
    level: "SHOULD",
    text: "the host is of one compute only",
    states: ["Resources and their fields, Compute endpoint: fields"],
    observe(answer) {
      if (!shownBody(answer, `GET ${ENDPOINTS}`)) return false;
      const hosts = endpointsIn(answer).map(({ host }) => host);
      assert.equal(new Set(hosts).size, hosts.length, `the list has ${hosts}`);
      return hosts.length > 1;
    },
  },
  {
    id: "endpoint-list-without-pending-state",
    level: "MUST",
    text: "pending_state is absent from a list",
    states: ["Resources and their fields, Compute endpoint: pending-state"],
    observe(answer) {
      if (answer.route?.name !== `GET ${ENDPOINTS}`) return false;
      return each(endpointsIn(answer), (it) => assertAbsent(it, "pending_state", it.id));
    },
  },
  {
    id: "endpoint-pending-state-present",
    level: "MUST",
    text: "pending_state is present in every answer to a creation or an update",
    states: ["Resources and their fields, Compute endpoint: pending-state"],
    observe(answer) {
      const names = [`POST ${ENDPOINTS}`, `PATCH ${ENDPOINT}`];
      if (!names.includes(answer.route?.name ?? "")) return false;
      return each(endpointsIn(answer), ({ id, pending_state }) => {
        assert.equal(typeof pending_state, "string", `pending_state of ${id} is ${pending_state}`);
      });
    },
  },
  {
    id: "endpoint-list-last-active-absent",
    level: "MUST",
    text: "last_active is absent from a listed compute that has never been active",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["state"],
    async check(context) {
      for (const { what, endpoint } of await createKinds(context)) {
        const found = await findListed(context, endpoint.id);
        // It may be up already; and one of another state has been active, for all we know.
        if (found.current_state === "init") assertAbsent(found, "last_active", what);
      }
    },
  },
  {
    id: "endpoint-last-active-absent-after-failed-start",
    level: "MUST",
    text: "last_active is absent as long as a compute could not start",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["control", "state"],
    async check(context) {
      controlOf(context).failNext("start_compute");
      const { endpoint, operations } = await createEndpoint(context);
      await settle(context, { operations }).catch(() => {});
      await context.pause(MINUTE_MS);

      const found = await findListed(context, endpoint.id);

      if (found.current_state === "init") assertAbsent(found, "last_active", endpoint.id);
    },
  },
  {
    id: "endpoint-last-active-present",
    level: "MUST",
    text: "last_active is present in the list once a compute has been active",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        await suspend(context, endpoint_id);
        await context.pause(1_000);
        const { last_active } = await findListed(context, endpoint_id);
        assert.equal(typeof last_active, "string", `last_active of ${what} is ${last_active}`);
      }
    },
  },
  {
    id: "endpoint-create-answer",
    level: "MUST",
    text: "creating a compute answers endpoint and operations",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["writes"],
    async check(context) {
      const answer = await createEndpoint(context);

      assert.equal(typeof answer.endpoint, "object");
      assert.ok(Array.isArray(answer.operations), "operations is no array");
    },
  },
  {
    id: "endpoint-create-as-asked",
    level: "MUST",
    text: "a created compute has the branch and the type of the request",
    states: [
      "Endpoints, Detailed shapes: create-endpoint",
      "Resources and their fields, Compute endpoint: type",
    ],
    needs: ["writes"],
    async check(context) {
      for (const { what, asked, endpoint } of await createKinds(context)) {
        assertHas(endpoint, asked, what);
      }
    },
  },
  {
    id: "endpoint-create-is-listed",
    level: "MUST",
    text: "a created compute is listed as its creation answered it",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["state"],
    async check(context) {
      const made = await createKinds(context);
      for (const { what, endpoint } of made) {
        assert.deepEqual(lasting(await findListed(context, endpoint.id)), lasting(endpoint), what);
      }
      for (const { what, endpoint, operations } of made) {
        await settle(context, { operations });
        await untilState(context, endpoint.id, "active");
        assert.deepEqual(lasting(await findListed(context, endpoint.id)), lasting(endpoint), what);
      }
    },
  },
  {
    id: "endpoint-create-state",
    level: "MUST",
    text: "a created compute is init with the pending state active",
    states: [
      "States and transitions, Compute endpoint: create",
      "Resources and their fields, Compute endpoint: pending-state",
      "Endpoints, Rules 1: create",
    ],
    needs: ["writes"],
    async check(context) {
      for (const { what, endpoint } of await createKinds(context)) {
        assertHas(endpoint, { current_state: "init", pending_state: "active" }, what);
      }
    },
  },
  {
    id: "endpoint-create-operation",
    level: "MUST",
    text: "creating a compute starts one operation: start_compute, running, of that compute",
    states: [
      "Endpoints, Rules 1: create",
      "Resources and their fields, Operation actions: start-compute",
      "States and transitions, Compute endpoint: create",
    ],
    needs: ["writes"],
    async check(context) {
      for (const { what, endpoint, operations } of await createKinds(context)) {
        assert.deepEqual(
          operations.map(({ action, status, endpoint_id, branch_id }) => ({
            action,
            status,
            endpoint_id,
            branch_id,
          })),
          [
            {
              action: "start_compute",
              status: "running",
              endpoint_id: endpoint.id,
              branch_id: endpoint.branch_id,
            },
          ],
          what,
        );
      }
    },
  },
  {
    id: "endpoint-create-defaults",
    level: "MUST",
    text: "created with branch and type only, a compute has size 1 to 1 and the other defaults",
    states: [
      "Resources and their fields, Compute endpoint: fixed-size",
      "Resources and their fields, Compute endpoint: settings",
      "Resources and their fields, Compute endpoint: defaults",
    ],
    needs: ["writes"],
    async check(context) {
      for (const { what, endpoint } of await createKinds(context)) {
        assertHas(endpoint, DEFAULTS, what);
        assert.deepEqual(endpoint.settings.pg_settings, {}, `pg_settings of ${what}`);
      }
    },
  },
  {
    id: "endpoint-create-last-active-absent",
    level: "MUST",
    text: "last_active is absent from a compute that was just created",
    states: ["Resources and their fields, Compute endpoint: last-active"],
    needs: ["writes"],
    async check(context) {
      for (const { what, endpoint } of await createKinds(context)) {
        assertAbsent(endpoint, "last_active", what);
      }
    },
  },
  {
    id: "endpoint-create-body",
    level: "SHOULD",
    text: "the body to create a compute is an endpoint with a branch_id and a type, both strings",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["writes"],
    async check(context) {
      const branch_id = idOf(context, "other_free_branch_id");
      await createEndpoint(context);
      for (const body of [
        {},
        { branch_id, type: "read_write" },
        { endpoint: [] },
        { endpoint: { type: "read_write" } },
        { endpoint: { branch_id } },
        { endpoint: { branch_id: 1, type: "read_write" } },
        { endpoint: { branch_id, type: true } },
      ]) {
        await assertBodyRefused(context, `POST ${ENDPOINTS}`, body);
      }
    },
  },
  {
    id: "endpoint-branch-is-of-the-project",
    level: "MUST",
    text: "a compute is attached to a branch of its project only",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["state"],
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
    id: "endpoint-unknown-refused",
    level: "MUST",
    text: "what is asked of a compute that does not exist is refused",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["state"],
    async check(context) {
      await assertGone(context, `ep-${ABSENT_ID}`, "an unknown compute");
      const { response } = await deleteEndpoint(context, `ep-${ABSENT_ID}`);
      assertDenied(response, "the deletion of an unknown compute");
    },
  },
  {
    id: "endpoint-through-its-project-only",
    level: "MUST",
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
    text: "updating a compute answers it, with a pending_state, and the operations",
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
      assert.ok(Array.isArray(operations), "operations is no array");
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
    id: "endpoint-move-state",
    level: "MUST",
    text: "an idle compute moved to another branch is on it, idle, with the pending state idle",
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
    text: "a move starts apply_config, running, and suspend_compute, scheduling, of that compute",
    states: ["States and transitions, Compute endpoint: move", "Endpoints, Rules 2: operations"],
    needs: ["writes"],
    async check(context) {
      const { endpoint_id, answer } = await moveIdle(context);

      const started = answer.operations
        .filter((operation) => operation.endpoint_id === endpoint_id)
        .map(({ action, status }) => `${action} ${status}`);
      // That there are no others is not stated, as it is of a creation.
      for (const expected of ["apply_config running", "suspend_compute scheduling"]) {
        assert.ok(started.includes(expected), `it started ${started.join(", ") || "nothing"}`);
      }
    },
  },
  {
    id: "endpoint-delete-answer",
    level: "MUST",
    text: "deleting a compute answers it, without pending_state, and an empty list of operations",
    states: [
      "Endpoints, Detailed shapes: delete-endpoint",
      "Resources and their fields, Compute endpoint: pending-state",
    ],
    needs: ["writes"],
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
    id: "mutations-list-operations",
    level: "MUST",
    text: "creating, updating and deleting a compute each list the operations they started",
    states: [
      "What the service does 5: mutations-list-operations",
      "Endpoints, Rules 2: operations",
    ],
    needs: ["writes"],
    observe(answer) {
      const mutations = [`POST ${ENDPOINTS}`, `PATCH ${ENDPOINT}`, `DELETE ${ENDPOINT}`];
      const body = mutations.includes(answer.route?.name ?? "") ? shownBody(answer) : undefined;
      if (body) assert.ok(Array.isArray(body.operations), "it lists no operations");
      return body !== undefined;
    },
  },
  {
    id: "endpoint-restart-needs-no-body",
    level: "MUST",
    text: "a restart is asked for without a body",
    states: ["Endpoints, Detailed shapes: restart-endpoint"],
    needs: ["writes"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);

      await unwrap(command(context, endpoint_id, "restart"));

      const sent = context.exchanges.at(-1);
      assert.equal(sent?.body ?? undefined, undefined);
      assert.equal(sent?.headers.get("content-type"), null);
    },
  },
  {
    id: "endpoint-one-primary",
    level: "MUST",
    text: "a branch gets no second primary compute",
    states: [
      "Endpoints, Rules 1: one-primary",
      "What the service does 3: one-primary",
      "Errors, Implied refusals: second-primary",
      "Limits, Table: one-primary",
    ],
    needs: ["state"],
    async check(context) {
      const { endpoint, operations } = await createEndpoint(context);
      await assertNoSecond(context, "free_branch_id", "of one just created");
      await settle(context, { operations });
      await untilState(context, endpoint.id, "active");
      await assertNoSecond(context, "free_branch_id", "of an active one");
      await suspend(context, endpoint.id);
      await assertNoSecond(context, "free_branch_id", "of an idle one");
      await assertNoSecond(context, "branch_id", "of the default branch");
    },
  },
  {
    id: "endpoint-one-primary-beside-replicas",
    level: "MUST",
    text: "a read replica is no primary compute: one comes beside it, and no second",
    states: ["Endpoints, Rules 1: one-primary"],
    needs: ["state"],
    async check(context) {
      const type = replicaType(context);
      assertAccepted(
        (await tryCreateEndpoint(context, "free_branch_id", { type })).response,
        "a replica",
      );

      assertAccepted(
        (await tryCreateEndpoint(context, "free_branch_id")).response,
        "a primary beside it",
      );

      await assertNoSecond(context, "free_branch_id", "beside a replica");
      assertAccepted(
        (await tryCreateEndpoint(context, "free_branch_id", { type })).response,
        "a replica more",
      );
      await assertNoSecond(context, "free_branch_id", "between replicas");
    },
  },
  {
    id: "endpoint-one-primary-in-a-race",
    level: "MUST",
    text: "of primary computes created on a branch or moved to it at once, at most one comes to be",
    states: ["Endpoints, Rules 1: one-primary"],
    needs: ["state"],
    async check(context) {
      const created = await Promise.all(
        Array.from({ length: 5 }, () => tryCreateEndpoint(context, "free_branch_id")),
      );
      await assertOneWinner(context, created, "free_branch_id");

      const [first] = created.flatMap(({ data }) => data ?? []);
      if (!first) return;
      await settle(context, first);
      await suspend(context, first.endpoint.id);
      const branch_id = idOf(context, "other_free_branch_id");
      const mixed = await Promise.all([
        tryCreateEndpoint(context, "other_free_branch_id"),
        updateEndpoint(context, first.endpoint.id, { branch_id }),
        tryCreateEndpoint(context, "other_free_branch_id"),
      ]);
      await assertOneWinner(context, mixed, "other_free_branch_id");
    },
  },
  {
    id: "endpoint-one-primary-in-a-race-of-moves",
    level: "MUST",
    text: "of primary computes moved to a branch at the same time, at most one gets there",
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
      await unwrap(deleteEndpoint(context, idOf(context, "endpoint_id")));

      const branch_id = idOf(context, "branch_id");
      const moved = await Promise.all(ids.map((id) => updateEndpoint(context, id, { branch_id })));

      await assertOneWinner(context, moved, "branch_id");
    },
  },
  {
    id: "endpoint-primary-after-deletion",
    level: "MUST",
    text: "a branch whose primary compute was deleted gets a new one, and again no second",
    states: ["Endpoints, Rules 1: one-primary"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      await unwrap(deleteEndpoint(context, endpoint_id));

      const { response } = await tryCreateEndpoint(context, "free_branch_id");

      assertAccepted(response, "a primary compute after a deletion");
      await assertNoSecond(context, "free_branch_id", "of one created after a deletion");
    },
  },
  {
    id: "endpoint-many-replicas",
    level: "MUST",
    text: "a branch gets any number of read replicas",
    states: [
      "Endpoints, Rules 1: many-replicas",
      "What the service does 3: many-replicas",
      "Limits, Table: many-replicas",
    ],
    needs: ["state"],
    async check(context) {
      const type = replicaType(context);
      for (const branch of ["branch_id", "free_branch_id"]) {
        const ids: (string | undefined)[] = [];
        for (let count = 1; count <= 5; count++) {
          const { data, response } = await tryCreateEndpoint(context, branch, { type });
          assertAccepted(response, `read replica ${count}`);
          ids.push(data?.endpoint.id);
        }

        const found = (await listEndpoints(context)).filter(({ id }) => ids.includes(id));
        assert.deepEqual(
          found.map(({ branch_id, type }) => ({ branch_id, type })),
          Array(5).fill({ branch_id: idOf(context, branch), type }),
        );
      }
    },
  },
  {
    id: "endpoint-move-needs-free-branch",
    level: "MUST",
    text: "a primary compute is not moved to a branch that has one",
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
    text: "an active primary compute is not moved to a branch that has one either",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
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
    text: "a read replica is moved to a branch that has a primary compute, and stays one",
    states: ["Endpoints, Rules 2: free-branch"],
    needs: ["state"],
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

      // What becomes of its host is not shown.
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
    id: "endpoint-update-is-stored",
    level: "MUST",
    text: "what an update changed is read back, and the rest is as it was",
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

      for (const { what, id: endpoint_id } of kinds) {
        await suspend(context, endpoint_id);
        let expected = lasting(await findListed(context, endpoint_id));
        for (const changes of CHANGES) {
          const { data, response } = await updateEndpoint(context, endpoint_id, changes);
          const name = `${JSON.stringify(changes)} of ${what}`;
          if (data) {
            expected = { ...expected, ...changes };
            assert.deepEqual(lasting(data.endpoint), expected, `the answer to ${name}`);
            await settle(context, data);
          } else {
            // Which attributes can be changed is shown of sizes and branch only.
            const isSize = Object.keys(changes).every((key) => key.startsWith("autoscaling_"));
            assert.ok(!isSize, `${name} is answered ${response.status}`);
            assertDenied(response, name);
          }
          assert.deepEqual(lasting(await findListed(context, endpoint_id)), expected, name);
        }
      }
      assert.deepEqual(lasting(await findListed(context, bystander.id)), untouched, target.name);
    },
  },
  {
    id: "endpoint-updates-at-once-are-stored",
    level: "MUST",
    text: "of updates sent at the same time, each that is accepted is read back",
    states: ["Endpoints, Rules 2: attributes"],
    needs: ["state"],
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
      const stored = sent.filter((_, place) => results[place]?.response.ok);
      const expected = Object.assign({ ...before }, ...stored);
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), expected);
    },
  },
  {
    id: "endpoint-update-is-dated",
    level: "SHOULD",
    text: "updated_at moves on with an update, and created_at does not",
    states: ["Resources and their fields, Compute endpoint: fields"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = await findListed(context, endpoint_id);
      await context.pause(2_000);

      const sizes = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
      await settle(context, await unwrap(updateEndpoint(context, endpoint_id, sizes)));

      const after = await findListed(context, endpoint_id);
      assert.equal(after.created_at, before.created_at);
      assert.ok(after.updated_at > before.updated_at, `updated_at is ${after.updated_at}`);
    },
  },
  {
    id: "endpoint-restart-needs-active",
    level: "MUST",
    text: "a restart works on an active compute only",
    states: [
      "Endpoints, Rules 3: restart-needs-active",
      "Errors, Implied refusals: restart-of-idle",
    ],
    needs: ["state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        await suspend(context, endpoint_id);
        for (let time = 1; time <= 2; time++) {
          const { response } = await command(context, endpoint_id, "restart");
          assertDenied(response, `a restart of ${what}, which is idle,`);
          await context.pause(1_000);
          assert.equal((await findListed(context, endpoint_id)).current_state, "idle", what);
        }

        assertAccepted(
          (await command(context, endpoint_id, "start")).response,
          `a start of ${what}`,
        );
        await untilState(context, endpoint_id, "active");
        const active = await command(context, endpoint_id, "restart");
        assertAccepted(active.response, `a restart of ${what}, which is active,`);
      }
    },
  },
  {
    id: "endpoint-start-wakes-idle",
    level: "MUST",
    text: "start makes an idle compute active, and start_compute is listed",
    states: [
      "States and transitions, Compute endpoint: start",
      "Resources and their fields, Operation actions: start-compute",
      "Endpoints, Rules 3: idle-is-woken",
    ],
    needs: ["state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        for (let time = 1; time <= 2; time++) {
          await suspend(context, endpoint_id);
          const before = await listOperations(context);

          const { response } = await command(context, endpoint_id, "start");

          assertAccepted(response, `start ${time} of ${what}, which is idle,`);
          await untilState(context, endpoint_id, "active");
          await assertStarted(context, before, "start_compute", endpoint_id);
        }
      }
    },
  },
  {
    id: "endpoint-moved-starts",
    level: "MUST",
    text: "a compute that was moved is started on its new branch",
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
  {
    id: "endpoint-deleted-is-gone",
    level: "MUST",
    text: "a deleted compute is gone, and no other one",
    states: ["States and transitions, Compute endpoint Rules 2: deleted"],
    needs: ["state"],
    async check(context) {
      const { endpoint: bystander, operations } = await createEndpoint(
        context,
        "other_free_branch_id",
      );
      await settle(context, { operations });
      const active = await activeKinds(context);
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
      // It may be refused as long as an operation runs.
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
  {
    id: "endpoint-create-becomes-active",
    level: "MUST",
    text: "a created compute becomes active, its pending state, when its operation is finished",
    states: ["States and transitions, Compute endpoint: create"],
    needs: ["state"],
    async check(context) {
      const { project_id } = context.target.ids;
      const made = [];
      for (const branch of ["free_branch_id", "other_free_branch_id"]) {
        const { endpoint, operations } = await createEndpoint(context, branch);
        assert.equal(endpoint.pending_state, "active");
        // Whoever looks before the next change must not be told the same after it.
        for (const { id: operation_id } of operations) {
          const path = { project_id: String(project_id), operation_id };
          await unwrap(context.api.GET(`${OPERATIONS}/{operation_id}`, { params: { path } }));
        }
        made.push({ endpoint, operations });
      }

      for (const { endpoint, operations } of made) {
        await settle(context, { operations });

        await untilState(context, endpoint.id, "active");
      }
    },
  },
  {
    id: "endpoint-suspends-when-inactive",
    level: "MUST",
    text: "an active compute is idle after 5 minutes of inactivity, by suspend_compute",
    states: [
      "States and transitions, Compute endpoint: suspend",
      "What the service does 4: suspends",
      "Resources and their fields, Operation actions: suspend-compute",
      "Limits, Table: idle-time",
    ],
    needs: ["time", "state"],
    async check(context) {
      const started = await ownEndpoint(context, "other_free_branch_id");
      await suspend(context, started);
      const created = await activeKinds(context);
      assertAccepted((await command(context, started, "start")).response, "a start");
      await untilState(context, started, "active");

      const all = [...created, { what: "one that was started", id: started }];
      await assertSuspendsInTime(context, all);
    },
  },
  {
    id: "endpoint-connection-wakes-idle",
    level: "MUST",
    text: "a connection or a query makes an idle compute active",
    states: [
      "States and transitions, Compute endpoint: connection",
      "What the service does 4: starts-again",
      "Endpoints, Rules 3: idle-is-woken",
    ],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        for (let time = 1; time <= 2; time++) {
          await suspend(context, endpoint_id);
          const before = await listOperations(context);

          const connection = controlOf(context).connect(endpoint_id);

          await untilState(context, endpoint_id, "active");
          assert.equal(connection.state, "open", what);
          await assertStarted(context, before, "start_compute", endpoint_id);
        }
      }
    },
  },
  {
    id: "endpoint-wakes-in-a-moment",
    level: "SHOULD",
    text: "waking takes a few hundred milliseconds",
    states: ["States and transitions, Compute endpoint: wake-time"],
    needs: ["network", "state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);

      controlOf(context).connect(endpoint_id);
      await context.pause(950);

      assert.equal((await findListed(context, endpoint_id)).current_state, "active");
    },
  },
  {
    id: "endpoint-connection-resets-timer",
    level: "MUST",
    text: "each connection, a background job's too, resets the timer of scale to zero",
    states: [
      "States and transitions, Compute endpoint Rules 1: connection-resets-timer",
      "Errors, Notes: no-suspension",
    ],
    needs: ["network", "time", "state"],
    async check(context) {
      const kinds = await activeKinds(context);

      for (let connections = 1; connections <= 3; connections++) {
        await context.pause(4 * MINUTE_MS);
        for (const { what, id: endpoint_id } of kinds) {
          const { current_state } = await findListed(context, endpoint_id);
          assert.equal(current_state, "active", `${what} before connection ${connections}`);
          controlOf(context).connect(endpoint_id).close();
        }
      }

      await assertSuspendsInTime(context, kinds);
    },
  },
  {
    id: "endpoint-restart-interrupts",
    level: "MUST",
    text: "a restart interrupts the connections of a compute",
    states: ["States and transitions, Compute endpoint: restart"],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        const connections = [
          await openConnection(context, endpoint_id),
          await openConnection(context, endpoint_id),
        ];

        const { response } = await command(context, endpoint_id, "restart");

        assertAccepted(response, `a restart of ${what}, which is active,`);
        await context.pause(MINUTE_MS);
        await listEndpoints(context);
        for (const { state } of connections) assert.equal(state, "closed", what);
      }
    },
  },
  {
    id: "endpoint-resize-interrupts",
    level: "MUST",
    text: "changing the size of an active compute restarts it and drops connections",
    states: ["States and transitions, Compute endpoint: resize"],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        for (const sizes of [
          { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
          { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
          { autoscaling_limit_max_cu: 2 },
          { autoscaling_limit_min_cu: 0.5 },
          { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 },
        ]) {
          const connection = await openConnection(context, endpoint_id);

          const changed = await unwrap(updateEndpoint(context, endpoint_id, sizes));

          await settle(context, changed);
          await context.pause(1_000);
          await listEndpoints(context);
          assert.equal(connection.state, "closed", `${JSON.stringify(sizes)} of ${what}`);
        }
      }
    },
  },
  {
    id: "endpoint-autoscaling-keeps-connections",
    level: "MUST",
    text: "autoscaling within the range keeps a compute active and its connections up",
    states: ["States and transitions, Compute endpoint: autoscaling"],
    excused: "that a compute autoscaled shows nowhere in the API",
  },
  {
    id: "endpoint-always-active-without-scale-to-zero",
    level: "MUST",
    text: "a compute without scale to zero stays active",
    states: ["States and transitions, Compute endpoint Rules 1: always-active"],
    needs: ["control", "time", "state"],
    async check(context) {
      const kinds = await activeKinds(context);
      for (const { id: endpoint_id } of kinds) controlOf(context).disableScaleToZero(endpoint_id);

      for (const minutes of [4, 2, 10, 60, 24 * 60, 7 * 24 * 60]) {
        await context.pause(minutes * MINUTE_MS);
        for (const { what, id: endpoint_id } of kinds) {
          const { current_state } = await findListed(context, endpoint_id);
          assert.equal(current_state, "active", `${what} after another ${minutes} minutes`);
        }
        const [{ id: used }] = kinds as [Kind];
        controlOf(context).connect(used).close();
      }
    },
  },
  {
    id: "endpoint-disk-full",
    level: "MUST",
    text: "a full local disk gives SQLSTATE 53100, No space left on device",
    states: ["Errors, Table: disk-full"],
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-resources-of-size",
    level: "MUST",
    text: "vCPUs, RAM, file cache, local disk and max_connections follow from the size",
    states: [
      "Limits, Compute size rules: resources",
      "Limits, Compute size rules: max-connections",
      "Limits, Table: local-disk",
    ],
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-pooled-connections",
    level: "MUST",
    text: "up to 10,000 users connect at a time through the pooler",
    states: ["Limits, Table: pooled-connections"],
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-free-plan",
    level: "MUST",
    text: "the free plan has computes of up to 2 vCPUs and 8 GB of RAM",
    states: ["Limits, Table: free-plan"],
    excused: "the API does not show the plan of a project",
  },
  {
    id: "endpoint-console-columns",
    level: "MUST",
    text: "the console shows type, status, id, size and last active time of a compute",
    states: ["Resources and their fields, Compute endpoint: console"],
    excused: "a matter of the web console",
  },
];

interface Kind {
  what: string;
  id: string;
}

/** A primary compute and, where its type is known, a read replica, as their creation answered. */
async function createKinds(context: Context) {
  const kinds = [{ what: "a primary compute", branch: "free_branch_id", type: "read_write" }];
  const type = context.target.replicaType;
  if (type) kinds.push({ what: "a read replica", branch: "free_branch_id", type });
  const made = [];
  for (const { what, branch, type } of kinds) {
    const asked = { branch_id: idOf(context, branch), type };
    made.push({ what, asked, ...(await unwrap(tryCreateEndpoint(context, branch, { type }))) });
  }
  return made;
}

/** The same, made for this check and active; or the compute of the mock. */
async function activeKinds(context: Context): Promise<Kind[]> {
  if (context.target.lacks.state !== undefined)
    return [{ what: "a compute", id: idOf(context, "endpoint_id") }];
  const made = await createKinds(context);
  for (const { endpoint, operations } of made) {
    await settle(context, { operations });
    await untilState(context, endpoint.id, "active");
  }
  return made.map(({ what, endpoint }) => ({ what, id: endpoint.id }));
}

/** Moves an idle compute to a branch without one. */
async function moveIdle(context: Context) {
  const endpoint_id = await idleEndpoint(context);
  const before = context.target.lacks.state ? undefined : await findListed(context, endpoint_id);
  const branch_id = idOf(context, "other_free_branch_id");
  const answer = await unwrap(updateEndpoint(context, endpoint_id, { branch_id }));
  return { endpoint_id, before, answer };
}

/** A primary compute on a branch that is none of the target's ids. */
function tryCreateOn({ api, target }: Context, branch_id: string) {
  return api.POST(ENDPOINTS, {
    params: { path: { project_id: idOf({ target }, "project_id") } },
    body: { endpoint: { branch_id, type: "read_write" } },
  });
}

async function primariesOn(context: Context, branch: string): Promise<Endpoint[]> {
  const branch_id = idOf(context, branch);
  return (await listEndpoints(context)).filter(
    (endpoint) => endpoint.branch_id === branch_id && endpoint.type === "read_write",
  );
}

/** Whoever asks for a second primary compute on a branch that has one is refused. */
async function assertNoSecond(context: Context, branch: string, when: string) {
  const { keys = {} } = context.target;
  const others = (["organization", "project"] as const).filter((name) => keys[name]);
  for (const by of [context.api, context.api, ...others.map((name) => clientOf(context, name))]) {
    const { response } = await tryCreateEndpoint(context, branch, { by });
    assertDenied(response, `a second primary compute, ${when},`);
  }
  const found = (await primariesOn(context, branch)).map(({ id }) => id);
  assert.equal(found.length, 1, `${when}: ${found}`);
}

async function assertOneWinner(
  context: Context,
  results: { response: Response }[],
  branch: string,
) {
  const won = results.filter(({ response }) => response.ok).length;
  assert.ok(won <= 1, `${won} of ${results.length} requests at the same time won`);
  const found = (await primariesOn(context, branch)).map(({ id }) => id);
  assert.ok(found.length <= 1, `the branch has ${found}`);
}

async function assertUpdateRefused(context: Context, endpoint_id: string, body: unknown) {
  const { target } = context;
  const own = { ...context, target: { ...target, ids: { ...target.ids, endpoint_id } } };
  await assertBodyRefused(own, `PATCH ${ENDPOINT}`, body);
}

/** It is not listed, and whatever is asked of it is refused, but what it is to be deleted again. */
async function assertGone(context: Context, endpoint_id: string, what: string) {
  const found = (await listEndpoints(context)).some(({ id }) => id === endpoint_id);
  assert.ok(!found, `${what} is listed`);
  const path = { project_id: idOf(context, "project_id"), endpoint_id };
  const read = await context.api.GET(ENDPOINT, { params: { path } });
  assertDenied(read.response, `reading ${what}`);
  // Of what was made here a run may change what is left of it.
  if (context.target.changes === "own" && !endpoint_id.includes(ABSENT_ID)) return;
  const updated = await updateEndpoint(context, endpoint_id, { pooler_enabled: true });
  assertDenied(updated.response, `an update of ${what}`);
  for (const verb of ["start", "suspend", "restart"] as const) {
    const { response } = await command(context, endpoint_id, verb);
    assertDenied(response, `${verb} of ${what}`);
  }
}

/** What neither use nor the control plane changes. */
function lasting(endpoint: Endpoint): Record<string, unknown> {
  const fields = Object.fromEntries(
    LASTING.map((name) => [name, (endpoint as Record<string, unknown>)[name]]),
  );
  return { ...fields, pg_settings: endpoint.settings.pg_settings };
}

function assertHas(endpoint: Endpoint, expected: Record<string, unknown>, what: string) {
  for (const [name, value] of Object.entries(expected)) {
    assert.deepEqual((endpoint as Record<string, unknown>)[name], value, `${name} of ${what}`);
  }
}

/** They were used this moment: each is active for most of 5 minutes, and suspended soon after. */
async function assertSuspendsInTime(context: Context, kinds: Kind[]) {
  const before = await listOperations(context);
  await context.pause(4.5 * MINUTE_MS);
  for (const { what, id: endpoint_id } of kinds) {
    const { current_state } = await findListed(context, endpoint_id);
    assert.equal(current_state, "active", `${what} after 4.5 minutes`);
  }

  await context.pause(1.25 * MINUTE_MS);

  for (const { what, id: endpoint_id } of kinds) {
    const { current_state } = await findListed(context, endpoint_id);
    // A suspension may take its time, once it has begun.
    if (current_state !== "idle") {
      const started = await newOperations(context, before);
      const isOn = started.some(
        ({ action, ...of }) => action === "suspend_compute" && of.endpoint_id === endpoint_id,
      );
      assert.ok(isOn, `${what} is ${current_state} after 5.75 minutes`);
    }
    await untilState(context, endpoint_id, "idle");
    await assertStarted(context, before, "suspend_compute", endpoint_id);
  }
}

/** An open connection to a compute. */
async function openConnection(context: Context, endpoint_id: string): Promise<Connection> {
  const connection = controlOf(context).connect(endpoint_id);
  await untilState(context, endpoint_id, "active");
  assert.equal(connection.state, "open");
  return connection;
}

async function assertStarted(
  context: Context,
  before: Operation[],
  action: string,
  endpoint_id: string,
) {
  const started = await newOperations(context, before);
  const found = started.some(
    (operation) => operation.action === action && operation.endpoint_id === endpoint_id,
  );
  assert.ok(found, `no ${action} of ${endpoint_id} is listed`);
}

function isSupported(size: Endpoint["autoscaling_limit_min_cu"]): boolean {
  if (size === 0.25 || size === 0.5) return true;
  return Number.isInteger(size) && size >= 1 && size <= 56 && (size <= 16 || size % 2 === 0);
}
