/** Pages with the wrong operations, or with operations in the wrong order; and short pages. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { type Call, edited, elsewhere, type Json } from "../../provider.ts";
import { answering, fresh, sending, set } from "../../verbs.ts";
import { type Entry, paging, RIGHT } from "./paging.ts";

const { must, benign } = inGroup("pagination");

const { listOperations: LIST } = routes;

const RULES = "Endpoints, Rules 4";
const SHAPES = "Endpoints, Detailed shapes";
const SIZES = "Limits, Compute size rules";

const isLaterPage = ({ name, query }: Call) => name === LIST && query.has("cursor");

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the whole list otherwise; a cursor then names the entry before a page. */
const ordering = (by: (a: Entry, b: Entry) => number): Apply =>
  paging({ order: (list) => list.toSorted(by), rest: afterEntry });

const afterEntry = (list: Entry[], cursor: string) =>
  list.slice(list.findIndex(({ at }) => at === cursor) + 1);

const isFinished = ({ operation }: Entry) => Number(operation.status === "finished");
const changeOf = ({ at, operation }: Entry) => `${operation.updated_at} ${at}`;

/** Reverses the order of operations that start in the same second, at every second read. */
const orderingInTurn = () => {
  let reads = 0;
  return paging({
    order(list) {
      reads += 1;
      const isNewestFirst = reads % 2 === 1;
      return list.toSorted(
        (a, b) =>
          compare(b.operation.created_at, a.operation.created_at) ||
          (isNewestFirst ? compare(b.at, a.at) : compare(a.at, b.at)),
      );
    },
    rest: afterEntry,
  });
};

/** Goes on from where the limit of the request before would have ended the page. */
const skippingByLimit = () => {
  let before = 0;
  return paging({
    rest: (list, cursor, { limit }) => {
      const more = Math.max(0, limit - before);
      before = limit;
      return RIGHT.rest(list, cursor).slice(more);
    },
    begin: (_, __, limit) => {
      before = limit;
    },
  });
};

const cachingByCursor = () => {
  const kept = new Map<string, Entry[]>();
  return paging({
    page: (rest, limit, cursor) => {
      const page = kept.get(`${cursor}`) ?? rest.slice(0, limit);
      if (cursor !== undefined) kept.set(cursor, page);
      return page;
    },
  });
};

/** Begins a later page with the operations that have started since the page before. */
const addingNewOnes = () => {
  const newest = new Map<string, string>();
  return paging({
    begin: (list, project_id) => void newest.set(project_id, list[0]?.at ?? ""),
    rest: (list, cursor, { project_id }) => {
      const added = list.filter(({ at }) => at > (newest.get(project_id) ?? at));
      newest.set(project_id, list[0]?.at ?? "");
      return [...added, ...RIGHT.rest(list, cursor)];
    },
    cursor: (page) => page.map(({ at }) => at).toSorted()[0],
  });
};

/** Answers the first page from a cache until somebody asks for a later one. */
const cachingFirstPage = () => {
  let kept: Entry[] | undefined;
  return paging({
    rest: (list, cursor) => {
      kept = undefined;
      return RIGHT.rest(list, cursor);
    },
    page: (rest, limit, cursor) => {
      if (cursor !== undefined) return rest.slice(0, limit);
      const isSame = kept?.[0]?.operation.project_id === rest[0]?.operation.project_id;
      if (!kept || !isSame) kept = rest;
      return kept.slice(0, limit);
    },
  });
};

const keepingFirstLimit = () => {
  const first = new Map<string, number>();
  return paging({
    begin: (_, project_id, limit) => void first.set(project_id, limit),
    page: (rest, limit, cursor) => {
      const project_id = rest[0]?.operation.project_id;
      return rest.slice(0, cursor === undefined ? limit : (first.get(project_id) ?? limit));
    },
  });
};

/** Ends pages with an operation of the other project. */
const addingForeign = (
  on: (call: Call) => boolean,
  shown = (operation: Json, _project_id: string): Json => operation,
): Apply =>
  answering(on, async (response, { url, ids, query, emulator }, pass) => {
    const { project_id, personal_project_id } = emulator.ids;
    const other = ids.project_id === project_id ? personal_project_id : project_id;
    const path = `/projects/${other}/operations`;
    const foreign = await pass(elsewhere(emulator, { url }, { path, query: { limit: "1" } }));
    const { operations = [] } = (await foreign.json()) as Json;
    return edited(response, (body) => {
      const own = body.operations.slice(0, Math.max(1, Number(query.get("limit")) - 1));
      const added = operations.map((it: Json) => shown(it, `${ids.project_id}`));
      body.operations = [...own, ...added];
    });
  });

/** Answers pages of at most this many operations. */
const capping = (most: number): Apply =>
  sending(LIST, ({ url, query }) => {
    const asked = query.get("limit");
    if (asked !== null && !(Number(asked) > most)) return undefined;
    const capped = new URLSearchParams(query);
    capped.set("limit", `${most}`);
    return { url: `${url.split("?")[0]}?${capped}` };
  });

export const itemFaults: Fault[] = [
  ...must(RULES, {
    "page-cursor-ignored": ["ignores the cursor", paging({ rest: (list) => list })],
    "page-item-lost": [
      "loses one operation between two pages",
      paging({ rest: (list, cursor) => RIGHT.rest(list, cursor).slice(1) }),
    ],
    "page-item-lost-late": [
      "loses one operation after the third page",
      paging({
        rest: (list, cursor) => {
          const rest = RIGHT.rest(list, cursor);
          return list.length - rest.length === 6 ? rest.slice(1) : rest;
        },
      }),
    ],
    "page-item-repeated": [
      "begins a page with the last operation of the page before",
      paging({
        rest: (list, cursor) => list.filter(({ at }) => at <= cursor),
        // With one operation a page, pages would never change, which everybody sees.
        page: (rest, limit) => rest.slice(0, Math.max(limit, 2)),
      }),
    ],
    "page-two-is-the-last": [
      "ends the list after two pages",
      paging({ cursor: (page, { number }) => (number < 2 ? page.at(-1)?.at : undefined) }),
    ],
    "page-partial-is-dropped": [
      "answers an empty page in place of a last one that is not full",
      paging({
        page: (rest, limit) => (rest.length < limit && limit < 20 ? [] : rest.slice(0, limit)),
      }),
    ],
    "page-list-ends-at-100": [
      "lists the newest hundred operations only",
      paging({ order: (list) => list.slice(0, 100) }),
    ],
    "page-single-item-skips": [
      "loses every second operation with a limit of 1",
      paging({
        rest: (list, cursor, { limit }) => RIGHT.rest(list, cursor).slice(limit === 1 ? 1 : 0),
      }),
    ],
    "page-limit-capped-cursor-not": [
      "answers 5 operations at most, but moves the cursor on by limit",
      paging({
        page: (rest, limit) => rest.slice(0, Math.min(5, limit)),
        cursor: (_, { rest, limit }) => rest.slice(0, limit).at(-1)?.at,
      }),
    ],
    "page-large-limit-is-empty": [
      "answers an empty page to a limit above the length of the list",
      paging({ page: (rest, limit) => (limit > 3 * rest.length ? [] : rest.slice(0, limit)) }),
    ],
    "page-other-limit-skips": [
      "skips operations when the limit grows between two pages",
      fresh(skippingByLimit),
    ],
    "page-by-cursor-is-cached": [
      "answers a page from a cache by its cursor, whatever the limit",
      fresh(cachingByCursor),
    ],
    "page-new-ones-shift-in": [
      "begins a later page with the operations started since",
      fresh(addingNewOnes),
    ],
    "page-list-of-first-page": [
      "answers the first page from a cache until a later one is read",
      fresh(cachingFirstPage),
    ],
    "page-oldest-first": [
      "lists the oldest operations first",
      paging({
        order: (list) => list.toReversed(),
        rest: (list, cursor) => list.filter(({ at }) => at > cursor),
      }),
    ],
    "page-reversed": [
      "lists the oldest operation of each page first",
      set(LIST, "operations", (all: Json[]) => all.toReversed()),
    ],
    "page-two-reversed": [
      "lists the oldest operation of each later page first",
      set(isLaterPage, "operations", (all: Json[]) => all.toReversed()),
    ],
    "page-by-last-change": [
      "lists the operation that changed last first",
      ordering((a, b) => compare(changeOf(b), changeOf(a))),
    ],
    "page-by-id": [
      "sorts operations by id",
      ordering((a, b) => compare(a.operation.id, b.operation.id)),
    ],
    "page-running-first": [
      "lists unfinished operations first",
      ordering((a, b) => isFinished(a) - isFinished(b)),
    ],
    "page-by-compute": [
      "sorts operations by compute",
      ordering((a, b) => compare(`${a.operation.endpoint_id}`, `${b.operation.endpoint_id}`)),
    ],
    "page-order-unstable": [
      "lists operations of the same second in another order each time",
      fresh(orderingInTurn),
    ],
    "page-limit-on-first-only": [
      "honours limit on the first page only",
      paging({
        page: (rest, limit, cursor) => (cursor === undefined ? rest.slice(0, limit) : rest),
      }),
    ],
    "page-limit-ignored": ["ignores limit", paging({ page: (rest) => rest.slice(0, 100) })],
    "page-limit-and-one": [
      "answers one operation more than limit",
      paging({ page: (rest, limit) => rest.slice(0, limit + 1) }),
    ],
    "page-limit-at-least-ten": [
      "takes a limit below 10 for 10",
      paging({ page: (rest, limit) => rest.slice(0, Math.max(10, limit)) }),
    ],
    "page-limit-of-first-page": [
      "keeps the limit of the first page for all others",
      fresh(keepingFirstLimit),
    ],
  }),
  ...must(SHAPES, {
    "page-two-of-another-project": [
      "lists operations of another project on later pages",
      addingForeign(isLaterPage),
    ],
    "page-two-of-another-project-relabelled": [
      "lists operations of another project on later pages as its own",
      addingForeign(isLaterPage, (operation, project_id) => ({ ...operation, project_id })),
    ],
    "page-of-all-projects": [
      "lists the operations of all projects",
      addingForeign(({ name }) => name === LIST),
    ],
    "page-operations-null": [
      "answers an empty page with null for operations",
      set(LIST, "operations", null, ({ operations }) => operations.length === 0),
    ],
    "page-of-ids": [
      "lists ids only on later pages",
      set(isLaterPage, "operations.*", ({ id }) => id),
    ],
  }),
  ...benign(RULES, {
    "page-short": [
      "answers one operation less than limit",
      paging({ page: (rest, limit) => rest.slice(0, Math.max(1, limit - 1)) }),
    ],
    "page-sometimes-empty": [
      "answers an empty page between others",
      paging({
        page: (rest, limit, cursor) =>
          cursor === undefined || /\.\d{9}Z$/.test(cursor) ? rest.slice(0, limit) : [],
        cursor: (page, { cursor }) => page.at(-1)?.at ?? cursor?.replace(/(\.\d{6})Z$/, "$1000Z"),
      }),
    ],
  }),
  ...benign(SIZES, {
    "page-capped": [
      "answers three operations a page at most",
      paging({ page: (rest, limit) => rest.slice(0, Math.min(3, limit)) }),
    ],
    ...rowsOf([3, 7], (most) => [
      `benign-limit-capped-at-${most}`,
      `takes a limit above ${most} for ${most}`,
      capping(most),
    ]),
  }),
];
