/** Providers that are wrong about the list of computes and their fields, or unusual. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import {
  ask,
  edited,
  endpointsOf,
  type Json,
  operationsOf,
  secondOf,
  withBody,
} from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  drop,
  each,
  editing,
  fresh,
  insteadOf,
  meanwhile,
  renamingIds,
  set,
  without,
} from "../../verbs.ts";
import {
  COMPUTES,
  computesOf,
  fieldOf,
  isIdle,
  isPrimary,
  isReplica,
  isStarting,
  MAX,
  MIN,
} from "./computes.ts";

const { must, should, benign } = inGroup("endpoints");

const {
  listProjects: PROJECTS,
  listProjectEndpoints: LIST,
  createEndpoint: CREATE,
  getEndpoint: GET,
  updateEndpoint: UPDATE,
  deleteEndpoint: DELETE,
  startEndpoint: START,
} = routes;
const READS = [LIST, GET];

const FIELDS = "Resources and their fields, Compute endpoint";
const STATES = "States and transitions, Compute endpoint";
const CONVENTIONS = "Resources and their fields, Conventions";
const DELETED = "States and transitions, Compute endpoint Rules 2";
const SHAPES = "Endpoints, Detailed shapes";
const UNSHOWN = "Endpoints, Rules 6";

/** The id of a compute in JSON, but not within its host. */
const COMPUTE_ID = /(?<=")ep-\d+-\w+(?=")/g;

/** Shows computes with other hosts. */
const hosting = (nameOf: (compute: Json) => string): Apply =>
  set(ANY, fieldOf("host"), (_, compute) => `${nameOf(compute)}.emulator.invalid`);

const hostingInTurn = () => {
  const numbers = new Map<string, number>();
  return hosting(({ id, branch_id }) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `${branch_id}-${number % 2}`;
  });
};

/** Shows new computes and their operations with other ids, and takes these in paths. */
const aliasing = (outside: (id: string, compute: Json) => string): Apply =>
  fresh(() => {
    const insides = new Map<string, string>();
    const outsides = new Map<string, string>();
    return between(async ({ name, url, ids: { endpoint_id = "" } }, pass) => {
      const inside = insides.get(endpoint_id);
      const response = await pass(
        inside ? { url: url.replace(encodeURIComponent(endpoint_id), inside) } : {},
      );
      return edited(response, (body) => {
        if (name === CREATE) {
          const { id } = body.endpoint;
          outsides.set(id, outside(id, body.endpoint));
          insides.set(outside(id, body.endpoint), id);
        }
        for (const it of endpointsOf(body ?? {})) it.id = outsides.get(it.id) ?? it.id;
        for (const it of operationsOf(body ?? {}))
          if (it.endpoint_id !== undefined)
            it.endpoint_id = outsides.get(it.endpoint_id) ?? it.endpoint_id;
      });
    });
  });

const reusingIds = () => {
  const first = new Map<string, string>();
  return aliasing((id, { branch_id, type }) => {
    if (isReplica({ type })) return id;
    if (!first.has(branch_id)) first.set(branch_id, id);
    return first.get(branch_id) ?? id;
  });
};

/** Lists the computes of all projects. */
const listingAll = (shown: (compute: Json, project_id: string) => Json): Apply =>
  editing(LIST, async (_, { ids, emulator }) => {
    const { project_id, personal_project_id } = emulator.ids;
    const all = [
      ...(await computesOf(emulator, project_id)),
      ...(await computesOf(emulator, personal_project_id)),
    ];
    return { endpoints: all.map((it) => shown(it, `${ids.project_id}`)) };
  });

const listingFromCache = () => {
  const cache = new Map<string, { text: string; atMs: number }>();
  return answering(LIST, async (response, { url, emulator }) => {
    const atMs = emulator.now();
    const cached = cache.get(url);
    if (cached && atMs - cached.atMs < 10_000) return withBody(response, cached.text);
    cache.set(url, { text: await response.clone().text(), atMs });
    return response;
  });
};

/** Sets last_active at the first start of a compute, though it failed. */
const countingFailedStarts = editing(LIST, async ({ endpoints }, { ids, emulator }) => {
  const path = `/projects/${ids.project_id}/operations?limit=1000`;
  const { operations } = await ask(emulator, `GET ${path}`);
  const failed = operations.filter(({ status }: Json) => status === "failed");
  for (const it of endpoints) {
    const start = failed.find(({ endpoint_id }: Json) => endpoint_id === it.id);
    if (start) it.last_active ??= start.created_at;
  }
});

/** Ignores the project in the path of a route. */
const ignoringProject = (route: string): Apply =>
  insteadOf(404, route, async (response, { url, ids, emulator }, pass) => {
    const { project_id } = emulator.ids;
    const all = await computesOf(emulator);
    if (!all.some(({ id }) => id === ids.endpoint_id)) return response;
    const again = await pass({ url: url.replace(`${ids.project_id}`, project_id) });
    return edited(again, (body) => {
      for (const it of endpointsOf(body)) it.project_id = ids.project_id;
    });
  });

/** Answers for a compute that does not exist with the first one under its id. */
const inventing = (route: string): Apply =>
  insteadOf(404, route, async (response, { ids, emulator }) => {
    const id = `${ids.endpoint_id}`;
    if (!id.includes("does-not-exist")) return response;
    const [first] = await computesOf(emulator);
    const endpoint = { ...first, id, ...(route === UPDATE && { pending_state: "idle" }) };
    return Response.json({ endpoint, operations: [] });
  });

const shuffled = <T>(items: T[]): T[] =>
  items
    .map((it) => [Math.random(), it] as const)
    .sort(([a], [b]) => a - b)
    .map(([, it]) => it);

export const shapeFaults: Fault[] = [
  ...must(FIELDS, {
    "list-with-pending-state": [
      "lists computes with a pending_state",
      set(LIST, "endpoints.*.pending_state", (_, { current_state }) => current_state),
    ],
    "list-with-pending-state-null": [
      "lists computes with a pending_state of null",
      set(LIST, "endpoints.*.pending_state", null),
    ],
    "list-with-pending-state-while-init": [
      "lists computes with a pending_state while they start",
      set(LIST, "endpoints.*.pending_state", "active", isStarting),
    ],
    "list-last-active-is-creation": [
      "lists the time of creation as last_active by default",
      set(LIST, "endpoints.*.last_active", (at, { created_at }) => at ?? created_at),
    ],
    "list-without-last-active": [
      "lists computes without last_active",
      drop(LIST, "endpoints.*.last_active"),
    ],
    "list-replica-without-last-active": [
      "lists read replicas without last_active",
      drop(LIST, "endpoints.*.last_active", isReplica),
    ],
    "list-last-active-is-failed-start": [
      "lists last_active from the first start on, though it failed",
      countingFailedStarts,
    ],
    "create-id-without-prefix": [
      "creates computes with ids that begin with compute-",
      aliasing((id) => id.replace("ep-", "compute-")),
    ],
    "list-of-all-projects": ["lists the computes of all projects", listingAll((it) => it)],
    "list-of-all-projects-renamed": [
      "lists the computes of all projects with the id of this one",
      listingAll((it, project_id) => ({ ...it, project_id })),
    ],
    "update-through-another-project": [
      "updates a compute through another project",
      ignoringProject(UPDATE),
    ],
  }),
  ...must(SHAPES, {
    "list-replica-as-primary": [
      "lists read replicas as primary computes",
      set(LIST, "endpoints.*.type", "read_write"),
    ],
    "list-has-one-twice": [
      "lists the last compute twice",
      set(LIST, "endpoints", (all: Json[]) => [...all, ...all.slice(-1)]),
    ],
    "list-without-replicas": ["lists primary computes only", without(LIST, "endpoints", isReplica)],
    "list-without-idle": ["lists no idle computes", without(LIST, "endpoints", isIdle)],
    "list-without-the-last": [
      "leaves the last of several computes out of the list",
      set(LIST, "endpoints", (all: Json[]) => (all.length > 1 ? all.slice(0, -1) : all)),
    ],
    "list-ends-at-ten": [
      "lists ten computes at most",
      set(LIST, "endpoints", (all: Json[]) => all.slice(0, 10)),
    ],
    "list-is-cached": ["answers the list from a cache for ten seconds", fresh(listingFromCache)],
  }),
  ...should(SHAPES, {
    "unknown-compute-update": ["updates a compute that does not exist", inventing(UPDATE)],
    "unknown-compute-start": ["starts a compute that does not exist", inventing(START)],
    "unknown-compute-delete": ["deletes a compute that does not exist", inventing(DELETE)],
    "unknown-compute-read": ["reads a compute that does not exist", inventing(GET)],
  }),
  ...should(FIELDS, {
    "delete-through-another-project": [
      "deletes a compute through another project",
      ignoringProject(DELETE),
    ],
    "start-through-another-project": [
      "starts a compute through another project",
      ignoringProject(START),
    ],
  }),
  ...must(DELETED, {
    "created-again-same-host": [
      "gives each compute of a branch the same host",
      hosting(({ branch_id }) => branch_id),
    ],
    "created-again-one-of-two-hosts": [
      "gives the computes of a branch two hosts in turn",
      fresh(hostingInTurn),
    ],
    "created-again-same-id": [
      "creates a compute again with the id of the deleted one",
      fresh(reusingIds),
    ],
  }),
  ...should(FIELDS, {
    "replica-has-the-primary-host": [
      "gives read replicas the host of the primary compute",
      hosting((compute) => (isPrimary(compute) ? compute.id : compute.branch_id)),
    ],
  }),
  ...benign(UNSHOWN, {
    "benign-get-one-bare": [
      "answers one compute without an envelope",
      editing(GET, ({ endpoint }) => endpoint),
    ],
    "benign-get-one-other": [
      "answers one compute in another form",
      editing(GET, ({ endpoint: { id } }) => ({
        endpoint: { compute: id, size: "1", pending_state: null, created_at: 0 },
        operations: {},
      })),
    ],
    "benign-get-one-without-last-active": [
      "answers one compute with a last_active of null",
      set(GET, "endpoint.last_active", null),
    ],
  }),
  ...benign(FIELDS, {
    "benign-get-one-with-pending-state": [
      "answers one compute with a pending_state",
      set(GET, "endpoint.pending_state", (state, it) => state ?? it.current_state),
    ],
    "benign-other-computes-change": [
      "changes the default compute between requests",
      meanwhile(async (emulator, turn) => {
        const { project_id, endpoint_id } = emulator.ids;
        await ask(emulator, `PATCH /projects/${project_id}/endpoints/${endpoint_id}`, {
          endpoint: { passwordless_access: turn % 2 === 0 },
        });
      }),
    ],
    "benign-other-pooler-mode": [
      "begins with computes that have another pooler_mode",
      each(READS, COMPUTES, (it, { emulator: { ids } }) => {
        if ([ids.endpoint_id, ids.personal_endpoint_id].includes(it.id))
          Object.assign(it, { pooler_mode: "another-mode", pooler_enabled: true });
      }),
    ],
    "benign-other-sizes": [
      "begins with large computes that have settings",
      each(READS, COMPUTES, (it, { emulator }) => {
        const settings = { pg_settings: { max_connections: "100" }, preload_libraries: null };
        if (it.id === emulator.ids.endpoint_id)
          Object.assign(it, { [MIN]: 0.25, [MAX]: 16, settings });
      }),
    ],
    "benign-updated-at-any-time": [
      "updates computes at any time",
      set([LIST, GET, DELETE], fieldOf("updated_at"), (_, __, { emulator }) =>
        secondOf(emulator.now()),
      ),
    ],
    "benign-hosts-in-zones": [
      "has hosts in zones of their region",
      set([LIST, CREATE, GET, UPDATE, DELETE], fieldOf("host"), (_, { id, region_id }) =>
        `${id}.c-2.${region_id}.pg.example`.toUpperCase(),
      ),
    ],
    "benign-hosts-of-another-form": [
      "has hosts with underscores and letters of other scripts",
      hosting(({ id }) => `${id}_r.é~x`),
    ],
    "benign-ids-of-another-form": [
      "gives computes ids of words with dots",
      renamingIds(COMPUTE_ID, (id) => `ep-Quiet.Sea_${id.slice(3)}~x`),
    ],
  }),
  ...benign(STATES, {
    "benign-other-states": [
      "begins with a compute in an undocumented state",
      set(
        READS,
        fieldOf("current_state"),
        "hibernated",
        ({ id }, { emulator }) => id === emulator.ids.personal_endpoint_id,
      ),
    ],
  }),
  ...benign(CONVENTIONS, {
    "benign-ids-to-be-encoded": [
      "gives computes ids that a path has to encode",
      renamingIds(COMPUTE_ID, (id) => `ep-é ${id.slice(3)}?&`),
    ],
  }),
  ...benign(SHAPES, {
    "benign-list-in-any-order": [
      "lists computes and projects in any order",
      editing([LIST, PROJECTS], (body) =>
        Object.fromEntries(Object.entries<Json>(body).map(([name, it]) => [name, shuffled(it)])),
      ),
    ],
  }),
];
