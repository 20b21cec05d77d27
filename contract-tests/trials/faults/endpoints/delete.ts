/** Providers that are wrong about deleting computes, or unusual. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { ask, edited, type Json } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  drop,
  each,
  editing,
  fresh,
  insteadOf,
  set,
  stacked,
} from "../../verbs.ts";
import {
  COMPUTES,
  computesOf,
  isIdle,
  isReplica,
  isStarting,
  knowingBefore,
  MINUTE_MS,
} from "./computes.ts";

const { must, benign } = inGroup("endpoints");

const {
  listProjectEndpoints: LIST,
  getEndpoint: GET,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  startEndpoint: START,
  restartEndpoint: RESTART,
} = routes;

const FIELDS = "Resources and their fields, Compute endpoint";
const STATES = "States and transitions, Compute endpoint";
const DELETED = "States and transitions, Compute endpoint Rules 2";
const SHAPES = "Endpoints, Detailed shapes";
const UNSHOWN = "Endpoints, Rules 6";

/** Lists some of the deleted computes as they were. */
const stillListing = (when: (compute: Json, sinceMs: number) => boolean): Apply =>
  fresh(() => {
    const gone: { compute: Json; atMs: number }[] = [];
    return stacked(
      knowingBefore(
        ({ name }) => name === DELETE,
        (_, compute, { emulator }) => gone.push({ compute, atMs: emulator.now() }),
      ),
      editing(LIST, ({ endpoints }, { ids, emulator }) => {
        for (const { compute, atMs } of gone)
          if (compute.project_id === ids.project_id && when(compute, emulator.now() - atMs))
            endpoints.push(compute);
      }),
    );
  });

/** Answers one route for a deleted compute as if it were there. */
const answeringForDeleted = (route: string): Apply =>
  fresh(() => {
    const known = new Map<string, Json>();
    return stacked(
      each(ANY, COMPUTES, (it) => known.set(it.id, it)),
      insteadOf(404, route, (_, { ids, body }) => {
        const endpoint = known.get(`${ids.endpoint_id}`);
        if (!endpoint) return undefined;
        const shown = { ...endpoint, ...body?.endpoint, pending_state: "idle" };
        return Response.json({ endpoint: shown, operations: [] });
      }),
    );
  });

const answering204Again = () => {
  const gone = new Set<string>();
  return between(async ({ method, url }, pass) => {
    const response = await pass();
    if (method !== "DELETE") return response;
    if (response.ok) gone.add(url);
    const isAgain = response.status === 404 && gone.has(url);
    return isAgain ? new Response(null, { status: 204 }) : response;
  });
};

export const deleteFaults: Fault[] = [
  ...must(DELETED, {
    "deleted-still-listed": ["lists a deleted compute", stillListing(() => true)],
    "deleted-replica-still-listed": ["lists a deleted read replica", stillListing(isReplica)],
    "deleted-idle-still-listed": [
      "lists a compute that was deleted while idle",
      stillListing(isIdle),
    ],
    "deleted-listed-again": [
      "lists a deleted compute again after half a minute",
      stillListing((_, sinceMs) => sinceMs > MINUTE_MS / 2),
    ],
    ...rowsOf(
      [
        { what: "read", route: GET, verb: "reads" },
        { what: "updated", route: UPDATE, verb: "updates" },
        { what: "started", route: START, verb: "starts" },
        { what: "restarted", route: RESTART, verb: "restarts" },
      ],
      ({ what, route, verb }) => [
        `deleted-can-be-${what}`,
        `${verb} a deleted compute as if it were there`,
        answeringForDeleted(route),
      ],
    ),
    "delete-takes-the-branch-with-it": [
      "deletes the read replicas of a project with a primary compute",
      answering(DELETE, async (_, { ids, emulator }) => {
        for (const { id, branch_id } of await computesOf(emulator))
          if (branch_id === emulator.ids.other_free_branch_id)
            await ask(emulator, `DELETE /projects/${ids.project_id}/endpoints/${id}`);
        return undefined;
      }),
    ],
    "delete-ignored-while-init": [
      "answers the deletion of a new compute and does not delete it",
      stillListing(isStarting),
    ],
  }),
  ...must(FIELDS, {
    "delete-with-pending-state": [
      "answers a deletion with a pending_state",
      set(DELETE, "endpoint.pending_state", "idle"),
    ],
    "delete-with-pending-state-null": [
      "answers a deletion with a pending_state of null",
      set(DELETE, "endpoint.pending_state", null),
    ],
  }),
  ...must(SHAPES, {
    "delete-with-operation": [
      "answers a deletion with an operation",
      between(async ({ name, ids, emulator }, pass) => {
        if (name !== DELETE) return pass();
        const path = `/projects/${ids.project_id}/operations?limit=1`;
        const { operations } = await ask(emulator, `GET ${path}`);
        return edited(await pass(), (body) => ({ ...body, operations }));
      }),
    ],
    "delete-answers-id-only": [
      "answers a deletion with the id of the compute only",
      set(DELETE, "endpoint", ({ id }) => ({ id })),
    ],
    "delete-answers-another-compute": [
      "answers a deletion with the default compute",
      between(async ({ name, emulator }, pass) => {
        const [endpoint] = await computesOf(emulator);
        const response = await pass();
        return name === DELETE ? edited(response, (body) => ({ ...body, endpoint })) : response;
      }),
    ],
    "delete-without-operations": [
      "answers a deletion without a list of operations",
      drop(DELETE, "operations"),
    ],
    "delete-answers-nothing": [
      "answers a deletion with 204",
      answering(DELETE, () => new Response(null, { status: 204 })),
    ],
  }),
  ...benign(UNSHOWN, {
    "benign-second-delete-204": ["answers a second deletion with 204", fresh(answering204Again)],
    "benign-second-delete-410": [
      "answers 410 when a resource to delete does not exist",
      insteadOf(
        404,
        ({ method }) => method === "DELETE",
        ({ body, headers }) => new Response(body, { status: 410, headers }),
      ),
    ],
  }),
  ...benign(STATES, {
    "benign-deleted-state": [
      "answers a deletion with the state deleted",
      set(DELETE, "endpoint.current_state", "deleted"),
    ],
  }),
];
