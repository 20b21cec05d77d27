/** Operations that do not run or end as the document says, or do so in an unusual way. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import { type Call, type Json, secondOf } from "../../provider.ts";
import { ANY, each, editing, fresh, type On, set, stacked } from "../../verbs.ts";
import { fieldOf, isFinished, OPERATIONS } from "./operations.ts";

const { must, should, benign } = inGroup("operations");

const {
  listOperations: LIST,
  getOperation: GET,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
} = routes;
const READS = [GET, LIST];

const FIELDS = "Resources and their fields, Operation";
const STATES = "States and transitions, Operation";
const COMPUTE_STATES = "States and transitions, Compute endpoint";
const ERRORS = "Errors, Table";
const HALF_MINUTE_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Shows another status than the emulator. */
const status = (on: On, shown: (status: string, operation: Json, call: Call) => string): Apply =>
  set(on, fieldOf("status"), shown);

const failedAs = (on: On, shown: string) => status(on, (it) => it.replace("failed", shown));

const stuckInSettings = () => {
  const stuck = new Set<string>();
  return stacked(
    editing(UPDATE, ({ endpoint, operations }) => {
      if (endpoint.current_state === "active") for (const { id } of operations) stuck.add(id);
    }),
    set(GET, "operation.status", "running", ({ id }) => stuck.has(id)),
  );
};

const stuckWhenScheduled = () => {
  const stuck = new Set<string>();
  return status([UPDATE, GET], (status, { id }) => {
    if (status === "scheduling") stuck.add(id);
    return stuck.has(id) ? "scheduling" : status;
  });
};

const keepingFirstStatus = () => {
  const first = new Map<string, string>();
  return status([CREATE, UPDATE, LIST], (status, { id }) => {
    if (!first.has(id)) first.set(id, status);
    return first.get(id) ?? status;
  });
};

const finishingLate = () => {
  const seen = new Set<string>();
  return status(LIST, (status, { id }) => {
    if (status !== "finished" || seen.has(id)) return status;
    seen.add(id);
    return "running";
  });
};

const runningAtSecondRead = () => {
  const reads = new Map<string, number>();
  return status(GET, (status, { id }) => {
    if (status !== "finished") return status;
    reads.set(id, (reads.get(id) ?? 0) + 1);
    return reads.get(id) === 2 ? "running" : status;
  });
};

/** Shows another status for some of the time after it first showed this one. */
const after = (first: string, next: string, isThen: (agoMs: number) => boolean): Apply =>
  fresh(({ now }) => {
    const sinceMs = new Map<string, number>();
    return status(READS, (status, { id }) => {
      if (status !== first) return status;
      const atMs = sinceMs.get(id) ?? now();
      sinceMs.set(id, atMs);
      return isThen(now() - atMs) ? next : status;
    });
  });

const schedulingAtFirstRead = () => {
  const seen = new Set<string>();
  return status(GET, (status, { id }) => {
    if (seen.has(id) || status === "finished") return status;
    seen.add(id);
    return "scheduling";
  });
};

const restampingChanges = () => {
  const since = new Map<string, { status: string; at: string }>();
  return each(ANY, OPERATIONS, (it, { emulator }) => {
    const known = since.get(it.id);
    const isSame = known?.status === it.status;
    const at = known && isSame ? known.at : secondOf(emulator.now());
    since.set(it.id, { status: it.status, at });
    if (known) it.created_at = it.updated_at = at;
  });
};

const countingReads = () => {
  let reads = 0;
  return set(GET, "operation.failures_count", () => ++reads);
};

export const progressFaults: Fault[] = [
  ...must(STATES, {
    "operation-never-finishes": [
      "runs operations forever",
      { options: { outcome: () => "never" } },
    ],
    "operation-suspend-never-finishes": [
      "runs suspend_compute forever",
      {
        options: {
          outcome: ({ action }) => (action === "suspend_compute" ? "never" : "finished"),
        },
      },
    ],
    "operation-create-branch-never-finishes": [
      "runs create_branch forever",
      { options: { outcome: ({ action }) => (action === "create_branch" ? "never" : "finished") } },
    ],
    "operation-apply-config-fails": [
      "fails every apply_config without a reason",
      { options: { outcome: ({ action }) => (action === "apply_config" ? "failed" : "finished") } },
    ],
    "operation-of-settings-never-finishes": [
      "reads the apply_config of an active compute as running forever",
      fresh(stuckInSettings),
    ],
    "operation-scheduled-one-is-stuck": [
      "reads an operation that was scheduling as scheduling forever",
      fresh(stuckWhenScheduled),
    ],
    "operation-list-keeps-first-status": [
      "lists operations with the status they began with",
      fresh(keepingFirstStatus),
    ],
    "operation-list-status-lags": [
      "lists an operation as finished only at the second read",
      fresh(finishingLate),
    ],
    "operation-runs-again": [
      "reads a finished operation as running at the second read",
      fresh(runningAtSecondRead),
    ],
    "operation-runs-again-later": [
      "runs a finished operation again after half a minute",
      after(
        "finished",
        "running",
        (ms) => ms > HALF_MINUTE_MS && ms < HOUR_MS + HALF_MINUTE_MS + 10_000,
      ),
    ],
    "operation-failed-after-finished": [
      "fails suspend_compute ten seconds after it was finished",
      status(READS, (status, { action, updated_at }, { emulator }) => {
        const agoMs = emulator.now() - Date.parse(updated_at);
        const fails = action === "suspend_compute" && status === "finished" && agoMs > 10_000;
        return fails ? "failed" : status;
      }),
    ],
    "operation-failed-says-error": [
      "gives a failed operation the status error",
      failedAs(ANY, "error"),
    ],
    "operation-status-upper-case": [
      "writes a status in upper case",
      status(ANY, (it) => it.toUpperCase()),
    ],
    "operation-status-upper-case-in-list": [
      "lists running as RUNNING",
      status(LIST, (it) => it.replace("running", "RUNNING")),
    ],
    "operation-status-of-console": [
      "reads finished as OK",
      status(GET, (it) => it.replace("finished", "OK")),
    ],
    "operation-status-completed": [
      "lists finished as completed",
      status(LIST, (it) => it.replace("finished", "completed")),
    ],
  }),
  ...must(ERRORS, {
    "operation-failed-says-finished": [
      "finishes an operation that cannot complete",
      failedAs(ANY, "finished"),
    ],
    "operation-failed-says-running": [
      "keeps an operation running that cannot complete",
      failedAs(ANY, "running"),
    ],
    "operation-failed-suspend-says-finished": [
      "finishes a suspend_compute or apply_config that cannot complete",
      status(READS, (it, { action }) =>
        action === "start_compute" ? it : it.replace("failed", "finished"),
      ),
    ],
    "operation-failed-listed-as-finished": [
      "lists a failed operation as finished",
      failedAs(LIST, "finished"),
    ],
  }),
  ...should(STATES, {
    "operation-scheduled-again": [
      "reads a running operation as scheduling at the first read",
      fresh(schedulingAtFirstRead),
    ],
  }),
  ...must(FIELDS, {
    "operation-created-at-of-last-change": [
      "shows the last change of an operation as created_at",
      fresh(restampingChanges),
    ],
    "operation-created-at-now": [
      "reads an operation with the present time as created_at",
      set(GET, ["operation.created_at", "operation.updated_at"], (_, __, { emulator }) =>
        secondOf(emulator.now()),
      ),
    ],
    "operation-failures-count-text": [
      "reads failures_count as a string",
      set(GET, "operation.failures_count", String),
    ],
  }),
  ...should(FIELDS, {
    "operation-failures-count-grows": [
      "counts a read of an operation as a failure",
      fresh(countingReads),
    ],
    "operation-failures-count-negative": [
      "counts failures from -1",
      set(ANY, fieldOf("failures_count"), (count) => count - 1),
    ],
    "operation-updated-at-now": [
      "shows operations with the present time as updated_at",
      set(READS, fieldOf("updated_at"), (_, __, { emulator }) => secondOf(emulator.now())),
    ],
    "operation-updated-before-created": [
      "lists operations with an updated_at before created_at",
      set(LIST, "operations.*.updated_at", (_, { created_at }) =>
        secondOf(Date.parse(created_at) - HOUR_MS),
      ),
    ],
  }),
  ...benign(STATES, {
    "operation-slow": [
      "takes ten seconds for all operations but start_compute",
      { options: { operationMs: ({ action }) => (action === "start_compute" ? 300 : 10_000) } },
    ],
    "operation-at-once": ["takes no time for operations", { options: { operationMs: 0 } }],
    "operation-failed-then-finished": [
      "finishes a failed operation at a second attempt",
      after("failed", "finished", (agoMs) => agoMs > 0),
    ],
  }),
  ...benign(COMPUTE_STATES, {
    "benign-operations-at-once": [
      "finishes operations before the first read",
      { options: { operationMs: 0 } },
    ],
    "benign-operations-slow": [
      "takes five seconds for all operations but start_compute",
      { options: { operationMs: ({ action }) => (action === "start_compute" ? 300 : 5_000) } },
    ],
  }),
  ...benign(FIELDS, {
    "operation-failures-counted": [
      "counts one failure for each operation",
      set(ANY, fieldOf("failures_count"), (count) => count + 1),
    ],
    "benign-operations-retried": [
      "finishes operations after some failures",
      set(ANY, fieldOf("failures_count"), 3, isFinished),
    ],
  }),
];
