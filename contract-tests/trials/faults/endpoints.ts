/** Providers that are wrong about computes. */
import { setImmediate as turn } from "node:timers/promises";
import type { Connection } from "@hosted-postgres/contract-tests/run/target";
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, faultsOf, type Provider } from "../fault.ts";
import {
  ask,
  type Call,
  editAnswers,
  edited,
  endpointsOf,
  front,
  type Json,
  operationsOf,
  type Pass,
  withBody,
} from "../provider.ts";

const { must, should } = faultsOf("computes");

const {
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  getEndpoint: GET,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  startEndpoint: START,
  restartEndpoint: RESTART,
  listOperations: OPERATIONS,
} = routes;

const FIELDS = "Resources and their fields, Compute endpoint";
const STATES = "States and transitions, Compute endpoint";
const TIMER = "States and transitions, Compute endpoint Rules 1";
const DELETED = "States and transitions, Compute endpoint Rules 2";
const SHAPES = "Endpoints, Detailed shapes";
const CREATION = "Endpoints, Rules 1";
const UPDATES = "Endpoints, Rules 2";
const RESTARTS = "Endpoints, Rules 3";

const PRIMARY = "read_write";
const MINUTE_MS = 60_000;

const isReplica = ({ type }: Json) => type !== PRIMARY;

/** Edits the compute in the answers to creations, all or some of them. */
const created = (
  edit: (endpoint: Json, body: Json) => unknown,
  of: (endpoint: Json) => boolean = () => true,
) => editAnswers(CREATE, (body) => void (of(body.endpoint) && edit(body.endpoint, body)));

/** Edits the answers to moves. */
const moved = (edit: (body: Json, call: Call) => unknown) =>
  editAnswers(UPDATE, (body, call) => void (isMove(call) && edit(body, call)));

/** Edits the computes in lists. */
const inLists = (edit: (endpoint: Json, all: Json[]) => unknown) =>
  editAnswers(LIST, ({ endpoints }) => {
    for (const it of endpoints) edit(it, endpoints);
  });

const isMove = ({ name, body }: Call) => name === UPDATE && body?.endpoint?.branch_id !== undefined;

const refusal = (status = 409) => Response.json({ message: "no" }, { status });

async function computes(emulator: Emulator, project_id = emulator.ids.project_id): Promise<Json[]> {
  return (await ask(emulator, `GET /projects/${project_id}/endpoints`)).endpoints ?? [];
}

async function compute(emulator: Emulator, { ids }: Call): Promise<Json> {
  return (await computes(emulator, ids.project_id)).find(({ id }) => id === ids.endpoint_id);
}

async function primaryOn(emulator: Emulator, branch_id: string): Promise<Json> {
  return (await computes(emulator)).find((it) => it.branch_id === branch_id && !isReplica(it));
}

/** Shows some computes otherwise than the emulator does: fields by the id. */
type Shown = Map<string, Json>;

function show(shown: Shown, response: Response): Promise<Response> {
  return edited(response, (body) => {
    for (const endpoint of endpointsOf(body)) Object.assign(endpoint, shown.get(endpoint.id));
  });
}

/** A provider that creates a second primary compute when it should not: as what it says is one. */
function secondPrimary(
  when: (call: Call, primary: Json, emulator: Emulator) => unknown,
  answer: (response: Response) => Response = (response) => response,
): Apply {
  return (emulator) => {
    const shown: Shown = new Map();
    return front(emulator, async (call, pass) => {
      const response = await pass();
      const { endpoint } = call.body ?? {};
      if (call.name !== CREATE || response.status !== 409) return show(shown, response);
      const primary = await primaryOn(emulator, endpoint.branch_id);
      if (!(await when(call, primary, emulator))) return response;
      const second = await pass({ body: { endpoint: { ...endpoint, type: "another" } } });
      const body: Json = await second.clone().json();
      shown.set(body.endpoint.id, { type: PRIMARY });
      return answer(await show(shown, second));
    });
  };
}

/** A provider that moves a primary compute to a branch that has one. */
function moveToTaken(
  when: (call: Call, emulator: Emulator) => unknown,
  answer: (response: Response) => Response = (response) => response,
): Apply {
  return (emulator) => {
    const shown: Shown = new Map();
    return front(emulator, async (call, pass) => {
      const isWrong = isMove(call) && (await when(call, emulator));
      const response = await pass();
      if (!isWrong || response.status !== 409) return show(shown, response);
      const { branch_id } = call.body.endpoint;
      shown.set(call.ids.endpoint_id ?? "", { branch_id });
      return answer(await show(shown, await pass({ body: { endpoint: { disabled: false } } })));
    });
  };
}

/** A provider that checks, and acts a moment later: what a race should refuse it does. */
function racing(isRace: (call: Call, other: Call) => boolean, apply: Apply): Apply {
  return (emulator) => {
    const inFlight: Call[] = [];
    const wrong = apply(emulator).fetch ?? emulator.fetch;
    return {
      async fetch(request) {
        const copy = request.clone();
        const call = await peek(emulator, request);
        const branch_id = call.body?.endpoint?.branch_id;
        if (branch_id === undefined) return wrong(copy);
        inFlight.push(call);
        await turn();
        const isRacing = inFlight.some(
          (other) =>
            other !== call && other.body.endpoint.branch_id === branch_id && isRace(call, other),
        );
        try {
          return await (isRacing ? wrong(copy) : emulator.fetch(copy));
        } finally {
          await turn();
          inFlight.splice(inFlight.indexOf(call), 1);
        }
      },
    };
  };
}

/** Reads a request without answering it. */
function peek(emulator: Emulator, request: Request): Promise<Call> {
  return new Promise((resolve) => {
    const reader = front(emulator, async (call) => {
      resolve(call);
      return new Response();
    });
    void reader.fetch(request);
  });
}

/** Refuses a call, or answers it otherwise; not one whose key is wrong. */
async function instead(
  emulator: Emulator,
  { headers }: Call,
  pass: Pass,
  answer: () => Response = refusal,
): Promise<Response> {
  const { status } = await emulator.fetch(`${emulator.url}/projects`, { headers });
  return status === 401 ? pass() : answer();
}

/** A provider that remembers what its computes were like. */
function remembering(
  answer: (
    call: Call,
    pass: Pass,
    known: Map<string, Json>,
    emulator: Emulator,
  ) => Promise<Response>,
): Apply {
  return (emulator) => {
    const known = new Map<string, Json>();
    return front(emulator, async (call, pass) => {
      const response = await answer(call, pass, known, emulator);
      return edited(response, (body) => {
        for (const endpoint of endpointsOf(body)) known.set(endpoint.id, endpoint);
      });
    });
  };
}

/** A provider in whose list deleted computes still are, for example. */
function stillListed(when: (endpoint: Json, sinceMs: number) => boolean): Apply {
  return (emulator) => {
    const gone: { endpoint: Json; atMs: number }[] = [];
    return front(emulator, async (call, pass) => {
      if (call.name === DELETE) {
        const endpoint = await compute(emulator, call);
        const response = await pass();
        if (response.ok && endpoint) gone.push({ endpoint, atMs: emulator.now() });
        return response;
      }
      const response = await pass();
      if (call.name !== LIST) return response;
      return edited(response, ({ endpoints }) => {
        for (const { endpoint, atMs } of gone) {
          if (endpoint.project_id === call.ids.project_id && when(endpoint, emulator.now() - atMs))
            endpoints.push(endpoint);
        }
      });
    });
  };
}

/** A provider that stores an update otherwise than it was asked for, and answers as it was asked. */
function storing(
  change: (asked: Json, endpoint: Json) => Json,
  { of = () => true }: { of?: (endpoint: Json) => boolean } = {},
): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      if (call.name !== UPDATE || call.body?.endpoint === undefined) return pass();
      const endpoint = await compute(emulator, call);
      if (!endpoint || !of(endpoint)) return pass();
      const asked = call.body.endpoint;
      const stored = change({ ...asked }, endpoint);
      // An update of nothing starts no operation.
      const isNothing = Object.keys(stored).length === 0;
      const response = await pass({
        body: { endpoint: isNothing ? { disabled: endpoint.disabled } : stored },
      });
      return edited(response, (body) => void Object.assign(body.endpoint, asked));
    });
}

/** A provider whose connections outlive what should close them. */
function keepingConnections(when: (call: Call, endpoint: Json) => boolean): Apply {
  return (emulator) => {
    const kept = new Set<string>();
    const { fetch } = front(emulator, async (call, pass) => {
      const endpoint =
        call.ids.endpoint_id === undefined ? undefined : await compute(emulator, call);
      if (endpoint && when(call, endpoint)) kept.add(endpoint.id);
      return pass();
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
    return { fetch, control: { connect } };
  };
}

/** A connection that is never heard of. */
const nowhere: Connection = { state: "waiting", query() {}, close() {} };

/** A provider that lets some connections through, and not others. */
function connecting(connect: (endpoint_id: string, emulator: Emulator) => Connection): Apply {
  return (emulator) => ({ control: { connect: (id) => connect(id, emulator) } });
}

/** A provider whose list of operations leaves some out. */
const hidingOperations = (hides: (operation: Json) => boolean) =>
  editAnswers(OPERATIONS, (body) => ({
    ...body,
    operations: operationsOf(body).filter((it) => !hides(it)),
  }));

const isResize = ({ name, body }: Call, ...fields: string[]) => {
  const asked = Object.keys(body?.endpoint ?? {});
  return (
    name === UPDATE && asked.length === fields.length && fields.every((it) => asked.includes(it))
  );
};

const MIN = "autoscaling_limit_min_cu";
const MAX = "autoscaling_limit_max_cu";

export const computeFaults: Fault[] = [
  // Creation

  must(
    "create-second-primary",
    CREATION,
    "A second primary compute is created.",
    secondPrimary(() => true),
  ),
  must(
    "create-second-primary-if-idle",
    CREATION,
    "Only an active compute keeps its branch from getting a second primary one.",
    secondPrimary((_, { current_state }) => current_state === "idle"),
  ),
  must(
    "create-second-primary-while-init",
    CREATION,
    "A compute that has not started yet does not keep its branch from getting a second one.",
    secondPrimary((_, { current_state }) => current_state === "init"),
  ),
  must(
    "create-second-primary-beside-replica",
    CREATION,
    "Where there is a replica, the newest compute alone is looked at.",
    secondPrimary(async ({ body }, _, emulator) =>
      (await computes(emulator)).some(
        (it) => isReplica(it) && it.branch_id === body.endpoint.branch_id,
      ),
    ),
  ),
  must(
    "create-second-primary-by-organization-key",
    CREATION,
    "The key of an organization creates a second primary compute.",
    secondPrimary(({ key }, _, { keys }) => key === keys.organization),
  ),
  must(
    "create-second-primary-by-project-key",
    CREATION,
    "The key of a project creates a second primary compute.",
    secondPrimary(({ key }, _, { keys }) => key === keys.project),
  ),
  must(
    "create-second-primary-on-default-branch",
    CREATION,
    "The default branch gets a second primary compute.",
    secondPrimary(({ body }, _, { ids }) => body.endpoint.branch_id === ids.branch_id),
  ),
  must(
    "create-second-primary-when-asked-twice",
    CREATION,
    "Who asks twice gets a second primary compute.",
    (emulator) => {
      const asked = new Set<string>();
      return secondPrimary(({ body: { endpoint } }) => {
        const again = asked.has(endpoint.branch_id);
        asked.add(endpoint.branch_id);
        return again;
      })(emulator);
    },
  ),
  must(
    "create-second-primary-beside-moved",
    UPDATES,
    "A primary compute counts where it was created, not where it was moved to.",
    (emulator) => {
      const home = new Map<string, string>();
      const { fetch } = secondPrimary((_, { id, branch_id }) => home.get(id) !== branch_id)(
        emulator,
      );
      return {
        async fetch(request) {
          for (const { id, branch_id } of await computes(emulator))
            if (!home.has(id)) home.set(id, branch_id);
          return fetch?.(request) ?? emulator.fetch(request);
        },
      };
    },
  ),
  must(
    "create-second-primary-after-deletion",
    CREATION,
    "A deletion lowers the count of primary computes twice, so that a branch gets two.",
    (emulator) => {
      const emptied = new Set<string>();
      const wrong = secondPrimary(({ body }) => emptied.delete(body.endpoint.branch_id))(emulator);
      return {
        async fetch(request) {
          const call = await peek(emulator, request.clone());
          if (call.name === DELETE) {
            const endpoint = await compute(emulator, call);
            if (endpoint && !isReplica(endpoint)) emptied.add(endpoint.branch_id);
          }
          return wrong.fetch?.(request) ?? emulator.fetch(request);
        },
      };
    },
  ),
  must(
    "create-second-primary-in-a-race",
    CREATION,
    "Of two creations at the same time both come to be.",
    racing(
      (call, other) => call.name === CREATE && other.name === CREATE,
      secondPrimary(() => true),
    ),
  ),
  must(
    "create-second-primary-despite-refusal",
    CREATION,
    "A second primary compute is refused, and created all the same.",
    secondPrimary(
      () => true,
      () => refusal(),
    ),
  ),
  must(
    "create-answers-the-first-primary",
    CREATION,
    "Instead of refusing a second primary compute the first is answered.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== CREATE || response.status !== 409) return response;
        const endpoint = await primaryOn(emulator, call.body.endpoint.branch_id);
        return Response.json({
          endpoint: { ...endpoint, pending_state: "active" },
          operations: [],
        });
      }),
  ),
  must(
    "create-beside-a-move-in-a-race",
    UPDATES,
    "A compute created on a branch while another is moved there stays.",
    racing(
      (call, other) => call.name === CREATE && isMove(other),
      secondPrimary(() => true),
    ),
  ),
  must(
    "move-beside-a-creation-in-a-race",
    UPDATES,
    "A compute moved to a branch while another is created there stays.",
    racing(
      (call, other) => isMove(call) && other.name === CREATE,
      moveToTaken(() => true),
    ),
  ),
  must(
    "move-beside-a-move-in-a-race",
    UPDATES,
    "Of two moves to a branch at the same time both get there.",
    racing(
      (call, other) => isMove(call) && isMove(other),
      moveToTaken(() => true),
    ),
  ),
  must(
    "create-on-another-branch",
    SHAPES,
    "A compute is created on a branch nobody named.",
    (emulator) =>
      front(emulator, (call, pass) => {
        const { free_branch_id, other_free_branch_id } = emulator.ids;
        const { endpoint } = call.body ?? {};
        if (call.name !== CREATE || endpoint?.branch_id !== free_branch_id) return pass();
        return pass({ body: { endpoint: { ...endpoint, branch_id: other_free_branch_id } } });
      }),
  ),
  must(
    "create-replica-as-primary",
    SHAPES,
    "The answer to the creation of a replica says that it is a primary compute.",
    created((endpoint) => {
      endpoint.type = PRIMARY;
    }),
  ),
  must(
    "list-replica-as-primary",
    SHAPES,
    "In the list a replica is a primary compute.",
    inLists((it) => {
      it.type = PRIMARY;
    }),
  ),
  must("one-replica-only", CREATION, "A branch gets no second read replica.", (emulator) =>
    limitingReplicas(emulator, 1),
  ),
  must("four-replicas-only", CREATION, "A branch gets no fifth read replica.", (emulator) =>
    limitingReplicas(emulator, 4),
  ),
  must(
    "replica-counts-as-primary",
    CREATION,
    "A branch with a read replica gets no primary compute.",
    refusingCreation(
      async ({ branch_id, type }, all) =>
        type === PRIMARY && all.some((it) => it.branch_id === branch_id),
    ),
  ),
  must(
    "replica-needs-primary",
    STATES,
    "A branch without a primary compute gets no read replica.",
    refusingCreation(
      async ({ branch_id, type }, all) =>
        type !== PRIMARY && !all.some((it) => it.branch_id === branch_id && !isReplica(it)),
    ),
  ),
  must(
    "create-is-active",
    STATES,
    "A created compute is active at once.",
    created((it) => {
      it.current_state = "active";
    }),
  ),
  must(
    "create-is-idle",
    STATES,
    "A created compute is idle, as if nobody had asked for it.",
    created((it) => {
      it.current_state = "idle";
    }),
  ),
  must(
    "create-replica-is-active",
    STATES,
    "A created read replica is active at once.",
    created((it) => {
      it.current_state = "active";
    }, isReplica),
  ),
  must(
    "create-without-pending-state",
    FIELDS,
    "The answer to a creation has no pending_state.",
    created((it) => {
      delete it.pending_state;
    }),
  ),
  must(
    "create-replica-without-pending-state",
    FIELDS,
    "The answer to the creation of a replica has no pending_state.",
    created((it) => {
      delete it.pending_state;
    }, isReplica),
  ),
  must(
    "create-pending-idle",
    STATES,
    "A created compute has the pending state idle.",
    created((it) => {
      it.pending_state = "idle";
    }),
  ),
  must(
    "create-operation-scheduling",
    CREATION,
    "start_compute of a creation is scheduling.",
    created((_, { operations }) => {
      operations[0].status = "scheduling";
    }),
  ),
  must(
    "create-without-operation",
    CREATION,
    "A creation lists no operation.",
    created((_, body) => {
      body.operations = [];
    }),
  ),
  must(
    "create-replica-without-operation",
    CREATION,
    "The creation of a replica lists no operation.",
    created((_, body) => {
      body.operations = [];
    }, isReplica),
  ),
  must(
    "create-two-operations",
    CREATION,
    "A creation lists apply_config beside start_compute.",
    created((_, { operations }) => {
      operations.push({ ...operations[0], action: "apply_config" });
    }),
  ),
  must(
    "create-operation-of-another-action",
    CREATION,
    "A creation starts create_compute.",
    created((_, { operations }) => {
      operations[0].action = "create_compute";
    }),
  ),
  must(
    "create-operation-of-another-compute",
    CREATION,
    "The operation of a creation names the default compute.",
    (emulator) =>
      created((_, { operations }) => {
        operations[0].endpoint_id = emulator.ids.endpoint_id;
      })(emulator),
  ),
  ...(
    [
      ["pooler-mode", "pooler_mode", "session"],
      ["pooler-enabled", "pooler_enabled", true],
      ["passwordless-access", "passwordless_access", false],
      ["disabled", "disabled", true],
      ["minimum-size", MIN, 0.25],
      ["maximum-size", MAX, 2],
      ["settings", "settings", { pg_settings: { max_connections: "450" } }],
    ] as const
  ).map(([name, field, value]) =>
    must(
      `default-${name}`,
      FIELDS,
      `${field} of a new compute is not the default.`,
      created((it) => {
        it[field] = value;
      }),
    ),
  ),
  must(
    "default-size-of-replica",
    FIELDS,
    "A read replica is created with the smallest size.",
    created((it) => {
      it[MIN] = it[MAX] = 0.25;
    }, isReplica),
  ),
  must(
    "default-size-not-stored",
    FIELDS,
    "The size a creation answers is not the one in the list.",
    inLists((it) => {
      if (it.current_state === "init") it[MAX] = 2;
    }),
  ),
  must(
    "create-last-active-null",
    FIELDS,
    "last_active of a new compute is null.",
    created((it) => {
      it.last_active = null;
    }),
  ),
  must(
    "create-last-active-is-creation",
    FIELDS,
    "last_active of a new compute is when it was created.",
    created((it) => {
      it.last_active = it.created_at;
    }),
  ),
  must(
    "list-last-active-is-creation",
    FIELDS,
    "In the list last_active is the time of creation by default.",
    inLists((it) => {
      it.last_active ??= it.created_at;
    }),
  ),
  must(
    "list-without-last-active",
    FIELDS,
    "The list never has last_active.",
    inLists((it) => {
      delete it.last_active;
    }),
  ),
  must(
    "list-replica-without-last-active",
    FIELDS,
    "The list has no last_active of read replicas.",
    inLists((it) => {
      if (isReplica(it)) delete it.last_active;
    }),
  ),
  must(
    "create-id-without-prefix",
    FIELDS,
    "The ids of new computes begin with compute-.",
    (emulator) => aliasing(emulator, (id) => id.replace("ep-", "compute-")),
  ),
  must(
    "created-is-not-listed-yet",
    SHAPES,
    "A new compute is not listed before it is active.",
    editAnswers(LIST, ({ endpoints }) => ({
      endpoints: endpoints.filter(({ current_state }: Json) => current_state !== "init"),
    })),
  ),
  must(
    "created-stays-init",
    STATES,
    "The list says init of computes that are active.",
    inLists((it) => {
      if (it.current_state === "active" && it[MIN] === 1) it.current_state = "init";
    }),
  ),
  must(
    "created-replica-stays-init",
    STATES,
    "A read replica never becomes active.",
    inLists((it) => {
      if (isReplica(it)) it.current_state = "init";
    }),
  ),
  must(
    "created-again-same-host",
    DELETED,
    "The host of a compute is that of its branch.",
    (emulator) => hosting(emulator, ({ branch_id }) => branch_id),
  ),
  must(
    "created-again-one-of-two-hosts",
    DELETED,
    "A branch has two hosts, which its computes take in turn.",
    (emulator) => {
      const numbers = new Map<string, number>();
      let count = 0;
      return hosting(emulator, ({ id, branch_id }) => {
        if (!numbers.has(id)) numbers.set(id, count++);
        return `${branch_id}-${(numbers.get(id) ?? 0) % 2}`;
      });
    },
  ),
  must(
    "created-again-same-id",
    DELETED,
    "A compute created again has the id of the deleted one.",
    (emulator) => {
      const first = new Map<string, string>();
      const taken = new Map<string, string>();
      return aliasing(emulator, (id, endpoint) => {
        if (!endpoint || isReplica(endpoint)) return id;
        const { branch_id } = endpoint;
        if (!first.has(branch_id)) first.set(branch_id, id);
        if (!taken.has(id)) taken.set(id, first.get(branch_id) ?? id);
        return taken.get(id) ?? id;
      });
    },
  ),
  should(
    "replica-has-the-primary-host",
    FIELDS,
    "A read replica has the host of the primary compute.",
    (emulator) =>
      hosting(emulator, ({ branch_id, id, type }) => (type === PRIMARY ? id : branch_id)),
  ),

  // Moves

  must(
    "move-ignored",
    UPDATES,
    "A move is answered and not stored.",
    remembering(async (call, pass, known) => {
      const response = await pass();
      if (call.name !== LIST) return response;
      return edited(response, ({ endpoints }) => {
        for (const it of endpoints) it.branch_id = known.get(`first ${it.id}`) ?? it.branch_id;
        for (const it of endpoints) known.set(`first ${it.id}`, it.branch_id);
      });
    }),
  ),
  must(
    "move-of-replica-ignored",
    UPDATES,
    "The move of a read replica is answered and not stored.",
    storing(({ branch_id, ...rest }) => rest, { of: isReplica }),
  ),
  must(
    "move-taken-back",
    UPDATES,
    "A moved compute is back on its branch after half a minute.",
    (emulator) => {
      const from = new Map<string, { branch_id: string; atMs: number }>();
      return front(emulator, async (call, pass) => {
        const before = isMove(call) ? await compute(emulator, call) : undefined;
        const response = await pass();
        if (before && response.ok)
          from.set(before.id, { branch_id: before.branch_id, atMs: emulator.now() });
        return call.name !== LIST
          ? response
          : edited(response, ({ endpoints }) => {
              for (const it of endpoints) {
                const home = from.get(it.id);
                if (home && emulator.now() - home.atMs > MINUTE_MS / 2)
                  it.branch_id = home.branch_id;
              }
            });
      });
    },
  ),
  must(
    "move-leaves-branch-taken",
    UPDATES,
    "The branch that a compute was moved from gets no other one.",
    (emulator) => {
      const left = new Set<string>();
      return front(emulator, async (call, pass) => {
        const { endpoint } = call.body ?? {};
        if (call.name === CREATE && endpoint?.type === PRIMARY && left.has(endpoint.branch_id))
          return instead(emulator, call, pass);
        const before = isMove(call) ? await compute(emulator, call) : undefined;
        const response = await pass();
        if (before && response.ok) left.add(before.branch_id);
        return response;
      });
    },
  ),
  must(
    "move-to-taken-branch",
    UPDATES,
    "A primary compute is moved to a branch that has one.",
    moveToTaken(() => true),
  ),
  must(
    "move-to-taken-branch-if-idle",
    UPDATES,
    "A branch whose primary compute is idle gets another by a move.",
    moveToTaken(
      async ({ body }, emulator) =>
        (await primaryOn(emulator, body.endpoint.branch_id))?.current_state === "idle",
    ),
  ),
  must(
    "move-to-taken-branch-if-active",
    UPDATES,
    "An active compute is moved to a branch that has a primary one.",
    moveToTaken(
      async (call, emulator) => (await compute(emulator, call))?.current_state === "active",
    ),
  ),
  must(
    "move-to-taken-branch-with-more",
    UPDATES,
    "A move that changes something else too goes to a branch that has a primary compute.",
    moveToTaken(({ body }) => Object.keys(body.endpoint).length > 1),
  ),
  must(
    "move-to-taken-branch-while-init",
    UPDATES,
    "A branch whose primary compute has not started yet gets another by a move.",
    moveToTaken(
      async ({ body }, emulator) =>
        (await primaryOn(emulator, body.endpoint.branch_id))?.current_state === "init",
    ),
  ),
  must(
    "move-despite-refusal",
    UPDATES,
    "A move to a taken branch is refused, and done all the same.",
    moveToTaken(
      () => true,
      () => refusal(),
    ),
  ),
  must(
    "move-of-replica-refused",
    UPDATES,
    "A read replica is not moved to a branch that has a primary compute.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        if (!isMove(call) || !isReplica((await compute(emulator, call)) ?? {})) return pass();
        return (await primaryOn(emulator, call.body.endpoint.branch_id))
          ? instead(emulator, call, pass)
          : pass();
      }),
  ),
  must(
    "move-makes-replica-primary",
    UPDATES,
    "A read replica that is moved becomes a primary compute.",
    (emulator) => {
      const shown: Shown = new Map();
      return front(emulator, async (call, pass) => {
        if (isMove(call)) shown.set(call.ids.endpoint_id ?? "", { type: PRIMARY });
        return show(shown, await pass());
      });
    },
  ),
  must(
    "move-is-active",
    STATES,
    "The answer to the move of an idle compute says that it is active.",
    moved(({ endpoint }) => {
      endpoint.current_state = "active";
    }),
  ),
  must(
    "move-pending-active",
    STATES,
    "A moved compute has the pending state active.",
    moved(({ endpoint }) => {
      endpoint.pending_state = "active";
    }),
  ),
  must(
    "move-without-pending-state",
    FIELDS,
    "The answer to a move has no pending_state.",
    moved(({ endpoint }) => {
      delete endpoint.pending_state;
    }),
  ),
  must(
    "move-answers-old-branch",
    STATES,
    "The answer to a move has the branch the compute was on.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const before = isMove(call) ? await compute(emulator, call) : undefined;
        const response = await pass();
        return before
          ? edited(response, ({ endpoint }) => {
              endpoint.branch_id = before.branch_id;
            })
          : response;
      }),
  ),
  must(
    "move-without-suspend",
    STATES,
    "A move does not start suspend_compute.",
    moved((body) => {
      body.operations = body.operations.filter(({ action }: Json) => action !== "suspend_compute");
    }),
  ),
  must(
    "move-without-apply-config",
    STATES,
    "A move does not start apply_config.",
    moved((body) => {
      body.operations = body.operations.filter(({ action }: Json) => action !== "apply_config");
    }),
  ),
  must(
    "move-suspend-running",
    STATES,
    "suspend_compute of a move is running.",
    moved(({ operations }) => {
      for (const it of operations) it.status = "running";
    }),
  ),
  must(
    "move-apply-config-scheduling",
    STATES,
    "apply_config of a move is scheduling.",
    moved(({ operations }) => {
      for (const it of operations) it.status = "scheduling";
    }),
  ),
  must(
    "move-without-operations",
    UPDATES,
    "A move lists no operations.",
    moved((body) => {
      body.operations = [];
    }),
  ),
  must(
    "move-operations-of-another-compute",
    STATES,
    "The operations of a move are those of the default compute.",
    (emulator) =>
      moved(({ operations }) => {
        for (const it of operations) it.endpoint_id = emulator.ids.endpoint_id;
      })(emulator),
  ),
  must(
    "move-answers-another-compute",
    SHAPES,
    "A move answers a compute with another id.",
    moved(({ endpoint }) => {
      endpoint.id = `${endpoint.id}-moved`;
    }),
  ),
  must(
    "moved-cannot-start",
    STATES,
    "A compute that was moved does not start any more.",
    (emulator) => {
      const ids = new Set<string>();
      return front(emulator, async (call, pass) => {
        if (isMove(call)) ids.add(call.ids.endpoint_id ?? "");
        return call.name === START && ids.has(call.ids.endpoint_id ?? "")
          ? instead(emulator, call, pass)
          : pass();
      });
    },
  ),

  // Updates

  must(
    "update-not-stored",
    UPDATES,
    "An update of sizes is answered and not stored.",
    storing(({ [MIN]: _, [MAX]: __, ...rest }) => rest),
  ),
  must(
    "update-pooler-not-stored",
    UPDATES,
    "An update of pooler_enabled is answered and not stored.",
    storing(({ pooler_enabled, ...rest }) => rest),
  ),
  must(
    "update-passwordless-not-stored",
    UPDATES,
    "An update of passwordless_access is answered and not stored.",
    storing(({ passwordless_access, ...rest }) => rest),
  ),
  must(
    "update-minimum-not-stored",
    UPDATES,
    "An update of the minimum alone is answered and not stored.",
    storing(({ [MIN]: min, ...rest }) => (MAX in rest ? { [MIN]: min, ...rest } : rest)),
  ),
  must(
    "update-of-replica-not-stored",
    UPDATES,
    "An update of a read replica is answered and not stored.",
    storing(() => ({}), { of: isReplica }),
  ),
  must(
    "update-of-false-not-stored",
    UPDATES,
    "An attribute is not changed to false.",
    storing((asked) =>
      Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== false)),
    ),
  ),
  must(
    "update-first-attribute-only",
    UPDATES,
    "Of several attributes the first alone is stored.",
    storing((asked) =>
      MIN in asked ? asked : Object.fromEntries(Object.entries(asked).slice(0, 1)),
    ),
  ),
  must(
    "update-resets-size",
    UPDATES,
    "An update without sizes sets them to the default.",
    storing((asked) => ({ [MIN]: 1, [MAX]: 1, ...asked })),
  ),
  must(
    "update-resets-pooler",
    UPDATES,
    "An update without pooler_enabled sets it to false.",
    storing((asked) => ({ pooler_enabled: false, ...asked })),
  ),
  must(
    "update-resets-passwordless-access",
    UPDATES,
    "An update without passwordless_access sets it to true.",
    storing((asked) => ({ passwordless_access: true, ...asked })),
  ),
  must(
    "update-of-all-computes",
    UPDATES,
    "An update of one compute changes all of its project.",
    (emulator) => {
      const changed: Json = {};
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name === UPDATE && response.ok && !isMove(call))
          Object.assign(changed, call.body.endpoint);
        return call.name === LIST
          ? edited(response, ({ endpoints }) => {
              for (const it of endpoints) Object.assign(it, changed);
            })
          : response;
      });
    },
  ),
  must(
    "update-answers-old-values",
    UPDATES,
    "The answer to an update has the compute as it was before.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const before =
          call.name === UPDATE && !isMove(call) ? await compute(emulator, call) : undefined;
        const response = await pass();
        return before
          ? edited(response, ({ endpoint }) => {
              Object.assign(endpoint, before);
            })
          : response;
      }),
  ),
  must(
    "updates-at-once-lost",
    UPDATES,
    "Of two updates at the same time the later one undoes the other.",
    (emulator) => {
      const inFlight = new Map<string, Json>();
      return front(emulator, async (call, pass) => {
        const { endpoint_id = "" } = call.ids;
        if (call.name !== UPDATE || isMove(call)) return pass();
        const before = inFlight.get(endpoint_id) ?? (await compute(emulator, call));
        inFlight.set(endpoint_id, before);
        await turn();
        if (!before) return pass();
        const { pooler_enabled, passwordless_access, [MIN]: min, [MAX]: max } = before;
        const whole = { pooler_enabled, passwordless_access, [MIN]: min, [MAX]: max };
        const response = await pass({ body: { endpoint: { ...whole, ...call.body?.endpoint } } });
        await turn();
        inFlight.delete(endpoint_id);
        return response;
      });
    },
  ),
  must(
    "update-moves-created-at",
    UPDATES,
    "An update sets created_at anew.",
    remembering(async (call, pass, known, emulator) => {
      const response = await pass();
      if (call.name === UPDATE && response.ok)
        known.set(
          `update ${call.ids.endpoint_id}`,
          `${new Date(emulator.now() + 1_000).toISOString().slice(0, 19)}Z`,
        );
      return edited(response, (body) => {
        for (const it of endpointsOf(body))
          it.created_at = known.get(`update ${it.id}`) ?? it.created_at;
      });
    }),
  ),
  should(
    "update-leaves-updated-at",
    FIELDS,
    "updated_at is when a compute was created.",
    inLists((it) => {
      it.updated_at = it.created_at;
    }),
  ),
  should(
    "updated-before-created",
    FIELDS,
    "updated_at is an hour before created_at.",
    inLists((it) => {
      it.updated_at = `${new Date(Date.parse(it.created_at) - 3_600_000).toISOString().slice(0, 19)}Z`;
    }),
  ),
  must(
    "update-without-pending-state",
    FIELDS,
    "The answer to an update that is no move has no pending_state.",
    editAnswers(UPDATE, ({ endpoint }, call) => {
      if (!isMove(call)) delete endpoint.pending_state;
    }),
  ),
  must(
    "update-without-operations",
    SHAPES,
    "The answer to an update that is no move has no operations.",
    editAnswers(UPDATE, (body, call) => {
      if (!isMove(call)) delete body.operations;
    }),
  ),
  must(
    "update-changes-host",
    UPDATES,
    "An update of the size gives the compute another host.",
    (emulator) => {
      const resized = new Map<string, number>();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        const { endpoint_id = "" } = call.ids;
        if (call.name === UPDATE && response.ok && MAX in call.body.endpoint)
          resized.set(endpoint_id, (resized.get(endpoint_id) ?? 0) + 1);
        return edited(response, (body) => {
          for (const it of endpointsOf(body))
            if (resized.has(it.id)) it.host = `${resized.get(it.id)}.${it.host}`;
        });
      });
    },
  ),

  should(
    "create-without-type-accepted",
    SHAPES,
    "A creation without a type makes a primary compute.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        const { branch_id, type } = call.body?.endpoint ?? {};
        const isTaken = call.name === CREATE && response.status === 400 && branch_id && !type;
        return isTaken ? pass({ body: { endpoint: { branch_id, type: PRIMARY } } }) : response;
      }),
  ),
  should(
    "update-without-endpoint-accepted",
    SHAPES,
    "An update without endpoint is answered as one of nothing.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        const isTaken = call.name === UPDATE && response.status === 400 && !call.body?.endpoint;
        return isTaken ? pass({ body: { endpoint: { disabled: false } } }) : response;
      }),
  ),
  must(
    "list-last-active-is-failed-start",
    FIELDS,
    "last_active is there from the first start on, though it failed.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== LIST || !response.ok) return response;
        const path = `/projects/${call.ids.project_id}/operations?limit=1000`;
        const { operations } = await ask(emulator, `GET ${path}`);
        const failed = operations.filter(({ status }: Json) => status === "failed");
        return edited(response, ({ endpoints }) => {
          for (const it of endpoints) {
            const start = failed.find(({ endpoint_id }: Json) => endpoint_id === it.id);
            if (start) it.last_active ??= start.created_at;
          }
        });
      }),
  ),

  // Restart, start, use

  must(
    "restart-of-idle-accepted",
    RESTARTS,
    "A restart of an idle compute is answered 200, without effect.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        return call.name === RESTART && response.status === 409 ? Response.json({}) : response;
      }),
  ),
  must("restart-wakes-idle", RESTARTS, "A restart of an idle compute starts it.", (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return call.name === RESTART && response.status === 409
        ? pass({ url: call.url.replace(/restart$/, "start") })
        : response;
    }),
  ),
  must(
    "restart-refused-wakes-idle",
    RESTARTS,
    "A restart of an idle compute is refused, but starts it.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name === RESTART && response.status === 409)
          await pass({ url: call.url.replace(/restart$/, "start") });
        return response;
      }),
  ),
  must(
    "restart-of-idle-replica-accepted",
    RESTARTS,
    "A restart of an idle read replica is answered 200.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        const isWrong =
          call.name === RESTART &&
          response.status === 409 &&
          isReplica((await compute(emulator, call)) ?? {});
        return isWrong ? Response.json({}) : response;
      }),
  ),
  must(
    "restart-of-active-refused",
    RESTARTS,
    "A restart of an active compute is refused.",
    (emulator) =>
      front(emulator, (call, pass) =>
        call.name === RESTART ? instead(emulator, call, pass) : pass(),
      ),
  ),
  must("restart-needs-body", SHAPES, "A restart without a body is refused.", (emulator) =>
    front(emulator, (call, pass) =>
      call.name === RESTART && call.body === undefined
        ? instead(emulator, call, pass, () => refusal(400))
        : pass(),
    ),
  ),
  must(
    "restart-keeps-connections",
    STATES,
    "A restart does not interrupt connections.",
    keepingConnections(({ name }) => name === RESTART),
  ),
  must(
    "restart-of-replica-keeps-connections",
    STATES,
    "The restart of a read replica does not interrupt connections.",
    keepingConnections(({ name }, it) => name === RESTART && isReplica(it)),
  ),
  must(
    "resize-keeps-connections",
    STATES,
    "A change of the fixed size does not drop connections.",
    keepingConnections((call) => isResize(call, MIN, MAX)),
  ),
  must(
    "resize-of-maximum-keeps-connections",
    STATES,
    "A change of the maximum does not drop connections.",
    keepingConnections((call) => isResize(call, MAX)),
  ),
  must(
    "resize-of-minimum-keeps-connections",
    STATES,
    "A change of the minimum does not drop connections.",
    keepingConnections((call) => isResize(call, MIN)),
  ),
  must(
    "resize-down-keeps-connections",
    STATES,
    "A change to a smaller size does not drop connections.",
    keepingConnections((call, it) => call.name === UPDATE && call.body?.endpoint?.[MAX] < it[MAX]),
  ),
  must(
    "resize-of-replica-keeps-connections",
    STATES,
    "A change of a read replica's size does not drop connections.",
    keepingConnections((call, it) => call.name === UPDATE && isReplica(it)),
  ),
  must(
    "start-without-effect",
    STATES,
    "Starting an idle compute is answered 200, without effect.",
    (emulator) =>
      front(emulator, (call, pass) =>
        call.name === START
          ? instead(emulator, call, pass, () => Response.json({ operations: [] }))
          : pass(),
      ),
  ),
  must(
    "start-of-replica-without-effect",
    STATES,
    "Starting an idle read replica is answered 200, without effect.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const isIgnored = call.name === START && isReplica((await compute(emulator, call)) ?? {});
        return isIgnored
          ? instead(emulator, call, pass, () => Response.json({ operations: [] }))
          : pass();
      }),
  ),
  must("start-refused", RESTARTS, "Starting an idle compute is refused.", (emulator) =>
    front(emulator, (call, pass) => (call.name === START ? instead(emulator, call, pass) : pass())),
  ),
  must(
    "start-once-only",
    STATES,
    "A compute is started once, and not again after a second suspension.",
    (emulator) => {
      const started = new Set<string>();
      return front(emulator, async (call, pass) => {
        const { endpoint_id = "" } = call.ids;
        if (call.name !== START || !started.has(endpoint_id)) {
          if (call.name === START) started.add(endpoint_id);
          return pass();
        }
        return instead(emulator, call, pass, () => Response.json({ operations: [] }));
      });
    },
  ),
  must("start-not-listed", STATES, "The start_compute of a start is in no list.", (emulator) =>
    hidingStartsOf(emulator, "start"),
  ),
  must("wake-not-listed", STATES, "The start_compute of a connection is in no list.", (emulator) =>
    hidingStartsOf(emulator, "connect"),
  ),
  must(
    "connection-does-not-wake",
    STATES,
    "A connection does not wake an idle compute.",
    connecting(() => nowhere),
  ),
  must(
    "connection-does-not-wake-replica",
    STATES,
    "A connection does not wake an idle read replica.",
    (emulator) => {
      const replicas = new Set<string>();
      const { fetch } = editAnswers(undefined, (body) => {
        for (const it of endpointsOf(body)) if (isReplica(it)) replicas.add(it.id);
      })(emulator);
      return {
        ...(fetch && { fetch }),
        control: { connect: (id) => (replicas.has(id) ? nowhere : emulator.connect(id)) },
      };
    },
  ),
  must(
    "connection-wakes-once-only",
    STATES,
    "A connection wakes a compute once, and not again after a second suspension.",
    (emulator) => {
      const woken = new Set<string>();
      return {
        control: {
          connect: (id) => {
            if (woken.has(id)) return nowhere;
            woken.add(id);
            return emulator.connect(id);
          },
        },
      };
    },
  ),
  {
    ...should("wakes-in-five-seconds", STATES, "Waking takes five seconds.", () => ({})),
    options: { operationMs: 5_000 },
  },

  // Scale to zero

  {
    ...must("idle-after-4-minutes", STATES, "A compute is suspended after 4 minutes.", () => ({})),
    options: { idleMs: 4 * MINUTE_MS },
  },
  {
    ...must("idle-after-6-minutes", STATES, "A compute is suspended after 6 minutes.", () => ({})),
    options: { idleMs: 6 * MINUTE_MS },
  },
  {
    ...must("idle-after-1-minute", STATES, "A compute is suspended after a minute.", () => ({})),
    options: { idleMs: MINUTE_MS },
  },
  {
    ...must("idle-never", STATES, "No compute suspends itself.", () => ({})),
    options: { idleMs: null },
  },
  must("idle-never-replica", STATES, "Read replicas do not suspend themselves.", (emulator) =>
    editAnswers(CREATE, ({ endpoint }) => {
      if (isReplica(endpoint)) emulator.setIdleMs(endpoint.id, null);
    })(emulator),
  ),
  must(
    "idle-never-after-start",
    STATES,
    "A compute that was started by hand does not suspend itself.",
    (emulator) =>
      front(emulator, (call, pass) => {
        if (call.name === START) emulator.setIdleMs(call.ids.endpoint_id ?? "", null);
        return pass();
      }),
  ),
  must(
    "list-resets-timer",
    STATES,
    "Looking at the list counts as use of the computes.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const all = call.name === LIST ? await computes(emulator) : [];
        for (const { id, project_id } of all) {
          const { endpoint } = await ask(emulator, `GET /projects/${project_id}/endpoints/${id}`);
          const isGoingDown = endpoint.pending_state === "idle";
          if (endpoint.current_state === "active" && !isGoingDown) emulator.connect(id).close();
        }
        return pass();
      }),
  ),
  must(
    "connection-does-not-reset-timer",
    TIMER,
    "A connection to an active compute does not reset the timer.",
    (emulator) => resettingTimer(emulator, 0),
  ),
  must(
    "first-connection-alone-resets-timer",
    TIMER,
    "The first connection alone resets the timer.",
    (emulator) => resettingTimer(emulator, 1),
  ),
  must(
    "scale-to-zero-not-disabled",
    TIMER,
    "A compute without scale to zero is suspended all the same.",
    (emulator) => {
      emulator.setIdleMs = () => {};
      return {};
    },
  ),
  must(
    "scale-to-zero-back-by-connection",
    TIMER,
    "The first connection turns scale to zero on again.",
    (emulator) => {
      const { setIdleMs } = emulator;
      const off = new Set<string>();
      emulator.setIdleMs = (id, ms) => {
        off.add(id);
        setIdleMs(id, ms);
      };
      return {
        control: {
          connect: (id) => {
            if (off.delete(id)) setIdleMs(id, 5 * MINUTE_MS);
            return emulator.connect(id);
          },
        },
      };
    },
  ),
  must(
    "scale-to-zero-disabled-for-an-hour",
    TIMER,
    "A compute without scale to zero is suspended after an hour.",
    (emulator) => {
      const { setIdleMs } = emulator;
      emulator.setIdleMs = (id) => setIdleMs(id, 60 * MINUTE_MS);
      return {};
    },
  ),
  must(
    "suspension-not-listed",
    STATES,
    "The suspend_compute of inactivity is in no list.",
    hidingOperations(({ action }) => action === "suspend_compute"),
  ),
  must(
    "idle-is-called-stopped",
    STATES,
    "A compute without activity is stopped, not idle.",
    inLists((it) => {
      if (it.current_state === "idle") it.current_state = "stopped";
    }),
  ),
  must(
    "idle-is-still-active",
    STATES,
    "The list says active of computes that are idle.",
    inLists((it) => {
      if (it.current_state === "idle") it.current_state = "active";
    }),
  ),

  // Deletion

  must(
    "deleted-still-listed",
    DELETED,
    "A deleted compute is still listed.",
    stillListed(() => true),
  ),
  must(
    "deleted-replica-still-listed",
    DELETED,
    "A deleted read replica is still listed.",
    stillListed(isReplica),
  ),
  must(
    "deleted-idle-still-listed",
    DELETED,
    "A compute deleted while idle is still listed.",
    stillListed(({ current_state }) => current_state === "idle"),
  ),
  must(
    "deleted-listed-again",
    DELETED,
    "A deleted compute is listed again after half a minute.",
    stillListed((_, sinceMs) => sinceMs > MINUTE_MS / 2),
  ),
  ...(
    [
      ["read", GET, "GET"],
      ["updated", UPDATE, "PATCH"],
      ["started", START, "start"],
      ["restarted", RESTART, "restart"],
    ] as const
  ).map(([name, routeName, what]) =>
    must(
      `deleted-can-be-${name}`,
      DELETED,
      `${what} of a deleted compute is answered as if it were there.`,
      remembering(async (call, pass, known) => {
        const response = await pass();
        const endpoint = known.get(call.ids.endpoint_id ?? "");
        if (call.name !== routeName || response.status !== 404 || !endpoint) return response;
        return Response.json({
          endpoint: { ...endpoint, ...call.body?.endpoint, pending_state: "idle" },
          operations: [],
        });
      }),
    ),
  ),
  must(
    "delete-takes-the-branch-with-it",
    DELETED,
    "With a primary compute the read replicas of the project go too.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== DELETE || !response.ok) return response;
        for (const { id, branch_id } of await computes(emulator)) {
          if (branch_id === emulator.ids.other_free_branch_id)
            await ask(emulator, `DELETE /projects/${call.ids.project_id}/endpoints/${id}`);
        }
        return response;
      }),
  ),
  must(
    "delete-ignored-while-init",
    DELETED,
    "The deletion of a compute that was just created is answered, and it stays.",
    stillListed(({ current_state }) => current_state === "init"),
  ),
  must(
    "delete-with-pending-state",
    FIELDS,
    "The answer to a deletion has a pending_state.",
    editAnswers(DELETE, ({ endpoint }) => {
      endpoint.pending_state = "idle";
    }),
  ),
  must(
    "delete-with-pending-state-null",
    FIELDS,
    "The answer to a deletion has a pending_state of null.",
    editAnswers(DELETE, ({ endpoint }) => {
      endpoint.pending_state = null;
    }),
  ),
  must(
    "delete-with-operation",
    SHAPES,
    "A deletion lists the operation suspend_compute.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const { operations } =
          call.name === DELETE
            ? await ask(emulator, `GET /projects/${call.ids.project_id}/operations?limit=1`)
            : {};
        return call.name === DELETE
          ? edited(await pass(), (body) => {
              body.operations = operations;
            })
          : pass();
      }),
  ),
  must(
    "delete-answers-id-only",
    SHAPES,
    "A deletion answers the id of the compute and no more.",
    editAnswers(DELETE, ({ endpoint: { id }, operations }) => ({ endpoint: { id }, operations })),
  ),
  must(
    "delete-answers-another-compute",
    SHAPES,
    "A deletion answers the default compute.",
    (emulator) =>
      front(emulator, async (call, pass) => {
        const endpoint = (await computes(emulator))[0];
        const response = await pass();
        return call.name === DELETE
          ? edited(response, (body) => {
              body.endpoint = endpoint;
            })
          : response;
      }),
  ),
  must(
    "delete-without-operations",
    SHAPES,
    "A deletion answers the compute and no list of operations.",
    editAnswers(DELETE, (body) => {
      delete body.operations;
    }),
  ),
  must("delete-answers-nothing", SHAPES, "A deletion is answered 204.", (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return call.name === DELETE && response.ok ? new Response(null, { status: 204 }) : response;
    }),
  ),
  must(
    "delete-leaves-branch-taken",
    CREATION,
    "A branch whose primary compute was deleted gets no other one.",
    (emulator) => {
      const left = new Set<string>();
      return front(emulator, async (call, pass) => {
        const { endpoint } = call.body ?? {};
        if (call.name === CREATE && endpoint?.type === PRIMARY && left.has(endpoint.branch_id))
          return instead(emulator, call, pass);
        const before = call.name === DELETE ? await compute(emulator, call) : undefined;
        const response = await pass();
        if (before && response.ok) left.add(before.branch_id);
        return response;
      });
    },
  ),

  // Lists and projects

  must(
    "list-with-pending-state",
    FIELDS,
    "The list has a pending_state.",
    inLists((it) => {
      it.pending_state = it.current_state;
    }),
  ),
  must(
    "list-with-pending-state-null",
    FIELDS,
    "The list has a pending_state of null.",
    inLists((it) => {
      it.pending_state = null;
    }),
  ),
  must(
    "list-with-pending-state-while-init",
    FIELDS,
    "The list has a pending_state as long as a compute starts.",
    inLists((it) => {
      if (it.current_state === "init") it.pending_state = "active";
    }),
  ),
  must(
    "list-has-one-twice",
    SHAPES,
    "The list has its last compute twice.",
    editAnswers(LIST, ({ endpoints }) => ({ endpoints: [...endpoints, ...endpoints.slice(-1)] })),
  ),
  must(
    "list-without-replicas",
    SHAPES,
    "The list has primary computes only.",
    editAnswers(LIST, ({ endpoints }) => ({
      endpoints: endpoints.filter((it: Json) => !isReplica(it)),
    })),
  ),
  must(
    "list-without-idle",
    SHAPES,
    "The list has no computes that are idle.",
    editAnswers(LIST, ({ endpoints }) => ({
      endpoints: endpoints.filter(({ current_state }: Json) => current_state !== "idle"),
    })),
  ),
  must(
    "list-without-the-last",
    SHAPES,
    "The list lacks its last compute when there is more than one.",
    editAnswers(LIST, ({ endpoints }) => ({
      endpoints: endpoints.length > 1 ? endpoints.slice(0, -1) : endpoints,
    })),
  ),
  must(
    "list-ends-at-ten",
    SHAPES,
    "The list ends after ten computes.",
    editAnswers(LIST, ({ endpoints }) => ({ endpoints: endpoints.slice(0, 10) })),
  ),
  must(
    "list-is-cached",
    SHAPES,
    "The list is answered from a cache for ten seconds.",
    (emulator) => {
      const cache = new Map<string, { text: string; atMs: number }>();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== LIST || !response.ok) return response;
        const cached = cache.get(call.url);
        if (cached && emulator.now() - cached.atMs < 10_000) return withBody(response, cached.text);
        cache.set(call.url, { text: await response.clone().text(), atMs: emulator.now() });
        return response;
      });
    },
  ),
  must("list-of-all-projects", FIELDS, "The list has the computes of all projects.", (emulator) =>
    listingAll(emulator, (it) => it),
  ),
  must(
    "list-of-all-projects-renamed",
    FIELDS,
    "The list has the computes of all projects, under the name of this one.",
    (emulator) => listingAll(emulator, (it, project_id) => ({ ...it, project_id })),
  ),
  must(
    "update-through-another-project",
    FIELDS,
    "A compute is updated through another project.",
    (emulator) => anyProject(emulator, UPDATE),
  ),
  must(
    "delete-through-another-project",
    FIELDS,
    "A compute is deleted through another project.",
    (emulator) => anyProject(emulator, DELETE),
  ),
  must(
    "start-through-another-project",
    FIELDS,
    "A compute is started through another project.",
    (emulator) => anyProject(emulator, START),
  ),
  ...(
    [
      ["update", UPDATE],
      ["start", START],
      ["delete", DELETE],
      ["read", GET],
    ] as const
  ).map(([what, routeName]) =>
    must(
      `unknown-compute-${what}`,
      SHAPES,
      `${what} of a compute that does not exist is answered 200.`,
      (emulator) =>
        front(emulator, async (call, pass) => {
          const response = await pass();
          const { endpoint_id = "" } = call.ids;
          if (
            call.name !== routeName ||
            response.status !== 404 ||
            !endpoint_id.includes("does-not-exist")
          )
            return response;
          const [endpoint] = await computes(emulator);
          return Response.json({
            endpoint: {
              ...endpoint,
              id: endpoint_id,
              ...(what === "update" && { pending_state: "idle" }),
            },
            operations: [],
          });
        }),
    ),
  ),
  must(
    "create-on-unknown-branch",
    FIELDS,
    "A compute is created on a branch that does not exist.",
    (emulator) => {
      const shown: Shown = new Map();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (call.name !== CREATE || response.status !== 404) return show(shown, response);
        const { branch_id, type } = call.body.endpoint;
        const made = await pass({
          body: { endpoint: { type, branch_id: emulator.ids.other_free_branch_id } },
        });
        if (made.ok) shown.set(((await made.clone().json()) as Json).endpoint.id, { branch_id });
        return show(shown, made);
      });
    },
  ),
  must(
    "move-to-unknown-branch",
    FIELDS,
    "A compute is moved to a branch that does not exist.",
    (emulator) => {
      const shown: Shown = new Map();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        if (!isMove(call) || response.status !== 404) return show(shown, response);
        const { branch_id } = call.body.endpoint;
        const done = await pass({ body: { endpoint: { disabled: false } } });
        if (done.ok) shown.set(call.ids.endpoint_id ?? "", { branch_id });
        return show(shown, done);
      });
    },
  ),
  must(
    "create-on-branch-of-another-project",
    FIELDS,
    "A compute is created on a branch of another project.",
    (emulator) => {
      const shown: Shown = new Map();
      return front(emulator, async (call, pass) => {
        const response = await pass();
        const { branch_id, type } = call.body?.endpoint ?? {};
        const isWrong = call.name === CREATE && branch_id === emulator.ids.personal_free_branch_id;
        if (!isWrong || response.ok) return show(shown, response);
        const made = await pass({
          body: { endpoint: { type, branch_id: emulator.ids.other_free_branch_id } },
        });
        if (made.ok) shown.set(((await made.clone().json()) as Json).endpoint.id, { branch_id });
        return show(shown, made);
      });
    },
  ),
];

function limitingReplicas(emulator: Emulator, most: number): Provider {
  return refusingCreation(
    async ({ branch_id, type }, all) =>
      type !== PRIMARY &&
      all.filter((it) => it.branch_id === branch_id && isReplica(it)).length >= most,
  )(emulator);
}

function refusingCreation(isRefused: (asked: Json, all: Json[]) => Promise<boolean>): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      if (call.name !== CREATE || !call.body?.endpoint) return pass();
      const isWrong = await isRefused(call.body.endpoint, await computes(emulator));
      return isWrong ? instead(emulator, call, pass) : pass();
    });
}

/** Computes have other ids outside than inside. */
function aliasing(emulator: Emulator, outside: (id: string, endpoint?: Json) => string): Provider {
  const insides = new Map<string, string>();
  const names = new Map<string, string>();
  return front(emulator, async (call, pass) => {
    const { endpoint_id } = call.ids;
    const inside = endpoint_id === undefined ? undefined : insides.get(endpoint_id);
    const response = await pass(
      inside && endpoint_id
        ? { url: call.url.replace(encodeURIComponent(endpoint_id), inside) }
        : {},
    );
    if (!response.ok) return response;
    return edited(response, (body) => {
      if (call.name === CREATE) {
        const { id } = body.endpoint;
        names.set(id, outside(id, body.endpoint));
        insides.set(names.get(id) ?? id, id);
      }
      for (const it of endpointsOf(body ?? {})) it.id = names.get(it.id) ?? it.id;
      for (const it of operationsOf(body ?? {}))
        if (it.endpoint_id !== undefined)
          it.endpoint_id = names.get(it.endpoint_id) ?? it.endpoint_id;
    });
  });
}

/** Computes have other hosts. */
function hosting(emulator: Emulator, nameOf: (endpoint: Json) => string): Provider {
  return editAnswers(undefined, (body) => {
    for (const it of endpointsOf(body ?? {})) it.host = `${nameOf(it)}.emulator.invalid`;
  })(emulator);
}

/** Of connections to a compute that is up, so many reset its timer. */
function resettingTimer(emulator: Emulator, times: number): Provider {
  const used = new Map<string, number>();
  return {
    control: {
      connect(id) {
        const count = (used.get(id) ?? 0) + 1;
        used.set(id, count);
        return count <= times ? emulator.connect(id) : { state: "open", query() {}, close() {} };
      },
    },
  };
}

/** What a start, or a connection, has started is in no list. */
function hidingStartsOf(emulator: Emulator, by: "start" | "connect"): Provider {
  const hidden = new Set<string>();
  const woken = new Set<string>();
  const { fetch } = front(emulator, async (call, pass) => {
    const response = await pass();
    if (call.name === START && by === "start")
      return edited(response, ({ operations }) => {
        for (const { id } of operations) hidden.add(id);
      });
    if (call.name !== OPERATIONS) return response;
    return edited(response, (body) => {
      for (const it of body.operations) {
        if (it.action === "start_compute" && woken.delete(it.endpoint_id)) hidden.add(it.id);
      }
      body.operations = body.operations.filter(({ id }: Json) => !hidden.has(id));
    });
  });
  if (by === "start") return { fetch };
  const connect = (id: string) => {
    woken.add(id);
    return emulator.connect(id);
  };
  return { fetch, control: { connect } };
}

function listingAll(
  emulator: Emulator,
  as: (endpoint: Json, project_id: string) => Json,
): Provider {
  const { project_id, personal_project_id } = emulator.ids;
  return front(emulator, async (call, pass) => {
    const response = await pass();
    if (call.name !== LIST) return response;
    const all = [
      ...(await computes(emulator, project_id)),
      ...(await computes(emulator, personal_project_id)),
    ];
    return edited(response, () => ({
      endpoints: all.map((it) => as(it, `${call.ids.project_id}`)),
    }));
  });
}

/** On one route the project of the path is not looked at. */
function anyProject(emulator: Emulator, routeName: string): Provider {
  const { project_id } = emulator.ids;
  return front(emulator, async (call, pass) => {
    const response = await pass();
    if (call.name !== routeName || response.status !== 404) return response;
    const found = (await computes(emulator)).some(({ id }) => id === call.ids.endpoint_id);
    if (!found) return response;
    const again = await pass({ url: call.url.replace(`${call.ids.project_id}`, project_id) });
    return edited(again, (body) => {
      for (const it of endpointsOf(body)) it.project_id = call.ids.project_id;
    });
  });
}
