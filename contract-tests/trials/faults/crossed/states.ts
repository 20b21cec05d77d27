/** Providers that are right until a compute, an operation or a project is in one state. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup, rowsOf } from "../../fault.ts";
import { type Call, type Json, jsonOf } from "../../provider.ts";
import {
  ANY,
  answering,
  drop,
  editing,
  fresh,
  type On,
  refusal,
  refusing,
  set,
  stacked,
  without,
} from "../../verbs.ts";
import {
  computeOf,
  isIdle,
  isMove,
  isReplica,
  isStarting,
  knowingBefore,
  MAX,
  MIN,
  fieldOf as ofCompute,
  type Shown,
  showing,
} from "../endpoints/computes.ts";
import { fieldOf as ofOperation } from "../operations/operations.ts";
import {
  COMPUTE,
  COMPUTE_STATES,
  CREATE_RULES,
  DELETED,
  OPERATION,
  OPERATION_STATES,
  SHAPES,
  SIZES,
  TABLES,
} from "./sources.ts";

const endpoints = inGroup("endpoints");
const operations = inGroup("operations");
const pagination = inGroup("pagination");

const isActive = ({ current_state }: Json) => current_state === "active";

/** Fields that every compute has, and a wrong value each while the compute is idle. */
const WHILE_IDLE: [field: string, value: Json, what: string][] = [
  ["host", "", "an empty host"],
  ["host", null, "null as the host"],
  ["proxy_host", null, "null as the proxy host"],
  ["settings", null, "null as the settings"],
  ["pooler_enabled", null, "null for the pooler"],
  ["region_id", null, "null as the region"],
  ["updated_at", null, "null as the time of the update"],
  ["branch_id", null, "null as the branch"],
  ["type", "suspended", "another type"],
];

/** The same while the compute has never been active. */
const WHILE_STARTING = ["host", "proxy_host", "settings", "region_id", "updated_at", "pooler_mode"];

const WHILE_SCHEDULING = ["created_at", "updated_at", "failures_count", "branch_id"];

/** Refuses a call about a compute for which this holds. */
const refusingIf = (name: string, when: (compute: Json, call: Call) => unknown, status = 409) =>
  refusing(
    async (call) => {
      if (call.name !== name) return false;
      const compute = await computeOf(call);
      return compute !== undefined && when(compute, call);
    },
    () => refusal(status),
  );

/** From the n-th success of a call on, counted by compute or project, answers otherwise. */
const fromTurn = (
  turn: number,
  on: On,
  answer: (response: Response, call: Call) => Response | Promise<Response>,
): Apply =>
  fresh(() => {
    const turns = new Map<string, number>();
    return answering(on, (response, call) => {
      const of = `${call.ids.endpoint_id ?? call.body?.endpoint?.branch_id ?? call.ids.project_id}`;
      turns.set(of, (turns.get(of) ?? 0) + 1);
      return (turns.get(of) ?? 0) >= turn ? answer(response, call) : undefined;
    });
  });

/** Answers the first calls with another value than the later ones. */
const editingFromTurn = (turn: number, on: On, edit: (body: Json) => void): Apply =>
  fromTurn(turn, on, async (response) => {
    const body = await jsonOf(response);
    edit(body);
    return Response.json(body, { status: response.status });
  });

/** Remembers fields of a compute when an answer passes, and shows them from then on. */
const sticking = (on: On, fields: (endpoint: Json, call: Call) => Json | undefined): Apply =>
  fresh(() => {
    const shown: Shown = new Map();
    const noticing = editing(on, ({ endpoint }, call) => {
      const kept = endpoint && fields(endpoint, call);
      if (kept) shown.set(endpoint.id, kept);
    });
    return stacked(noticing, showing(shown));
  });

export const stateFaults = [
  ...endpoints.must(
    COMPUTE,
    rowsOf(WHILE_IDLE, ([field, value, what]) => [
      `idle-${field.replaceAll("_", "-")}-${value === null ? "null" : "wrong"}`,
      `answers ${what} while a compute is idle`,
      set(ANY, ofCompute(field), value, isIdle),
    ]),
  ),
  ...endpoints.must(
    COMPUTE,
    rowsOf(WHILE_STARTING, (field) => [
      `starting-without-${field.replaceAll("_", "-")}`,
      `leaves ${field} out until a compute is active`,
      drop(ANY, ofCompute(field), isStarting),
    ]),
  ),
  ...operations.must(
    OPERATION,
    rowsOf(WHILE_SCHEDULING, (field) => [
      `scheduling-without-${field.replaceAll("_", "-")}`,
      `leaves ${field} out of an operation until it runs`,
      drop(ANY, ofOperation(field), ({ status }) => status === "scheduling"),
    ]),
  ),
  ...endpoints.must(COMPUTE, {
    "idle-without-last-active": [
      "leaves the last activity out while a compute is idle",
      drop(ANY, ofCompute("last_active"), isIdle),
    ],
    "starting-with-last-active": [
      "answers the creation time as the last activity of a compute that was never active",
      set(ANY, ofCompute("last_active"), (_: Json, it) => it.created_at, isStarting),
    ],
    "listed-idle-with-pending-state": [
      "lists a pending state for idle computes",
      set(routes.listProjectEndpoints, "endpoints.*.pending_state", "idle", isIdle),
    ],
  }),
  ...endpoints.must(SIZES, {
    "idle-of-no-size": [
      "answers a size of zero while a compute is idle",
      set(ANY, [...ofCompute(MIN), ...ofCompute(MAX)], 0, isIdle),
    ],
    "idle-of-no-minimum": [
      "answers a minimum of zero while an autoscaling compute is idle",
      set(ANY, ofCompute(MIN), 0, (it) => isIdle(it) && it[MIN] !== it[MAX]),
    ],
  }),
  ...endpoints.must(TABLES, {
    "idle-is-not-listed": [
      "leaves idle computes out of the list of a project",
      without(routes.listProjectEndpoints, "endpoints", isIdle),
    ],
    "idle-is-not-found": [
      "answers 404 for an idle compute",
      refusingIf(routes.getEndpoint, isIdle, 404),
    ],
    "idle-is-not-deleted": [
      "refuses to delete an idle compute",
      refusingIf(routes.deleteEndpoint, isIdle),
    ],
    "replica-is-not-started": [
      "refuses to start a read replica",
      refusingIf(routes.startEndpoint, isReplica),
    ],
    "replica-is-not-suspended": [
      "refuses to suspend a read replica",
      refusingIf(routes.suspendEndpoint, isReplica),
    ],
    "replica-is-not-found": [
      "answers 404 for a read replica",
      refusingIf(routes.getEndpoint, isReplica, 404),
    ],
  }),
  ...endpoints.must(COMPUTE_STATES, {
    "idle-replica-is-not-moved": [
      "refuses to move an idle replica",
      refusingIf(routes.updateEndpoint, (it, call) => isIdle(it) && isReplica(it) && isMove(call)),
    ],
    "active-replica-is-not-restarted": [
      "refuses to restart an active replica",
      refusingIf(routes.restartEndpoint, (it) => isActive(it) && isReplica(it)),
    ],
    "second-suspension-is-ignored": [
      "answers the second suspension of a compute without suspending it",
      fresh(() => {
        const suspended = new Set<string>();
        return refusing(
          async (call) => {
            if (call.name !== routes.suspendEndpoint) return false;
            const compute = await computeOf(call);
            if (!compute || !isActive(compute)) return false;
            const isSecond = suspended.has(compute.id);
            suspended.add(compute.id);
            return isSecond;
          },
          () => Response.json({ operations: [] }),
        );
      }),
    ],
    "second-start-lists-nothing": [
      "lists no operation from the second start of a compute on",
      editingFromTurn(2, routes.startEndpoint, (body) => {
        body.operations = [];
      }),
    ],
    "second-restart-is-refused": [
      "refuses the second restart of an active compute",
      fromTurn(2, routes.restartEndpoint, () => refusal(409)),
    ],
    "second-move-lists-one": [
      "lists one operation at the second move of a compute",
      editingFromTurn(2, isMove, (body) => {
        body.operations = body.operations.slice(0, 1);
      }),
    ],
    "move-awaits-activity": [
      "answers a move of an idle compute with active as the pending state",
      set(
        isMove,
        "endpoint.pending_state",
        "active",
        ({ current_state }) => current_state === "idle",
      ),
    ],
    "move-back-is-refused": [
      "refuses to move a compute to a branch where it has been",
      fresh(() => {
        const places = new Set<string>();
        return refusing(async (call) => {
          const compute = isMove(call) ? await computeOf(call) : undefined;
          if (!compute) return false;
          places.add(`${compute.id} ${compute.branch_id}`);
          return places.has(`${compute.id} ${call.body.endpoint.branch_id}`);
        });
      }),
    ],
    "move-is-undone-by-start": [
      "shows a moved compute on its former branch once it was started",
      fresh(() => {
        const former = new Map<string, string>();
        const shown: Shown = new Map();
        const noticing = knowingBefore(isMove, (_, { id, branch_id }) => former.set(id, branch_id));
        const undoing = editing(routes.startEndpoint, ({ endpoint: { id } }) => {
          const branch_id = former.get(id);
          if (branch_id !== undefined) shown.set(id, { branch_id });
        });
        return stacked(stacked(noticing, undoing), showing(shown));
      }),
    ],
    "resize-is-undone-by-suspension": [
      "answers the default size once a compute was suspended",
      sticking(routes.suspendEndpoint, () => ({ [MIN]: 1, [MAX]: 1 })),
    ],
    "start-changes-type": [
      "answers another type once a compute was started",
      sticking(routes.startEndpoint, ({ type }) => ({
        type: type === "read_write" ? "primary" : type,
      })),
    ],
  }),
  ...endpoints.should(DELETED, {
    "deleted-compute-is-on-its-branch": [
      "lists a deleted compute among those of its branch",
      fresh(() => {
        const deleted: Json[] = [];
        return editing([routes.deleteEndpoint, routes.listBranchEndpoints], (body, { ids }) => {
          if (body.endpoint) deleted.push(body.endpoint);
          const gone = deleted.filter(({ branch_id }) => branch_id === ids.branch_id);
          body.endpoints?.push(...gone);
        });
      }),
    ],
  }),
  ...endpoints.should(COMPUTE, {
    "settings-are-undone-by-start": [
      "answers empty settings once a compute was started again",
      sticking(routes.startEndpoint, () => ({ settings: { pg_settings: {} } })),
    ],
    "restart-renames-host": [
      "answers another host once a compute was restarted",
      sticking(routes.restartEndpoint, ({ host }) => ({ host: `again.${host}` })),
    ],
    "suspension-renames-host": [
      "answers another host once a compute was suspended",
      sticking(routes.suspendEndpoint, ({ host }) => ({ host: `sleeping.${host}` })),
    ],
  }),
  ...endpoints.must(DELETED, {
    "deleted-compute-starts": [
      "answers 200 to a start of a deleted compute",
      fresh(() => {
        const deleted = new Set<string>();
        const keeping = answering(routes.deleteEndpoint, (_, { ids }) => {
          deleted.add(`${ids.endpoint_id}`);
          return undefined;
        });
        return stacked(
          keeping,
          refusing(
            ({ name, ids }) => name === routes.startEndpoint && deleted.has(`${ids.endpoint_id}`),
            () => Response.json({ operations: [] }),
          ),
        );
      }),
    ],
    "deleted-compute-is-found-by-id": [
      "answers a deleted compute by id, and lists it no longer",
      fresh(() => {
        const deleted = new Map<string, Json>();
        const keeping = editing(routes.deleteEndpoint, ({ endpoint }) => {
          deleted.set(endpoint.id, endpoint);
        });
        return stacked(
          keeping,
          refusing(
            ({ name, ids }) => name === routes.getEndpoint && deleted.has(`${ids.endpoint_id}`),
            ({ ids }) => Response.json({ endpoint: deleted.get(`${ids.endpoint_id}`) }),
          ),
        );
      }),
    ],
  }),
  ...endpoints.must(CREATE_RULES, {
    "second-replica-is-refused": [
      "refuses a second read replica on a branch",
      fresh(() => {
        const taken = new Set<string>();
        return refusing(({ name, body }) => {
          if (name !== routes.createEndpoint || !isReplica(body?.endpoint ?? {})) return false;
          const { branch_id } = body.endpoint;
          const isSecond = taken.has(branch_id);
          taken.add(branch_id);
          return isSecond;
        });
      }),
    ],
    "second-compute-is-created-active": [
      "answers active as the state of every second compute of a project that it creates",
      fresh(() => {
        let count = 0;
        return set(routes.createEndpoint, "endpoint.current_state", (state: string) =>
          ++count % 2 === 0 ? "active" : state,
        );
      }),
    ],
    "replica-is-created-idle": [
      "answers idle as the state of a new replica",
      set(routes.createEndpoint, "endpoint.current_state", "idle", isReplica),
    ],
    "replica-start-is-scheduled": [
      "schedules the start of a new replica",
      editing(routes.createEndpoint, ({ endpoint, operations }) => {
        if (isReplica(endpoint)) for (const it of operations) it.status = "scheduling";
      }),
    ],
    "replica-awaits-nothing": [
      "leaves the pending state out of a new replica",
      drop(routes.createEndpoint, "endpoint.pending_state", isReplica),
    ],
    "second-primary-starts-twice": [
      "lists two starts for every second compute that it creates",
      fresh(() => {
        let count = 0;
        return set(routes.createEndpoint, "operations", (all: Json[]) =>
          ++count % 2 === 0 ? [...all, ...all] : all,
        );
      }),
    ],
  }),
  ...operations.must(OPERATION_STATES, {
    "operation-in-progress": [
      "calls running operations in_progress in the list alone",
      set(
        routes.listOperations,
        "operations.*.status",
        "in_progress",
        ({ status }) => status === "running",
      ),
    ],
    "failed-operation-error": [
      "calls failed operations error",
      set(ANY, ofOperation("status"), "error", ({ status }) => status === "failed"),
    ],
    "update-finishes-never": [
      "runs operations that change a configuration for ever",
      { options: { outcome: ({ action }) => (action === "apply_config" ? "never" : "finished") } },
    ],
    "branch-creation-finishes-never": [
      "runs the operation of a new branch for ever",
      { options: { outcome: ({ action }) => (action === "create_branch" ? "never" : "finished") } },
    ],
    "suspension-finishes-never": [
      "runs suspensions for ever",
      {
        options: { outcome: ({ action }) => (action === "suspend_compute" ? "never" : "finished") },
      },
    ],
  }),
  ...operations.must(SHAPES, {
    "running-without-envelope": [
      "answers an operation without its envelope while it runs",
      editing(routes.getOperation, (body) =>
        body.operation.status === "running" ? body.operation : body,
      ),
    ],
  }),
  ...pagination.must(SHAPES, {
    "second-project-ignores-limit": [
      "ignores the limit on every project but the first",
      answering(routes.listOperations, async (_, { ids, emulator, query, url }, pass) => {
        if (ids.project_id === emulator.ids.project_id || query.has("cursor")) return undefined;
        return pass({ url: url.replace(/limit=\d+/, "limit=100") });
      }),
    ],
    "second-project-without-pagination": [
      "leaves the pagination out on every project but the first",
      editing(routes.listOperations, (body, { ids, emulator }) => {
        if (ids.project_id !== emulator.ids.project_id) delete body.pagination;
      }),
    ],
  }),
  ...endpoints.must(SHAPES, {
    "second-project-computes-bare": [
      "lists computes as a bare array on every project but the first",
      editing(routes.listProjectEndpoints, (body, { ids, emulator }) =>
        ids.project_id === emulator.ids.project_id ? body : body.endpoints,
      ),
    ],
    "second-project-creation-without-operations": [
      "lists no operations of a creation on every project but the first",
      editing(routes.createEndpoint, (body, { ids, emulator }) => {
        if (ids.project_id !== emulator.ids.project_id) body.operations = [];
      }),
    ],
    "second-project-deletion-without-compute": [
      "leaves the deleted compute out on every project but the first",
      editing(routes.deleteEndpoint, (body, { ids, emulator }) => {
        if (ids.project_id !== emulator.ids.project_id) delete body.endpoint;
      }),
    ],
  }),
];
