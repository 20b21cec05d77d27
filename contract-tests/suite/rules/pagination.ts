/** Pages of operations: a walk meets everything once, newest first, whatever happens meanwhile. */
import assert from "node:assert/strict";
import { type Operation, type Pagination, paginate, unwrap } from "@hosted-postgres/client";
import type { Context, Turn } from "../run/context.ts";
import type { Rule } from "../run/rule.ts";
import {
  assertDenied,
  atLeastOne,
  createEndpoint,
  idleEndpoint,
  idOf,
  OPERATIONS as LIST,
  listOperations,
  ownEndpoint,
  pauseUpTo,
  settle,
  updateEndpoint,
} from "./steps/endpoints.ts";
import { each, operationsIn, shownBody } from "./steps/seen.ts";

const LIMIT = 2;

const PLAYED_PAGES = ["first_page", "next_page", "last_page"];

/** What each walk is asked for with, in turn. */
const LIMITS = [[100], [7], [3], [2], [1], [2, 5, 1]];

/** How much of a list is looked at: that of a running server may be long. */
const MOST = 20;

/** More than limits of other services, and than the client's own. */
const MANY = 105;

export const paginationRules: Rule[] = [
  {
    id: "pagination-answer",
    level: "MUST",
    text: "a page of operations has an array operations and an object pagination",
    states: [
      "Endpoints, Detailed shapes: list-operations",
      "Resources and their fields, Pagination object: on-lists",
    ],
    observe(answer) {
      const body = shownBody(answer, `GET ${LIST}`);
      if (!body) return false;
      assert.ok(Array.isArray(body.operations), "operations is no array");
      assert.equal(typeof body.pagination, "object", "pagination");
      assert.ok(body.pagination !== null && !Array.isArray(body.pagination), "pagination");
      return true;
    },
  },
  {
    id: "pagination-cursor-form",
    level: "MUST",
    text: "a cursor is a string that holds a timestamp with fractional seconds",
    states: ["Resources and their fields, Pagination object: cursor"],
    observe(answer) {
      // Whether the last page has one is not shown.
      const cursor = shownBody(answer, `GET ${LIST}`)?.pagination?.cursor;
      if (!cursor) return false;
      assert.equal(typeof cursor, "string", "the type of the cursor");
      assert.match(cursor, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/);
      return true;
    },
  },
  {
    id: "pagination-pages-are-of-the-project",
    level: "MUST",
    text: "every page lists operations of the project in the path",
    states: ["Endpoints, Detailed shapes: list-operations"],
    observe(answer) {
      if (answer.route?.name !== `GET ${LIST}`) return false;
      return each(operationsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, `operation ${id}`);
      });
    },
  },
  {
    id: "pagination-first-request-has-limit",
    level: "MUST",
    text: "the first request for a list carries limit and no cursor",
    states: ["Endpoints, Rules 4: limit"],
    about: "client",
    async check(context) {
      await played(context);

      assert.deepEqual(queriesOf(context)[0], { limit: String(LIMIT) });
    },
  },
  {
    id: "pagination-limit-on-every-page",
    level: "MUST",
    text: "each next request carries the same limit together with the cursor",
    states: ["Endpoints, Rules 4: cursor", "Endpoints, Detailed shapes: list-operations"],
    about: "client",
    async check(context) {
      await played(context);

      const next = atLeastOne(queriesOf(context).slice(1), "there is one page only");
      for (const query of next) {
        assert.deepEqual(Object.keys(query).sort(), ["cursor", "limit"]);
        assert.equal(query.limit, String(LIMIT));
      }
    },
  },
  {
    id: "pagination-cursor-of-previous-answer",
    level: "MUST",
    text: "each next request carries exactly the cursor of the answer before it",
    states: ["Endpoints, Rules 4: cursor"],
    about: "client",
    async check(context) {
      const { cursors } = await played(context);

      const sent = queriesOf(context)
        .slice(1)
        .map(({ cursor }) => cursor);
      assert.deepEqual(atLeastOne(sent, "there is one page only"), cursors.slice(0, sent.length));
    },
  },
  {
    id: "pagination-cursor-is-encoded",
    level: "MUST",
    text: "the cursor is URL-encoded, so that its colons and plus sign arrive",
    states: ["Endpoints, Rules 4: url-encoded"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const cursor = "2026-03-01T10:10:00.250000+00:00";
      const fetch = context.play(
        {
          example: "first_page",
          edit: (body: object) => ({ ...body, pagination: { cursor } }),
        },
        "last_page",
      );

      await collect(context, fetch);

      const encoded = "cursor=2026-03-01T10%3A10%3A00.250000%2B00%3A00";
      const [, second] = context.exchanges;
      assert.ok(second?.url.split(/[?&]/).includes(encoded), `${second?.url} has no ${encoded}`);
      assert.equal(second?.status, 200);
    },
  },
  {
    id: "pagination-goes-on-to-the-end",
    level: "MUST",
    text: "a walk asks for one page after the other until there is no cursor",
    states: ["Endpoints, Rules 4: page-by-page"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const { items } = await played(context);

      assert.equal(items.length, 5);
      assert.equal(context.exchanges.length, PLAYED_PAGES.length, "the number of requests");
    },
  },
  {
    id: "pagination-at-most-limit",
    level: "MUST",
    text: "no page has more operations than limit asked for",
    states: ["Endpoints, Rules 4: cursor"],
    async check(context) {
      await startMany(context);
      for (const limits of isPlayed(context) ? [[LIMIT]] : LIMITS) {
        for (const { limit, operations } of await walk(context, limits)) {
          const { length } = operations;
          assert.ok(length <= limit, `a page of ${length} for a limit of ${limit}`);
        }
      }
    },
  },
  {
    id: "pagination-newest-first",
    level: "MUST",
    text: "operations come newest first, on a page and from page to page",
    states: ["Endpoints, Rules 4: newest-first"],
    async check(context) {
      await startMany(context);

      for (const limits of [[LIMIT], [100]]) {
        const items = atLeastOne(itemsOf(await walk(context, limits)), "no operation was seen");
        assertNewestFirst(items);
        if (isPlayed(context)) return;
      }
    },
  },
  {
    id: "pagination-every-item-once",
    level: "MUST",
    text: "a walk gives each operation once: none twice, none lost",
    states: ["Endpoints, Rules 4: page-by-page"],
    async check(context) {
      const started = await startMany(context);
      const all = await newest(context, Infinity);
      for (const id of started) assert.ok(all.includes(id), `${id}, started, is not listed`);
      const expected = all.slice(0, MOST);

      for (const limits of isPlayed(context) ? [[LIMIT]] : LIMITS) {
        await assertWalk(context, expected, limits);
      }
    },
  },
  {
    id: "pagination-holds-under-inserts",
    level: "MUST",
    text: "a walk gives what was there when it began once and in order, while more is added",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 6; count++) await startOne();

      for (const limits of [[1], [2], [3], [1, 4]]) {
        const expected = await newest(context, 8);
        const steps = await assertWalk(context, expected, limits, { between: startOne });
        assertNewestFirst(itemsOf(steps));
      }
    },
  },
  {
    id: "pagination-order-lasts",
    level: "MUST",
    text: "operations keep their order from read to read, whatever their statuses become",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    async check(context) {
      await startOverlapping(context);
      await context.pause(500);
      const expected = await newest(context);

      for (let read = 0; read < 3; read++) {
        const again = (await newest(context, 2 * MOST)).filter((id) => expected.includes(id));
        assert.deepEqual(again, expected, `when read ${read + 2} times`);
        await pauseUpTo(context, 5_000);
      }
    },
  },
  {
    id: "pagination-starts-with-the-newest",
    level: "MUST",
    text: "an operation that was just started is on the first page",
    states: ["Endpoints, Rules 4: newest-first"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 3; count++) {
        const before = await readPage(context, { limit: 10 });

        const { operations } = await startOne();

        const { operations: first } = await readPage(context, { limit: 10 });
        const isEarlier = idsOf(before.operations);
        for (const { id } of atLeastOne(operations, "a change of settings started nothing")) {
          const place = idsOf(first).indexOf(id);
          assert.ok(place >= 0, `${id} is not on the first page`);
          const over = idsOf(first.slice(0, place)).filter((other) => isEarlier.includes(other));
          assert.deepEqual(over, [], `listed over ${id}, which is newer`);
        }
      }
    },
  },
  {
    id: "pagination-cursor-used-again",
    level: "MUST",
    text: "a cursor gives the same page again, and with another limit one that begins alike",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 8; count++) await startOne();
      const { pagination } = await readPage(context, { limit: 3 });
      const { cursor } = pagination;
      const first = idsOf((await readPage(context, { limit: 3, cursor })).operations);
      atLeastOne(first, "the second page is empty");

      await startOne();
      await readPage(context, { limit: 3 });
      for (const limit of [3, 1, 5, 3]) {
        const again = idsOf((await readPage(context, { limit, cursor })).operations);
        assert.ok(again.length <= limit, `${again.length} for a limit of ${limit}`);
        // A page may be shorter than its limit.
        const length = Math.min(first.length, again.length);
        assert.deepEqual(again.slice(0, length), first.slice(0, length), `limit ${limit}`);
        assert.ok(limit < 3 || length > 0, "the page is empty when it is read again");
      }
    },
  },
  {
    id: "pagination-cursor-lasts",
    level: "MUST",
    text: "a cursor means the same to who reads slowly, a minute a page",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["time", "state"],
    async check(context) {
      const started = await startMany(context);
      await context.pause(60_000);
      const all = await newest(context, Infinity);
      for (const id of started) assert.ok(all.includes(id), `${id}, started, is not listed`);
      const expected = all.slice(0, MOST);

      await assertWalk(context, expected, [3], { between: () => context.pause(60_000) });
    },
  },
  {
    id: "pagination-long-list",
    level: "MUST",
    text: "a long list is walked to its end, with any limit",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["time", "state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      const started: string[] = [];
      for (let count = 0; count < MANY; count++)
        started.push(...idsOf((await startOne()).operations));

      for (const limit of [1_000, 100, 30]) {
        const ids = idsOf(itemsOf(await walk(context, [limit])));
        assert.equal(new Set(ids).size, ids.length, "an operation came twice");
        assert.deepEqual(
          ids.filter((id) => started.includes(id)).length,
          started.length,
          `found with a limit of ${limit}`,
        );
      }
    },
  },
  {
    id: "pagination-cursor-of-another-project",
    level: "MUST",
    text: "a cursor of one project gives nothing of it in the list of another",
    states: ["Endpoints, Detailed shapes: list-operations"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 3; count++) await startOne();
      const project_id = idOf(context, "personal_project_id");
      const { cursor } = (await readPage(context, { limit: 1 })).pagination;

      const params = { path: { project_id }, query: { limit: 5, ...(cursor && { cursor }) } };
      const { data, response } = await context.api.GET(LIST, { params });

      // That it is refused would be as good.
      if (!data) return assertDenied(response, "a cursor of another project");
      for (const { id, project_id: of } of data.operations) assert.equal(of, project_id, id);
      const own = idsOf(await listOperations(context));
      assert.deepEqual(
        idsOf(data.operations).filter((id) => own.includes(id)),
        [],
      );
    },
  },
  {
    id: "pagination-projects-share-nothing",
    level: "MUST",
    text: "no operation is in the lists of two projects, on no page",
    states: ["Endpoints, Detailed shapes: list-operations"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 4; count++) await startOne();
      const project_id = idOf(context, "personal_project_id");

      const own = idsOf(itemsOf(await walk(context, [LIMIT])));
      const others = idsOf(itemsOf(await walk(context, [LIMIT], { project_id })));

      assert.deepEqual(
        own.filter((id) => others.includes(id)),
        [],
      );
    },
  },
  ...Object.entries<{ end: string; pages: Turn[]; items: number }>({
    "absent-cursor": {
      end: "a page without a cursor",
      pages: ["first_page", "last_page"],
      items: 3,
    },
    "empty-cursor": {
      end: "a page with an empty cursor",
      pages: [
        "first_page",
        { example: "last_page", edit: (body: object) => ({ ...body, pagination: { cursor: "" } }) },
      ],
      items: 3,
    },
    "empty-page": { end: "an empty page", pages: ["first_page", "empty"], items: 2 },
    "empty-page-with-known-cursor": {
      end: "an empty page that repeats the cursor",
      pages: [
        "first_page",
        {
          example: "empty",
          edit: (body: object) => ({
            ...body,
            pagination: { cursor: "2026-03-01T10:10:00.250000Z" },
          }),
        },
      ],
      items: 2,
    },
    "first-page-empty": { end: "a first page that is empty", pages: ["empty"], items: 0 },
  }).map(
    ([form, { end, pages, items }]): Rule => ({
      id: `pagination-ends-at-${form}`,
      level: "SHOULD",
      text: `a walk ends at ${end}; how the last page looks is not shown`,
      states: ["Endpoints, Rules 4: page-by-page"],
      about: "client",
      needs: ["examples"],
      async check(context) {
        const found = await collect(context, context.play(...pages));

        assert.equal(found.length, items);
        assert.equal(context.exchanges.length, pages.length, "the number of requests");
      },
    }),
  ),
];

interface Step {
  limit: number;
  operations: Operation[];
}

interface Walking {
  project_id?: string;
  /** Done before each page but the first. */
  between?: () => Promise<unknown>;
  /** Where to stop, if it comes. */
  until?: string | undefined;
  /** Where to stop otherwise, in operations. */
  most?: number;
}

/** From page to page until the list ends, or enough of it was seen; on the mock three pages. */
async function walk(
  context: Context,
  limits: readonly number[],
  { project_id, between, until, most = 2 * MANY }: Walking = {},
): Promise<Step[]> {
  if (isPlayed(context)) {
    const { pages } = await played(context);
    return pages.map((operations) => ({ limit: LIMIT, operations }));
  }
  const steps: Step[] = [];
  const seen = new Set<string>();
  let found = 0;
  for (let cursor: string | undefined; found < most; ) {
    const limit = limits[steps.length % limits.length] ?? LIMIT;
    const { operations, pagination } = await readPage(context, { limit, cursor }, project_id);
    steps.push({ limit, operations });
    found += operations.length;
    cursor = pagination?.cursor;
    // How the last page looks is not shown: it has no cursor, or is empty and repeats one.
    if (!cursor || (seen.has(cursor) && operations.length === 0)) break;
    assert.ok(!seen.has(cursor), `the cursor ${cursor} came twice: the walk would not end`);
    assert.ok(steps.length < 2 * most, "page after page is empty");
    if (operations.some(({ id }) => id === until)) break;
    seen.add(cursor);
    await between?.();
  }
  return steps;
}

/** A walk that meets all that is expected, once and in this order; newer ones may come, too. */
async function assertWalk(
  context: Context,
  expected: string[],
  limits: readonly number[],
  walking: Walking = {},
): Promise<Step[]> {
  const end = { until: expected.at(-1), most: 4 * expected.length };
  const steps = await walk(context, limits, { ...walking, ...end });

  const ids = idsOf(itemsOf(steps));
  const what = `with limits of ${limits.join(", ")}`;
  assert.equal(new Set(ids).size, ids.length, `an operation came twice ${what}`);
  assert.deepEqual(
    ids.filter((id) => expected.includes(id)),
    expected,
    `operations lost or moved ${what}`,
  );
  return steps;
}

async function readPage(
  { api, target }: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  project_id = idOf({ target }, "project_id"),
): Promise<{ operations: Operation[]; pagination: Pagination }> {
  const query = { limit, ...(cursor !== undefined && { cursor }) };
  return unwrap(api.GET(LIST, { params: { path: { project_id }, query } }));
}

/** Operations of several seconds, and several of one second. */
async function startMany(context: Context): Promise<string[]> {
  if (isPlayed(context) || context.target.lacks.state !== undefined) return [];
  const started = await startOverlapping(context);
  await pauseUpTo(context, 6_000);
  const startOne = changerOf(context, `${started[0]?.endpoint_id}`);
  for (let count = 0; count < 3; count++) {
    started.push(...(await startOne()).operations);
    await context.pause(1_000);
  }
  return idsOf(started);
}

/**
 * Among them two that one request started, at the same moment. The last one, of another compute, ends
 * before those that it came after.
 */
async function startOverlapping(context: Context): Promise<Operation[]> {
  const endpoint_id = await idleEndpoint(context);
  const startOne = changerOf(context, endpoint_id);
  const started: Operation[] = [];
  for (const branch of ["other_free_branch_id", "free_branch_id"]) {
    const moved = await unwrap(
      updateEndpoint(context, endpoint_id, { branch_id: idOf(context, branch) }),
    );
    await settle(context, moved);
    started.push(...moved.operations);
  }
  for (let count = 0; count < 9; count++) started.push(...(await startOne()).operations);
  await context.pause(1_000);
  const { operations } = await createEndpoint(context, "other_free_branch_id");
  return [...started, ...operations];
}

/** Changes a setting of a compute each time, which starts an operation. */
function changerOf(context: Context, endpoint_id: string) {
  let pooler_enabled = false;
  return async () => {
    pooler_enabled = !pooler_enabled;
    const { data } = await updateEndpoint(context, endpoint_id, { pooler_enabled });
    if (data) return data;
    // It may be busy with the change before.
    await context.pause(5_000);
    return unwrap(updateEndpoint(context, endpoint_id, { pooler_enabled }));
  };
}

/** The ids of the newest operations, read in pages as large as can be. */
async function newest(context: Context, most = MOST): Promise<string[]> {
  if (isPlayed(context)) return idsOf((await played(context)).items);
  const found: string[] = [];
  for (const { operations } of await walk(context, [100])) found.push(...idsOf(operations));
  return found.slice(0, most);
}

function assertNewestFirst(operations: Operation[]) {
  const created = operations.map(({ created_at }) => created_at);
  assert.deepEqual(created, created.toSorted().reverse());
}

function itemsOf(steps: Step[]): Operation[] {
  return steps.flatMap(({ operations }) => operations);
}

function idsOf(operations: Operation[]): string[] {
  return operations.map(({ id }) => id);
}

/** Whether the pages are those of the examples. */
function isPlayed({ target }: Context): boolean {
  return target.lacks.examples === undefined;
}

/** Three pages that the mock plays to the client, with their cursors. */
async function played(context: Context) {
  const fetch = isPlayed(context) ? context.play(...PLAYED_PAGES) : context.fetch;
  const pages: Operation[][] = [];
  const cursors: (string | undefined)[] = [];
  for await (const page of paginate(context.client({ fetch }), LIST, parameters(context)).pages()) {
    pages.push(page.operations);
    cursors.push(page.pagination.cursor);
  }
  return { pages, cursors, items: pages.flat() };
}

async function collect(context: Context, fetch: Context["fetch"]): Promise<Operation[]> {
  const found: Operation[] = [];
  for await (const operation of paginate(context.client({ fetch }), LIST, parameters(context))) {
    found.push(operation);
  }
  return found;
}

function parameters({ target }: Context) {
  return { path: { project_id: String(target.ids.project_id) }, query: { limit: LIMIT } };
}

function queriesOf({ exchanges }: Context): Record<string, string>[] {
  return exchanges
    .filter(({ method }) => method === "GET")
    .map(({ url }) => Object.fromEntries(new URL(url).searchParams));
}
