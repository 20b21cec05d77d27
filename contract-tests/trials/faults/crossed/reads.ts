/** Reads that change something, and refusals that do what they refuse. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup } from "../../fault.ts";
import { ask, type Call, type Json, jsonOf } from "../../provider.ts";
import {
  answering,
  between,
  editing,
  fresh,
  insteadOf,
  type On,
  onCall,
  refusal,
  set,
  stacked,
} from "../../verbs.ts";
import { isOutOfScope, knowing } from "../api-keys/verbs.ts";
import { computeOf, computesOf, isIdle, type Shown, showing } from "../endpoints/computes.ts";
import {
  COMPUTE,
  COMPUTE_STATES,
  CREATE_RULES,
  KEY_STATES,
  PRIMARY_PER_BRANCH,
  SCOPED,
  TRACKED,
  UNAUTHORIZED,
} from "./sources.ts";

const endpoints = inGroup("endpoints");
const operations = inGroup("operations");
const apiKeys = inGroup("api-keys");
const auth = inGroup("auth");

const actionOn = ({ emulator }: Call, { project_id, id }: Json, action: "start" | "suspend") =>
  ask(emulator, `POST /projects/${project_id}/endpoints/${id}/${action}`);

/** Does this to each compute of the project that a call names, before the call. */
const toEach = (on: On, act: (compute: Json, call: Call) => unknown): Apply =>
  onCall(on, async (call) => {
    for (const it of await computesOf(call.emulator, call.ids.project_id)) await act(it, call);
  });

const startIfIdle = (compute: Json, call: Call) =>
  isIdle(compute) && actionOn(call, compute, "start");

/** A connection resets the timer of scale to zero. */
const touch = ({ id, current_state }: Json, { emulator }: Call) =>
  current_state === "active" && emulator.connect(id).close();

/** Starts an idle compute once it was read this many times. */
const startingOnRead = (turn: number): Apply =>
  fresh(() => {
    const reads = new Map<string, number>();
    return onCall(routes.getEndpoint, async (call) => {
      const compute = await computeOf(call);
      if (!compute || !isIdle(compute)) return;
      reads.set(compute.id, (reads.get(compute.id) ?? 0) + 1);
      if (reads.get(compute.id) === turn) await actionOn(call, compute, "start");
    });
  });

/** Forgets operations for which `isForgotten` holds when they are answered. */
const forgetting = (on: On, forgotten: (body: Json, call: Call) => Json[]): Apply =>
  fresh(() => {
    const gone = new Set<string>();
    const hiding = editing(routes.listOperations, (body) => {
      body.operations = body.operations.filter(({ id }: Json) => !gone.has(id));
    });
    const losing = answering(routes.getOperation, (_, { ids }) =>
      gone.has(`${ids.operation_id}`) ? refusal(404) : undefined,
    );
    const noticing = editing(on, (body, call) => {
      for (const { id } of forgotten(body, call)) gone.add(id);
    });
    return stacked(stacked(hiding, losing), noticing);
  });

/** Repeats a call as the administrator. */
const repeated = ({ name, ids, body, emulator }: Call) => {
  const path = name.replace(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(`${ids[id]}`));
  return ask(emulator, path, body);
};

/** Refuses with this status, but does it all the same. */
const doneThough = (status: number, on: On): Apply =>
  insteadOf(status, on, async (response, call) => {
    await repeated(call);
    return response;
  });

/** Refuses project-scoped keys on another project, but does what they ask for. */
const doneForScoped = (name: string): Apply =>
  knowing(async (call, pass, { all }) => {
    const response = await pass();
    const key = all.get(`${call.key}`);
    if (call.name === name && key && isOutOfScope(call, key)) await repeated(call);
    return response;
  });

const isOwnProject = ({ name, ids, emulator, key }: Call) =>
  name === routes.deleteProject &&
  key === emulator.keys.project &&
  ids.project_id === emulator.ids.project_id;

export const readFaults = [
  ...endpoints.must(COMPUTE_STATES, {
    "read-starts-idle-compute": ["starts an idle compute when it is read", startingOnRead(1)],
    "read-third-starts-idle-compute": [
      "starts an idle compute when it is read for the third time",
      startingOnRead(3),
    ],
    "read-list-starts-idle-computes": [
      "starts idle computes when they are listed",
      toEach(routes.listProjectEndpoints, startIfIdle),
    ],
    "read-branch-list-starts-idle-computes": [
      "starts idle computes when those of a branch are listed",
      toEach(routes.listBranchEndpoints, startIfIdle),
    ],
    "read-project-starts-idle-computes": [
      "starts idle computes when their project is read",
      toEach(routes.getProject, startIfIdle),
    ],
    "read-operations-starts-idle-computes": [
      "starts idle computes when the operations of their project are listed",
      toEach(routes.listOperations, startIfIdle),
    ],
    "read-databases-suspends": [
      "suspends active computes when databases are listed",
      toEach(
        routes.listDatabases,
        (it, call) => it.current_state === "active" && actionOn(call, it, "suspend"),
      ),
    ],
    "read-compute-extends-timer": [
      "counts a read of a compute as its use",
      onCall(routes.getEndpoint, async (call) => {
        const compute = await computeOf(call);
        if (compute) touch(compute, call);
      }),
    ],
    "read-list-extends-timer": [
      "counts a list of computes as their use",
      toEach(routes.listProjectEndpoints, touch),
    ],
    "read-operations-extends-timer": [
      "counts a list of operations as a use of every compute",
      toEach(routes.listOperations, touch),
    ],
  }),
  ...endpoints.must(COMPUTE, {
    "read-changes-host": [
      "lists another host of each compute at each read",
      fresh(() => {
        let count = 0;
        return set(
          routes.listProjectEndpoints,
          "endpoints.*.host",
          (host: string) => `h${++count}.${host}`,
        );
      }),
    ],
  }),
  ...endpoints.must(CREATE_RULES, {
    "read-branch-adds-primary": [
      "creates a primary compute when those of a branch without one are listed",
      onCall(routes.listBranchEndpoints, async ({ emulator, ids }) => {
        const { project_id, branch_id } = ids;
        const all = await computesOf(emulator, `${project_id}`);
        if (all.some((it) => it.branch_id === branch_id)) return;
        const endpoint = { branch_id, type: "read_write" };
        await ask(emulator, `POST /projects/${project_id}/endpoints`, { endpoint });
      }),
    ],
  }),
  ...operations.must(TRACKED, {
    "read-once-finished": [
      "forgets a finished operation once it was read",
      forgetting(routes.getOperation, ({ operation }) =>
        operation.status === "finished" ? [operation] : [],
      ),
    ],
    "read-last-page-forgets-oldest": [
      "forgets the oldest operation when the last page is read",
      forgetting(routes.listOperations, ({ operations }, { query }) =>
        operations.length < Number(query.get("limit")) ? operations.slice(-1) : [],
      ),
    ],
    "read-page-forgets-items": [
      "forgets the operations of a page of two once it was read",
      forgetting(routes.listOperations, ({ operations }, { query }) =>
        query.get("limit") === "2" ? operations : [],
      ),
    ],
  }),
  ...apiKeys.must(KEY_STATES, {
    "read-keys-revokes-newest": [
      "revokes the newest key of the organization when its keys are listed",
      fresh(() => {
        let newest: number | undefined;
        const noticing = editing(routes.createOrganizationApiKey, ({ id }) => {
          newest = id;
        });
        return stacked(
          onCall(routes.listOrganizationApiKeys, async ({ emulator, ids }) => {
            if (newest === undefined) return;
            await ask(emulator, `DELETE /organizations/${ids.org_id}/api_keys/${newest}`);
            newest = undefined;
          }),
          noticing,
        );
      }),
    ],
    "read-auth-revokes-key": [
      "revokes a new key of the organization when it reads its own details",
      fresh(() => {
        const made = new Map<string, string>();
        return between(async (call, pass) => {
          const response = await pass();
          if (call.name === routes.createOrganizationApiKey && response.ok) {
            const { id, key } = await jsonOf(response);
            made.set(key, `/organizations/${call.ids.org_id}/api_keys/${id}`);
          }
          const path = made.get(`${call.key}`);
          if (call.name === routes.getRequestAuth && path)
            await ask(call.emulator, `DELETE ${path}`);
          return response;
        });
      }),
    ],
  }),
  ...endpoints.must(PRIMARY_PER_BRANCH, {
    "refused-move-moves": [
      "refuses a move to a branch with a primary compute, and moves the compute",
      fresh(() => {
        const shown: Shown = new Map();
        return stacked(
          insteadOf(409, routes.updateEndpoint, (response, { ids, body }) => {
            const { branch_id } = body.endpoint;
            if (branch_id) shown.set(`${ids.endpoint_id}`, { branch_id });
            return response;
          }),
          showing(shown),
        );
      }),
    ],
    "refused-primary-appears": [
      "refuses a second primary compute on a branch, and creates it",
      fresh(() => {
        const shown: Shown = new Map();
        return stacked(
          insteadOf(409, routes.createEndpoint, async (response, { ids, body, emulator }) => {
            const endpoint = { ...body.endpoint, type: "any-other-type" };
            const path = `POST /projects/${ids.project_id}/endpoints`;
            const { endpoint: made } = await ask(emulator, path, { endpoint });
            shown.set(made.id, { type: "read_write" });
            return response;
          }),
          showing(shown),
        );
      }),
    ],
  }),
  ...auth.must(UNAUTHORIZED, {
    "refused-start-starts": [
      "answers 401 to a start without a key, and starts the compute",
      doneThough(401, routes.startEndpoint),
    ],
    "refused-deletion-deletes": [
      "answers 401 to a deletion of a compute without a key, and deletes it",
      doneThough(401, routes.deleteEndpoint),
    ],
    "refused-key-is-made": [
      "answers 401 to the creation of a compute with a revoked key, and creates it",
      doneThough(401, routes.createEndpoint),
    ],
    "refused-update-updates": [
      "answers 401 to an update of a compute, and updates it",
      doneThough(401, routes.updateEndpoint),
    ],
  }),
  ...apiKeys.must(SCOPED, {
    "refused-project-deletion-deletes": [
      "answers 403 to a scoped key that deletes its project, and deletes it",
      doneThough(403, isOwnProject),
    ],
    "refused-other-project-update-updates": [
      "refuses a scoped key that changes a compute of another project, and changes it",
      doneForScoped(routes.updateEndpoint),
    ],
    "refused-other-project-suspension-suspends": [
      "refuses a scoped key that suspends a compute of another project, and suspends it",
      doneForScoped(routes.suspendEndpoint),
    ],
    "refused-new-project-is-made": [
      "answers 403 to a scoped key that creates a project, and creates it",
      doneThough(
        403,
        ({ name, key, emulator }) => name === routes.createProject && key === emulator.keys.project,
      ),
    ],
    "refused-member-key-is-made": [
      "answers 403 to a member who creates a key of the organization, and creates it",
      doneThough(403, routes.createOrganizationApiKey),
    ],
    "refused-revocation-revokes": [
      "answers 403 to a member who revokes a key of the organization, and revokes it",
      doneThough(403, routes.revokeOrganizationApiKey),
    ],
  }),
];
