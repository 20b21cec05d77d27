/** Creating computes: the answer, the defaults, and at most one primary per branch. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { assertAccepted } from "../steps/asserts.ts";
import {
  assertHas,
  assertNoSecond,
  assertOneWinner,
  createEndpoint,
  createKinds,
  DEFAULTS,
  deleteEndpoint,
  ENDPOINTS,
  findListed,
  lasting,
  listEndpoints,
  suspend,
  tryCreateEndpoint,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { OPERATIONS, settle } from "../steps/operations.ts";
import { assertBodyRefused } from "../steps/probes.ts";
import { assertAbsent } from "../steps/seen.ts";
import { idOf, replicaType } from "../steps/target.ts";

export const createRules: Rule[] = [
  {
    id: "endpoint-create-answer",
    level: "MUST",
    text: "creating a compute returns endpoint and operations",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["writes"],
    first: true,
    async check(context) {
      const answer = await createEndpoint(context);

      assert.equal(typeof answer.endpoint, "object");
      assert.ok(Array.isArray(answer.operations), "operations is not an array");
    },
  },
  {
    id: "endpoint-create-as-asked",
    level: "MUST",
    text: "a created compute has the requested branch and type",
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
    text: "a created compute is listed with the values its creation returned",
    states: ["Endpoints, Detailed shapes: create-endpoint"],
    needs: ["state"],
    beside: true,
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
    text: "creating a compute starts one operation, start_compute (running), for that compute",
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
    id: "endpoint-of-another-project",
    level: "MUST",
    text: "a compute of another project is created and deleted with the same answers",
    states: [
      "Endpoints, Detailed shapes: create-endpoint",
      "Endpoints, Detailed shapes: delete-endpoint",
    ],
    needs: ["state"],
    async check(context) {
      const { target } = context;
      const project_id = idOf(context, "personal_project_id");
      const free_branch_id = idOf(context, "personal_free_branch_id");
      const other = {
        ...context,
        target: { ...target, ids: { ...target.ids, project_id, free_branch_id } },
      };
      const { endpoint, operations } = await createEndpoint(other);
      assertHas(endpoint, { project_id, current_state: "init", pending_state: "active" }, "it");
      const started = operations.map(({ action, status }) => `${action} ${status}`);
      assert.deepEqual(started, ["start_compute running"]);
      await settle(other, { operations });

      const deleted = await unwrap(deleteEndpoint(other, endpoint.id));
      assert.equal(deleted.endpoint?.id, endpoint.id, "the deleted compute");
      assert.deepEqual(deleted.operations, []);
      const left = (await listEndpoints(other)).some(({ id }) => id === endpoint.id);
      assert.ok(!left, "it is listed once deleted");
    },
  },
  {
    id: "endpoint-create-defaults",
    level: "MUST",
    text: "a compute created with branch and type only has the size 1 to 1 and the other defaults",
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
    beside: true,
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
    text: "a branch with read replicas gets one primary compute, and no second",
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
    text: "concurrent creations on a branch and moves to it give it at most one primary compute",
    states: ["Endpoints, Rules 1: one-primary"],
    needs: ["state"],
    async check(context) {
      const created = await Promise.all(
        Array.from({ length: 5 }, () => tryCreateEndpoint(context, "free_branch_id")),
      );
      await assertOneWinner(context, created, idOf(context, "free_branch_id"));

      const [first] = created.flatMap(({ data }) => data ?? []);
      if (!first) throw new Blocked("no creation was accepted");
      await settle(context, first);
      await suspend(context, first.endpoint.id);
      const branch_id = idOf(context, "other_free_branch_id");
      const mixed = await Promise.all([
        tryCreateEndpoint(context, "other_free_branch_id"),
        updateEndpoint(context, first.endpoint.id, { branch_id }),
        tryCreateEndpoint(context, "other_free_branch_id"),
      ]);
      await assertOneWinner(context, mixed, branch_id);
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
    id: "endpoint-create-becomes-active",
    level: "MUST",
    text: "a created compute becomes active when its operation is finished",
    states: ["States and transitions, Compute endpoint: create"],
    needs: ["state"],
    first: true,
    async check(context) {
      const { project_id } = context.target.ids;
      const made = [];
      for (const branch of ["free_branch_id", "other_free_branch_id"]) {
        const { endpoint, operations } = await createEndpoint(context, branch);
        assert.equal(endpoint.pending_state, "active");
        // A read before the change must not be cached after it.
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
];
