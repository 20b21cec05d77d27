/** Lists that lose, double or reorder a single item: at one boundary, for one limit, at the end. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, inGroup } from "../../fault.ts";
import {
  type Call,
  elsewhere,
  endpointsOf,
  type Json,
  jsonOf,
  type Pass,
  withBody,
} from "../../provider.ts";
import {
  answering,
  editing,
  fresh,
  refusal,
  refusing,
  sending,
  set,
  stacked,
} from "../../verbs.ts";
import { isIdle, isPrimary, isReplica } from "../endpoints/computes.ts";
import { CURSOR, KEY_STATES, PAGING, TABLES } from "./sources.ts";

const pagination = inGroup("pagination");
const endpoints = inGroup("endpoints");
const projects = inGroup("projects");
const apiKeys = inGroup("api-keys");

interface Page {
  items: Json[];
  limit: number;
  /** The number of cursors that led here: 0 for the first page. */
  depth: number;
  /** The cursor that led here. */
  cursor: string | null;
  isFirst: boolean;
  /** Whether no operation follows. */
  isLast: boolean;
}

/** Returns other items for pages of operations. */
const paging = (turn: (page: Page) => Json[]): Apply =>
  fresh(() => {
    const depths = new Map<string, number>();
    return answering(routes.listOperations, async (response, call, pass) => {
      const body = await jsonOf(response);
      const cursor = call.query.get("cursor");
      const depth = cursor === null ? 0 : (depths.get(cursor) ?? 0);
      if (body.operations.length > 0) depths.set(body.pagination.cursor, depth + 1);
      const items = body.operations;
      const limit = Number(call.query.get("limit") ?? Number.NaN);
      const isLast = await isEnd(body, call, pass);
      const page = { items, limit, depth, cursor, isFirst: cursor === null, isLast };
      return withBody(response, JSON.stringify({ ...body, operations: turn(page) }));
    });
  });

async function isEnd({ pagination, operations }: Json, call: Call, pass: Pass): Promise<boolean> {
  if (operations.length === 0) return true;
  const query = { limit: "1", cursor: pagination.cursor };
  const next = await pass(elsewhere(call.emulator, call, { query }));
  const { operations: following } = await jsonOf(next);
  return following.length === 0;
}

const swapLast = (items: Json[]) =>
  items.length < 2 ? items : [...items.slice(0, -2), ...items.slice(-2).reverse()];

const LISTS = [routes.listProjectEndpoints, routes.listBranchEndpoints];

/** Edits a list of computes. */
const listing = (on: string | string[], edit: (all: Json[], call: Call) => Json[]): Apply =>
  set(on, "endpoints", (all: Json[], _: Json, call) => edit(all, call));

export const walkFaults = [
  ...pagination.must(TABLES, {
    "walk-loses-last-of-full-page": [
      "loses the oldest operation if it fills the last page",
      paging(({ items, limit, isLast }) =>
        isLast && items.length === limit ? items.slice(0, -1) : items,
      ),
    ],
    "walk-loses-last-of-short-page": [
      "loses the oldest operation if it does not fill the last page",
      paging(({ items, limit, isLast }) =>
        isLast && items.length < limit ? items.slice(0, -1) : items,
      ),
    ],
    "walk-doubles-last": [
      "lists the oldest operation twice",
      paging(({ items, isLast }) => (isLast ? [...items, ...items.slice(-1)] : items)),
    ],
    "walk-loses-at-first-boundary": [
      "loses the first operation after the first page",
      paging(({ items, depth }) => (depth === 1 ? items.slice(1) : items)),
    ],
    "walk-loses-at-second-boundary": [
      "loses the first operation after the second page",
      paging(({ items, depth }) => (depth === 2 ? items.slice(1) : items)),
    ],
    "walk-loses-with-limit-two": [
      "loses the first operation of each page after the first if the limit is two",
      paging(({ items, limit, isFirst }) => (limit === 2 && !isFirst ? items.slice(1) : items)),
    ],
    "walk-loses-with-limit-three": [
      "loses the last operation of the first page if the limit is three",
      paging(({ items, limit, isFirst }) => (limit === 3 && isFirst ? items.slice(0, -1) : items)),
    ],
    "walk-loses-newest-with-large-limit": [
      "loses the newest operation if the limit is ten or more",
      paging(({ items, limit, isFirst }) => (limit >= 10 && isFirst ? items.slice(1) : items)),
    ],
    "walk-loses-newest-without-limit": [
      "loses the newest operation if no limit is given",
      paging(({ items, limit, isFirst }) =>
        Number.isNaN(limit) && isFirst ? items.slice(1) : items,
      ),
    ],
    "walk-doubles-with-limit-one": [
      "lists each operation twice on its page after the first if the limit is one",
      paging(({ items, limit, isFirst }) =>
        limit === 1 && !isFirst ? [...items, ...items] : items,
      ),
    ],
    "walk-loses-same-second": [
      "loses operations of the same second as the last one of the page before",
      fresh(() => {
        const seconds = new Map<string, string>();
        return editing(routes.listOperations, (body, { query }) => {
          const second = seconds.get(`${query.get("cursor")}`);
          const last = body.operations.at(-1);
          if (last) seconds.set(body.pagination.cursor, last.created_at);
          body.operations = body.operations.filter(({ created_at }: Json) => created_at !== second);
        });
      }),
    ],
    "walk-starts-again": [
      "begins with the newest operation again after the oldest",
      sending(routes.listOperations, async ({ emulator, url, headers, query }) => {
        if (!query.has("cursor")) return undefined;
        const response = await emulator.fetch(url, { headers });
        if (!response.ok) return undefined;
        const { operations } = await jsonOf(response);
        const limit = query.get("limit");
        if (operations.length > 0) return undefined;
        return elsewhere(emulator, { url }, { query: { ...(limit && { limit }) } });
      }),
    ],
  }),
  ...pagination.must(PAGING, {
    "walk-swaps-last-two": [
      "lists the two oldest operations in reverse",
      paging(({ items, isLast }) => (isLast ? swapLast(items) : items)),
    ],
    "walk-reverses-next-pages": [
      "lists each page after the first oldest first",
      paging(({ items, isFirst }) => (isFirst ? items : items.toReversed())),
    ],
    "walk-ignores-limit-after-first": [
      "ignores the limit after the first page",
      sending(routes.listOperations, ({ emulator, url, query }) => {
        const cursor = query.get("cursor");
        return cursor === null ? undefined : elsewhere(emulator, { url }, { query: { cursor } });
      }),
    ],
    "walk-two-for-limit-one": [
      "answers two operations if the limit is one",
      sending(routes.listOperations, ({ emulator, url, query }) => {
        if (query.get("limit") !== "1") return undefined;
        const cursor = query.get("cursor");
        return elsewhere(emulator, { url }, { query: { limit: "2", ...(cursor && { cursor }) } });
      }),
    ],
    "walk-refuses-encoded-cursor": [
      "refuses a cursor that is URL-encoded",
      refusing(
        ({ name, url }) => name === routes.listOperations && /cursor=[^&]*%3A/i.test(url),
        () => refusal(400),
      ),
    ],
    "walk-refuses-second-cursor": [
      "refuses the cursor of the second page",
      fresh(() => {
        const seconds = new Set<string>();
        return answering(routes.listOperations, async (response, { query }) => {
          const cursor = query.get("cursor");
          if (cursor !== null && seconds.has(cursor)) return refusal(400);
          const body = await jsonOf(response);
          const isMoving = body.pagination.cursor !== cursor && body.operations.length > 0;
          if (cursor !== null && isMoving) seconds.add(body.pagination.cursor);
          return undefined;
        });
      }),
    ],
  }),
  ...pagination.must(CURSOR, {
    "walk-cursor-of-whole-second-at-end": [
      "answers a cursor without a fraction after the last operation",
      answering(routes.listOperations, async (response, call, pass) => {
        const body = await jsonOf(response);
        if (!(await isEnd(body, call, pass))) return undefined;
        const cursor = `${body.pagination.cursor}`.replace(/\.\d+/, "");
        return withBody(response, JSON.stringify({ ...body, pagination: { cursor } }));
      }),
    ],
    "walk-cursor-of-id-after-first": [
      "answers the id of an operation as the cursor of each page after the first",
      fresh(() => {
        const cursors = new Map<string, string>();
        const renaming = editing(routes.listOperations, (body, { query }) => {
          const id = body.operations.at(-1)?.id;
          if (!query.has("cursor") || id === undefined) return;
          cursors.set(id, body.pagination.cursor);
          body.pagination.cursor = id;
        });
        const restoring = sending(routes.listOperations, ({ emulator, url, query }) => {
          const cursor = cursors.get(`${query.get("cursor")}`);
          const limit = query.get("limit");
          if (cursor === undefined) return undefined;
          return elsewhere(emulator, { url }, { query: { cursor, ...(limit && { limit }) } });
        });
        return stacked(restoring, renaming);
      }),
    ],
  }),
  ...endpoints.must(TABLES, {
    "list-loses-newest-compute": [
      "leaves the newest compute of a project out of its list",
      listing(routes.listProjectEndpoints, (all) => (all.length > 1 ? all.slice(0, -1) : all)),
    ],
    "list-loses-third-compute": [
      "lists at most two computes of a project",
      listing(routes.listProjectEndpoints, (all) => all.slice(0, 2)),
    ],
    "list-loses-replicas": [
      "leaves read replicas out of the list of a project",
      listing(routes.listProjectEndpoints, (all) => all.filter(isPrimary)),
    ],
    "list-loses-starting-computes": [
      "leaves computes that were never active out of the list of a project",
      listing(routes.listProjectEndpoints, (all) =>
        all.filter(({ current_state }) => current_state !== "init"),
      ),
    ],
    "list-doubles-moved-compute": [
      "lists a compute twice after it was moved",
      fresh(() => {
        const moved = new Set<string>();
        return editing([...LISTS, routes.updateEndpoint], (body, { body: sent }) => {
          if (sent?.endpoint?.branch_id) moved.add(body.endpoint.id);
          if (!body.endpoints) return;
          body.endpoints = endpointsOf(body).flatMap((it) => (moved.has(it.id) ? [it, it] : [it]));
        });
      }),
    ],
  }),
  ...endpoints.should(TABLES, {
    "list-of-branch-loses-replicas": [
      "leaves read replicas out of the list of a branch",
      listing(routes.listBranchEndpoints, (all) => all.filter(isPrimary)),
    ],
    "list-of-branch-loses-primary": [
      "leaves the primary compute out of the list of a branch that has replicas",
      listing(routes.listBranchEndpoints, (all) =>
        all.some(isReplica) ? all.filter(isReplica) : all,
      ),
    ],
    "list-of-branch-loses-idle": [
      "leaves idle computes out of the list of a branch",
      listing(routes.listBranchEndpoints, (all) => all.filter((it) => !isIdle(it))),
    ],
    "list-of-branch-lists-project": [
      "lists every compute of the project as those of each branch",
      sending(routes.listBranchEndpoints, ({ emulator, url, ids }) =>
        elsewhere(emulator, { url }, { path: `/projects/${ids.project_id}/endpoints` }),
      ),
    ],
  }),
  ...projects.must(TABLES, {
    "list-loses-last-project": [
      "leaves the newest project out of the list",
      set(routes.listProjects, "projects", (all: Json[]) =>
        all.length > 1 ? all.slice(0, -1) : all,
      ),
    ],
    "list-doubles-first-project": [
      "lists the first project twice",
      set(routes.listProjects, "projects", (all: Json[]) => [...all.slice(0, 1), ...all]),
    ],
    "list-loses-changed-project": [
      "leaves a project out of the list after an update",
      fresh(() => {
        const changed = new Set<string>();
        return editing([routes.listProjects, routes.updateProject], (body, { ids }) => {
          if (ids.project_id) changed.add(ids.project_id);
          if (body.projects)
            body.projects = body.projects.filter(({ id }: Json) => !changed.has(id));
        });
      }),
    ],
  }),
  ...apiKeys.must(KEY_STATES, {
    "third-key-is-unusable": [
      "answers 401 to every third new key of an organization",
      fresh(() => {
        let count = 0;
        const dead = new Set<string>();
        return answering(
          () => true,
          async (response, { name, key }) => {
            if (dead.has(`${key}`)) return refusal(401);
            if (name !== routes.createOrganizationApiKey) return undefined;
            const body = await jsonOf(response);
            if (++count % 3 === 0) dead.add(body.key);
            return undefined;
          },
        );
      }),
    ],
  }),
];
