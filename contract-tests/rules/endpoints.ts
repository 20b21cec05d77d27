/** Computes, which the API calls endpoints. */
import assert from "node:assert/strict";
import { type Endpoint, unwrap } from "@hosted-postgres/client";
import type { Context } from "../context.ts";
import type { Rule } from "../rule.ts";
import { answersOf, assertAbsent, assertFields, endpointsSeen } from "./seen.ts";
import { assertBodyRefused } from "./wrong-bodies.ts";

const ALL = "/projects/{project_id}/endpoints";
const ONE = "/projects/{project_id}/endpoints/{endpoint_id}";

export const endpointRules: Rule[] = [
  {
    id: "endpoint-fields",
    level: "MUST",
    text: "a compute has each documented field, of the documented type",
    source: "Resources and their fields, Compute endpoint",
    needs: ["project"],
    async check(context) {
      for (const endpoint of await endpointsSeen(context)) {
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
      }
    },
  },
  {
    id: "endpoint-id-prefix",
    level: "MUST",
    text: "the id of a compute begins with ep-",
    source: "Resources and their fields, Compute endpoint",
    needs: ["project"],
    async check(context) {
      for (const { id } of await endpointsSeen(context)) assert.match(id, /^ep-/);
    },
  },
  {
    id: "endpoint-is-of-the-project",
    level: "MUST",
    text: "a compute names the project of its path",
    source: "Resources and their fields, Compute endpoint",
    needs: ["project"],
    async check(context) {
      for (const { id, project_id } of await endpointsSeen(context)) {
        assert.equal(project_id, context.target.ids.project_id, id);
      }
    },
  },
  {
    id: "endpoint-size-supported",
    level: "MUST",
    text: "a size is 0.25, 0.5, an integer from 1 to 16 or an even one from 18 to 56",
    source: "Limits, Compute size rules",
    needs: ["project"],
    async check(context) {
      for (const { id, autoscaling_limit_min_cu, autoscaling_limit_max_cu } of await endpointsSeen(
        context,
      )) {
        for (const size of [autoscaling_limit_min_cu, autoscaling_limit_max_cu]) {
          assert.ok(isSupported(size), `${id} has the size ${size}`);
        }
      }
    },
  },
  {
    id: "endpoint-size-range",
    level: "MUST",
    text: "the minimum size is not above the maximum, and an autoscaling range ends at 16",
    source: "Limits, Table",
    needs: ["project"],
    async check(context) {
      for (const {
        id,
        autoscaling_limit_min_cu: min,
        autoscaling_limit_max_cu: max,
      } of await endpointsSeen(context)) {
        assert.ok(min <= max, `${id} has sizes from ${min} to ${max}`);
        assert.ok(min === max || max <= 16, `${id} autoscales from ${min} to ${max}`);
      }
    },
  },
  {
    id: "endpoint-size-unsupported-refused",
    level: "SHOULD",
    text: "an update to a size that is not supported is refused",
    source: "Limits, Compute size rules",
    needs: ["writes"],
    async check(context) {
      for (const size of [0, 0.75, 1.5, 17, 19, 57, 58, 64, -1, "1"]) {
        const endpoint = { autoscaling_limit_min_cu: size, autoscaling_limit_max_cu: size };
        await assertBodyRefused(context, `PATCH ${ONE}`, { endpoint });
      }
    },
  },
  {
    id: "endpoint-list-answer",
    level: "MUST",
    text: "listing computes answers an array in endpoints",
    source: "Endpoints, Detailed shapes",
    needs: ["project"],
    async check(context) {
      for (const { body } of await answersOf(context, `GET ${ALL}`)) {
        assert.ok(Array.isArray(body.endpoints));
      }
    },
  },
  {
    id: "endpoint-list-without-pending-state",
    level: "MUST",
    text: "pending_state is absent from a list",
    source: "Resources and their fields, Compute endpoint",
    needs: ["project"],
    async check(context) {
      for (const { body } of await answersOf(context, `GET ${ALL}`)) {
        for (const endpoint of body.endpoints ?? []) {
          assertAbsent(endpoint, "pending_state", endpoint.id);
        }
      }
    },
  },
  {
    id: "endpoint-list-last-active-absent",
    level: "MUST",
    text: "last_active is absent from a listed compute that has never been active",
    source: "Resources and their fields, Compute endpoint",
    needs: ["examples"],
    async check(context) {
      const lists = await answersOf(context, `GET ${ALL}`);
      const listed = lists.flatMap(({ body }) => body.endpoints ?? []);
      const fresh = listed.filter(({ current_state }) => current_state === "init");

      assert.ok(fresh.length > 0, "no compute in its first state is listed");
      for (const endpoint of fresh) assertAbsent(endpoint, "last_active", endpoint.id);
    },
  },
  {
    id: "endpoint-create-answer",
    level: "MUST",
    text: "creating a compute answers endpoint and operations",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      const answer = await create(context);

      assert.equal(typeof answer.endpoint, "object");
      assert.ok(Array.isArray(answer.operations));
    },
  },
  {
    id: "endpoint-create-as-asked",
    level: "MUST",
    text: "a created compute has the branch and the type of the request",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      const { endpoint } = await create(context);

      assert.equal(endpoint.branch_id, context.target.ids.branch_id);
      assert.equal(endpoint.type, "read_write");
    },
  },
  {
    id: "endpoint-create-state",
    level: "MUST",
    text: "a created compute is init with the pending state active",
    source: "States and transitions, Compute endpoint",
    needs: ["writes"],
    async check(context) {
      const { endpoint } = await create(context);

      assert.equal(endpoint.current_state, "init");
      assert.equal(endpoint.pending_state, "active");
    },
  },
  {
    id: "endpoint-create-operation",
    level: "MUST",
    text: "creating a compute starts one operation: start_compute, running, of that compute",
    source: "Endpoints, Rules 1",
    needs: ["writes"],
    async check(context) {
      const { endpoint, operations } = await create(context);

      assert.deepEqual(
        operations.map(({ action, status, endpoint_id }) => ({ action, status, endpoint_id })),
        [{ action: "start_compute", status: "running", endpoint_id: endpoint.id }],
      );
    },
  },
  {
    id: "endpoint-create-defaults",
    level: "MUST",
    text: "created with branch and type only, a compute has size 1 to 1 and the other defaults",
    source: "Resources and their fields, Compute endpoint",
    needs: ["writes"],
    async check(context) {
      const { endpoint } = await create(context);

      const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, pooler_enabled } = endpoint;
      const { pooler_mode, disabled, passwordless_access, settings } = endpoint;
      assert.deepEqual(
        {
          autoscaling_limit_min_cu,
          autoscaling_limit_max_cu,
          pooler_enabled,
          pooler_mode,
          disabled,
          passwordless_access,
          pg_settings: settings.pg_settings,
        },
        {
          autoscaling_limit_min_cu: 1,
          autoscaling_limit_max_cu: 1,
          pooler_enabled: false,
          pooler_mode: "transaction",
          disabled: false,
          passwordless_access: true,
          pg_settings: {},
        },
      );
    },
  },
  {
    id: "endpoint-create-last-active-absent",
    level: "MUST",
    text: "last_active is absent from a compute that was just created",
    source: "Resources and their fields, Compute endpoint",
    needs: ["writes"],
    async check(context) {
      const { endpoint } = await create(context);

      assertAbsent(endpoint, "last_active", endpoint.id);
    },
  },
  {
    id: "endpoint-create-body",
    level: "MUST",
    text: "the body to create a compute is an endpoint with a branch_id and a type, both strings",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      const branch_id = String(context.target.ids.branch_id);
      await create(context);
      for (const body of [
        {},
        { branch_id, type: "read_write" },
        { endpoint: [] },
        { endpoint: { type: "read_write" } },
        { endpoint: { branch_id } },
        { endpoint: { branch_id: 1, type: "read_write" } },
        { endpoint: { branch_id, type: true } },
      ]) {
        await assertBodyRefused(context, `POST ${ALL}`, body);
      }
    },
  },
  {
    id: "endpoint-update-answer",
    level: "MUST",
    text: "updating a compute answers endpoint, with a pending_state, and operations",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      const { endpoint, operations } = await move(context);

      assert.equal(endpoint.id, context.target.ids.endpoint_id);
      assert.equal(typeof endpoint.pending_state, "string");
      assert.ok(Array.isArray(operations));
    },
  },
  {
    id: "endpoint-update-body",
    level: "MUST",
    text: "the body to update a compute is an endpoint with the attributes to change",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check(context) {
      await move(context);
      for (const body of [
        {},
        { branch_id: "branch-2" },
        { endpoint: "ep-1" },
        { endpoint: { branch_id: 2 } },
      ]) {
        await assertBodyRefused(context, `PATCH ${ONE}`, body);
      }
    },
  },
  {
    id: "endpoint-move-state",
    level: "MUST",
    text: "an idle compute moved to another branch is on it, idle, with the pending state idle",
    source: "States and transitions, Compute endpoint",
    needs: ["writes"],
    async check(context) {
      const { endpoint } = await move(context);

      assert.equal(endpoint.branch_id, "branch-2");
      assert.equal(endpoint.current_state, "idle");
      assert.equal(endpoint.pending_state, "idle");
    },
  },
  {
    id: "endpoint-move-operations",
    level: "MUST",
    text: "a move starts apply_config, running, and suspend_compute, scheduling",
    source: "States and transitions, Compute endpoint",
    needs: ["writes"],
    async check(context) {
      const { operations } = await move(context);

      const started = operations.map(({ action, status }) => `${action} ${status}`);
      assert.deepEqual(started.toSorted(), ["apply_config running", "suspend_compute scheduling"]);
    },
  },
  {
    id: "endpoint-delete-answer",
    level: "MUST",
    text: "deleting a compute answers it, without pending_state, and an empty list of operations",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check({ api, target, exchanges }) {
      const path = {
        project_id: String(target.ids.project_id),
        endpoint_id: String(target.ids.endpoint_id),
      };

      const { endpoint, operations } = await unwrap(api.DELETE(ONE, { params: { path } }));

      assert.equal(endpoint.id, path.endpoint_id);
      assertAbsent(endpoint, "pending_state", endpoint.id);
      assert.deepEqual(operations, []);
      assert.equal(exchanges[0]?.body ?? undefined, undefined, "the request has no body");
    },
  },
  {
    id: "mutations-list-operations",
    level: "MUST",
    text: "creating, updating and deleting a compute each list the operations they started",
    source: "What the service does 5",
    needs: ["examples"],
    async check(context) {
      for (const route of [`POST ${ALL}`, `PATCH ${ONE}`, `DELETE ${ONE}`]) {
        for (const { body } of await answersOf(context, route)) {
          assert.ok(Array.isArray(body.operations), `${route} lists no operations`);
        }
      }
    },
  },
  {
    id: "endpoint-restart-needs-no-body",
    level: "MUST",
    text: "a restart is asked for without a body",
    source: "Endpoints, Detailed shapes",
    needs: ["writes"],
    async check({ api, target, exchanges }) {
      const path = {
        project_id: String(target.ids.project_id),
        endpoint_id: String(target.ids.endpoint_id),
      };

      await unwrap(api.POST(`${ONE}/restart`, { params: { path } }));

      assert.equal(exchanges[0]?.body ?? undefined, undefined);
      assert.equal(exchanges[0]?.headers.get("content-type"), null);
    },
  },
  ...needingState({
    "endpoint-one-primary": ["a branch gets no second primary compute", "Endpoints, Rules 1"],
    "endpoint-many-replicas": ["a branch gets any number of read replicas", "Endpoints, Rules 1"],
    "endpoint-move-needs-free-branch": [
      "a primary compute is not moved to a branch that has one",
      "Endpoints, Rules 2",
    ],
    "endpoint-update-is-stored": [
      "what an update changed is read back, and the rest is as it was",
      "Endpoints, Rules 2",
    ],
    "endpoint-restart-needs-active": [
      "a restart works on an active compute only",
      "Endpoints, Rules 3",
    ],
    "endpoint-start-wakes-idle": [
      "start makes an idle compute active, and start_compute is listed",
      "States and transitions, Compute endpoint",
    ],
    "endpoint-deleted-is-gone": [
      "a deleted compute is gone",
      "States and transitions, Compute endpoint Rules 2",
    ],
    "endpoint-created-again-differs": [
      "a compute created later for the same branch has other connection details",
      "States and transitions, Compute endpoint Rules 2",
    ],
    "endpoint-create-becomes-active": [
      "a created compute becomes active, its pending state",
      "States and transitions, Compute endpoint",
    ],
  }),
  {
    id: "endpoint-suspends-when-inactive",
    level: "MUST",
    text: "an active compute is idle after 5 minutes of inactivity, by suspend_compute",
    source: "States and transitions, Compute endpoint",
    needs: ["time", "state"],
  },
  {
    id: "endpoint-connection-wakes-idle",
    level: "MUST",
    text: "a connection or a query makes an idle compute active",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
  },
  {
    id: "endpoint-wakes-in-a-moment",
    level: "SHOULD",
    text: "waking takes a few hundred milliseconds",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
  },
  {
    id: "endpoint-connection-resets-timer",
    level: "MUST",
    text: "each connection, a background job's too, resets the timer of scale to zero",
    source: "States and transitions, Compute endpoint Rules 1",
    needs: ["network", "time", "state"],
  },
  {
    id: "endpoint-restart-interrupts",
    level: "MUST",
    text: "a restart interrupts the connections of a compute",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
  },
  {
    id: "endpoint-resize-interrupts",
    level: "MUST",
    text: "changing the size of an active compute restarts it and drops connections",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
  },
  {
    id: "endpoint-autoscaling-keeps-connections",
    level: "MUST",
    text: "autoscaling within the range keeps a compute active and its connections up",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
  },
  {
    id: "endpoint-always-active-without-scale-to-zero",
    level: "MUST",
    text: "a compute without scale to zero stays active",
    source: "States and transitions, Compute endpoint Rules 1",
    excused: "no request that would disable scale to zero is shown",
  },
  {
    id: "endpoint-disk-full",
    level: "MUST",
    text: "a full local disk gives SQLSTATE 53100, No space left on device",
    source: "Errors, Table",
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-resources-of-size",
    level: "MUST",
    text: "vCPUs, RAM, file cache, local disk and max_connections follow from the size",
    source: "Limits, Compute size rules",
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-pooled-connections",
    level: "MUST",
    text: "up to 10,000 users connect at a time through the pooler",
    source: "Limits, Table",
    excused: "seen in Postgres, not in the API",
  },
  {
    id: "endpoint-free-plan",
    level: "MUST",
    text: "the free plan has computes of up to 2 vCPUs and 8 GB of RAM",
    source: "Limits, Table",
    excused: "the API does not show the plan of a project",
  },
  {
    id: "endpoint-console-columns",
    level: "MUST",
    text: "the console shows type, status, id, size and last active time of a compute",
    source: "Resources and their fields, Compute endpoint",
    excused: "a matter of the web console",
  },
];

function needingState(rules: Record<string, [text: string, source: string]>): Rule[] {
  return Object.entries(rules).map(([id, [text, source]]) => ({
    id,
    level: "MUST",
    text,
    source,
    needs: ["state"],
  }));
}

function create({ api, target }: Context) {
  return unwrap(
    api.POST(ALL, {
      params: { path: { project_id: String(target.ids.project_id) } },
      body: { endpoint: { branch_id: String(target.ids.branch_id), type: "read_write" } },
    }),
  );
}

function move({ api, target }: Context) {
  const path = {
    project_id: String(target.ids.project_id),
    endpoint_id: String(target.ids.endpoint_id),
  };
  return unwrap(
    api.PATCH(ONE, { params: { path }, body: { endpoint: { branch_id: "branch-2" } } }),
  );
}

function isSupported(size: Endpoint["autoscaling_limit_min_cu"]): boolean {
  if (size === 0.25 || size === 0.5) return true;
  return Number.isInteger(size) && size >= 1 && size <= 56 && (size <= 16 || size % 2 === 0);
}
