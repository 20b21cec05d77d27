/** Providers that are wrong about moving computes to another branch. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import type { Call } from "../../provider.ts";
import { edited } from "../../provider.ts";
import {
  ANY,
  drop,
  each,
  fresh,
  onCall,
  refusal,
  refusing,
  set,
  stacked,
  without,
} from "../../verbs.ts";
import {
  computeOf,
  fieldOf,
  isIdle,
  isMove,
  isOfReplica,
  isReplica,
  isStarting,
  knowingBefore,
  leavingBranchTaken,
  MINUTE_MS,
  PRIMARY,
  primaryOf,
  storingUpdates,
  takingUpdates,
} from "./computes.ts";

const { must } = inGroup("endpoints");

const { listProjectEndpoints: LIST, startEndpoint: START } = routes;

const FIELDS = "Resources and their fields, Compute endpoint";
const STATES = "States and transitions, Compute endpoint";
const SHAPES = "Endpoints, Detailed shapes";
const UPDATES = "Endpoints, Rules 2";

/** Moves a primary compute to a branch that has one. */
export const movingToTaken = (when: (call: Call) => unknown, answer?: () => Response): Apply =>
  takingUpdates(
    409,
    (call) => isMove(call) && when(call),
    ({ branch_id }) => ({ branch_id }),
    answer,
  );

/** Lists computes on the branch where it saw them first. */
const movingNothing = () => {
  const home = new Map<string, string>();
  return each(LIST, "endpoints.*", (it) => {
    home.set(it.id, home.get(it.id) ?? it.branch_id);
    it.branch_id = home.get(it.id);
  });
};

const takingMovesBack = () => {
  const from = new Map<string, { branch_id: string; atMs: number }>();
  return stacked(
    knowingBefore(isMove, (_, { id, branch_id }, { emulator }) =>
      from.set(id, { branch_id, atMs: emulator.now() }),
    ),
    each(LIST, "endpoints.*", (it, { emulator }) => {
      const home = from.get(it.id);
      if (home && emulator.now() - home.atMs > MINUTE_MS / 2) it.branch_id = home.branch_id;
    }),
  );
};

const makingReplicasPrimary = () => {
  const moved = new Set<string>();
  return stacked(
    onCall(isMove, ({ ids }) => moved.add(`${ids.endpoint_id}`)),
    set(ANY, fieldOf("type"), PRIMARY, ({ id }) => moved.has(id)),
  );
};

const startingNoMoved = () => {
  const moved = new Set<string>();
  return stacked(
    onCall(isMove, ({ ids }) => moved.add(`${ids.endpoint_id}`)),
    refusing(({ name, ids }) => name === START && moved.has(`${ids.endpoint_id}`)),
  );
};

export const moveFaults: Fault[] = [
  ...must(UPDATES, {
    "move-ignored": ["answers a move and does not store it", fresh(movingNothing)],
    "move-of-replica-ignored": [
      "answers the move of a read replica and does not store it",
      storingUpdates(({ branch_id, ...rest }) => rest, isReplica),
    ],
    "move-taken-back": ["takes a move back after half a minute", fresh(takingMovesBack)],
    "move-leaves-branch-taken": [
      "refuses another primary compute on a branch that one was moved from",
      leavingBranchTaken(isMove),
    ],
    "move-to-taken-branch": [
      "moves a primary compute to a branch that has one",
      movingToTaken(ANY),
    ],
    "move-to-taken-branch-if-idle": [
      "moves a compute to a branch whose primary compute is idle",
      movingToTaken(async (call) => isIdle((await primaryOf(call)) ?? {})),
    ],
    "move-to-taken-branch-if-active": [
      "moves an active compute to a branch that has a primary one",
      movingToTaken(async (call) => (await computeOf(call))?.current_state === "active"),
    ],
    "move-to-taken-branch-with-more": [
      "moves a compute to a taken branch in an update that changes more",
      movingToTaken(({ body }) => Object.keys(body.endpoint).length > 1),
    ],
    "move-to-taken-branch-while-init": [
      "moves a compute to a branch whose primary compute starts",
      movingToTaken(async (call) => isStarting((await primaryOf(call)) ?? {})),
    ],
    "move-despite-refusal": [
      "refuses a move to a taken branch, but does it",
      movingToTaken(ANY, () => refusal()),
    ],
    "move-of-replica-refused": [
      "refuses to move a read replica to a branch with a primary compute",
      refusing(
        async (call) => isMove(call) && (await isOfReplica(call)) && (await primaryOf(call)),
      ),
    ],
    "move-makes-replica-primary": [
      "makes a read replica a primary compute when it moves it",
      fresh(makingReplicasPrimary),
    ],
    "move-without-operations": ["answers a move without operations", set(isMove, "operations", [])],
  }),
  ...must(STATES, {
    "move-is-active": [
      "answers the move of an idle compute with an active one",
      set(isMove, "endpoint.current_state", "active"),
    ],
    "move-pending-active": [
      "answers a move with a pending_state of active",
      set(isMove, "endpoint.pending_state", "active"),
    ],
    "move-answers-old-branch": [
      "answers a move with the branch that the compute was on",
      knowingBefore(isMove, (response, { branch_id }) =>
        edited(response, ({ endpoint }) => {
          endpoint.branch_id = branch_id;
        }),
      ),
    ],
    "move-without-suspend": [
      "starts no suspend_compute at a move",
      without(isMove, "operations", ({ action }) => action === "suspend_compute"),
    ],
    "move-without-apply-config": [
      "starts no apply_config at a move",
      without(isMove, "operations", ({ action }) => action === "apply_config"),
    ],
    "move-suspend-running": [
      "answers a move with a running suspend_compute",
      set(isMove, "operations.*.status", "running"),
    ],
    "move-apply-config-scheduling": [
      "answers a move with a scheduling apply_config",
      set(isMove, "operations.*.status", "scheduling"),
    ],
    "move-operations-of-another-compute": [
      "names the default compute in the operations of a move",
      set(isMove, "operations.*.endpoint_id", (_, __, { emulator }) => emulator.ids.endpoint_id),
    ],
    "moved-cannot-start": ["refuses to start a moved compute", fresh(startingNoMoved)],
  }),
  ...must(FIELDS, {
    "move-without-pending-state": [
      "answers a move without pending_state",
      drop(isMove, "endpoint.pending_state"),
    ],
    "move-to-unknown-branch": [
      "moves a compute to a branch that does not exist",
      takingUpdates(404, isMove, ({ branch_id }) => ({ branch_id })),
    ],
  }),
  ...must(SHAPES, {
    "move-answers-another-compute": [
      "answers a move with a compute of another id",
      set(isMove, "endpoint.id", (id) => `${id}-moved`),
    ],
  }),
];
