/** Cursors that are wrong, or look wrong; and cursors that look unusual. */
import { routes } from "@hosted-postgres/types/routes";
import { type Apply, type Fault, inGroup } from "../../fault.ts";
import { type Call, edited, elsewhere } from "../../provider.ts";
import {
  answering,
  between,
  drop,
  editing,
  fresh,
  refusal,
  rename,
  sending,
  set,
} from "../../verbs.ts";
import { type Entry, paging, RIGHT } from "./paging.ts";

const { must, should, benign } = inGroup("pagination");

const { listOperations: LIST } = routes;

const RULES = "Endpoints, Rules 4";
const PAGINATION = "Resources and their fields, Pagination object";
const SHAPES = "Endpoints, Detailed shapes";
const SIZES = "Limits, Compute size rules";
const HALF_MINUTE_MS = 30_000;

const isNotFull = ({ operations }: { operations: unknown[] }, { query }: Call) =>
  operations.length < Number(query.get("limit"));

const toSecond = (page: Entry[]) => page.at(-1)?.at.replace(/\.\d+Z/, ".000000Z");

/** A number in the form of a cursor. */
const cursorOf = (count: number) => `2026-03-01T09:30:00.${`${count}`.padStart(6, "0")}Z`;
const countOf = (cursor: string) => Number(cursor.slice(-7, -1));

/** Pages through the list of the first page by number. */
const numberingPages = () => {
  const begun = new Map<string, Entry[]>();
  return paging({
    begin: (list, project_id) => void begun.set(project_id, list),
    cursor: (_, { number }) => cursorOf(number),
    rest: (list, cursor, { project_id, limit }) =>
      (begun.get(project_id) ?? list).slice(countOf(cursor) * limit),
  });
};

const usingUpCursors = () => {
  const used = new Set<string>();
  return paging({
    rest: (list, cursor, { limit }) => {
      const rest = RIGHT.rest(list, cursor);
      const isAgain = used.has(cursor);
      used.add(cursor);
      return isAgain ? rest.slice(limit) : rest;
    },
  });
};

const refusingCursorsAgain = () => {
  const used = new Set<string>();
  return between(async ({ name, query }, pass) => {
    const cursor = query.get("cursor");
    if (name !== LIST || cursor === null) return pass();
    if (used.has(cursor)) return refusal(410, "the cursor was used");
    used.add(cursor);
    return pass();
  });
};

const refusingOldCursors = () => {
  const givenMs = new Map<string, number>();
  return between(async ({ name, query, emulator: { now } }, pass) => {
    if (name !== LIST) return pass();
    const atMs = givenMs.get(`${query.get("cursor")}`) ?? now();
    if (now() - atMs > HALF_MINUTE_MS) return refusal(400, "the cursor is too old");
    return edited(await pass(), ({ pagination }) => void givenMs.set(pagination.cursor, now()));
  });
};

/** Moves the time that a cursor names on with the clock. */
const movingCursors: Apply = fresh(({ now }) => {
  const givenMs = new Map<string, number>();
  return paging({
    cursor: (page) => {
      const at = page.at(-1)?.at;
      if (at !== undefined) givenMs.set(at, now());
      return at;
    },
    rest: (list, cursor) => {
      const laterMs = now() - (givenMs.get(cursor) ?? now());
      const moved = new Date(Date.parse(`${cursor.slice(0, 19)}Z`) + laterMs).toISOString();
      return list.filter(({ at }) => at < `${moved.slice(0, 19)}${cursor.slice(19)}`);
    },
  });
});

/** Goes on with the project that a cursor was given for, whatever the path. */
const followingCursors = () => {
  const owners = new Map<string, string>();
  return between(async (call, pass) => {
    if (call.name !== LIST) return pass();
    const owner = `${owners.get(`${call.query.get("cursor")}`) ?? call.ids.project_id}`;
    const path = `/projects/${owner}/operations`;
    const response = await pass(elsewhere(call.emulator, call, { path, query: call.query }));
    return edited(response, ({ pagination }) => void owners.set(pagination.cursor, owner));
  });
};

const refusingForeignCursors = () => {
  const owners = new Map<string, string>();
  return between(async ({ name, query, ids }, pass) => {
    if (name !== LIST) return pass();
    const owner = owners.get(`${query.get("cursor")}`);
    if (query.has("cursor") && owner !== undefined && owner !== ids.project_id)
      return refusal(400, "a cursor of another list");
    return edited(
      await pass(),
      ({ pagination }) => void owners.set(pagination.cursor, `${ids.project_id}`),
    );
  });
};

/** Gives each page the cursor of the first one. */
const repeatingCursor = () => {
  const first = new Map<string, string>();
  return paging({
    begin: (_, project_id) => void first.delete(project_id),
    cursor: (page, { project_id }) => {
      const at = page.at(-1)?.at;
      if (at !== undefined && !first.has(project_id)) first.set(project_id, at);
      return first.get(project_id);
    },
  });
};

/** Moves the cursor to a header. */
const inHeader = answering(LIST, async (response) => {
  let cursor = "";
  const changed = await edited(response, (body) => {
    cursor = body.pagination.cursor ?? "";
    body.pagination = {};
  });
  changed.headers.set("x-next-cursor", cursor);
  return changed;
});

/** Writes cursors in another form, and takes them in it. */
const rewriting = (form: (cursor: string) => string): Apply =>
  fresh(() => {
    const insides = new Map<string, string>();
    return between(async ({ name, url, query }, pass) => {
      const inside = insides.get(query.get("cursor") ?? "");
      const changed = new URLSearchParams(query);
      if (inside) changed.set("cursor", inside);
      const response = await pass(inside ? { url: `${url.split("?")[0]}?${changed}` } : {});
      if (name !== LIST) return response;
      return edited(response, ({ pagination }) => {
        if (!pagination.cursor) return;
        const outside = form(pagination.cursor);
        insides.set(outside, pagination.cursor);
        pagination.cursor = outside;
      });
    });
  });

export const cursorFaults: Fault[] = [
  ...must(RULES, {
    "page-ties-lost": [
      "loses operations of the same second, with a cursor to the second",
      paging({ cursor: toSecond }),
    ],
    "page-ties-repeated": [
      "repeats operations of the same second, with a cursor to the second",
      paging({
        cursor: toSecond,
        rest: (list, cursor) => list.filter(({ at }) => at.slice(0, 19) <= cursor.slice(0, 19)),
      }),
    ],
    "page-cursor-to-the-millisecond": [
      "loses operations of the same millisecond, with a cursor to the millisecond",
      sending(LIST, ({ url, query, emulator }) => {
        const cursor = query.get("cursor");
        if (cursor === null) return undefined;
        query.set("cursor", cursor.replace(/\d{3}Z$/, "000Z"));
        return elsewhere(emulator, { url }, { query });
      }),
    ],
    "page-offset-as-cursor": [
      "gives an offset in the form of a time as the cursor",
      paging({
        cursor: (_, { offset }) => cursorOf(offset),
        rest: (list, cursor) => list.slice(countOf(cursor)),
      }),
    ],
    "page-number-as-cursor": [
      "gives a page number of a fixed list as the cursor",
      fresh(numberingPages),
    ],
    "page-cursor-used-up": [
      "answers the page after when a cursor is sent again",
      fresh(usingUpCursors),
    ],
    "page-cursor-sent-again-refused": [
      "refuses a cursor that is sent again",
      fresh(refusingCursorsAgain),
    ],
    "page-cursor-always-the-same": [
      "gives every page the cursor of the first",
      fresh(repeatingCursor),
    ],
    "page-cursor-of-first-item": [
      "gives the cursor of the first operation of a page",
      paging({ cursor: (page) => page[0]?.at }),
    ],
    "page-encoded-cursor-refused": [
      "refuses a cursor that is URL-encoded",
      between(async ({ name, url }, pass) =>
        name === LIST && /[?&]cursor=[^&]*%/.test(url) ? refusal(400, "unknown cursor") : pass(),
      ),
    ],
  }),
  ...must(SHAPES, {
    "page-cursor-names-project": [
      "goes on with the project that a cursor was given for",
      fresh(followingCursors),
    ],
  }),
  ...must(PAGINATION, {
    "page-two-without-pagination": [
      "leaves pagination out of later pages",
      drop(LIST, "pagination", (_, { query }) => query.has("cursor")),
    ],
    "page-last-without-pagination": [
      "leaves pagination out of a page that is not full",
      drop(LIST, "pagination", isNotFull),
    ],
    "page-pagination-null": [
      "answers a list that fits on one page with a pagination of null",
      set(LIST, "pagination", null, isNotFull),
    ],
    "page-pagination-is-list": [
      "puts pagination in an array",
      set(LIST, "pagination", (pagination) => [pagination]),
    ],
    "page-cursor-outside": [
      "puts the cursor beside operations",
      editing(LIST, ({ pagination: { cursor }, ...body }) => ({
        ...body,
        cursor,
        pagination: {},
      })),
    ],
    "page-cursor-in-header": ["sends the cursor in a header only", inHeader],
    "page-cursor-other-name": ["calls the cursor next", rename(LIST, "pagination.cursor", "next")],
    "page-cursor-to-the-second": [
      "leaves out the fractional seconds of a cursor",
      set(LIST, "pagination.cursor", (cursor) => cursor?.replace(/\.\d+Z$/, "Z")),
    ],
    "page-cursor-opaque": [
      "gives an opaque cursor",
      paging({
        cursor: (page) => {
          const at = page.at(-1)?.at;
          return at === undefined ? undefined : btoa(at);
        },
        rest: (list, cursor) => RIGHT.rest(list, atob(cursor)),
      }),
    ],
    "page-cursor-number": [
      "gives a number of microseconds as the cursor",
      set(LIST, "pagination.cursor", (cursor) => Date.parse(cursor) * 1_000),
    ],
  }),
  ...should(RULES, {
    "page-cursor-expires": ["refuses a cursor after half a minute", fresh(refusingOldCursors)],
    "page-cursor-moves-with-time": ["moves a cursor on with the clock", movingCursors],
  }),
  ...benign(RULES, {
    "page-last-cursor-empty": [
      "gives the last page an empty cursor",
      { options: { lastCursor: "empty" } },
    ],
    "page-last-cursor-absent": [
      "gives the last page no cursor",
      { options: { lastCursor: "absent" } },
    ],
    "page-foreign-cursor-refused": [
      "refuses a cursor of another project",
      fresh(refusingForeignCursors),
    ],
  }),
  ...benign(SIZES, {
    "benign-last-cursor-timestamp": [
      "ends the list with a timestamp as the cursor",
      { options: { lastCursor: "timestamp" } },
    ],
    "benign-last-cursor-empty": [
      "ends the list with an empty cursor",
      { options: { lastCursor: "empty" } },
    ],
    "benign-last-cursor-absent": [
      "ends the list without a cursor",
      { options: { lastCursor: "absent" } },
    ],
  }),
  ...benign(PAGINATION, {
    "page-cursor-with-offset": [
      "ends every cursor with +00:00, numbered by entry",
      paging({
        cursor: (page) => page.at(-1)?.at.replace("Z", "+00:00"),
        rest: (list, cursor) => RIGHT.rest(list, cursor.replace("+00:00", "Z")),
      }),
    ],
    "page-more-in-pagination": ["adds a total to pagination", set(LIST, "pagination.total", 1_000)],
    "benign-cursor-milliseconds": [
      "writes cursors with nine digits of seconds",
      rewriting((cursor) => cursor.replace(/(\.\d+)Z$/, "$1000Z")),
    ],
    "benign-cursor-offset": [
      "ends cursors with +00:00",
      rewriting((cursor) => cursor.replace("Z", "+00:00")),
    ],
  }),
];
