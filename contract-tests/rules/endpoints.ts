/** Computes, which the API calls endpoints. */
import assert from "node:assert/strict";
import { type Endpoint, type Operation, unwrap } from "@hosted-postgres/client";
import type { Context } from "../context.ts";
import type { Rule } from "../rule.ts";
import type { Connection } from "../targets/target.ts";
import { answersOf, assertAbsent, assertFields, endpointsSeen } from "./seen.ts";
import {
  assertDenied,
  assertOpen,
  command,
  control,
  create,
  ENDPOINT,
  ENDPOINTS,
  id,
  idleEndpoint,
  listEndpoints,
  listed,
  listOperations,
  newOperations,
  remove,
  settle,
  suspend,
  tryCreate,
  untilState,
  update,
} from "./steps.ts";
import { assertBodyRefused } from "./wrong-bodies.ts";

const MINUTE_MS = 60_000;

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
        await assertBodyRefused(context, `PATCH ${ENDPOINT}`, { endpoint });
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
      for (const { body } of await answersOf(context, `GET ${ENDPOINTS}`)) {
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
      for (const { body } of await answersOf(context, `GET ${ENDPOINTS}`)) {
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
    needs: ["writes"],
    async check(context) {
      const lists = await answersOf(context, `GET ${ENDPOINTS}`);
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

      assert.equal(endpoint.branch_id, id(context, "free_branch_id"));
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
      const branch_id = id(context, "other_free_branch_id");
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
        await assertBodyRefused(context, `POST ${ENDPOINTS}`, body);
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

      assert.equal(endpoint.id, id(context, "endpoint_id"));
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
        { branch_id: id(context, "free_branch_id") },
        { endpoint: "ep-1" },
        { endpoint: { branch_id: 2 } },
      ]) {
        await assertBodyRefused(context, `PATCH ${ENDPOINT}`, body);
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

      assert.equal(endpoint.branch_id, id(context, "other_free_branch_id"));
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

      const { endpoint, operations } = await unwrap(api.DELETE(ENDPOINT, { params: { path } }));

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
    needs: ["writes"],
    async check(context) {
      for (const route of [`POST ${ENDPOINTS}`, `PATCH ${ENDPOINT}`, `DELETE ${ENDPOINT}`]) {
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

      await unwrap(api.POST(`${ENDPOINT}/restart`, { params: { path } }));

      assert.equal(exchanges[0]?.body ?? undefined, undefined);
      assert.equal(exchanges[0]?.headers.get("content-type"), null);
    },
  },
  {
    id: "endpoint-one-primary",
    level: "MUST",
    text: "a branch gets no second primary compute",
    source: "Endpoints, Rules 1",
    needs: ["state"],
    async check(context) {
      assertOpen((await tryCreate(context, "free_branch_id")).response, "the first one");

      const { response } = await tryCreate(context, "free_branch_id");

      assertDenied(response, "a second primary compute");
      assert.equal((await primariesOn(context, "free_branch_id")).length, 1);
    },
  },
  {
    id: "endpoint-one-primary-in-a-race",
    level: "MUST",
    text: "of primary computes created on a branch at the same time, at most one comes to be",
    source: "Endpoints, Rules 1",
    needs: ["state"],
    async check(context) {
      const results = await Promise.all(
        Array.from({ length: 5 }, () => tryCreate(context, "free_branch_id")),
      );

      const won = results.filter(({ response }) => response.ok).length;
      assert.ok(won <= 1, `${won} of 5 were created`);
      assert.ok((await primariesOn(context, "free_branch_id")).length <= 1);
    },
  },
  {
    id: "endpoint-many-replicas",
    level: "MUST",
    text: "a branch gets any number of read replicas",
    source: "Endpoints, Rules 1",
    needs: ["control", "state"],
    async check(context) {
      const type = control(context).replicaType;
      const ids: (string | undefined)[] = [];
      for (let count = 0; count < 3; count++) {
        const { data, response } = await tryCreate(context, "branch_id", { type });
        assertOpen(response, `read replica ${count + 1}`);
        ids.push(data?.endpoint.id);
      }

      const found = (await listEndpoints(context)).filter(({ id }) => ids.includes(id));
      assert.deepEqual(
        found.map(({ branch_id, type }) => ({ branch_id, type })),
        Array(3).fill({ branch_id: id(context, "branch_id"), type }),
      );
    },
  },
  {
    id: "endpoint-move-needs-free-branch",
    level: "MUST",
    text: "a primary compute is not moved to a branch that has one",
    source: "Endpoints, Rules 2",
    needs: ["state"],
    async check(context) {
      const { endpoint, operations } = await create(context);
      await settle(context, { operations });
      await suspend(context, endpoint.id);

      const taken = id(context, "branch_id");
      const { response } = await update(context, endpoint.id, { branch_id: taken });

      assertDenied(response, "a move to a branch that has a primary compute");
      assert.equal((await listed(context, endpoint.id)).branch_id, endpoint.branch_id);
      const free = id(context, "other_free_branch_id");
      const moved = await update(context, endpoint.id, { branch_id: free });
      assertOpen(moved.response, "a move to a free branch");
    },
  },
  {
    id: "endpoint-move-is-stored",
    level: "MUST",
    text: "a moved compute is listed on its new branch, and the old branch is free again",
    source: "Endpoints, Rules 2",
    needs: ["state"],
    async check(context) {
      const { endpoint, operations } = await move(context);
      await settle(context, { operations });

      const { branch_id } = await listed(context, endpoint.id);
      assert.equal(branch_id, id(context, "other_free_branch_id"));
      assertOpen((await tryCreate(context, "branch_id")).response, "a primary on the old branch");
    },
  },
  {
    id: "endpoint-update-is-stored",
    level: "MUST",
    text: "what an update changed is read back, and the rest is as it was",
    source: "Endpoints, Rules 2",
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = await listed(context, endpoint_id);

      const sizes = { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 4 };
      await settle(context, await unwrap(update(context, endpoint_id, sizes)));
      const pooler = { pooler_enabled: true };
      await settle(context, await unwrap(update(context, endpoint_id, pooler)));

      assert.deepEqual(lasting(await listed(context, endpoint_id)), {
        ...lasting(before),
        ...sizes,
        ...pooler,
      });
    },
  },
  {
    id: "endpoint-restart-needs-active",
    level: "MUST",
    text: "a restart works on an active compute only",
    source: "Endpoints, Rules 3",
    needs: ["state"],
    async check(context) {
      const endpoint_id = id(context, "endpoint_id");
      await untilState(context, endpoint_id, "active");
      const active = await command(context, endpoint_id, "restart");
      assertOpen(active.response, "a restart of an active compute");
      await context.pause(1_000);
      await suspend(context, endpoint_id);

      const { response } = await command(context, endpoint_id, "restart");

      assertDenied(response, "a restart of an idle compute");
    },
  },
  {
    id: "endpoint-start-wakes-idle",
    level: "MUST",
    text: "start makes an idle compute active, and start_compute is listed",
    source: "States and transitions, Compute endpoint",
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = await listOperations(context);

      const { response } = await command(context, endpoint_id, "start");

      assertOpen(response, "the start of an idle compute");
      await untilState(context, endpoint_id, "active");
      await assertStarted(context, before, "start_compute", endpoint_id);
    },
  },
  {
    id: "endpoint-deleted-is-gone",
    level: "MUST",
    text: "a deleted compute is gone",
    source: "States and transitions, Compute endpoint Rules 2",
    needs: ["state"],
    async check(context) {
      const endpoint_id = id(context, "endpoint_id");
      await listed(context, endpoint_id);

      await unwrap(remove(context, endpoint_id));

      const left = (await listEndpoints(context)).map(({ id }) => id);
      assert.ok(!left.includes(endpoint_id), "it is listed");
      const changed = await update(context, endpoint_id, { pooler_enabled: true });
      assertDenied(changed.response, "an update of a deleted compute");
      const path = { project_id: id(context, "project_id"), endpoint_id };
      const read = await context.api.GET(ENDPOINT, { params: { path } });
      assertDenied(read.response, "reading a deleted compute");
    },
  },
  {
    id: "endpoint-created-again-differs",
    level: "MUST",
    text: "a compute created later for the same branch has other connection details",
    source: "States and transitions, Compute endpoint Rules 2",
    needs: ["state"],
    async check(context) {
      const { endpoint: first } = await create(context);
      await unwrap(remove(context, first.id));

      const { endpoint: second } = await create(context);

      assert.notEqual(second.id, first.id);
      assert.notEqual(second.host, first.host);
    },
  },
  {
    id: "endpoint-create-becomes-active",
    level: "MUST",
    text: "a created compute becomes active, its pending state",
    source: "States and transitions, Compute endpoint",
    needs: ["state"],
    async check(context) {
      const { endpoint, operations } = await create(context);
      assert.equal(endpoint.pending_state, "active");

      await settle(context, { operations });

      await untilState(context, endpoint.id, "active");
    },
  },
  {
    id: "endpoint-suspends-when-inactive",
    level: "MUST",
    text: "an active compute is idle after 5 minutes of inactivity, by suspend_compute",
    source: "States and transitions, Compute endpoint",
    needs: ["time", "state"],
    async check(context) {
      const endpoint_id = await freshlyActive(context);
      const before = await listOperations(context);

      await context.pause(4 * MINUTE_MS);
      assert.equal((await listed(context, endpoint_id)).current_state, "active", "after 4 minutes");
      await context.pause(1.5 * MINUTE_MS);

      await untilState(context, endpoint_id, "idle");
      await assertStarted(context, before, "suspend_compute", endpoint_id);
    },
  },
  {
    id: "endpoint-connection-wakes-idle",
    level: "MUST",
    text: "a connection or a query makes an idle compute active",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      const before = await listOperations(context);

      const connection = control(context).connect(endpoint_id);

      await untilState(context, endpoint_id, "active");
      assert.equal(connection.state, "open");
      await assertStarted(context, before, "start_compute", endpoint_id);
    },
  },
  {
    id: "endpoint-wakes-in-a-moment",
    level: "SHOULD",
    text: "waking takes a few hundred milliseconds",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);

      control(context).connect(endpoint_id);
      assert.equal((await listed(context, endpoint_id)).current_state, "idle");
      await context.pause(950);

      assert.equal((await listed(context, endpoint_id)).current_state, "active");
    },
  },
  {
    id: "endpoint-connection-resets-timer",
    level: "MUST",
    text: "each connection, a background job's too, resets the timer of scale to zero",
    source: "States and transitions, Compute endpoint Rules 1",
    needs: ["network", "time", "state"],
    async check(context) {
      const endpoint_id = await freshlyActive(context);

      for (let connections = 1; connections <= 3; connections++) {
        await context.pause(4 * MINUTE_MS);
        const { current_state } = await listed(context, endpoint_id);
        assert.equal(current_state, "active", `before connection ${connections}`);
        control(context).connect(endpoint_id).close();
      }

      await context.pause(4 * MINUTE_MS);
      assert.equal((await listed(context, endpoint_id)).current_state, "active");
      await context.pause(1.5 * MINUTE_MS);
      await untilState(context, endpoint_id, "idle");
    },
  },
  {
    id: "endpoint-restart-interrupts",
    level: "MUST",
    text: "a restart interrupts the connections of a compute",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
    async check(context) {
      const connection = await connected(context);

      const { response } = await command(context, id(context, "endpoint_id"), "restart");

      assertOpen(response, "a restart of an active compute");
      await context.pause(MINUTE_MS);
      await listEndpoints(context);
      assert.equal(connection.state, "closed");
    },
  },
  {
    id: "endpoint-resize-interrupts",
    level: "MUST",
    text: "changing the size of an active compute restarts it and drops connections",
    source: "States and transitions, Compute endpoint",
    needs: ["network", "state"],
    async check(context) {
      for (const sizes of [
        { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
        { autoscaling_limit_max_cu: 4 },
        { autoscaling_limit_min_cu: 1 },
      ]) {
        const connection = await connected(context);

        const changed = await unwrap(update(context, id(context, "endpoint_id"), sizes));

        await settle(context, changed);
        await listEndpoints(context);
        assert.equal(connection.state, "closed", JSON.stringify(sizes));
      }
    },
  },
  {
    id: "endpoint-autoscaling-keeps-connections",
    level: "MUST",
    text: "autoscaling within the range keeps a compute active and its connections up",
    source: "States and transitions, Compute endpoint",
    excused: "that a compute autoscaled shows nowhere in the API",
  },
  {
    id: "endpoint-always-active-without-scale-to-zero",
    level: "MUST",
    text: "a compute without scale to zero stays active",
    source: "States and transitions, Compute endpoint Rules 1",
    needs: ["control", "time", "state"],
    async check(context) {
      const endpoint_id = await freshlyActive(context);
      control(context).disableScaleToZero(endpoint_id);

      await context.pause(24 * 60 * MINUTE_MS);

      assert.equal((await listed(context, endpoint_id)).current_state, "active");
    },
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

/** Moves the target's idle compute to a branch without one. */
async function move(context: Context) {
  const endpoint_id = await idleEndpoint(context);
  const branch_id = id(context, "other_free_branch_id");
  return unwrap(update(context, endpoint_id, { branch_id }));
}

async function primariesOn(context: Context, branch: string): Promise<Endpoint[]> {
  const branch_id = id(context, branch);
  return (await listEndpoints(context)).filter(
    (endpoint) => endpoint.branch_id === branch_id && endpoint.type === "read_write",
  );
}

/** What neither use nor the control plane changes. */
function lasting({ current_state, pending_state, last_active, updated_at, ...rest }: Endpoint) {
  return rest;
}

/** The target's compute, which was started this moment. */
async function freshlyActive(context: Context): Promise<string> {
  const endpoint_id = await idleEndpoint(context);
  assertOpen((await command(context, endpoint_id, "start")).response, "a start");
  await untilState(context, endpoint_id, "active");
  return endpoint_id;
}

/** An open connection to the target's compute. */
async function connected(context: Context): Promise<Connection> {
  const endpoint_id = id(context, "endpoint_id");
  const connection = control(context).connect(endpoint_id);
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
