/** Right providers that do something else where the document leaves it open. No rule may fail. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type How, inGroup } from "../../fault.ts";
import { answered, type Call, elsewhere, type Json, jsonOf, withBody } from "../../provider.ts";
import {
  ANY,
  answering,
  drop,
  each,
  editing,
  fresh,
  refusal,
  refusing,
  renamingIds,
  sending,
  set,
  stacked,
} from "../../verbs.ts";
import {
  computeOf,
  isMove,
  fieldOf as ofCompute,
  type Shown,
  showing,
} from "../endpoints/computes.ts";
import { OPERATIONS } from "../operations/operations.ts";
import {
  COMPUTE,
  COMPUTE_STATES,
  CURSOR,
  DELETED,
  KEY,
  LIMITS,
  OPERATION,
  OPERATION_STATES,
  PAGING,
  PROJECT,
  SHAPES,
  TRACKED,
} from "./sources.ts";

const endpoints = inGroup("endpoints");
const operations = inGroup("operations");
const pagination = inGroup("pagination");
const projects = inGroup("projects");
const apiKeys = inGroup("api-keys");
const requests = inGroup("requests");

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const KEYS = [routes.createApiKey, routes.createOrganizationApiKey];

/** Changes an operation as it is shown, given the time since its creation. */
const showingOperations = (edit: (it: Json, call: Call) => void): Apply =>
  each(ANY, OPERATIONS, edit);

/** Takes some seconds for operations: the first attempt fails, the second succeeds. */
const failingFirst = (isOf: (operation: Json) => boolean): How => ({
  options: { operationMs: (operation) => (isOf(operation) ? 3_500 : 300) },
  apply: showingOperations((it, { emulator }) => {
    if (!isOf(it)) return;
    const createdMs = Date.parse(it.created_at);
    const ageMs = emulator.now() - createdMs;
    // The operations that the world begins with took less time.
    if (it.status === "finished" && Date.parse(it.updated_at) - createdMs < 2_000) return;
    if (it.status === "running" && ageMs >= 1_000 && ageMs < 2_500) it.status = "failed";
    if (ageMs >= 1_000) it.failures_count = 1;
  }),
});

/** Writes cursors in another way, and takes them so. */
const respellingCursors = (write: (cursor: string) => string): Apply =>
  fresh(() => {
    const cursors = new Map<string, string>();
    const writing = set(routes.listOperations, "pagination.cursor", (cursor: string) => {
      cursors.set(write(cursor), cursor);
      return write(cursor);
    });
    const reading = sending(routes.listOperations, ({ emulator, url, query }) => {
      const cursor = cursors.get(`${query.get("cursor")}`);
      if (cursor === undefined) return undefined;
      return elsewhere(emulator, { url }, { query: { ...Object.fromEntries(query), cursor } });
    });
    return stacked(reading, writing);
  });

/** Counts keys from another number on. */
const offsettingKeyIds = (offset: number): Apply =>
  fresh(() => {
    const made = new Set<string>();
    const writing = set(KEYS, "id", (id: number) => {
      made.add(`${id + offset}`);
      return id + offset;
    });
    const reading = sending(
      [routes.revokeApiKey, routes.revokeOrganizationApiKey],
      ({ ids, url }) => {
        if (!made.has(`${ids.key_id}`)) return undefined;
        return { url: url.replace(/[^/]*$/, `${Number(ids.key_id) - offset}`) };
      },
    );
    return stacked(reading, writing);
  });

/** Takes an update of these attributes without storing them. */
const keeping = (names: readonly string[]): Apply =>
  sending(routes.updateEndpoint, async (call) => {
    const compute = await computeOf(call);
    const { endpoint } = call.body ?? {};
    if (!compute || !endpoint || typeof endpoint !== "object") return undefined;
    if (!names.some((name) => name in endpoint)) return undefined;
    const kept = names.filter((name) => name in endpoint).map((name) => [name, compute[name]]);
    return { body: { endpoint: { ...endpoint, ...Object.fromEntries(kept) } } };
  });

const hasAttribute = ({ name, body }: Call, names: readonly string[]) =>
  name === routes.updateEndpoint && names.some((one) => body?.endpoint?.[one] !== undefined);

export const unusualBehavior = [
  ...operations.benign(OPERATION_STATES, {
    "right-failed-then-finished": [
      "shows suspensions as failed before it tries them again and finishes",
      failingFirst(({ action }) => action === "suspend_compute"),
    ],
    "right-failed-update-finishes": [
      "shows changes of a configuration as failed before it tries them again and finishes",
      failingFirst(({ action }) => action === "apply_config"),
    ],
    "right-failed-branch-finishes": [
      "shows the creation of a branch as failed before it tries it again and finishes",
      failingFirst(({ action }) => action === "create_branch"),
    ],
    "right-finished-after-failures": [
      "counts two failures of every finished operation",
      showingOperations((it) => {
        if (it.status === "finished") it.failures_count = 2;
      }),
    ],
    "right-failed-without-failures": [
      "counts no failure of a failed operation",
      showingOperations((it) => {
        if (it.status === "failed") it.failures_count = 0;
      }),
    ],
    "right-start-is-scheduled": [
      "schedules the operation of a start",
      each(routes.startEndpoint, "operations.*", (it) => {
        it.status = "scheduling";
      }),
    ],
    "right-slow-changes": [
      "takes eight seconds for changes of a configuration and for new branches",
      {
        options: {
          operationMs: ({ action }) => (/apply|branch|timeline/.test(action) ? 8_000 : 300),
        },
      },
    ],
    "right-slow-suspensions": [
      "takes ten seconds for a suspension",
      { options: { operationMs: ({ action }) => (action === "suspend_compute" ? 10_000 : 300) } },
    ],
    "right-slow-starts": [
      "takes 900 milliseconds for everything",
      { options: { operationMs: 900 } },
    ],
    "right-instant-operations": ["finishes operations at once", { options: { operationMs: 1 } }],
  }),
  ...operations.benign(OPERATION, {
    "right-uuid-version-7": [
      "writes the ids of operations as UUIDs of version 7",
      renamingIds(UUID, (id) => `${id.slice(0, 14)}7${id.slice(15)}`),
    ],
    "right-updated-at-creation": [
      "dates the update of every operation at its creation",
      showingOperations((it) => {
        it.updated_at = it.created_at;
      }),
    ],
  }),
  ...operations.benign(TRACKED, {
    "right-more-operations": [
      "lists a check of availability that a start made as well",
      answering(routes.startEndpoint, async (response, { emulator, ids }) => {
        const body = await jsonOf(response);
        const { project_id, endpoint_id } = ids;
        const check = emulator.startOperation({
          project_id: `${project_id}`,
          endpoint_id: `${endpoint_id}`,
          action: "check_availability",
        });
        const operations = [...body.operations, check];
        return withBody(response, JSON.stringify({ ...body, operations }));
      }),
    ],
    "right-order-of-operations": [
      "lists the operations of a move in reverse",
      set(isMove, "operations", (all: Json[]) => all.toReversed()),
    ],
  }),
  ...endpoints.benign(COMPUTE, {
    "right-hosts-upper-case": [
      "writes hosts in upper case",
      set(ANY, ofCompute("host"), (host: string) => host.toUpperCase()),
    ],
    "right-hosts-deep": [
      "writes hosts of many labels",
      set(
        ANY,
        ofCompute("host"),
        (host: string) => `${host.split(".")[0]}.c-2.us-east-1.aws.xn--bcher-kva.example`,
      ),
    ],
    "right-proxy-single": [
      "answers localhost as the proxy host",
      set(ANY, ofCompute("proxy_host"), "localhost"),
    ],
    "right-pending-state-unread": [
      "leaves the pending state out when a compute is read by id",
      drop(routes.getEndpoint, "endpoint.pending_state"),
    ],
    "right-pending-state-read": [
      "always answers a pending state when a compute is read by id",
      each(routes.getEndpoint, "endpoint", (it) => {
        it.pending_state ??= it.current_state;
      }),
    ],
    "right-last-active-late": [
      "answers the last activity to the minute",
      set(
        ANY,
        ofCompute("last_active"),
        (time: string, { created_at }) => {
          const minute = time.replace(/\d\dZ$/, "00Z");
          return [minute, created_at].toSorted().at(-1);
        },
        ({ last_active }) => last_active !== undefined,
      ),
    ],
    "right-order-of-computes": [
      "lists computes in reverse",
      set([routes.listProjectEndpoints, routes.listBranchEndpoints], "endpoints", (all: Json[]) =>
        all.toReversed(),
      ),
    ],
  }),
  ...endpoints.benign(SHAPES, {
    "right-update-keeps-pooler": [
      "takes updates of the pooler without storing them",
      keeping(["pooler_enabled", "pooler_mode"]),
    ],
    "right-update-keeps-access": [
      "takes updates of passwordless access without storing them",
      keeping(["passwordless_access", "disabled"]),
    ],
    "right-update-keeps-settings": [
      "takes updates of Postgres settings without storing them",
      keeping(["settings"]),
    ],
    "right-update-refuses-settings": [
      "refuses updates of Postgres settings",
      refusing(
        (call) => hasAttribute(call, ["settings"]),
        () => refusal(403),
      ),
    ],
    "right-update-refuses-pooler": [
      "refuses updates of the pooler, of access and of what is disabled",
      refusing(
        (call) =>
          hasAttribute(call, ["pooler_enabled", "pooler_mode", "passwordless_access", "disabled"]),
        () => refusal(400),
      ),
    ],
  }),
  ...endpoints.benign(DELETED, {
    "right-second-deletion": [
      "answers the second deletion of a compute as the first",
      fresh(() => {
        const deleted = new Map<string, string>();
        const keeping = answering(routes.deleteEndpoint, async (response, { url }) => {
          deleted.set(url, await response.clone().text());
          return undefined;
        });
        return stacked(
          keeping,
          refusing(
            ({ name, url }) => name === routes.deleteEndpoint && deleted.has(url),
            ({ url }) => Response.json(JSON.parse(`${deleted.get(url)}`)),
          ),
        );
      }),
    ],
  }),
  ...endpoints.benign(COMPUTE_STATES, {
    "right-suspending-state": [
      "shows a state of its own while a compute is being suspended",
      set(
        [routes.getEndpoint, routes.suspendEndpoint],
        "endpoint.current_state",
        "suspending",
        (it) => it.pending_state === "idle" && it.current_state === "active",
      ),
    ],
    "right-restarting-state": [
      "shows a state of its own after a restart until its operations have finished",
      set(routes.restartEndpoint, "endpoint.current_state", "restarting"),
    ],
    "right-move-renames-host": [
      "answers another host once a compute was moved",
      fresh(() => {
        const shown: Shown = new Map();
        return stacked(
          editing(
            isMove,
            ({ endpoint }) => void shown.set(endpoint.id, { host: `moved.${endpoint.host}` }),
          ),
          showing(shown),
        );
      }),
    ],
  }),
  ...pagination.benign(PAGING, {
    "right-small-pages": [
      "answers at most three operations on a page",
      sending(routes.listOperations, ({ emulator, url, query }) => {
        const cursor = query.get("cursor");
        if (!(Number(query.get("limit") ?? 4) > 3)) return undefined;
        return elsewhere(emulator, { url }, { query: { limit: "3", ...(cursor && { cursor }) } });
      }),
    ],
    "right-large-limit-refused": [
      "refuses a limit above 100",
      refusing(
        ({ name, query }) => name === routes.listOperations && Number(query.get("limit")) > 100,
        () => refusal(400),
      ),
    ],
    "right-default-limit-one": [
      "answers one operation if no limit is given",
      sending(routes.listOperations, ({ emulator, url, query }) =>
        [...query.keys()].length > 0
          ? undefined
          : elsewhere(emulator, { url }, { query: { limit: "1" } }),
      ),
    ],
  }),
  ...pagination.benign(CURSOR, {
    "right-cursor-offset": [
      "writes the time zone of a cursor as +00:00",
      respellingCursors((cursor) => cursor.replace("Z", "+00:00")),
    ],
    "right-cursor-nanoseconds": [
      "writes cursors in nanoseconds",
      respellingCursors((cursor) => cursor.replace("Z", "000Z")),
    ],
  }),
  ...projects.benign(PROJECT, {
    "right-project-values": [
      "lists locked projects of much CPU time and any kind",
      each(routes.listProjects, "projects.*", (it) => {
        Object.assign(it, { locked: true, cpu_used_sec: 2 ** 40, pg_version: 14 });
        Object.assign(it, {
          provisioner: "k8s-neonvm",
          platform_id: "azure",
          name: "名前 – ünïcode",
        });
      }),
    ],
    "right-order-of-projects": [
      "lists projects in reverse",
      set(routes.listProjects, "projects", (all: Json[]) => all.toReversed()),
    ],
  }),
  ...apiKeys.benign(KEY, {
    "right-large-key-ids": [
      "counts keys from four thousand million on",
      offsettingKeyIds(4_000_000_000),
    ],
    "right-key-creator-number-like": [
      "answers a creator that looks like a number",
      set(KEYS, "created_by", (id: string) => `${Buffer.from(id).readUIntBE(id.length - 6, 6)}`),
    ],
    "right-key-more-fields": [
      "answers the type of a new key, and when it was used",
      editing(KEYS, (body) => void Object.assign(body, { type: "secret", last_used_at: null })),
    ],
  }),
  ...requests.benign(LIMITS, {
    "right-rate-limit": [
      "answers 429 to every fortieth read, to be repeated at once",
      fresh(() => {
        let count = 0;
        return refusing(
          ({ method }) => method === "GET" && ++count % 40 === 0,
          () => answered(429, { message: "slow down" }, { "retry-after": "0" }),
        );
      }),
    ],
  }),
];
