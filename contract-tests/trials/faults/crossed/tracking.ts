/** Operations that exist and stand nowhere, stand where they do not belong, or differ by place. */
import { randomUUID } from "node:crypto";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup, rowsOf } from "../../fault.ts";
import { ask, type Call, edited, type Json, jsonOf, operationsOf } from "../../provider.ts";
import {
  answering,
  drop,
  editing,
  fresh,
  insteadOf,
  type On,
  refusal,
  set,
  stacked,
  without,
} from "../../verbs.ts";
import { ACTIONS, OPERATION, SHAPES, TABLES, TRACKED } from "./sources.ts";

const { must, should } = inGroup("operations");

type Which = (operation: Json) => unknown;

const is =
  (action: string): Which =>
  (operation) =>
    operation.action === action;
const has =
  (status: string): Which =>
  (operation) =>
    operation.status === status;

/** Leaves operations out of the list of a project. */
const unlisted = (which: Which): Apply => without(routes.listOperations, "operations", which);

/** Answers 404 to reads of operations by id. */
const unreadable = (which: Which): Apply =>
  answering(routes.getOperation, async (response) => {
    const { operation } = await jsonOf(response);
    return which(operation) ? refusal(404) : undefined;
  });

/** Starts operations without listing them in the answer. */
const hiding = (on: On, which: Which = () => true): Apply => without(on, "operations", which);

/** Shows no operation with this action unless an answer to a change has listed it. */
const untrackedUnlessAnswered = (action: string): Apply =>
  fresh(() => {
    const answered = new Set<string>();
    const isHidden = (it: Json) => it.action === action && !answered.has(it.id);
    const noticing = editing(
      ({ method }) => method !== "GET",
      (body) => {
        for (const { id } of operationsOf(body)) answered.add(id);
      },
    );
    return stacked(stacked(unlisted(isHidden), unreadable(isHidden)), noticing);
  });

/** The operations of a project, newest first. */
const listed = async ({ emulator, ids }: Call): Promise<Json[]> =>
  (await ask(emulator, `GET /projects/${ids.project_id}/operations?limit=100`)).operations;

const LISTED_ACTIONS = [
  "start_compute",
  "suspend_compute",
  "apply_config",
  "create_branch",
  "create_timeline",
  "apply_storage_config",
];

const READ_ACTIONS = [...LISTED_ACTIONS, "check_availability"];

const HIDDEN: [id: string, change: string, on: On][] = [
  ["start", "a start", routes.startEndpoint],
  ["suspension", "a suspension", routes.suspendEndpoint],
  ["restart", "a restart", routes.restartEndpoint],
  ["new-branch", "the creation of a branch", routes.createBranch],
  ["new-role", "the creation of a role", routes.createRole],
  ["new-database", "the creation of a database", routes.createDatabase],
  ["gone-database", "the deletion of a database", routes.deleteDatabase],
  ["gone-role", "the deletion of a role", routes.deleteRole],
  ["changed-database", "an update of a database", routes.updateDatabase],
  ["new-project", "the creation of a project", routes.createProject],
];

export const trackingFaults = [
  ...must(
    TRACKED,
    rowsOf(HIDDEN, ([id, change, on]) => [
      `unanswered-${id}`,
      `does not list the operations that ${change} starts`,
      hiding(on),
    ]),
  ),
  ...must(
    TRACKED,
    rowsOf(LISTED_ACTIONS, (action) => [
      `unlisted-${action.replaceAll("_", "-")}`,
      `leaves operations called ${action} out of the list of its project`,
      unlisted(is(action)),
    ]),
  ),
  ...must(
    TRACKED,
    rowsOf(READ_ACTIONS, (action) => [
      `unreadable-${action.replaceAll("_", "-")}`,
      `lists operations called ${action} and does not know them by id`,
      unreadable(is(action)),
    ]),
  ),
  ...must(TRACKED, {
    "unanswered-second-of-move": [
      "lists only the first of two operations that a move starts",
      set(routes.updateEndpoint, "operations", (all: Json[]) => all.slice(0, 1)),
    ],
    "unlisted-while-scheduling": ["lists an operation once it runs", unlisted(has("scheduling"))],
    "unreadable-while-scheduling": [
      "knows an operation by id once it runs",
      unreadable(has("scheduling")),
    ],
    "unlisted-once-failed": ["leaves failed operations out of the list", unlisted(has("failed"))],
    "unreadable-once-failed": ["does not know a failed operation by id", unreadable(has("failed"))],
    "unlisted-without-compute": [
      "leaves operations without a compute out of the list",
      unlisted(({ endpoint_id }) => endpoint_id === undefined),
    ],
    "answers-unknown-operation": [
      "lists an operation after a start that nobody can read",
      editing(routes.startEndpoint, ({ operations }) => {
        const [first] = operations;
        if (first) operations.push({ ...first, id: randomUUID() });
      }),
    ],
    "answers-unknown-operation-of-branch": [
      "answers another id for the operation of a new branch than it has",
      set(routes.createBranch, "operations.*.id", () => randomUUID()),
    ],
    "answers-earlier-operation": [
      "lists an operation of an earlier request after a suspension",
      answering(routes.suspendEndpoint, async (response, call) => {
        const earlier = (await listed(call)).at(-1);
        return edited(response, ({ operations }) => void operations.push(earlier));
      }),
    ],
    "answers-operation-twice": [
      "lists the operation of an update twice",
      set(routes.updateEndpoint, "operations", (all: Json[]) => [...all, ...all.slice(0, 1)]),
    ],
  }),
  ...must(ACTIONS, {
    "untracked-inactivity": [
      "keeps no operation of a suspension after inactivity",
      untrackedUnlessAnswered("suspend_compute"),
    ],
    "untracked-connection": [
      "keeps no operation of a start by a connection",
      untrackedUnlessAnswered("start_compute"),
    ],
  }),
  ...must(SHAPES, {
    "listed-running-forever": [
      "lists operations that change a configuration as running after they have finished",
      set(routes.listOperations, "operations.*.status", "running", is("apply_config")),
    ],
    "read-running-forever": [
      "answers a finished start as running, and lists it as finished",
      set(routes.getOperation, "operation.status", "running", is("start_compute")),
    ],
  }),
  ...must(OPERATION, {
    "read-without-compute": [
      "answers an operation by id without its compute",
      drop(routes.getOperation, "operation.endpoint_id"),
    ],
    "read-with-other-id": [
      "answers another id than the operation was read by",
      set(routes.getOperation, "operation.id", (id: string) => id.replace(/^./, "e")),
    ],
    "read-with-default-branch": [
      "answers the default branch for every operation that is read by id",
      set(
        routes.getOperation,
        "operation.branch_id",
        (_: Json, __: Json, { emulator }) => emulator.ids.branch_id,
      ),
    ],
    "read-with-other-action": [
      "calls the operation of a new branch create_timeline when it is read by id",
      set(routes.getOperation, "operation.action", "create_timeline", is("create_branch")),
    ],
    "listed-with-failures": [
      "lists one failure more than it answers by id",
      set(routes.listOperations, "operations.*.failures_count", (count: number) => count + 1),
    ],
    "answered-with-other-compute": [
      "answers a start with an operation on another compute",
      set(routes.startEndpoint, "operations.*.endpoint_id", (id: string, _: Json, { emulator }) =>
        id === emulator.ids.endpoint_id
          ? emulator.ids.personal_endpoint_id
          : emulator.ids.endpoint_id,
      ),
    ],
    "listed-with-other-compute": [
      "lists every operation on a compute under the first compute of the project",
      set(
        routes.listOperations,
        "operations.*.endpoint_id",
        (_: Json, __: Json, { emulator }) => emulator.ids.endpoint_id,
        ({ endpoint_id }) => endpoint_id !== undefined,
      ),
    ],
  }),
  ...must(TABLES, {
    "lists-operations-of-other-project": [
      "lists the operations of another project too",
      editing(routes.listOperations, async (body, { emulator, ids, query }) => {
        const { project_id, personal_project_id } = emulator.ids;
        if (query.has("cursor")) return;
        const other = ids.project_id === project_id ? personal_project_id : project_id;
        const { operations } = await ask(emulator, `GET /projects/${other}/operations?limit=1`);
        body.operations = [...operations, ...body.operations.slice(1)];
      }),
    ],
  }),
  ...should(TABLES, {
    "reads-operations-of-any-project": [
      "answers an operation under the path of another project",
      insteadOf(404, routes.getOperation, async (_, { emulator, ids, key }, pass) => {
        if (key !== emulator.keys.admin) return undefined;
        const { project_id, personal_project_id } = emulator.ids;
        for (const id of [project_id, personal_project_id]) {
          const url = `${emulator.url}/projects/${id}/operations/${ids.operation_id}`;
          const response = await pass({ url });
          if (response.ok) return response;
        }
        return undefined;
      }),
    ],
  }),
  // The document does not show how often availability is checked.
  ...should(ACTIONS, {
    "unlisted-check-availability": [
      "leaves operations called check_availability out of the list of its project",
      unlisted(is("check_availability")),
    ],
  }),
];
