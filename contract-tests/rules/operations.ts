import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import {
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  unwrap,
  type WaitOptions,
  waitForOperations,
} from "@hosted-postgres/client";
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };
import type { Context, Fetch, Turn } from "../context.ts";
import { route, send } from "../routes.ts";
import type { Rule } from "../rule.ts";
import { answersOf, assertAbsent, assertFields, operationsSeen, some } from "./seen.ts";
import {
  assertOpen,
  control,
  create,
  createProject,
  id,
  idleEndpoint,
  listOperations,
  newOperations,
  settle,
  suspend,
  untilState,
  update,
} from "./steps.ts";

/** The period of a check is not shown; that it comes twice in this time is our reading. */
const SOME_DAYS = 30;

const GET = "/projects/{project_id}/operations/{operation_id}";

/** The display names of the console, in the document's order. */
const DISPLAY_NAMES = [
  "Apply config",
  "Apply storage config",
  "Check availability",
  "Create branch",
  "Create timeline",
  "Delete tenant",
  "Start compute",
  "Suspend compute",
  "Tenant attach",
  "Tenant detach",
  "Tenant reattach",
  "Timeline archive",
  "Timeline unarchive",
];

export const operationRules: Rule[] = [
  {
    id: "operation-fields",
    level: "MUST",
    text: "an operation has each documented field, of the documented type",
    source: "Resources and their fields, Operation",
    needs: ["project"],
    async check(context) {
      for (const operation of await operationsSeen(context)) {
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
      }
    },
  },
  {
    id: "operation-id-is-uuid",
    level: "MUST",
    text: "the id of an operation is a UUID",
    source: "Resources and their fields, Operation",
    needs: ["project"],
    async check(context) {
      for (const { id } of await operationsSeen(context)) {
        assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
      }
    },
  },
  {
    id: "operation-without-compute-has-no-endpoint-id",
    level: "MUST",
    text: "endpoint_id is absent from create_branch, which concerns no compute",
    source: "Resources and their fields, Operation",
    needs: ["project"],
    async check(context) {
      for (const operation of await operationsSeen(context)) {
        if (operation.action === "create_branch")
          assertAbsent(operation, "endpoint_id", operation.id);
      }
    },
  },
  {
    id: "operation-of-compute-names-it",
    level: "MUST",
    text: "start_compute and suspend_compute name their compute in endpoint_id",
    source: "Resources and their fields, Operation",
    needs: ["project"],
    async check(context) {
      for (const { id, action, endpoint_id } of await operationsSeen(context)) {
        if (action === "start_compute" || action === "suspend_compute") {
          assert.match(String(endpoint_id), /^ep-/, `endpoint_id of ${id}`);
        }
      }
    },
  },
  {
    id: "operation-status-values",
    level: "MUST",
    text: "a status is scheduling, running, finished or failed",
    source: "States and transitions, Operation",
    needs: ["project"],
    async check(context) {
      const values = ["scheduling", "running", "finished", "failed"];
      for (const { id, status } of await operationsSeen(context)) {
        assert.ok(values.includes(status), `the status of ${id} is ${JSON.stringify(status)}`);
      }
    },
  },
  {
    id: "operation-action-form",
    level: "MUST",
    text: "an action is written in lower case with underscores",
    source: "Resources and their fields, Operation actions",
    needs: ["project"],
    async check(context) {
      for (const { id, action } of await operationsSeen(context)) {
        assert.match(action, /^[a-z]+(_[a-z]+)*$/, `the action of ${id}`);
      }
    },
  },
  {
    id: "operation-actions-known",
    level: "MUST",
    text: "the spec names each action the console shows, in its API form",
    source: "Resources and their fields, Operation actions",
    check() {
      const names: string[] = spec.components.schemas.OperationAction.anyOf.flatMap((part) =>
        "enum" in part ? (part.enum ?? []) : [],
      );

      const expected = DISPLAY_NAMES.map((name) => name.toLowerCase().replaceAll(" ", "_"));
      assert.deepEqual(names.toSorted(), expected);
    },
  },
  {
    id: "operation-get-answer",
    level: "MUST",
    text: "reading an operation by its id answers it in operation",
    source: "Endpoints, Detailed shapes",
    needs: ["project"],
    async check(context) {
      for (const { ids, body } of await answersOf(context, `GET ${GET}`)) {
        assert.equal(body.operation?.id, ids.operation_id);
        assert.equal(body.operation?.project_id, ids.project_id);
      }
    },
  },
  {
    id: "operation-poll-until-finished",
    level: "MUST",
    text: "polling goes from scheduling over running to finished, and then ends",
    source: "Endpoints, Rules 5",
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
    source: "Endpoints, Rules 5",
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
    source: "Endpoints, Rules 5",
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
      const done = await waitForOperations(polling, created, { intervalMs: 1 });

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
    source: "Endpoints, Rules 5",
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
    source: "Endpoints, Rules 5",
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
    source: "Limits, Table",
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
    source: "Endpoints, Rules 5",
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
    source: "States and transitions, Operation",
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
    source: "Endpoints, Rules 5",
    async check({ api, exchanges }) {
      await waitForOperations(api, { operations: [] });
      await waitForOperations(api, [{ ...started("project-1", "id-1"), status: "finished" }]);

      assert.equal(exchanges.length, 0);
    },
  },
  {
    id: "operation-ends",
    level: "MUST",
    text: "an operation that is scheduling or running moves on until it is finished",
    source: "States and transitions, Operation",
    needs: ["time", "state"],
    async check(context) {
      const { endpoint, operations: created } = await create(context);
      await settle(context, { operations: created });
      await suspend(context, endpoint.id);
      const branch_id = id(context, "other_free_branch_id");
      const { operations: moved } = await unwrap(update(context, endpoint.id, { branch_id }));
      await settle(context, { operations: moved });
      await context.pause(60_000);

      for (const operation of [...created, ...moved]) {
        const { status } = await read(context, operation);
        assert.equal(status, "finished", `${operation.action}, which was ${operation.status}`);
      }
    },
  },
  {
    id: "operation-that-cannot-complete-fails",
    level: "MUST",
    text: "an operation that cannot complete becomes failed",
    source: "Errors, Table",
    needs: ["control", "time", "state"],
    async check(context) {
      control(context).failNext("start_compute");
      const { operations } = await create(context);

      await assert.rejects(settle(context, { operations }), OperationFailedError);

      for (const operation of operations) {
        assert.equal((await read(context, operation)).status, "failed");
      }
    },
  },
  {
    id: "operation-started-is-listed",
    level: "MUST",
    text: "an operation a request started can be read by its id and in the list",
    source: "What the service does 5",
    needs: ["state"],
    async check(context) {
      const { operations } = await create(context);
      const all = await listOperations(context);

      for (const started of some(operations, "no operation was started")) {
        const found = all.find(({ id }) => id === started.id);
        assert.ok(found, `${started.action} is not listed`);
        for (const again of [found, await read(context, started), await read(context, started)]) {
          assert.deepEqual(identity(again), identity(started));
        }
      }
    },
  },
  {
    id: "operation-by-control-plane-is-listed",
    level: "MUST",
    text: "an operation the control plane started itself is listed too",
    source: "Resources and their fields, Operation",
    needs: ["time", "state"],
    async check(context) {
      await untilState(context, id(context, "endpoint_id"), "active");
      const before = await listOperations(context);

      await context.pause(6 * 60_000);

      const [started] = await newOperations(context, before);
      assert.ok(started, "6 minutes without a request started no operation");
      assert.deepEqual(identity(await read(context, started)), identity(started));
    },
  },
  {
    id: "operation-apply-config-by-settings",
    level: "MUST",
    text: "changing compute settings, roles or databases starts apply_config",
    source: "Resources and their fields, Operation actions",
    needs: ["state"],
    async check(context) {
      const { api, target } = context;
      const endpoint_id = await idleEndpoint(context);
      const before = await listOperations(context);
      await settle(context, await unwrap(update(context, endpoint_id, { pooler_enabled: true })));
      await assertNew(context, before, "apply_config", "a change of settings");

      for (const what of ["roles", "databases"]) {
        const before = await listOperations(context);
        const create = route(`POST /projects/{project_id}/branches/{branch_id}/${what}`);
        assertOpen((await send(api, create, { ids: target.ids })).response, `POST ${what}`);
        await assertNew(context, before, "apply_config", `POST ${what}`);
      }
    },
  },
  {
    id: "operation-create-branch-by-branch",
    level: "MUST",
    text: "creating a branch starts create_branch",
    source: "Resources and their fields, Operation actions",
    needs: ["state"],
    async check(context) {
      const { api, target } = context;
      const before = await listOperations(context);

      const create = route("POST /projects/{project_id}/branches");
      assertOpen((await send(api, create, { ids: target.ids })).response, "creating a branch");

      await assertNew(context, before, "create_branch", "creating a branch");
    },
  },
  {
    id: "operation-create-timeline-by-project",
    level: "MUST",
    text: "creating a project starts create_timeline",
    source: "Resources and their fields, Operation actions",
    needs: ["state"],
    async check(context) {
      const { id } = await createProject(context);

      const actions = (await listOperations(context, id)).map(({ action }) => action);

      assert.ok(actions.includes("create_timeline"), `it started ${actions}`);
    },
  },
  {
    id: "operation-delete-tenant-by-project",
    level: "MUST",
    text: "deleting a project starts delete_tenant",
    source: "Resources and their fields, Operation actions",
    needs: ["state"],
    async check({ api, target }) {
      const { data, response } = await send(api, route("DELETE /projects/{project_id}"), target);

      assertOpen(response, "deleting a project");
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
    source: "Resources and their fields, Operation actions",
    needs: ["time", "state"],
    async check(context) {
      for (let day = 0; day < SOME_DAYS; day++) await context.pause(24 * 3_600_000);

      const checks = (await listOperations(context)).filter(
        ({ action }) => action === "check_availability",
      );
      const branches = checks.map(({ branch_id }) => branch_id);
      const checked = branches.filter((branch_id) => branch_id === id(context, "branch_id"));
      assert.ok(checked.length >= 2, `${checked.length} checks in ${SOME_DAYS} days`);
      assert.ok(!branches.includes(id(context, "free_branch_id")), "without a compute");
    },
  },
  {
    id: "operation-apply-storage-config",
    level: "MUST",
    text: "changing a storage setting, like history retention, starts apply_storage_config",
    source: "Resources and their fields, Operation actions",
    excused: "no request that would start it is shown",
  },
  {
    id: "operation-tenant-moves",
    level: "MUST",
    text: "attaching, detaching and reattaching a project are the tenant_ operations",
    source: "Resources and their fields, Operation actions",
    excused: "no request that would start it is shown",
  },
  {
    id: "operation-timeline-archive",
    level: "MUST",
    text: "archiving and unarchiving a branch are the timeline_ operations",
    source: "Resources and their fields, Operation actions",
    excused: "no request that would start it is shown",
  },
];

async function read({ api }: Context, { project_id, id }: Operation): Promise<Operation> {
  const path = { project_id, operation_id: id };
  return (await unwrap(api.GET(GET, { params: { path } }))).operation;
}

/** What never changes of an operation. */
function identity({ id, project_id, branch_id, endpoint_id, action, created_at }: Operation) {
  return { id, project_id, branch_id, endpoint_id, action, created_at };
}

async function assertNew(context: Context, before: Operation[], action: string, what: string) {
  const actions = (await newOperations(context, before)).map(({ action }) => action);
  assert.ok(actions.includes(action), `${what} started ${actions.join(", ") || "nothing"}`);
}

/** Waits for the target's operation while the mock answers these examples in turn. */
function waitOver(
  context: Context,
  turns: Turn[],
  options: WaitOptions = {},
): Promise<Operation[]> {
  const { project_id, operation_id } = context.target.ids;
  const client = context.client({ fetch: context.play(...turns), retries: 0 });
  const pending = [started(String(project_id), String(operation_id))];
  return waitForOperations(client, pending, { intervalMs: 5, timeoutMs: 5_000, ...options });
}

function started(project_id: string, id: string): Operation {
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
    return Response.json({ operation: started("project-1", "id-1") });
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
    const waiting = waitForOperations(client({ fetch }), [started("project-1", "id-1")], {
      signal,
    });
    const ended = assert.rejects(waiting);
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
