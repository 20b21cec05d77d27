/** Providers that are wrong about creating computes. */
import { setImmediate as turn } from "node:timers/promises";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import { type Call, front, type Json } from "../../provider.ts";
import {
  ANY,
  drop,
  fresh,
  insteadOf,
  onCall,
  refusal,
  refusing,
  sending,
  set,
  stacked,
} from "../../verbs.ts";
import {
  computeOf,
  computesOf,
  isIdle,
  isMove,
  isPrimary,
  isReplica,
  isStarting,
  leavingBranchTaken,
  MAX,
  MIN,
  PRIMARY,
  primaryOf,
  type Shown,
  showing,
} from "./computes.ts";
import { movingToTaken } from "./move.ts";

const { must, should } = inGroup("endpoints");

const { listProjectEndpoints: LIST, createEndpoint: CREATE, deleteEndpoint: DELETE } = routes;

const FIELDS = "Resources and their fields, Compute endpoint";
const STATES = "States and transitions, Compute endpoint";
const SHAPES = "Endpoints, Detailed shapes";
const CREATION = "Endpoints, Rules 1";
const UPDATES = "Endpoints, Rules 2";

const SIZE = [`endpoint.${MIN}`, `endpoint.${MAX}`];

/** Creates a second primary compute, by creating another compute that is shown as one. */
const secondPrimary = (
  when: (call: Call, primary: Json) => unknown,
  answer: (response: Response) => Response = (response) => response,
): Apply =>
  fresh(() => {
    const shown: Shown = new Map();
    const creating = insteadOf(409, CREATE, async (_, call, pass) => {
      const { endpoint } = call.body ?? {};
      if (!(await when(call, await primaryOf(call)))) return undefined;
      const second = await pass({ body: { endpoint: { ...endpoint, type: "another" } } });
      const body: Json = await second.clone().json();
      shown.set(body.endpoint.id, { type: PRIMARY });
      return answer(second);
    });
    return stacked(creating, showing(shown));
  });

const secondPrimaryForLateAsker = () => {
  const asked = new Set<string>();
  return secondPrimary(({ body: { endpoint } }) => {
    const isAgain = asked.has(endpoint.branch_id);
    asked.add(endpoint.branch_id);
    return isAgain;
  });
};

/** Counts a primary compute on the branch where it was created, not on the one it was moved to. */
const secondPrimaryBesideMoved = () => {
  const home = new Map<string, string>();
  return stacked(
    secondPrimary((_, { id, branch_id }) => home.get(id) !== branch_id),
    onCall(ANY, async ({ emulator }) => {
      for (const { id, branch_id } of await computesOf(emulator))
        if (!home.has(id)) home.set(id, branch_id);
    }),
  );
};

const secondPrimaryAfterDeletion = () => {
  const emptied = new Set<string>();
  return stacked(
    secondPrimary(({ body }) => emptied.delete(body.endpoint.branch_id)),
    onCall(DELETE, async (call) => {
      const compute = await computeOf(call);
      if (compute && isPrimary(compute)) emptied.add(compute.branch_id);
    }),
  );
};

/** Checks first and acts a moment later, so that it is wrong where two calls race for a branch. */
const racing =
  (isRace: (call: Call, other: Call) => boolean, apply: Apply): Apply =>
  (emulator) => {
    const inFlight: Call[] = [];
    const wrong = apply(emulator).fetch ?? emulator.fetch;
    const reader = front(emulator, async (call, pass) => {
      const branch_id = call.body?.endpoint?.branch_id;
      const { url, method, headers, text } = call;
      const asWrong = () => wrong(url, { method, headers, body: text || null });
      if (branch_id === undefined) return asWrong();
      inFlight.push(call);
      await turn();
      const isRacing = inFlight.some(
        (other) =>
          other !== call && other.body.endpoint.branch_id === branch_id && isRace(call, other),
      );
      try {
        return await (isRacing ? asWrong() : pass());
      } finally {
        await turn();
        inFlight.splice(inFlight.indexOf(call), 1);
      }
    });
    return reader;
  };

/** Creates a compute on another branch where it should refuse, and shows it on the named one. */
const creatingElsewhere = (when: (call: Call, response: Response) => boolean): Apply =>
  fresh(() => {
    const shown: Shown = new Map();
    const creating: Apply = (emulator) =>
      front(emulator, async (call, pass) => {
        const response = await pass();
        const { branch_id, type } = call.body?.endpoint ?? {};
        if (call.name !== CREATE || !when(call, response)) return response;
        const made = await pass({
          body: { endpoint: { type, branch_id: emulator.ids.other_free_branch_id } },
        });
        if (made.ok) shown.set(((await made.clone().json()) as Json).endpoint.id, { branch_id });
        return made;
      });
    return stacked(creating, showing(shown));
  });

/** Refuses creations, given what is asked for and the computes of its branch. */
const refusingCreation = (isRefused: (asked: Json, onBranch: Json[]) => boolean): Apply =>
  refusing(async ({ name, body, emulator }) => {
    if (name !== CREATE || !body?.endpoint) return false;
    const all = await computesOf(emulator);
    return isRefused(
      body.endpoint,
      all.filter(({ branch_id }) => branch_id === body.endpoint.branch_id),
    );
  });

const limitingReplicas = (most: number) =>
  refusingCreation((asked, all) => isReplica(asked) && all.filter(isReplica).length >= most);

export const createFaults: Fault[] = [
  ...must(CREATION, {
    "create-second-primary": ["creates a second primary compute", secondPrimary(ANY)],
    "create-second-primary-if-idle": [
      "creates a second primary compute beside an idle one",
      secondPrimary((_, primary) => isIdle(primary)),
    ],
    "create-second-primary-while-init": [
      "creates a second primary compute while the first one starts",
      secondPrimary((_, primary) => isStarting(primary)),
    ],
    "create-second-primary-beside-replica": [
      "creates a second primary compute on a branch with a read replica",
      secondPrimary(async ({ body, emulator }) =>
        (await computesOf(emulator)).some(
          (it) => isReplica(it) && it.branch_id === body.endpoint.branch_id,
        ),
      ),
    ],
    "create-second-primary-by-organization-key": [
      "lets the key of an organization create a second primary compute",
      secondPrimary(({ key, emulator }) => key === emulator.keys.organization),
    ],
    "create-second-primary-by-project-key": [
      "lets the key of a project create a second primary compute",
      secondPrimary(({ key, emulator }) => key === emulator.keys.project),
    ],
    "create-second-primary-on-default-branch": [
      "creates a second primary compute on the default branch",
      secondPrimary(({ body, emulator }) => body.endpoint.branch_id === emulator.ids.branch_id),
    ],
    "create-second-primary-when-asked-twice": [
      "creates a second primary compute at the second request for one",
      fresh(secondPrimaryForLateAsker),
    ],
    "create-second-primary-after-deletion": [
      "creates two primary computes on a branch after its first one was deleted",
      fresh(secondPrimaryAfterDeletion),
    ],
    "create-second-primary-in-a-race": [
      "creates both computes when two creations race for a branch",
      racing((call, other) => call.name === CREATE && other.name === CREATE, secondPrimary(ANY)),
    ],
    "create-second-primary-despite-refusal": [
      "refuses a second primary compute, but creates it",
      secondPrimary(ANY, () => refusal()),
    ],
    "create-answers-the-first-primary": [
      "answers a refused creation with the primary compute that the branch has",
      insteadOf(409, CREATE, async (_, call) => {
        const endpoint = { ...(await primaryOf(call)), pending_state: "active" };
        return Response.json({ endpoint, operations: [] });
      }),
    ],
    "one-replica-only": ["refuses a second read replica on a branch", limitingReplicas(1)],
    "four-replicas-only": ["refuses a fifth read replica on a branch", limitingReplicas(4)],
    "replica-counts-as-primary": [
      "refuses a primary compute on a branch with a read replica",
      refusingCreation((asked, all) => isPrimary(asked) && all.length > 0),
    ],
    "create-operation-scheduling": [
      "answers a creation with a scheduling start_compute",
      set(CREATE, "operations.0.status", "scheduling"),
    ],
    "create-without-operation": [
      "answers a creation without operations",
      set(CREATE, "operations", []),
    ],
    "create-replica-without-operation": [
      "answers the creation of a read replica without operations",
      set(CREATE, "operations", [], ({ endpoint }) => isReplica(endpoint)),
    ],
    "create-two-operations": [
      "starts apply_config beside start_compute at a creation",
      set(CREATE, "operations", ([first]) => [first, { ...first, action: "apply_config" }]),
    ],
    "create-operation-of-another-action": [
      "starts create_compute at a creation",
      set(CREATE, "operations.0.action", "create_compute"),
    ],
    "create-operation-of-another-compute": [
      "names the default compute in the operation of a creation",
      set(CREATE, "operations.0.endpoint_id", (_, __, { emulator }) => emulator.ids.endpoint_id),
    ],
    "delete-leaves-branch-taken": [
      "refuses another primary compute on a branch whose compute was deleted",
      leavingBranchTaken(({ name }) => name === DELETE),
    ],
  }),
  ...must(UPDATES, {
    "create-second-primary-beside-moved": [
      "creates a second primary compute on a branch that one was moved to",
      fresh(secondPrimaryBesideMoved),
    ],
    "create-beside-a-move-in-a-race": [
      "creates a compute on a branch while another is moved there",
      racing((call, other) => call.name === CREATE && isMove(other), secondPrimary(ANY)),
    ],
    "move-beside-a-creation-in-a-race": [
      "moves a compute to a branch while another is created there",
      racing((call, other) => isMove(call) && other.name === CREATE, movingToTaken(ANY)),
    ],
    "move-beside-a-move-in-a-race": [
      "moves both computes when two moves race for a branch",
      racing((call, other) => isMove(call) && isMove(other), movingToTaken(ANY)),
    ],
  }),
  ...must(SHAPES, {
    "create-on-another-branch": [
      "creates a compute on another branch than the named one",
      sending(CREATE, ({ body, emulator }) => {
        const { free_branch_id, other_free_branch_id: branch_id } = emulator.ids;
        const { endpoint } = body ?? {};
        return endpoint?.branch_id === free_branch_id
          ? { body: { endpoint: { ...endpoint, branch_id } } }
          : undefined;
      }),
    ],
    "create-replica-as-primary": [
      "answers the creation of a read replica with a primary compute",
      set(CREATE, "endpoint.type", PRIMARY),
    ],
    "created-is-not-listed-yet": [
      "lists a new compute only when it is active",
      set(LIST, "endpoints", (all: Json[]) => all.filter((it) => !isStarting(it))),
    ],
  }),
  ...must(STATES, {
    "replica-needs-primary": [
      "refuses a read replica on a branch without a primary compute",
      refusingCreation((asked, all) => isReplica(asked) && !all.some(isPrimary)),
    ],
    "create-is-active": [
      "answers a creation with an active compute",
      set(CREATE, "endpoint.current_state", "active"),
    ],
    "create-is-idle": [
      "answers a creation with an idle compute",
      set(CREATE, "endpoint.current_state", "idle"),
    ],
    "create-replica-is-active": [
      "answers the creation of a read replica with an active compute",
      set(CREATE, "endpoint.current_state", "active", isReplica),
    ],
    "create-pending-idle": [
      "answers a creation with a pending_state of idle",
      set(CREATE, "endpoint.pending_state", "idle"),
    ],
    "created-stays-init": [
      "lists active computes as init",
      set(
        LIST,
        "endpoints.*.current_state",
        "init",
        (it) => it.current_state === "active" && it[MIN] === 1,
      ),
    ],
    "created-replica-stays-init": [
      "lists read replicas as init",
      set(LIST, "endpoints.*.current_state", "init", isReplica),
    ],
  }),
  ...must(FIELDS, {
    "create-without-pending-state": [
      "answers a creation without pending_state",
      drop(CREATE, "endpoint.pending_state"),
    ],
    "create-replica-without-pending-state": [
      "answers the creation of a read replica without pending_state",
      drop(CREATE, "endpoint.pending_state", isReplica),
    ],
    "default-pooler-mode": [
      "creates computes with a pooler_mode of session",
      set(CREATE, "endpoint.pooler_mode", "another-mode"),
    ],
    "default-pooler-enabled": [
      "creates computes with the pooler enabled",
      set(CREATE, "endpoint.pooler_enabled", true),
    ],
    "default-passwordless-access": [
      "creates computes without passwordless access",
      set(CREATE, "endpoint.passwordless_access", false),
    ],
    "default-disabled": ["creates disabled computes", set(CREATE, "endpoint.disabled", true)],
    "default-minimum-size": [
      "creates computes with a minimum of 0.25 units",
      set(CREATE, `endpoint.${MIN}`, 0.25),
    ],
    "default-maximum-size": [
      "creates computes with a maximum of 2 units",
      set(CREATE, `endpoint.${MAX}`, 2),
    ],
    "default-settings": [
      "creates computes with a Postgres setting",
      set(CREATE, "endpoint.settings", { pg_settings: { max_connections: "450" } }),
    ],
    "default-size-of-replica": [
      "creates read replicas with the smallest size",
      set(CREATE, SIZE, 0.25, isReplica),
    ],
    "default-size-not-stored": [
      "lists a new compute with another size than it answered",
      set(LIST, `endpoints.*.${MAX}`, 2, isStarting),
    ],
    "create-last-active-null": [
      "answers a creation with a last_active of null",
      set(CREATE, "endpoint.last_active", null),
    ],
    "create-last-active-is-creation": [
      "answers a creation with its time as last_active",
      set(CREATE, "endpoint.last_active", (_, { created_at }) => created_at),
    ],
    "create-on-unknown-branch": [
      "creates a compute on a branch that does not exist",
      creatingElsewhere((_, { status }) => status === 404),
    ],
    "create-on-branch-of-another-project": [
      "creates a compute on a branch of another project",
      creatingElsewhere(
        ({ body, emulator }, { ok }) =>
          !ok && body?.endpoint?.branch_id === emulator.ids.personal_free_branch_id,
      ),
    ],
  }),
  ...should(SHAPES, {
    "create-without-type-accepted": [
      "creates a primary compute when no type is given",
      insteadOf(400, CREATE, async (_, { body }, pass) => {
        const { branch_id, type } = body?.endpoint ?? {};
        return branch_id && !type
          ? pass({ body: { endpoint: { branch_id, type: PRIMARY } } })
          : undefined;
      }),
    ],
  }),
];
