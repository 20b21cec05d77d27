/** Rules on how the client waits for operations. */
import assert from "node:assert/strict";
import {
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  unwrap,
  type WaitOptions,
  waitForOperations,
} from "@hosted-postgres/client";
import type { Context, Turn } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import {
  drawnInterval,
  drawnOperations,
  type Look,
  looksOf,
  scheduledOperation,
} from "../steps/waiting.ts";

/** The waits of a rule are for one operation, for two, and so on. */
const MOST_OPERATIONS = 12;

/** From this many operations of a project on, one request reads the list instead. */
const LISTED_FROM = 4;

/** The document's polling interval. */
const INTERVAL_MS = 5_000;

/** Bounds a wait that answers of a mock end at once, on a busy machine too. */
const WAIT_MS = 60_000;

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
      const turns = [
        "scheduling",
        ...some(context, "scheduling"),
        "running",
        ...some(context, "running"),
        "finished",
      ];

      const done = await waitOver(context, turns, { onProgress });

      assert.deepEqual(
        done.map(({ status }) => status),
        ["finished"],
      );
      // The status scheduling was known before the first poll.
      assert.deepEqual(seen, ["running", "finished"]);
      assert.equal(context.exchanges.length, turns.length, "the number of requests");
    },
  },
  {
    id: "operation-poll-by-id",
    level: "MUST",
    text: "each poll is a GET of an unfinished operation by its project and id, or the list of a project with at least four of them",
    states: ["Endpoints, Rules 5: by-id", "Events: polled"],
    about: "client",
    async check(context) {
      for (let count = 1; count <= MOST_OPERATIONS; count++) {
        const looks = await looksOf(context, drawnOperations(context, count));
        for (const look of looks) assertNeeded(look);
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
      const bounds = { intervalMs: 1, timeoutMs: WAIT_MS };
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
    text: "the interval that the caller chose passes before each poll",
    states: ["Endpoints, Rules 5: interval"],
    about: "client",
    async check(context) {
      for (let count = 1; count <= MOST_OPERATIONS; count++) {
        const intervalMs = drawnInterval(context);
        const looks = await looksOf(context, drawnOperations(context, count), { intervalMs });
        const times = [0, ...new Set(looks.map(({ atMs }) => atMs))];
        for (const [index, time] of times.slice(1).entries()) {
          const pause = time - (times[index] ?? 0);
          assert.ok(pause >= intervalMs, `a pause of ${pause} ms instead of ${intervalMs} ms`);
        }
        const requests = looks.map(({ atMs, path, cursor }) => `${path} ${cursor} at ${atMs} ms`);
        assert.equal(new Set(requests).size, requests.length, "a poll was sent twice");
      }
    },
  },
  {
    id: "operation-poll-interval-default",
    level: "SHOULD",
    text: "without a chosen interval, one operation is polled at least every 5 seconds, and many at most as often as by polls of each every 5 seconds",
    states: ["Limits, Table: polling-interval", "Endpoints, Rules 5: interval"],
    about: "client",
    async check(context) {
      for (let count = 1; count <= MOST_OPERATIONS; count++) {
        const looks = await looksOf(context, drawnOperations(context, count));
        for (const [index, { atMs }] of looks.entries()) {
          const plain = count * (1 + atMs / INTERVAL_MS);
          assert.ok(
            index + 1 <= plain,
            `request ${index + 1} for ${count} operations came after ${atMs} ms`,
          );
          const pause = atMs - (looks[index - 1]?.atMs ?? 0);
          assert.ok(pause <= INTERVAL_MS, `poll ${index + 1} came after a pause of ${pause} ms`);
        }
      }
    },
  },
  {
    id: "operation-poll-deadline",
    level: "SHOULD",
    text: "a wait that times out ends with an error that contains the pending operations",
    states: ["Endpoints, Rules 5: until-finished"],
    about: "client",
    async check(context) {
      for (let count = 1; count <= MOST_OPERATIONS; count++) {
        const drawn = drawnOperations(context, count).map(({ operation }, number) => ({
          operation,
          endsAtMs: number > 0 && context.random() < 0.5 ? 0 : Infinity,
        }));
        const intervalMs = drawnInterval(context);
        const timeoutMs = intervalMs * (5 + 5 * context.random());

        await assert.rejects(looksOf(context, drawn, { intervalMs, timeoutMs }), (error) => {
          assert.ok(error instanceof OperationTimeoutError, `rejected with ${error}`);
          assert.deepEqual(
            error.pending.map(({ id }) => id),
            drawn.filter(({ endsAtMs }) => endsAtMs > 0).map(({ operation }) => operation.id),
          );
          return true;
        });
      }
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
      const status = `state-${Math.floor(context.random() * 1e9)}`;
      const unknown: Turn = {
        example: "running",
        edit: ({ operation }: { operation: object }) => ({ operation: { ...operation, status } }),
      };

      const done = await waitOver(context, [unknown, ...some(context, unknown), "finished"]);

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
  return waitForOperations(client, pending, { intervalMs: 5, timeoutMs: WAIT_MS, ...options });
}

/** Up to five of the same. */
function some({ random }: Context, same: Turn): Turn[] {
  return Array<Turn>(Math.floor(random() * 6)).fill(same);
}

/** Fails unless it reads an unfinished operation, or the list of a project with enough of them. */
function assertNeeded({ method, path, cursor, unfinished }: Look) {
  const listed = unfinished.filter(({ project_id }) => path === listOf(project_id));
  const read = unfinished.some(({ project_id, id }) => path === `${listOf(project_id)}/${id}`);
  // A page before this one may have shown the end of some.
  const enough = cursor === null ? LISTED_FROM : 1;
  assert.equal(method, "GET");
  assert.ok(read || listed.length >= enough, `${path} was read, ${listed.length} are unfinished`);
}

function listOf(project_id: string): string {
  return `/projects/${project_id}/operations`;
}
