import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  unwrap,
  type WaitOptions,
  waitForOperations,
} from "@hosted-postgres/client";
import { Blocked } from "../run/blocked.ts";
import { ABSENT_ID } from "../run/changes.ts";
import type { Context, Turn } from "../run/context.ts";
import type { Answer, Fetch } from "../run/exchange.ts";
import type { Rule } from "../run/rule.ts";
import { send } from "../run/send.ts";
import type { Target } from "../run/target.ts";
import { route } from "../spec/routes.ts";
import {
  assertAccepted,
  assertDenied,
  atLeastOne,
  command,
  controlOf,
  createEndpoint,
  createProject,
  deleteEndpoint,
  ENDPOINT,
  ENDPOINTS,
  findListed,
  idleEndpoint,
  idOf,
  listOperations,
  newOperations,
  ownEndpoint,
  settle,
  suspend,
  untilState,
  updateEndpoint,
} from "./steps/endpoints.ts";
import { assertAbsent, assertFields, each, operationsIn, shownBody } from "./steps/seen.ts";

/** The period of a check is not shown; that it comes twice in this time is our reading. */
const SOME_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

const GET = "/projects/{project_id}/operations/{operation_id}";

const ABSENT_UUID = "00000000-0000-4000-8000-00000000dead";

/** Actions that are about storage or a branch. */
const WITHOUT_COMPUTE = [
  "apply_storage_config",
  "create_branch",
  "create_timeline",
  "delete_tenant",
  "tenant_attach",
  "tenant_detach",
  "tenant_reattach",
  "timeline_archive",
  "timeline_unarchive",
];

/** Actions that are about a compute when it is changed. */
const OF_COMPUTE = ["start_compute", "suspend_compute", "apply_config"];

export const operationRules: Rule[] = [
  {
    id: "operation-fields",
    level: "MUST",
    text: "an operation has each documented field, of the documented type",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(operationsIn(answer), (operation) => {
        const name = `operation ${operation.id}`;
        assertFields(
          operation,
          {
            id: "string",
            project_id: "string",
            branch_id: "string",
            action: "string",
            status: "string",
            failures_count: "integer",
            created_at: "string",
            updated_at: "string",
          },
          name,
        );
        if ("endpoint_id" in operation) assertFields(operation, { endpoint_id: "string" }, name);
      }),
  },
  {
    id: "operation-id-is-uuid",
    level: "MUST",
    text: "the id of an operation is a UUID",
    states: ["Resources and their fields, Operation: id"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id }) => {
        assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
      }),
  },
  {
    id: "operation-without-compute-has-no-endpoint-id",
    level: "MUST",
    text: "endpoint_id is absent from create_branch and others that concern no compute",
    states: ["Resources and their fields, Operation: endpoint-id"],
    observe: (answer) =>
      each(
        operationsIn(answer).filter(({ action }) => WITHOUT_COMPUTE.includes(action)),
        (operation) => assertAbsent(operation, "endpoint_id", operation.id),
      ),
  },
  {
    id: "operation-endpoint-id-is-of-a-compute",
    level: "MUST",
    text: "an endpoint_id is the id of a compute wherever it is there, never null or empty",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(
        operationsIn(answer).filter((operation) => "endpoint_id" in operation),
        ({ id, endpoint_id }) => assert.match(String(endpoint_id), /^ep-/, `endpoint_id of ${id}`),
      ),
  },
  {
    id: "operation-of-mutation-concerns-its-compute",
    level: "MUST",
    text: "what a change of a compute starts names this compute, its branch and its project",
    states: ["Resources and their fields, Operation: fields"],
    observe(answer) {
      const creates = answer.route?.name === `POST ${ENDPOINTS}`;
      if (!creates && answer.route?.name !== `PATCH ${ENDPOINT}`) return false;
      const { endpoint } = shownBody(answer) ?? {};
      if (!endpoint) return false;
      const ofCompute = operationsIn(answer).filter(
        ({ action }) => creates || OF_COMPUTE.includes(action),
      );
      // Which of its two branches a move is recorded on is not shown.
      const stays = creates || !String(answer.body).includes("branch_id");
      return each(ofCompute, ({ id, project_id, branch_id, endpoint_id }) => {
        assert.equal(endpoint_id, endpoint.id, `endpoint_id of ${id}`);
        assert.equal(project_id, endpoint.project_id, `project_id of ${id}`);
        if (stays) assert.equal(branch_id, endpoint.branch_id, `branch_id of ${id}`);
      });
    },
  },
  {
    id: "operation-of-mutation-is-new",
    level: "MUST",
    text: "a mutating answer lists what its request started, nothing that was there before",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    observe: againstEarlier(({ id, action }, _, { method }) => {
      assert.equal(method, "GET", `${action} ${id} was seen before`);
    }),
  },
  {
    id: "operation-keeps-what-it-is",
    level: "MUST",
    text: "an operation keeps its project, branch, compute, action and created_at for good",
    states: ["Resources and their fields, Operation: fields"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      assert.deepEqual(identity(now), identity(before));
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
      assert.ok(updated_at >= before.updated_at, `updated_at of ${id} went back`);
    }),
  },
  {
    id: "operation-failures-are-counted",
    level: "SHOULD",
    text: "failures_count is a count: not below 0, and it never goes down",
    states: ["Resources and their fields, Operation: fields"],
    needs: ["state"],
    observe: againstEarlier(({ id, failures_count }, before) => {
      assert.ok(failures_count >= 0, `failures_count of ${id} is ${failures_count}`);
      assert.ok(failures_count >= before.failures_count, `failures_count of ${id} went down`);
    }),
  },
  {
    id: "operation-finished-stays",
    level: "MUST",
    text: "a finished operation is finished in every later answer, by its id and in the list",
    states: ["States and transitions, Operation: running"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (before.status === "finished") assert.equal(now.status, "finished", `operation ${now.id}`);
    }),
  },
  {
    id: "operation-finished-unchanged",
    level: "SHOULD",
    text: "a finished operation is the same in every later answer",
    states: ["States and transitions, Operation: running"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      if (before.status === "finished") assert.deepEqual(shownFields(now), shownFields(before));
    }),
  },
  {
    id: "operation-moves-on",
    level: "SHOULD",
    text: "an operation that is running was scheduled once, and is not again without a failure",
    states: ["States and transitions, Operation: scheduling"],
    needs: ["state"],
    observe: againstEarlier((now, before) => {
      const ranAlready =
        before.status === "running" && now.failures_count === before.failures_count;
      if (ranAlready) assert.notEqual(now.status, "scheduling", `the status of ${now.id}`);
    }),
  },
  {
    id: "operation-of-the-project",
    level: "MUST",
    text: "an operation names the project of the path it came from",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, `operation ${id}`);
      }),
  },
  {
    id: "operation-of-compute-names-it",
    level: "MUST",
    text: "start_compute and suspend_compute name their compute in endpoint_id",
    states: ["Resources and their fields, Operation: fields"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id, action, endpoint_id }) => {
        if (action === "start_compute" || action === "suspend_compute") {
          assert.match(String(endpoint_id), /^ep-/, `endpoint_id of ${id}`);
        }
      }),
  },
  {
    id: "operation-status-values",
    level: "MUST",
    text: "a status is scheduling, running, finished or failed",
    states: [
      "States and transitions, Operation: status",
      "Resources and their fields, Operation: status",
    ],
    observe(answer) {
      const values = ["scheduling", "running", "finished", "failed"];
      return each(operationsIn(answer), ({ id, status }) => {
        assert.ok(values.includes(status), `the status of ${id} is ${JSON.stringify(status)}`);
      });
    },
  },
  {
    id: "operation-action-form",
    level: "MUST",
    text: "an action is written in lower case with underscores",
    states: ["Resources and their fields, Operation actions: known"],
    observe: (answer) =>
      each(operationsIn(answer), ({ id, action }) => {
        assert.match(action, /^[a-z]+(_[a-z]+)*$/, `the action of ${id}`);
      }),
  },
  {
    id: "operation-actions-known",
    level: "MUST",
    text: "the spec names each action the console shows, in its API form",
    states: ["Resources and their fields, Operation actions: known"],
    excused: "a matter of the spec, whose own tests check it",
  },
  {
    id: "operation-get-answer",
    level: "MUST",
    text: "reading an operation by its id answers it in operation",
    states: ["Endpoints, Detailed shapes: get-operation"],
    observe(answer) {
      const body = shownBody(answer, `GET ${GET}`);
      if (!body) return false;
      assert.equal(body.operation?.id, answer.ids.operation_id);
      assert.equal(body.operation?.project_id, answer.ids.project_id);
      return true;
    },
  },
  {
    id: "operation-poll-until-finished",
    level: "MUST",
    text: "polling goes from scheduling over running to finished, and then ends",
    states: [
      "Endpoints, Rules 5: until-finished",
      "What the service does 5: operations-are-polled",
    ],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const seen: string[] = [];
      const onProgress = ({ status }: Operation) => void seen.push(status);

      const done = await waitOver(context, ["scheduling", "running", "running", "finished"], {
        onProgress,
      });

      assert.deepEqual(
        done.map(({ status }) => status),
        ["finished"],
      );
      // That it is scheduling was known before the first look.
      assert.deepEqual(seen, ["running", "finished"]);
      assert.equal(context.exchanges.length, 4, "the number of requests");
    },
  },
  {
    id: "operation-poll-by-id",
    level: "MUST",
    text: "an operation is polled by GET with its project and its id",
    states: ["Endpoints, Rules 5: by-id", "Events: polled"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const { url, ids } = context.target;

      await waitOver(context, ["running", "finished"]);

      for (const exchange of context.exchanges) {
        assert.equal(exchange.method, "GET");
        assert.equal(
          exchange.url,
          `${url}/projects/${ids.project_id}/operations/${ids.operation_id}`,
        );
      }
    },
  },
  {
    id: "operation-poll-after-mutation",
    level: "MUST",
    text: "the operations of a mutating answer are what is polled",
    states: ["Endpoints, Rules 5: by-id"],
    about: "client",
    needs: ["examples", "writes"],
    async check(context) {
      const { api, target } = context;
      const created = await unwrap(
        api.POST("/projects/{project_id}/endpoints", {
          params: { path: { project_id: String(target.ids.project_id) } },
          body: { endpoint: { branch_id: String(target.ids.branch_id), type: "read_write" } },
        }),
      );

      const polling = context.client({ fetch: context.play("running", "finished") });
      const bounds = { intervalMs: 1, timeoutMs: 2_000 };
      const done = await waitForOperations(polling, created, bounds);

      assert.deepEqual(
        done.map(({ id }) => id),
        created.operations.map(({ id }) => id),
      );
      assert.deepEqual(
        done.map(({ status }) => status),
        ["finished"],
      );
    },
  },
  {
    id: "operation-failed-is-handled",
    level: "MUST",
    text: "an operation that becomes failed ends the wait with an error that has it",
    states: ["Endpoints, Rules 5: failed", "Errors, Table: failed-operation"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      await assert.rejects(waitOver(context, ["running", "failed"]), (error) => {
        assert.ok(error instanceof OperationFailedError, `rejected with ${error}`);
        assert.deepEqual(
          error.failed.map(({ status }) => status),
          ["failed"],
        );
        return true;
      });
      assert.equal(context.exchanges.length, 2, "the number of requests");
    },
  },
  {
    id: "operation-poll-interval-respected",
    level: "MUST",
    text: "the interval the caller chose passes before each look",
    states: ["Endpoints, Rules 5: interval"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const intervalMs = 40;
      const started = performance.now();

      await waitOver(context, ["scheduling", "running", "finished"], { intervalMs });

      const times = [started, ...context.exchanges.map(({ sentAtMs }) => sentAtMs)];
      for (const [index, time] of times.slice(1).entries()) {
        const pause = time - (times[index] ?? 0);
        // A timer may fire a little before its time.
        assert.ok(pause >= intervalMs - 3, `look ${index + 1} came after ${pause} ms`);
      }
    },
  },
  {
    id: "operation-poll-interval-default",
    level: "SHOULD",
    text: "when the caller chooses no interval, looks settle at one every 5 seconds",
    states: ["Limits, Table: polling-interval", "Endpoints, Rules 5: interval"],
    about: "client",
    async check(context) {
      const looks = await looksOnFastTime(context, { forMs: 60_000 });

      const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
      assert.ok(
        pauses.every((pause) => pause <= 5_000),
        `pauses of ${pauses.join(", ")} ms`,
      );
      assert.deepEqual(pauses.slice(-5), Array(5).fill(5_000));
    },
  },
  {
    id: "operation-poll-deadline",
    level: "SHOULD",
    text: "a wait that is not over in time ends with an error that has what is pending",
    states: ["Endpoints, Rules 5: until-finished"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const running = Array<Turn>(100).fill("running");

      await assert.rejects(waitOver(context, running, { timeoutMs: 60 }), (error) => {
        assert.ok(error instanceof OperationTimeoutError, `rejected with ${error}`);
        assert.deepEqual(
          error.pending.map(({ id }) => id),
          [context.target.ids.operation_id],
        );
        return true;
      });
    },
  },
  {
    id: "operation-unknown-status-waits",
    level: "SHOULD",
    text: "a status nobody listed is waited out like running",
    states: ["States and transitions, Operation: other-moves"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const unknown: Turn = {
        example: "running",
        edit: ({ operation }: { operation: object }) => ({
          operation: { ...operation, status: "paused" },
        }),
      };

      const done = await waitOver(context, [unknown, "finished"]);

      assert.deepEqual(
        done.map(({ status }) => status),
        ["finished"],
      );
    },
  },
  {
    id: "operation-nothing-pending-no-request",
    level: "SHOULD",
    text: "waiting when nothing is pending sends no request",
    states: ["Endpoints, Rules 5: until-finished"],
    about: "client",
    async check({ api, exchanges }) {
      await waitForOperations(api, { operations: [] });
      await waitForOperations(api, [
        { ...scheduledOperation("project-1", "id-1"), status: "finished" },
      ]);

      assert.equal(exchanges.length, 0);
    },
  },
  {
    id: "operation-ends",
    level: "MUST",
    text: "an operation that is scheduling or running moves on until it is finished",
    states: [
      "States and transitions, Operation: scheduling",
      "States and transitions, Operation: running",
    ],
    needs: ["state"],
    async check(context) {
      const { endpoint, operations: created } = await createEndpoint(context);
      await settle(context, { operations: created });
      const changed = await unwrap(updateEndpoint(context, endpoint.id, { pooler_enabled: true }));
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

      for (const operation of [...created, ...changed.operations, ...moved]) {
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
    text: "as time passes, a finished operation stays so",
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
    text: "an operation can be read until it ends, also when its compute is deleted meanwhile",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
    async check(context) {
      const { endpoint, operations } = await createEndpoint(context);
      const { response } = await deleteEndpoint(context, endpoint.id);
      if (!response.ok) throw new Blocked("a compute that starts is not deleted here");

      await settle(context, { operations }).catch((error) => {
        // That it cannot complete without its compute would be as good.
        if (!(error instanceof OperationFailedError)) throw error;
      });
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
      const changed = await unwrap(updateEndpoint(context, endpoint.id, { pooler_enabled: true }));
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
  {
    id: "operation-started-is-listed",
    level: "MUST",
    text: "an operation a request started can be read by its id and in the list",
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
    async check(context) {
      const { operations } = await createEndpoint(context);
      await assertAgree(context, operations);
      await settle(context, { operations });
      await assertAgree(context, (await listOperations(context)).slice(0, 5));
    },
  },
  {
    id: "operation-unknown-is-not-read",
    level: "MUST",
    text: "an operation that does not exist is not answered",
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
    level: "MUST",
    text: "an operation is read through the path of its own project only",
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
    text: "a restart and a suspension on demand are tracked as operations of the compute",
    states: ["What the service does 5: operations-are-polled"],
    needs: ["state"],
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
    text: "an operation the control plane started itself is listed too",
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
  {
    id: "operation-of-settings",
    level: "MUST",
    text: "changing the settings of a compute starts apply_config, as its answer and the list say",
    states: ["Resources and their fields, Operation actions: apply-config"],
    needs: ["state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      for (const settings of [
        { pooler_enabled: true },
        { settings: { pg_settings: { work_mem: "8MB" } } },
      ]) {
        const before = await listOperations(context);
        const changed = await unwrap(updateEndpoint(context, endpoint_id, settings));

        const actions = changed.operations.map(({ action }) => action);
        assert.ok(actions.includes("apply_config"), `the answer lists ${actions.join(", ")}`);
        await assertNew(context, before, "apply_config", Object.keys(settings).join());
        await settle(context, changed);
      }
    },
  },
  {
    id: "operation-apply-config-by-settings",
    level: "MUST",
    text: "changing compute settings, roles or databases starts apply_config",
    states: ["Resources and their fields, Operation actions: apply-config"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api, target } = context;
      const endpoint_id = await idleEndpoint(context);
      const before = await listOperations(context);
      await settle(
        context,
        await unwrap(updateEndpoint(context, endpoint_id, { pooler_enabled: true })),
      );
      await assertNew(context, before, "apply_config", "a change of settings");

      for (const what of ["roles", "databases"]) {
        const before = await listOperations(context);
        const create = route(`POST /projects/{project_id}/branches/{branch_id}/${what}`);
        assertAccepted((await send(api, create, { ids: target.ids })).response, `POST ${what}`);
        await assertNew(context, before, "apply_config", `POST ${what}`);
      }
    },
  },
  {
    id: "operation-create-branch-by-branch",
    level: "MUST",
    text: "creating a branch starts create_branch",
    states: ["Resources and their fields, Operation actions: create-branch"],
    needs: ["disposable", "state"],
    async check(context) {
      const { api, target } = context;
      const before = await listOperations(context);

      const create = route("POST /projects/{project_id}/branches");
      assertAccepted((await send(api, create, { ids: target.ids })).response, "creating a branch");

      const started = await assertNew(context, before, "create_branch", "creating a branch");
      await settle(context, { operations: started });
    },
  },
  {
    id: "operation-create-timeline-by-project",
    level: "MUST",
    text: "creating a project starts create_timeline",
    states: ["Resources and their fields, Operation actions: create-timeline"],
    needs: ["disposable", "state"],
    async check(context) {
      const { id } = await createProject(context);

      const started = await listOperations(context, id);

      const operations = started.filter(({ action }) => action === "create_timeline");
      assert.ok(operations.length > 0, `it started ${started.map(({ action }) => action)}`);
      await settle(context, { operations });
    },
  },
  {
    id: "operation-delete-tenant-by-project",
    level: "MUST",
    text: "deleting a project starts delete_tenant",
    states: ["Resources and their fields, Operation actions: delete-tenant"],
    needs: ["disposable", "state"],
    async check(context) {
      const { id: project_id } = await createProject(context);
      const remove = route("DELETE /projects/{project_id}");
      const { data, response } = await send(context.api, remove, { ids: { project_id } });

      assertAccepted(response, "deleting a project");
      // "Every mutating response lists the operations it started."
      const { operations } = data as { operations: Operation[] };
      const actions = operations.map(({ action }) => action);
      assert.ok(actions.includes("delete_tenant"), `it started ${actions}`);
    },
  },
  {
    id: "operation-check-availability-periodic",
    level: "MUST",
    text: "check_availability comes periodically, but never for a branch without a compute",
    states: ["Resources and their fields, Operation actions: check-availability"],
    needs: ["time", "state"],
    async check(context) {
      const days = async () => {
        for (let day = 0; day < SOME_DAYS; day++) await context.pause(DAY_MS);
      };
      const endpoint_id = await ownEndpoint(context);
      const { branch_id } = await findListed(context, endpoint_id);
      await days();

      const checks = await checksOf(context);
      const count = checks.filter((check) => check.branch_id === branch_id).length;
      assert.ok(count >= 2, `${count} checks in ${SOME_DAYS} days`);
      const never = idOf(context, "other_free_branch_id");
      assert.ok(!checks.some((check) => check.branch_id === never), "without a compute");

      await unwrap(deleteEndpoint(context, endpoint_id));
      const known = (await checksOf(context)).map(({ id }) => id);
      await days();
      const late = (await checksOf(context)).filter((check) => check.branch_id === branch_id);
      assert.deepEqual(
        late.filter(({ id }) => !known.includes(id)),
        [],
        "after its compute was deleted",
      );
    },
  },
  {
    id: "operation-apply-storage-config",
    level: "MUST",
    text: "changing a storage setting, like history retention, starts apply_storage_config",
    states: ["Resources and their fields, Operation actions: apply-storage-config"],
    excused: "no request that would start it is shown",
  },
  {
    id: "operation-tenant-moves",
    level: "MUST",
    text: "attaching, detaching and reattaching a project are the tenant_ operations",
    states: [
      "Resources and their fields, Operation actions: tenant-attach",
      "Resources and their fields, Operation actions: tenant-detach",
      "Resources and their fields, Operation actions: tenant-reattach",
    ],
    excused: "no request that would start it is shown",
  },
  {
    id: "operation-timeline-archive",
    level: "MUST",
    text: "archiving and unarchiving a branch are the timeline_ operations",
    states: [
      "Resources and their fields, Operation actions: timeline-archive",
      "Resources and their fields, Operation actions: timeline-unarchive",
    ],
    excused: "no request that would start it is shown",
  },
];

async function readOperation(context: Context, operation: Operation): Promise<Operation> {
  return (await unwrap(tryReadOperation(context, operation))).operation;
}

function tryReadOperation({ api }: Context, { project_id, id }: Operation) {
  return api.GET(GET, { params: { path: { project_id, operation_id: id } } });
}

/** What never changes of an operation. */
function identity(operation: Operation) {
  const { id, project_id, branch_id, endpoint_id, action, created_at } = operation;
  return { id, project_id, branch_id, endpoint_id, action, created_at };
}

/** What of it the document shows. */
function shownFields({ status, failures_count, updated_at, ...operation }: Operation) {
  return { ...identity(operation as Operation), status, failures_count, updated_at };
}

/** Judges an operation against how it was last seen, by an answer that came before this request. */
function againstEarlier(
  judge: (now: Operation, before: Operation, answer: Answer) => void,
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
      if (!before) continue;
      judge(operation, before.operation, answer);
      judged = true;
    }
    return judged;
  };
}

/** The new operations with this action: there is one. */
async function assertNew(context: Context, before: Operation[], action: string, what: string) {
  const started = await newOperations(context, before);
  const found = started.filter((operation) => operation.action === action);
  const actions = started.map(({ action }) => action);
  assert.ok(found.length > 0, `${what} started ${actions.join(", ") || "nothing"}`);
  return found;
}

/** Each is listed and can be read, twice, as what it was in the answer that named it. */
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

/** The list shows them as they are by their ids, unless they change meanwhile. */
async function assertAgree(context: Context, operations: Operation[]) {
  for (const operation of atLeastOne(operations, "no operation is known")) {
    const before = shownFields(await readOperation(context, operation));
    const found = (await listOperations(context)).find(({ id }) => id === operation.id);
    const after = shownFields(await readOperation(context, operation));
    assert.ok(found, `${operation.action} is not listed`);
    if (isDeepStrictEqual(before, after)) assert.deepEqual(shownFields(found), after);
  }
}

/** One of them becomes failed, as it is read by its id and listed. */
async function assertFails(context: Context, mutation: { operations: Operation[] }) {
  atLeastOne(mutation.operations, "no operation was started");
  let failed: Operation[] = [];
  await assert.rejects(settle(context, mutation), (error) => {
    assert.ok(error instanceof OperationFailedError, String(error));
    failed = error.failed;
    return true;
  });
  // Whether it is final is not shown, so it may have been tried again by now.
  await assertAgree(context, failed);
}

async function operationsOf(context: Context, endpoint_id: string): Promise<Operation[]> {
  return (await listOperations(context)).filter(
    (operation) => operation.endpoint_id === endpoint_id,
  );
}

async function newOfEndpoint(context: Context, before: Operation[], endpoint_id: string) {
  return (await newOperations(context, before)).filter(
    (operation) => operation.endpoint_id === endpoint_id,
  );
}

async function checksOf(context: Context): Promise<Operation[]> {
  return (await listOperations(context)).filter(({ action }) => action === "check_availability");
}

/** Waits for the target's operation while the mock answers these examples in turn. */
function waitOver(
  context: Context,
  turns: Turn[],
  options: WaitOptions = {},
): Promise<Operation[]> {
  const { project_id, operation_id } = context.target.ids;
  const client = context.client({ fetch: context.play(...turns), retries: 0 });
  const pending = [scheduledOperation(String(project_id), String(operation_id))];
  return waitForOperations(client, pending, { intervalMs: 5, timeoutMs: 2_000, ...options });
}

function scheduledOperation(project_id: string, id: string): Operation {
  return {
    id,
    project_id,
    branch_id: "branch-1",
    action: "start_compute",
    status: "scheduling",
    failures_count: 0,
    created_at: "2026-03-01T09:30:00Z",
    updated_at: "2026-03-01T09:30:00Z",
  };
}

/** When a wait without options looks, in milliseconds of a time that jumps to the next timer. */
async function looksOnFastTime(
  { client }: Context,
  { forMs }: { forMs: number },
): Promise<number[]> {
  const looks: number[] = [];
  const fetch: Fetch = async () => {
    looks.push(nowMs);
    return Response.json({ operation: scheduledOperation("project-1", "id-1") });
  };
  let nowMs = 0;
  const timers = new Map<NodeJS.Timeout, { dueMs: number; run: () => void }>();
  const { setTimeout, clearTimeout } = globalThis;
  // Each is a real timer too: the platform's fetch keeps some of its own, and goes on after this.
  const setFast = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const run = () => {
      clearTimeout(timer);
      timers.delete(timer);
      callback(...args);
    };
    const timer = setTimeout(run, ms);
    timers.set(timer, { dueMs: nowMs + ms, run });
    return timer;
  };
  const clearFast = (timer: NodeJS.Timeout) => {
    timers.delete(timer);
    clearTimeout(timer);
  };

  Object.assign(globalThis, { setTimeout: setFast, clearTimeout: clearFast });
  try {
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = waitForOperations(
      client({ fetch }),
      [scheduledOperation("project-1", "id-1")],
      {
        signal,
      },
    );
    const ended = assert.rejects(waiting);
    // Told where it is awaited, or by what ends this before.
    ended.catch(() => {});
    while (nowMs < forMs) {
      for (let i = 0; i < 10; i++) await turn();
      const [next] = [...timers.values()].sort((a, b) => a.dueMs - b.dueMs);
      assert.ok(next, "nothing is waited for");
      nowMs = next.dueMs;
      next.run();
    }
    controller.abort();
    await ended;
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
  return looks;
}
