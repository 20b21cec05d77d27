/** Lists that lose, repeat, mix up or hide operations from page to page. */
import type { Emulator } from "@hosted-postgres/emulator";
import { routes } from "@hosted-postgres/types/routes";
import { type Fault, faultsOf, type Provider } from "../fault.ts";
import { type Call, editAnswers, edited, elsewhere, front, type Json } from "../provider.ts";

const { must, benign } = faultsOf("pages");

const { listOperations: LIST } = routes;

const RULES = "Endpoints, Rules 4";
const PAGINATION = "Resources and their fields, Pagination object";
const SHAPES = "Endpoints, Detailed shapes";

export const pageFaults: Fault[] = [
  // Which items a page has.
  must("page-cursor-ignored", RULES, "the cursor is ignored", (emulator) =>
    paging(emulator, { rest: (list) => list }),
  ),
  must("page-item-lost", RULES, "one operation is lost between two pages", (emulator) =>
    paging(emulator, { rest: (list, cursor) => RIGHT.rest(list, cursor).slice(1) }),
  ),
  must("page-item-lost-late", RULES, "one operation is lost after the third page", (emulator) =>
    paging(emulator, {
      rest: (list, cursor) => {
        const rest = RIGHT.rest(list, cursor);
        return list.length - rest.length === 6 ? rest.slice(1) : rest;
      },
    }),
  ),
  must(
    "page-item-repeated",
    RULES,
    "the last operation of a page is the next one's first",
    (emulator) =>
      paging(emulator, {
        rest: (list, cursor) => list.filter(({ at }) => at <= cursor),
        // With one item the walk would stand still, which everybody sees.
        page: (rest, limit) => rest.slice(0, Math.max(limit, 2)),
      }),
  ),
  must(
    "page-ties-lost",
    RULES,
    "a cursor to the second loses what is of the same second",
    (emulator) =>
      paging(emulator, {
        cursor: (page) => page.at(-1)?.at.replace(/\.\d+Z/, ".000000Z"),
      }),
  ),
  must(
    "page-ties-repeated",
    RULES,
    "a cursor to the second repeats what is of the same second",
    (emulator) =>
      paging(emulator, {
        cursor: (page) => page.at(-1)?.at.replace(/\.\d+Z/, ".000000Z"),
        rest: (list, cursor) => list.filter(({ at }) => at.slice(0, 19) <= cursor.slice(0, 19)),
      }),
  ),
  must(
    "page-cursor-to-the-millisecond",
    RULES,
    "a cursor to the millisecond loses what is of the same millisecond",
    (emulator) =>
      front(emulator, (asked, pass) => {
        const cursor = asked.query.get("cursor");
        if (asked.name !== LIST || cursor === null) return pass();
        asked.query.set("cursor", cursor.replace(/\d{3}Z$/, "000Z"));
        return pass(elsewhere(emulator, asked, { query: asked.query }));
      }),
  ),
  must(
    "page-offset-as-cursor",
    RULES,
    "the cursor is an offset that looks like a time",
    (emulator) =>
      paging(emulator, {
        cursor: (_, { offset }) => offsetCursor(offset),
        rest: (list, cursor) => list.slice(Number(cursor.slice(-7, -1))),
      }),
  ),
  must(
    "page-number-as-cursor",
    RULES,
    "the cursor is a page number of a fixed list",
    (emulator) => {
      const begun = new Map<string, Entry[]>();
      return paging(emulator, {
        begin: (list, project_id) => void begun.set(project_id, list),
        cursor: (_, { number }) => offsetCursor(number),
        rest: (list, cursor, { project_id, limit }) =>
          (begun.get(project_id) ?? list).slice(Number(cursor.slice(-7, -1)) * limit),
      });
    },
  ),
  must("page-two-is-the-last", RULES, "the walk ends after two pages", (emulator) =>
    paging(emulator, { cursor: (page, { number }) => (number < 2 ? page.at(-1)?.at : undefined) }),
  ),
  must("page-partial-is-dropped", RULES, "a last page that is not full is empty", (emulator) =>
    paging(emulator, {
      page: (rest, limit) => (rest.length < limit && limit < 20 ? [] : rest.slice(0, limit)),
    }),
  ),
  must("page-list-ends-at-100", RULES, "the list ends at its hundredth operation", (emulator) =>
    paging(emulator, { order: (list) => list.slice(0, 100) }),
  ),
  must(
    "page-single-item-skips",
    RULES,
    "with a limit of 1, every second operation is lost",
    (emulator) =>
      paging(emulator, {
        rest: (list, cursor, { limit }) => RIGHT.rest(list, cursor).slice(limit === 1 ? 1 : 0),
      }),
  ),
  must(
    "page-limit-capped-cursor-not",
    RULES,
    "a page has at most 5, but the cursor goes on by limit",
    (emulator) =>
      paging(emulator, {
        page: (rest, limit) => rest.slice(0, Math.min(5, limit)),
        cursor: (_, { rest, limit }) => rest.slice(0, limit).at(-1)?.at,
      }),
  ),
  must(
    "page-large-limit-is-empty",
    RULES,
    "a limit above the length of the list gives nothing",
    (emulator) =>
      paging(emulator, {
        page: (rest, limit) => (limit > 3 * rest.length ? [] : rest.slice(0, limit)),
      }),
  ),
  must(
    "page-other-limit-skips",
    RULES,
    "with another limit than before, the cursor goes on from there",
    (emulator) => {
      let before = 0;
      return paging(emulator, {
        rest: (list, cursor, { limit }) => {
          const more = Math.max(0, limit - before);
          before = limit;
          return RIGHT.rest(list, cursor).slice(more);
        },
        begin: (_, __, limit) => {
          before = limit;
        },
      });
    },
  ),
  must(
    "page-by-cursor-is-cached",
    RULES,
    "a page is kept by its cursor, whatever the limit",
    (emulator) => {
      const kept = new Map<string, Entry[]>();
      return paging(emulator, {
        page: (rest, limit, cursor) => {
          const page = kept.get(`${cursor}`) ?? rest.slice(0, limit);
          if (cursor !== undefined) kept.set(cursor, page);
          return page;
        },
      });
    },
  ),
  must(
    "page-cursor-used-up",
    RULES,
    "a cursor that is sent again gives the page after",
    (emulator) => {
      const used = new Set<string>();
      return paging(emulator, {
        rest: (list, cursor, { limit }) => {
          const rest = RIGHT.rest(list, cursor);
          const again = used.has(cursor);
          used.add(cursor);
          return again ? rest.slice(limit) : rest;
        },
      });
    },
  ),
  must(
    "page-cursor-sent-again-refused",
    RULES,
    "a cursor that is sent again is refused",
    (emulator) => {
      const used = new Set<string>();
      return front(emulator, async (asked, pass) => {
        const cursor = asked.query.get("cursor");
        if (asked.name !== LIST || cursor === null) return pass();
        if (used.has(cursor))
          return Response.json({ message: "the cursor was used" }, { status: 410 });
        used.add(cursor);
        return pass();
      });
    },
  ),
  must("page-cursor-expires", RULES, "a cursor is refused after half a minute", (emulator) => {
    const givenMs = new Map<string, number>();
    return front(emulator, async (asked, pass) => {
      const cursor = asked.query.get("cursor");
      if (asked.name !== LIST) return pass();
      const atMs = givenMs.get(`${cursor}`) ?? emulator.now();
      if (cursor !== null && emulator.now() - atMs > 30_000)
        return Response.json({ message: "the cursor is too old" }, { status: 400 });
      return edited(await pass(), ({ pagination }) => {
        givenMs.set(pagination.cursor, emulator.now());
      });
    });
  }),
  must(
    "page-cursor-moves-with-time",
    RULES,
    "what a cursor means moves on with the clock",
    (emulator) => {
      const givenMs = new Map<string, number>();
      return paging(emulator, {
        cursor: (page) => {
          const at = page.at(-1)?.at;
          if (at !== undefined) givenMs.set(at, emulator.now());
          return at;
        },
        rest: (list, cursor) => {
          const laterS = (emulator.now() - (givenMs.get(cursor) ?? emulator.now())) / 1_000;
          const moved = new Date(
            Date.parse(`${cursor.slice(0, 19)}Z`) + laterS * 1_000,
          ).toISOString();
          return list.filter(({ at }) => at < `${moved.slice(0, 19)}${cursor.slice(19)}`);
        },
      });
    },
  ),
  must(
    "page-new-ones-shift-in",
    RULES,
    "a later page begins with what was started since",
    (emulator) => {
      const newest = new Map<string, string>();
      return paging(emulator, {
        begin: (list, project_id) => void newest.set(project_id, list[0]?.at ?? ""),
        rest: (list, cursor, { project_id }) => {
          const added = list.filter(({ at }) => at > (newest.get(project_id) ?? at));
          newest.set(project_id, list[0]?.at ?? "");
          return [...added, ...RIGHT.rest(list, cursor)];
        },
        cursor: (page) => page.map(({ at }) => at).toSorted()[0],
      });
    },
  ),
  must(
    "page-list-of-first-page",
    RULES,
    "the first page is remembered for as long as nobody pages on",
    (emulator) => {
      let kept: Entry[] | undefined;
      return paging(emulator, {
        order: (list) => list,
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
    },
  ),

  // In which order.
  must("page-oldest-first", RULES, "operations come oldest first", (emulator) =>
    paging(emulator, {
      order: (list) => list.toReversed(),
      rest: (list, cursor) => list.filter(({ at }) => at > cursor),
    }),
  ),
  must("page-reversed", RULES, "on each page, operations come oldest first", (emulator) =>
    editsOf(emulator, [LIST], (body) => void body.operations.reverse()),
  ),
  must("page-two-reversed", RULES, "from the second page on, a page is oldest first", (emulator) =>
    editsOf(emulator, [LIST], (body, { query }) => {
      if (query.has("cursor")) body.operations.reverse();
    }),
  ),
  must("page-by-last-change", RULES, "what changed last comes first", (emulator) =>
    paging(emulator, {
      order: (list) => list.toSorted((a, b) => compare(changeOf(b), changeOf(a))),
      rest: after,
    }),
  ),
  must("page-by-id", RULES, "operations are sorted by their id", (emulator) =>
    paging(emulator, {
      order: (list) => list.toSorted((a, b) => compare(a.operation.id, b.operation.id)),
      rest: after,
    }),
  ),
  must("page-running-first", RULES, "what is not finished comes first", (emulator) =>
    paging(emulator, {
      order: (list) => list.toSorted((a, b) => Number(isFinished(a)) - Number(isFinished(b))),
      rest: after,
    }),
  ),
  must("page-by-compute", RULES, "operations are grouped by compute", (emulator) =>
    paging(emulator, {
      order: (list) =>
        list.toSorted((a, b) =>
          compare(`${a.operation.endpoint_id}`, `${b.operation.endpoint_id}`),
        ),
      rest: after,
    }),
  ),
  must(
    "page-order-unstable",
    RULES,
    "operations of one second come in another order each time",
    (emulator) => {
      let reads = 0;
      return paging(emulator, {
        order(list) {
          reads += 1;
          const flips = reads % 2 === 0;
          return list.toSorted(
            (a, b) =>
              compare(b.operation.created_at, a.operation.created_at) ||
              (flips ? compare(a.at, b.at) : compare(b.at, a.at)),
          );
        },
        rest: after,
      });
    },
  ),

  // How many.
  must("page-limit-on-first-only", RULES, "limit is honoured on the first page only", (emulator) =>
    paging(emulator, {
      page: (rest, limit, cursor) => (cursor === undefined ? rest.slice(0, limit) : rest),
    }),
  ),
  must("page-limit-ignored", RULES, "limit is ignored", (emulator) =>
    paging(emulator, { page: (rest) => rest.slice(0, 100) }),
  ),
  must("page-limit-and-one", RULES, "a page has one operation more than limit", (emulator) =>
    paging(emulator, { page: (rest, limit) => rest.slice(0, limit + 1) }),
  ),
  must("page-limit-at-least-ten", RULES, "a limit below 10 is 10", (emulator) =>
    paging(emulator, { page: (rest, limit) => rest.slice(0, Math.max(10, limit)) }),
  ),
  must(
    "page-limit-of-first-page",
    RULES,
    "the limit of the first page holds for all others",
    (emulator) => {
      const first = new Map<string, number>();
      return paging(emulator, {
        begin: (_, project_id, limit) => void first.set(project_id, limit),
        page: (rest, limit, cursor) => {
          const project_id = rest[0]?.operation.project_id;
          return rest.slice(0, cursor === undefined ? limit : (first.get(project_id) ?? limit));
        },
      });
    },
  ),

  // Whose.
  must(
    "page-two-of-another-project",
    SHAPES,
    "the second page has operations of another project",
    (emulator) =>
      withForeign(
        emulator,
        ({ query }) => query.has("cursor"),
        (operation) => operation,
      ),
  ),
  must(
    "page-two-of-another-project-relabelled",
    SHAPES,
    "the second page has operations of another project as its own",
    (emulator) =>
      withForeign(
        emulator,
        ({ query }) => query.has("cursor"),
        (operation, project_id) => ({ ...operation, project_id }),
      ),
  ),
  must("page-of-all-projects", SHAPES, "the list has the operations of all projects", (emulator) =>
    withForeign(
      emulator,
      () => true,
      (operation) => operation,
    ),
  ),
  must(
    "page-cursor-names-project",
    SHAPES,
    "a cursor goes on with the project it was given for",
    (emulator) => {
      const owners = new Map<string, string>();
      return front(emulator, async (asked, pass) => {
        if (asked.name !== LIST) return pass();
        const owner = owners.get(`${asked.query.get("cursor")}`) ?? asked.ids.project_id;
        const path = `/projects/${owner}/operations`;
        return edited(
          await pass(elsewhere(emulator, asked, { path, query: asked.query })),
          (body) => {
            owners.set(body.pagination.cursor, `${owner}`);
          },
        );
      });
    },
  ),

  // What it looks like.
  must("page-two-without-pagination", PAGINATION, "the second page has no pagination", (emulator) =>
    editsOf(emulator, [LIST], ({ pagination, ...body }, { query }) =>
      query.has("cursor") ? body : { ...body, pagination },
    ),
  ),
  must(
    "page-last-without-pagination",
    PAGINATION,
    "a page that is not full has no pagination",
    (emulator) =>
      editsOf(emulator, [LIST], ({ pagination, ...body }, { query }) =>
        body.operations.length < Number(query.get("limit")) ? body : { ...body, pagination },
      ),
  ),
  must(
    "page-pagination-null",
    PAGINATION,
    "pagination is null where a list fits on one page",
    (emulator) =>
      editsOf(emulator, [LIST], (body, { query }) => {
        if (body.operations.length < Number(query.get("limit"))) body.pagination = null;
      }),
  ),
  must("page-pagination-is-list", PAGINATION, "pagination is an array", (emulator) =>
    editsOf(emulator, [LIST], (body) => ({ ...body, pagination: [body.pagination] })),
  ),
  must("page-cursor-outside", PAGINATION, "the cursor stands beside operations", (emulator) =>
    editsOf(emulator, [LIST], (body) => ({
      ...body,
      cursor: body.pagination.cursor,
      pagination: {},
    })),
  ),
  must("page-cursor-in-header", PAGINATION, "the cursor is in a header only", (emulator) =>
    front(emulator, async (asked, pass) => {
      const response = await pass();
      if (asked.name !== LIST) return response;
      let cursor = "";
      const answered = await edited(response, (body) => {
        cursor = body.pagination.cursor ?? "";
        body.pagination = {};
      });
      answered.headers.set("x-next-cursor", cursor);
      return answered;
    }),
  ),
  must("page-cursor-other-name", PAGINATION, "the cursor is called next", (emulator) =>
    editsOf(emulator, [LIST], (body) => ({
      ...body,
      pagination: { next: body.pagination.cursor },
    })),
  ),
  must(
    "page-cursor-to-the-second",
    PAGINATION,
    "a cursor has no fractional seconds when they are 0",
    (emulator) =>
      editsOf(emulator, [LIST], ({ pagination }) => {
        pagination.cursor = pagination.cursor?.replace(/\.\d+Z$/, "Z");
      }),
  ),
  must("page-cursor-opaque", PAGINATION, "a cursor is a text that means nothing", (emulator) =>
    paging(emulator, {
      cursor: (page) => {
        const at = page.at(-1)?.at;
        return at === undefined ? undefined : btoa(at);
      },
      rest: (list, cursor) => RIGHT.rest(list, atob(cursor)),
    }),
  ),
  must("page-cursor-number", PAGINATION, "a cursor is a number of microseconds", (emulator) =>
    editsOf(emulator, [LIST], ({ pagination }) => {
      pagination.cursor = Date.parse(pagination.cursor) * 1_000;
    }),
  ),
  must(
    "page-cursor-always-the-same",
    RULES,
    "every page has the cursor of the first",
    (emulator) => {
      const first = new Map<string, string>();
      return paging(emulator, {
        begin: (_, project_id) => void first.delete(project_id),
        cursor: (page, { project_id }) => {
          const at = page.at(-1)?.at;
          if (at !== undefined && !first.has(project_id)) first.set(project_id, at);
          return first.get(project_id);
        },
      });
    },
  ),
  must(
    "page-cursor-of-first-item",
    RULES,
    "the cursor is that of a page's first operation",
    (emulator) => paging(emulator, { cursor: (page) => page[0]?.at }),
  ),
  must("page-operations-null", SHAPES, "an empty page has null instead of operations", (emulator) =>
    editsOf(emulator, [LIST], (body) => {
      if (body.operations.length === 0) body.operations = null;
    }),
  ),
  must("page-of-ids", SHAPES, "from the second page on, operations are ids only", (emulator) =>
    editsOf(emulator, [LIST], (body, { query }) => {
      if (query.has("cursor")) body.operations = body.operations.map(({ id }: Json) => id);
    }),
  ),
  must(
    "page-encoded-cursor-refused",
    RULES,
    "a cursor that is URL-encoded is refused",
    (emulator) =>
      front(emulator, async ({ name, url }, pass) => {
        const isEncoded = /[?&]cursor=[^&]*%/.test(url);
        return name === LIST && isEncoded
          ? Response.json({ message: "what cursor?" }, { status: 400 })
          : pass();
      }),
  ),

  // Right, if unusual.
  benign(
    "page-capped",
    "Limits, Compute size rules",
    "a page has at most three operations",
    (emulator) => paging(emulator, { page: (rest, limit) => rest.slice(0, Math.min(3, limit)) }),
  ),
  benign("page-short", RULES, "a page has fewer operations than it could", (emulator) =>
    paging(emulator, { page: (rest, limit) => rest.slice(0, Math.max(1, limit - 1)) }),
  ),
  benign("page-sometimes-empty", RULES, "an empty page comes between others", (emulator) =>
    paging(emulator, {
      page: (rest, limit, cursor) =>
        cursor === undefined || /\.\d{9}Z$/.test(cursor) ? rest.slice(0, limit) : [],
      cursor: (page, { cursor }) => page.at(-1)?.at ?? cursor?.replace(/(\.\d{6})Z$/, "$1000Z"),
    }),
  ),
  {
    id: "page-last-cursor-empty",
    group: "pages",
    level: "benign",
    text: "the last page has an empty cursor",
    source: RULES,
    options: { lastCursor: "empty" },
  },
  {
    id: "page-last-cursor-absent",
    group: "pages",
    level: "benign",
    text: "the last page has no cursor",
    source: RULES,
    options: { lastCursor: "absent" },
  },
  benign("page-cursor-with-offset", PAGINATION, "a cursor ends in +00:00", (emulator) =>
    paging(emulator, {
      cursor: (page) => page.at(-1)?.at.replace("Z", "+00:00"),
      rest: (list, cursor) => RIGHT.rest(list, cursor.replace("+00:00", "Z")),
    }),
  ),
  benign("page-more-in-pagination", PAGINATION, "pagination has a total, too", (emulator) =>
    editsOf(emulator, [LIST], ({ pagination }) => {
      pagination.total = 1_000;
    }),
  ),
  benign(
    "page-foreign-cursor-refused",
    RULES,
    "a cursor of another project is refused",
    (emulator) => {
      const owners = new Map<string, string>();
      return front(emulator, async (asked, pass) => {
        if (asked.name !== LIST) return pass();
        const cursor = asked.query.get("cursor");
        const owner = owners.get(`${cursor}`);
        if (cursor !== null && owner !== undefined && owner !== asked.ids.project_id)
          return Response.json({ message: "a cursor of another list" }, { status: 400 });
        return edited(await pass(), ({ pagination }) => {
          owners.set(pagination.cursor, `${asked.ids.project_id}`);
        });
      });
    },
  ),
];

/** An operation with its place in the list, as a cursor would have it. */
interface Entry {
  at: string;
  operation: Json;
}

interface Where {
  project_id: string;
  limit: number;
  /** As it was sent. */
  cursor: string | undefined;
  /** What the page was cut from. */
  rest: Entry[];
  /** How many items and pages there were up to the end of this one. */
  offset: number;
  number: number;
}

interface Paging {
  /** The whole list, which comes newest first. */
  order: (list: Entry[]) => Entry[];
  /** Told of each first page. */
  begin: (list: Entry[], project_id: string, limit: number) => void;
  /** What comes after a cursor. */
  rest: Rest;
  page: (rest: Entry[], limit: number, cursor: string | undefined) => Entry[];
  cursor: (page: Entry[], where: Where) => string | undefined;
}

type Rest = (
  list: Entry[],
  cursor: string,
  where: { project_id: string; limit: number },
) => Entry[];

const RIGHT = {
  order: (list: Entry[]) => list,
  begin: () => {},
  rest: (list: Entry[], cursor: string) => list.filter(({ at }) => at < cursor),
  page: (rest: Entry[], limit: number) => rest.slice(0, limit),
  cursor: (page: Entry[]) => page.at(-1)?.at,
} satisfies Paging;

/** Cuts the emulator's list into pages anew, wrong in what is given. */
function paging(emulator: Emulator, wrong: Partial<Paging>): Provider {
  const { order, begin, rest, page, cursor } = { ...(RIGHT as Paging), ...wrong };
  const pages = new Map<string, { offset: number; number: number }>();
  return front(emulator, async (asked, pass) => {
    if (asked.name !== LIST) return pass();
    const project_id = `${asked.ids.project_id}`;
    const sent = asked.query.get("cursor") ?? undefined;
    const limit = Number(asked.query.get("limit") ?? 100);
    const whole = await pass(elsewhere(emulator, asked, { query: { limit: "1000" } }));
    return edited(whole, ({ operations }) => {
      const list = order(entriesOf(operations));
      if (sent === undefined) begin(list, project_id, limit);
      const left = sent === undefined ? list : rest(list, sent, { project_id, limit });
      const items = page(left, limit, sent);
      const before = pages.get(`${project_id} ${sent}`) ?? { offset: 0, number: 0 };
      const here = { offset: before.offset + items.length, number: before.number + 1 };
      const where = { project_id, limit, cursor: sent, rest: left, ...here };
      // The page after the last one is empty, and repeats its cursor.
      const next = cursor(items, where) ?? (items.length === 0 ? sent : undefined);
      pages.set(`${project_id} ${next}`, here);
      return {
        operations: items.map(({ operation }) => operation),
        pagination: next === undefined ? {} : { cursor: next },
      };
    });
  });
}

/** Newest first: operations are never removed, so a place counted from the end is for good. */
function entriesOf(operations: Json[]): Entry[] {
  return operations.map((operation, index) => ({
    at: `${operation.created_at.slice(0, 19)}.${`${operations.length - index}`.padStart(6, "0")}Z`,
    operation,
  }));
}

/** What stands behind the one with this cursor, in any order. */
function after(list: Entry[], cursor: string): Entry[] {
  return list.slice(list.findIndex(({ at }) => at === cursor) + 1);
}

function offsetCursor(offset: number): string {
  return `2026-03-01T09:30:00.${`${offset}`.padStart(6, "0")}Z`;
}

/** Adds the operations of the other project to the pages of one. */
function withForeign(
  emulator: Emulator,
  where: (asked: Call) => boolean,
  show: (operation: Json, project_id: string) => Json,
): Provider {
  return front(emulator, async (asked, pass) => {
    const response = await pass();
    if (asked.name !== LIST || !where(asked)) return response;
    const { project_id, personal_project_id } = emulator.ids;
    const other = asked.ids.project_id === project_id ? personal_project_id : project_id;
    const path = `/projects/${other}/operations`;
    const { operations } = (await (
      await pass(elsewhere(emulator, asked, { path, query: { limit: "1" } }))
    ).json()) as Json;
    return edited(response, (body) => {
      const limit = Number(asked.query.get("limit"));
      const foreign = (operations ?? []).map((it: Json) => show(it, `${asked.ids.project_id}`));
      body.operations = [...body.operations.slice(0, Math.max(1, limit - 1)), ...foreign];
    });
  });
}

function changeOf({ at, operation }: Entry): string {
  return `${operation.updated_at} ${at}`;
}

function isFinished({ operation }: Entry): boolean {
  return operation.status === "finished";
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function editsOf(
  emulator: Emulator,
  names: readonly string[],
  edit: (body: Json, call: Call) => Json,
): Provider {
  return editAnswers(names.length > 0 ? names : undefined, edit)(emulator);
}
