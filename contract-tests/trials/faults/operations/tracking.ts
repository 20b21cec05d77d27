/** Operations that are not started, listed or read as the document says, or unusual ones. */
import { randomUUID } from "node:crypto";
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { edited, elsewhere, type Json, operationsOf, secondOf } from "../../provider.ts";
import {
  ANY,
  answering,
  between,
  each,
  editing,
  fresh,
  insteadOf,
  meanwhile,
  onCall,
  refusal,
  set,
  stacked,
  without,
} from "../../verbs.ts";
import { isFinished, LISTS } from "./operations.ts";

const { must, should, benign } = inGroup("operations");

const {
  listOperations: LIST,
  getOperation: GET,
  deleteProject: DELETE_PROJECT,
  createEndpoint: CREATE,
  updateEndpoint: UPDATE,
  restartEndpoint: RESTART,
  suspendEndpoint: SUSPEND,
  createRole: CREATE_ROLE,
  createDatabase: CREATE_DATABASE,
  updateProject: UPDATE_PROJECT,
} = routes;

const FIELDS = "Resources and their fields, Operation";
const ACTIONS = "Resources and their fields, Operation actions";
const COMPUTE_STATES = "States and transitions, Compute endpoint";
const SHAPES = "Endpoints, Detailed shapes";
const CREATION = "Endpoints, Rules 1";
const UPDATES = "Endpoints, Rules 2";
const POLLING = "Endpoints, Rules 5";
const TRACKED = "What the service does 5";
const DAY_MS = 86_400_000;

const CHECK = "check_availability";

/** Lists again, in an update, the operation before it. */
const listingEarlier = () => {
  const earlier = new Map<string, Json[]>();
  return editing([CREATE, UPDATE], (body, { name }) => {
    const started: Json[] = body.operations;
    const before = earlier.get(body.endpoint.id) ?? [];
    earlier.set(body.endpoint.id, [...before, ...started]);
    // A move has two operations; rules look at it most closely.
    if (name === UPDATE && started.length === 1)
      body.operations = [...started, ...before.slice(-1)];
  });
};

/** Answers 404 for an operation that has this status. */
const hidingWhile = (status: string): Apply =>
  answering(GET, async (response) => {
    const { operation } = (await response.clone().json()) as Json;
    return operation.status === status ? refusal(404) : response;
  });

/** Lists no operation that a route has started, and answers 404 for each. */
const hidingStarted = (route: string, { isAnswered = false } = {}): Apply =>
  fresh(() => {
    const hidden = new Set<string>();
    const seeing = editing(route, (body) => {
      for (const { id } of operationsOf(body)) hidden.add(id);
      if (!isAnswered) body.operations = [];
    });
    const reading = answering(GET, (response, { ids }) =>
      hidden.has(`${ids.operation_id}`) ? refusal(404) : response,
    );
    const listing = without(LIST, "operations", ({ id }) => hidden.has(id));
    return stacked(seeing, stacked(reading, listing));
  });

/** Lists no operation that a creation has started. */
const hidingCreated = () => {
  const started = new Set<string>();
  return stacked(
    each(CREATE, "operations.*", ({ id }) => started.add(id)),
    without(LIST, "operations", ({ id }) => started.has(id)),
  );
};

const hidingWithCompute = () => {
  const deleted = new Set<string>();
  return stacked(
    answering(
      ({ method }) => method === "DELETE",
      (response, { ids }) => {
        deleted.add(`${ids.endpoint_id}`);
        return response;
      },
    ),
    stacked(
      answering(GET, async (response) => {
        const { operation } = (await response.clone().json()) as Json;
        return deleted.has(operation.endpoint_id) ? refusal(404) : response;
      }),
      without(LIST, "operations", ({ endpoint_id }) => deleted.has(endpoint_id)),
    ),
  );
};

const listingLate = () => {
  const kept = new Map<string, { atMs: number; text: string }>();
  return between(async ({ name, url, key, emulator }, pass) => {
    if (name !== LIST) return pass();
    const cached = kept.get(`${url} ${key}`);
    if (cached && emulator.now() - cached.atMs < 2_000)
      return Response.json(JSON.parse(cached.text));
    const response = await pass();
    const text = await response.clone().text();
    if (response.ok) kept.set(`${url} ${key}`, { atMs: emulator.now(), text });
    return response;
  });
};

/** Lists no operation that begins later than two seconds after a request and that no answer had. */
const hidingOwn = () => {
  const answered = new Set<string>();
  let until = Infinity;
  return stacked(
    stacked(
      each(
        ({ name }) => name !== LIST,
        "operations.*",
        ({ id }) => answered.add(id),
      ),
      without(
        LIST,
        "operations",
        ({ id, created_at }) => !answered.has(id) && Date.parse(created_at) > until,
      ),
    ),
    onCall(
      ({ method }) => method !== "GET",
      ({ emulator }) => {
        until = emulator.now() + 2_000;
      },
    ),
  );
};

const listingWithoutAction = (action: string) => without(ANY, LISTS, (it) => it.action === action);

const checkingOnce = () => {
  const first = new Map<string, string>();
  return editing(LIST, (body) => {
    const isFirst = ({ action, branch_id, id }: Json) => {
      if (action !== CHECK) return true;
      if (!first.has(branch_id)) first.set(branch_id, id);
      return first.get(branch_id) === id;
    };
    body.operations = body.operations.toReversed().filter(isFirst).toReversed();
  });
};

/** Lists every second check_availability for a branch that never had a compute. */
const checkingWithoutCompute = editing(LIST, ({ operations }, { ids, emulator }) => {
  const { project_id, other_free_branch_id } = emulator.ids;
  if (ids.project_id !== project_id) return;
  for (const it of operations) {
    if (it.action !== CHECK || Date.parse(it.created_at) % (2 * DAY_MS) < DAY_MS) continue;
    it.branch_id = other_free_branch_id;
    delete it.endpoint_id;
  }
});

const checkingAfterDeletion = () => {
  const orphans = new Map<string, Json>();
  const deletedMs = new Map<string, number>();
  return stacked(
    each(
      ({ method }) => method === "DELETE",
      "endpoint",
      ({ branch_id }, { emulator }) => deletedMs.set(branch_id, emulator.now()),
    ),
    editing(LIST, ({ operations }, { ids: { project_id }, emulator }) => {
      if (project_id !== emulator.ids.project_id) return;
      for (const [branch_id, atMs] of deletedMs) {
        if (emulator.now() - atMs < DAY_MS) continue;
        const at = secondOf(atMs + DAY_MS);
        const place = { id: randomUUID(), project_id, branch_id };
        const rest = { action: CHECK, status: "finished", failures_count: 0 };
        if (!orphans.has(branch_id))
          orphans.set(branch_id, { ...place, ...rest, created_at: at, updated_at: at });
        operations.push(orphans.get(branch_id));
        operations.sort((a: Json, b: Json) => (a.created_at < b.created_at ? 1 : -1));
      }
    }),
  );
};

/** Reads an operation of the other project too. */
const readingAnyProject = (shown: (operation: Json, project_id: string) => Json): Apply =>
  insteadOf(404, GET, async (_, { url, ids, emulator }, pass) => {
    const { project_id, personal_project_id } = emulator.ids;
    const other = ids.project_id === project_id ? personal_project_id : project_id;
    const path = `/projects/${other}/operations/${ids.operation_id}`;
    const found = await pass(elsewhere(emulator, { url }, { path }));
    return found.ok
      ? edited(found, ({ operation }) => ({ operation: shown(operation, `${ids.project_id}`) }))
      : undefined;
  });

/** Answers for an operation that does not exist with a finished one. */
const inventing = insteadOf(404, GET, (_, { ids, emulator }) => {
  const { operation_id: id, project_id } = ids;
  const at = "2026-03-01T09:30:00Z";
  const place = { id, project_id, branch_id: emulator.ids.branch_id };
  const rest = { action: "apply_config", status: "finished", failures_count: 0 };
  return Response.json({ operation: { ...place, ...rest, created_at: at, updated_at: at } });
});

/** Starts an operation after every third request about the first project. */
const startingAtEveryThird = () => {
  let count = 0;
  return between(async ({ name, ids, emulator }, pass) => {
    const { project_id } = emulator.ids;
    const response = await pass();
    if (++count % 3 === 0 && ids.project_id === project_id && name !== DELETE_PROJECT)
      emulator.startOperation({ project_id, action: "tenant_reattach" });
    return response;
  });
};

export const trackingFaults: Fault[] = [
  ...must(TRACKED, {
    "operation-none-on-create": [
      "lists no operations in the answer to a creation",
      set(CREATE, "operations", []),
    ],
    "operation-none-on-update": [
      "answers an update of settings without operations",
      set(UPDATE, "operations", (all: Json[]) => (all.length > 1 ? all : [])),
    ],
    "operation-update-lists-earlier-ones": [
      "answers an update with an earlier operation of the compute too",
      fresh(listingEarlier),
    ],
    "operation-gone-with-its-compute": [
      "removes the operations of a deleted compute",
      fresh(hidingWithCompute),
    ],
    "operation-not-listed": ["lists no operation of a creation", fresh(hidingCreated)],
    "operation-listed-when-finished": [
      "lists finished operations only",
      without(LIST, "operations", (it) => !isFinished(it)),
    ],
    "operation-scheduled-not-listed": [
      "lists no operation while it is scheduling",
      without(LIST, "operations", ({ status }) => status === "scheduling"),
    ],
    "operation-finished-not-listed": [
      "lists no finished operations",
      without(LIST, "operations", isFinished),
    ],
    "operation-listed-late": ["answers the list from a cache for two seconds", fresh(listingLate)],
  }),
  ...must(CREATION, {
    "operation-two-on-create": [
      "lists apply_config beside start_compute at a creation",
      set(CREATE, "operations", ([first]) => [
        first,
        { ...first, id: randomUUID(), action: "apply_config" },
      ]),
    ],
    "operation-scheduling-on-create": [
      "starts a creation with a scheduling operation",
      set(CREATE, "operations.*.status", "scheduling"),
    ],
  }),
  ...must(COMPUTE_STATES, {
    "operation-move-without-suspend": [
      "lists apply_config only at a move",
      without(UPDATE, "operations", ({ action }) => action === "suspend_compute"),
    ],
    "operation-move-suspend-running": [
      "starts a move with a running suspend_compute",
      set(UPDATE, "operations.*.status", "running"),
    ],
  }),
  ...must(POLLING, {
    "operation-gone-when-finished": [
      "answers 404 for a finished operation",
      hidingWhile("finished"),
    ],
    "operation-not-read-while-scheduling": [
      "answers 404 for a scheduling operation",
      hidingWhile("scheduling"),
    ],
  }),
  ...must(SHAPES, {
    "operation-of-another-project-read": [
      "reads an operation through the path of any project",
      readingAnyProject((operation) => operation),
    ],
    "operation-of-another-project-relabelled": [
      "reads an operation of another project as one of the project in the path",
      readingAnyProject((operation, project_id) => ({ ...operation, project_id })),
    ],
    "operation-unknown-is-null": [
      "reads an operation that does not exist as null",
      insteadOf(404, GET, () => Response.json({ operation: null })),
    ],
    "operation-unknown-is-finished": [
      "reads an operation that does not exist as finished",
      inventing,
    ],
    "operation-read-is-the-newest": [
      "reads the newest operation in place of any other",
      answering(GET, async (_, { url, ids, emulator }, pass) => {
        const path = `/projects/${ids.project_id}/operations`;
        const list = await pass(elsewhere(emulator, { url }, { path, query: { limit: "1" } }));
        return edited(list, ({ operations: [operation] }) => ({ operation }));
      }),
    ],
  }),
  ...must(FIELDS, {
    "operation-of-control-plane-not-listed": [
      "lists no operation that the control plane starts itself",
      fresh(hidingOwn),
    ],
  }),
  ...must(ACTIONS, {
    "operation-of-role-not-started": [
      "starts nothing when a role is created",
      hidingStarted(CREATE_ROLE),
    ],
    "operation-of-database-not-started": [
      "starts nothing when a database is created",
      hidingStarted(CREATE_DATABASE),
    ],
    "operation-of-settings-not-listed": [
      "neither lists nor reads the apply_config of an update",
      hidingStarted(UPDATE, { isAnswered: true }),
    ],
    "operation-create-branch-not-listed": [
      "lists no create_branch",
      listingWithoutAction("create_branch"),
    ],
    "operation-create-timeline-not-listed": [
      "lists no create_timeline",
      listingWithoutAction("create_timeline"),
    ],
    "operation-delete-tenant-not-listed": [
      "lists no delete_tenant when a project is deleted",
      listingWithoutAction("delete_tenant"),
    ],
    "operation-check-availability-without-compute": [
      "checks the availability of a branch that never had a compute",
      checkingWithoutCompute,
    ],
    "operation-check-availability-after-deletion": [
      "checks the availability of a branch whose compute was deleted",
      fresh(checkingAfterDeletion),
    ],
  }),
  ...should(TRACKED, {
    "operation-of-suspend-request-not-listed": [
      "lists no suspend_compute of a suspension on demand",
      hidingStarted(SUSPEND),
    ],
    "operation-of-restart-not-listed": [
      "tracks a restart with no operation",
      hidingStarted(RESTART),
    ],
  }),
  ...must(
    TRACKED,
    rowsOf(["branches", "roles", "databases"], (what) => [
      `operations-not-in-answer-of-${what}`,
      `lists no operation in the answer that creates ${what}`,
      set(({ method, name }) => method === "POST" && name.endsWith(`/${what}`), "operations", []),
    ]),
  ),
  ...should(ACTIONS, {
    "operation-check-availability-never": [
      "lists no check_availability",
      listingWithoutAction(CHECK),
    ],
    "operation-check-availability-once": [
      "checks the availability of each branch only once",
      fresh(checkingOnce),
    ],
    "operation-check-availability-of-default-branch-only": [
      "checks the availability of default branches only",
      without(
        LIST,
        "operations",
        ({ action, branch_id }, { emulator }) =>
          action === CHECK && branch_id !== emulator.ids.branch_id,
      ),
    ],
    "operation-never-detached": [
      "never detaches an idle project",
      without(LIST, "operations", ({ action }) => action === "tenant_detach"),
    ],
    "operation-never-reattached": [
      "does not reattach a project at a request",
      without(LIST, "operations", ({ action }) => action === "tenant_reattach"),
    ],
    "operation-storage-not-configured": [
      "starts no apply_storage_config when a project changes",
      without(
        [LIST, UPDATE_PROJECT],
        "operations",
        ({ action }) => action === "apply_storage_config",
      ),
    ],
  }),
  ...benign(FIELDS, {
    "operation-control-plane-is-busy": [
      "starts a tenant_reattach every few requests",
      fresh(startingAtEveryThird),
    ],
    "benign-control-plane-operations": [
      "checks availability all the time",
      meanwhile(({ ids: { project_id, endpoint_id }, startOperation }) =>
        startOperation({ project_id, endpoint_id, action: CHECK }),
      ),
    ],
  }),
  ...should(ACTIONS, {
    "operation-actions-outside-the-set": [
      "starts undocumented actions all the time",
      meanwhile(({ ids: { project_id, branch_id }, startOperation }) =>
        startOperation({ project_id, branch_id, action: "warm_page_cache" }),
      ),
    ],
    "operation-action-outside-the-set": [
      "begins with an operation of an undocumented action",
      ({ ids: { project_id }, startOperation }) => {
        startOperation({ project_id, action: "rotate_certificates" });
        return {};
      },
    ],
  }),
  ...benign(UPDATES, {
    "benign-operations-more-in-updates": [
      "starts another operation at an update too",
      editing(UPDATE, ({ operations }, { ids, emulator }) => {
        const place = { project_id: `${ids.project_id}`, endpoint_id: `${ids.endpoint_id}` };
        operations.unshift(emulator.startOperation({ ...place, action: CHECK }));
      }),
    ],
    "benign-operations-in-another-order": [
      "lists the operations of an update in any order",
      set(UPDATE, "operations", (all: Json[]) => all.toReversed()),
    ],
  }),
];
