/** How the client waits for operations. */
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
import type { Context, Turn } from "../../run/context.ts";
import type { Fetch } from "../../run/exchange.ts";
import type { Rule } from "../../run/rule.ts";

export const pollRules: Rule[] = [
  {
    id: "operation-poll-until-finished",
    level: "MUST",
    text: "polling continues through scheduling and running, and ends at finished",
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
      // The status scheduling was known before the first poll.
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
    text: "the client polls the operations of a mutating response",
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
    text: "an operation that becomes failed ends the wait with an error that contains it",
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
    text: "the client waits the chosen interval before each poll",
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
        // A timer may fire slightly early.
        assert.ok(pause >= intervalMs - 3, `look ${index + 1} came after ${pause} ms`);
      }
    },
  },
  {
    id: "operation-poll-interval-default",
    level: "SHOULD",
    text: "without a chosen interval, polling settles at one request every 5 seconds",
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
    text: "a wait that times out ends with an error that contains the pending operations",
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
    text: "an unknown status is treated like running",
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
];

/** Waits for the target's operation while the mock returns these examples in turn. */
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

/** The times in ms at which a wait without options polls, on a clock that jumps to the next timer. */
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
  // Each is also a real timer, because the platform's fetch keeps timers that outlive this.
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
    // Reported where it is awaited, or by the error that ends this earlier.
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
