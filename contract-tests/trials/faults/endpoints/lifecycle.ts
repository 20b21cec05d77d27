/** Providers that are wrong about starting, restarting, using and suspending computes, or unusual. */
import type { Connection } from "@hosted-postgres/contract-tests/run/target";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { ask, type Call, type Json, withBody } from "../../provider.ts";
import {
  ANY,
  answering,
  connecting,
  each,
  fresh,
  insteadOf,
  meanwhile,
  onCall,
  refusal,
  refusing,
  set,
  stacked,
  without,
} from "../../verbs.ts";
import {
  COMPUTES,
  computeOf,
  computesOf,
  fieldOf,
  isIdle,
  isOfReplica,
  isReplica,
  MAX,
  MIN,
  MINUTE_MS,
} from "./computes.ts";

const { must, should, benign } = inGroup("endpoints");

const {
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  getEndpoint: GET,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  startEndpoint: START,
  suspendEndpoint: SUSPEND,
  restartEndpoint: RESTART,
  listOperations: OPERATIONS,
} = routes;
const COMMANDS = [START, SUSPEND, RESTART];

const STATES = "States and transitions, Compute endpoint";
const TIMER = "States and transitions, Compute endpoint Rules 1";
const SHAPES = "Endpoints, Detailed shapes";
const RESTARTS = "Endpoints, Rules 3";
const UNSHOWN = "Endpoints, Rules 6";
const REFUSALS = "Errors, Implied refusals";

/** A connection that waits forever. */
const nowhere: Connection = { state: "waiting", query() {}, close() {} };

/** A connection that the emulator does not know about. */
const unnoticed: Connection = { state: "open", query() {}, close() {} };

const noOperations = () => Response.json({ operations: [] });

const isRestart = ({ name }: Call) => name === RESTART;
const isStart = ({ name }: Call) => name === START;

/** Whether an update asks for these fields and no others. */
const isResize = ({ name, body }: Call, ...fields: string[]) =>
  name === UPDATE && `${Object.keys(body?.endpoint ?? {}).toSorted()}` === `${fields.toSorted()}`;

/** Starts the compute of a restart. */
const starting = ({ url }: Call) => ({ url: url.replace(/restart$/, "start") });

/** Keeps connections open through calls that should close them. */
const keepingConnections =
  (when: (call: Call, compute: Json) => boolean): Apply =>
  (emulator) => {
    const kept = new Set<string>();
    const keeping = onCall(ANY, async (call) => {
      const compute = call.ids.endpoint_id === undefined ? undefined : await computeOf(call);
      if (compute && when(call, compute)) kept.add(compute.id);
    });
    const connect = (endpoint_id: string): Connection => {
      const connection = emulator.connect(endpoint_id);
      kept.delete(endpoint_id);
      return {
        query: () => connection.query(),
        close: () => connection.close(),
        get state() {
          const isKept = connection.state === "closed" && kept.has(endpoint_id);
          return isKept ? "open" : connection.state;
        },
      };
    };
    return { ...keeping(emulator), control: { connect } };
  };

const startingOnce = () => {
  const started = new Set<string>();
  const isAgain = (call: Call) => {
    const id = `${call.ids.endpoint_id}`;
    if (!isStart(call)) return false;
    const again = started.has(id);
    started.add(id);
    return again;
  };
  return refusing(isAgain, noOperations);
};

const wakingOnce = () => {
  const woken = new Set<string>();
  return connecting((id, emulator) => {
    if (woken.has(id)) return nowhere;
    woken.add(id);
    return emulator.connect(id);
  });
};

const wakingNoReplicas = () => {
  const replicas = new Set<string>();
  return stacked(
    each(ANY, COMPUTES, (it) => {
      if (isReplica(it)) replicas.add(it.id);
    }),
    connecting((id, emulator) => (replicas.has(id) ? nowhere : emulator.connect(id))),
  );
};

/** Connects each client again whose connection was closed, though it has not asked for it. */
const reconnecting = () => {
  const clients = new Map<Connection, string>();
  return stacked(
    connecting((id, emulator) => {
      const connection = emulator.connect(id);
      clients.set(connection, id);
      return connection;
    }),
    meanwhile((emulator) => {
      for (const [connection, id] of clients) {
        if (connection.state !== "closed") continue;
        clients.delete(connection);
        emulator.connect(id);
      }
    }),
  );
};

/** Lists no operation that a start has started. */
const hidingStarts = () => {
  const hidden = new Set<string>();
  return stacked(
    each(START, "operations.*", ({ id }) => hidden.add(id)),
    without(OPERATIONS, "operations", ({ id }) => hidden.has(id)),
  );
};

/** Lists no operation that a connection has started. */
const hidingWakes = () => {
  const hidden = new Set<string>();
  const woken = new Set<string>();
  return stacked(
    without(OPERATIONS, "operations", ({ id, action, endpoint_id }) => {
      if (action === "start_compute" && woken.delete(endpoint_id)) hidden.add(id);
      return hidden.has(id);
    }),
    connecting((id, emulator) => {
      woken.add(id);
      return emulator.connect(id);
    }),
  );
};

/** Resets the idle timer only for the first `times` connections to a compute. */
const resettingTimer = (times: number): Apply =>
  fresh(() => {
    const used = new Map<string, number>();
    return connecting((id, emulator) => {
      const count = (used.get(id) ?? 0) + 1;
      used.set(id, count);
      return count <= times ? emulator.connect(id) : unnoticed;
    });
  });

/** Uses every active compute when somebody reads the list. */
const resettingTimersByList = onCall(LIST, async ({ emulator }) => {
  for (const { id, project_id } of await computesOf(emulator)) {
    const { endpoint } = await ask(emulator, `GET /projects/${project_id}/endpoints/${id}`);
    const isGoingDown = endpoint.pending_state === "idle";
    if (endpoint.current_state === "active" && !isGoingDown) emulator.connect(id).close();
  }
});

/** Replaces the switch that disables scale to zero. */
const disablingScaleToZero =
  (disable: (endpoint_id: string, emulator: Emulator) => void): Apply =>
  (emulator) => ({ control: { disableScaleToZero: (id) => disable(id, emulator) } });

const enablingScaleToZeroAgain = () => {
  const disabled = new Set<string>();
  return stacked(
    disablingScaleToZero((id, emulator) => {
      disabled.add(id);
      emulator.setIdleMs(id, null);
    }),
    connecting((id, emulator) => {
      if (disabled.delete(id)) emulator.setIdleMs(id, 5 * MINUTE_MS);
      return emulator.connect(id);
    }),
  );
};

/** Shows another state of computes for a while after a call. */
const passing = (routes: string[], state: string, forMs: number): Apply =>
  fresh(({ now }) => {
    const until = new Map<string, number>();
    return stacked(
      answering(routes, (_, { ids }) => {
        until.set(`${ids.endpoint_id}`, now() + forMs);
        return undefined;
      }),
      set([LIST, GET], fieldOf("current_state"), state, ({ id }) => now() < (until.get(id) ?? 0)),
    );
  });

/** Whether a call changes a compute that has an unfinished operation. */
async function isOnBusyCompute({ name, ids, emulator }: Call): Promise<boolean> {
  if (![UPDATE, DELETE, ...COMMANDS].includes(name)) return false;
  const path = `/projects/${ids.project_id}/operations?limit=1000`;
  const { operations = [] } = await ask(emulator, `GET ${path}`);
  return operations.some(
    ({ endpoint_id, status }: Json) =>
      endpoint_id === ids.endpoint_id && (status === "running" || status === "scheduling"),
  );
}

export const lifecycleFaults: Fault[] = [
  ...must(RESTARTS, {
    "restart-of-idle-accepted": [
      "answers 200 to a restart of an idle compute, without effect",
      insteadOf(409, RESTART, () => Response.json({})),
    ],
    "restart-wakes-idle": [
      "starts an idle compute at a restart",
      insteadOf(409, RESTART, (_, call, pass) => pass(starting(call))),
    ],
    "restart-refused-wakes-idle": [
      "refuses to restart an idle compute, but starts it",
      insteadOf(409, RESTART, async (response, call, pass) => {
        await pass(starting(call));
        return response;
      }),
    ],
    "restart-of-idle-replica-accepted": [
      "answers 200 to a restart of an idle read replica",
      insteadOf(
        409,
        (call) => isRestart(call) && isOfReplica(call),
        () => Response.json({}),
      ),
    ],
    "restart-of-active-refused": ["refuses to restart an active compute", refusing(RESTART)],
    "start-refused": ["refuses to start an idle compute", refusing(START)],
  }),
  ...must(SHAPES, {
    "restart-needs-body": [
      "refuses a restart without a body",
      refusing(
        (call) => isRestart(call) && call.body === undefined,
        () => refusal(400),
      ),
    ],
  }),
  ...must(STATES, {
    "restart-keeps-connections": [
      "keeps connections through a restart",
      keepingConnections(isRestart),
    ],
    "restart-of-replica-keeps-connections": [
      "keeps connections through a restart of a read replica",
      keepingConnections((call, it) => isRestart(call) && isReplica(it)),
    ],
    "resize-keeps-connections": [
      "keeps connections through a change of the fixed size",
      keepingConnections((call) => isResize(call, MIN, MAX)),
    ],
    "resize-of-maximum-keeps-connections": [
      "keeps connections through a change of the maximum size",
      keepingConnections((call) => isResize(call, MAX)),
    ],
    "resize-of-minimum-keeps-connections": [
      "keeps connections through a change of the minimum size",
      keepingConnections((call) => isResize(call, MIN)),
    ],
    "resize-down-keeps-connections": [
      "keeps connections through a change to a smaller size",
      keepingConnections(
        ({ name, body }, it) => name === UPDATE && body?.endpoint?.[MAX] < it[MAX],
      ),
    ],
    "resize-of-replica-keeps-connections": [
      "keeps connections through an update of a read replica",
      keepingConnections(({ name }, it) => name === UPDATE && isReplica(it)),
    ],
    "start-without-effect": [
      "answers 200 to a start of an idle compute, without effect",
      refusing(START, noOperations),
    ],
    "start-of-replica-without-effect": [
      "answers 200 to a start of an idle read replica, without effect",
      refusing((call) => isStart(call) && isOfReplica(call), noOperations),
    ],
    "start-once-only": ["starts a compute only once", fresh(startingOnce)],
    "start-not-listed": ["lists no start_compute of a start", fresh(hidingStarts)],
    "wake-not-listed": ["lists no start_compute of a connection", fresh(hidingWakes)],
    "connection-does-not-wake": [
      "does not wake an idle compute for a connection",
      connecting(() => nowhere),
    ],
    "connection-does-not-wake-replica": [
      "does not wake an idle read replica for a connection",
      fresh(wakingNoReplicas),
    ],
    "connection-wakes-once-only": ["wakes a compute for a connection only once", fresh(wakingOnce)],
    "closed-connection-wakes": [
      "wakes a suspended compute for the connections that its suspension has closed",
      fresh(reconnecting),
    ],
    "idle-after-4-minutes": [
      "suspends a compute after 4 minutes",
      { options: { idleMs: 4 * MINUTE_MS } },
    ],
    "idle-after-6-minutes": [
      "suspends a compute after 6 minutes",
      { options: { idleMs: 6 * MINUTE_MS } },
    ],
    "idle-after-1-minute": [
      "suspends a compute after a minute",
      { options: { idleMs: MINUTE_MS } },
    ],
    "idle-never": ["never suspends an inactive compute", { options: { idleMs: null } }],
    "idle-never-replica": [
      "never suspends an inactive read replica",
      each(CREATE, "endpoint", (it, { emulator }) => {
        if (isReplica(it)) emulator.setIdleMs(it.id, null);
      }),
    ],
    "idle-never-after-start": [
      "never suspends a compute that was started by hand",
      onCall(START, ({ ids, emulator }) => emulator.setIdleMs(`${ids.endpoint_id}`, null)),
    ],
    "list-resets-timer": ["counts a read of the list as activity", resettingTimersByList],
    "suspension-not-listed": [
      "lists no suspend_compute",
      without(OPERATIONS, "operations", ({ action }) => action === "suspend_compute"),
    ],
    "idle-is-called-stopped": [
      "lists idle computes as stopped",
      set(LIST, "endpoints.*.current_state", "stopped", isIdle),
    ],
    "idle-is-still-active": [
      "lists idle computes as active",
      set(LIST, "endpoints.*.current_state", "active", isIdle),
    ],
  }),
  ...must(TIMER, {
    "connection-does-not-reset-timer": [
      "does not reset the timer at a connection to an active compute",
      resettingTimer(0),
    ],
    "first-connection-alone-resets-timer": [
      "resets the timer at the first connection only",
      resettingTimer(1),
    ],
    "scale-to-zero-not-disabled": [
      "suspends a compute whose scale to zero is disabled",
      disablingScaleToZero(() => {}),
    ],
    "scale-to-zero-back-by-connection": [
      "enables scale to zero again at the first connection",
      fresh(enablingScaleToZeroAgain),
    ],
    "scale-to-zero-disabled-for-an-hour": [
      "disables scale to zero for an hour only",
      disablingScaleToZero((id, emulator) => emulator.setIdleMs(id, 60 * MINUTE_MS)),
    ],
  }),
  ...should(STATES, {
    "wakes-in-five-seconds": ["takes five seconds to wake", { options: { operationMs: 5_000 } }],
  }),
  ...benign(UNSHOWN, {
    "benign-commands-202-empty": [
      "answers commands with 202 and no body",
      answering(COMMANDS, () => new Response(null, { status: 202 })),
    ],
    "benign-commands-204": [
      "answers commands with 204",
      answering(COMMANDS, () => new Response(null, { status: 204 })),
    ],
  }),
  ...must("What the service does 5", {
    "commands-answer-null": [
      "answers commands with null",
      answering(COMMANDS, (response) => withBody(response, "null")),
    ],
    "commands-answer-a-job": [
      "answers commands with the id of a job",
      answering(COMMANDS, () =>
        Response.json({ endpoint: null, operations: null, operation: { id: 1, status: "DONE" } }),
      ),
    ],
    "commands-answer-no-operations": [
      "answers commands with an empty list of operations",
      answering(COMMANDS, noOperations),
    ],
  }),
  ...must("Endpoints, Common rules", {
    "commands-answer-text": [
      "answers commands with text",
      answering(
        COMMANDS,
        () => new Response("done", { headers: { "content-type": "text/plain" } }),
      ),
    ],
  }),
  ...must(
    REFUSALS,
    rowsOf([500, 503], (status) => [
      `conflicts-${status}`,
      `answers a conflict with ${status}`,
      insteadOf(409, ANY, () => new Response(null, { status })),
    ]),
  ),
  ...benign(REFUSALS, {
    ...rowsOf([303, 400, 401, 403, 404, 412, 422, 423], (status) => [
      `benign-conflicts-${status}`,
      `answers a conflict with ${status}`,
      insteadOf(409, ANY, ({ body, headers }) => new Response(body, { status, headers })),
    ]),
  }),
  ...benign(STATES, {
    "benign-busy-computes-423": [
      "refuses to change a compute while one of its operations runs",
      refusing(isOnBusyCompute, () => refusal(423, "locked")),
    ],
    "benign-restarting-state": [
      "shows a compute as restarting for two seconds after a restart",
      passing([RESTART], "restarting", 2_000),
    ],
    "benign-init-after-restart": [
      "shows a compute as init for two seconds after a restart or an update",
      passing([RESTART, UPDATE], "init", 2_000),
    ],
    "benign-starting-state": [
      "shows a compute as starting for a moment after a start",
      passing([START], "starting", 200),
    ],
    "benign-suspending-state": [
      "shows a compute as suspending for two seconds",
      passing([SUSPEND], "suspending", 2_000),
    ],
    "benign-suspended-a-little-late": [
      "looks for inactive computes every half minute",
      { options: { idleMs: 5 * MINUTE_MS + 25_000 } },
    ],
    "benign-always-on-by-default-elsewhere": [
      "begins with a compute whose scale to zero is disabled",
      (emulator) => {
        emulator.setIdleMs(emulator.ids.endpoint_id, null);
        return {};
      },
    ],
  }),
];
