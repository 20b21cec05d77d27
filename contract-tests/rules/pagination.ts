import assert from "node:assert/strict";
import { type Operation, paginate, unwrap } from "@hosted-postgres/client";
import type { Context, Turn } from "../context.ts";
import { Blocked, type Rule } from "../rule.ts";
import { answersOf, some } from "./seen.ts";
import { id, idleEndpoint, listOperations, update } from "./steps.ts";

const LIMIT = 2;

/** Pages of a running server to look at: its list may be long. */
const SOME_PAGES = 3;

const PLAYED_PAGES = ["first_page", "next_page", "last_page"];

const LIST = "/projects/{project_id}/operations";

export const paginationRules: Rule[] = [
  {
    id: "pagination-answer",
    level: "MUST",
    text: "a page of operations has an array operations and an object pagination",
    source: "Endpoints, Detailed shapes",
    needs: ["project"],
    async check(context) {
      for (const { body } of await answersOf(context, `GET ${LIST}`)) {
        assert.ok(Array.isArray(body.operations));
        assert.equal(typeof body.pagination, "object");
        assert.notEqual(body.pagination, null);
      }
    },
  },
  {
    id: "pagination-cursor-form",
    level: "MUST",
    text: "a cursor is a string that holds a timestamp with fractional seconds",
    source: "Resources and their fields, Pagination object",
    needs: ["project"],
    async check(context) {
      const pages = await answersOf(context, `GET ${LIST}`);
      const cursors = pages.map(({ body }) => body.pagination?.cursor).filter((cursor) => cursor);
      for (const cursor of some(cursors, "no cursor was seen")) {
        assert.match(String(cursor), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/);
      }
    },
  },
  {
    id: "pagination-first-request-has-limit",
    level: "MUST",
    text: "the first request for a list carries limit and no cursor",
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      await walk(context);

      assert.deepEqual(queriesOf(context)[0], { limit: String(LIMIT) });
    },
  },
  {
    id: "pagination-limit-on-every-page",
    level: "MUST",
    text: "each next request carries the same limit together with the cursor",
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      await walk(context);

      const next = some(queriesOf(context).slice(1), "there is one page only");
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
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      const { cursors } = await walk(context);

      const sent = queriesOf(context)
        .slice(1)
        .map(({ cursor }) => cursor);
      assert.deepEqual(some(sent, "there is one page only"), cursors.slice(0, sent.length));
    },
  },
  {
    id: "pagination-cursor-is-encoded",
    level: "MUST",
    text: "the cursor is URL-encoded, so that its colons and plus sign arrive",
    source: "Endpoints, Rules 4",
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
    id: "pagination-at-most-limit",
    level: "SHOULD",
    text: "no page has more operations than limit asked for",
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      const { sizes } = await walk(context);

      assert.ok(
        Math.max(...sizes) <= LIMIT,
        `pages of ${sizes.join(", ")} for a limit of ${LIMIT}`,
      );
    },
  },
  {
    id: "pagination-newest-first",
    level: "MUST",
    text: "operations come newest first, on a page and from page to page",
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      const created = some((await walk(context)).items, "no operation was seen").map(
        ({ created_at }) => created_at,
      );

      assert.deepEqual(created, created.toSorted().reverse());
    },
  },
  {
    id: "pagination-every-item-once",
    level: "MUST",
    text: "a walk gives each operation once: none twice, none lost",
    source: "Endpoints, Rules 4",
    needs: ["project"],
    async check(context) {
      const ids = idsOf(some((await walk(context)).items, "no operation was seen"));
      const inOneGo = idsOf(await listInOneGo(context));

      assert.equal(new Set(ids).size, ids.length, "an operation came twice");
      // Newer ones may have been started in between.
      const from = inOneGo.indexOf(ids[0] ?? "");
      if (from < 0) throw new Blocked("the newest operations changed meanwhile");
      assert.deepEqual(ids.slice(0, inOneGo.length - from), inOneGo.slice(from, from + ids.length));
    },
  },
  {
    id: "pagination-holds-under-inserts",
    level: "MUST",
    text: "a walk gives what was there when it began once and in order, while more is added",
    source: "Endpoints, Rules 4",
    needs: ["state"],
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      let pooler_enabled = false;
      const startOperation = async () => {
        pooler_enabled = !pooler_enabled;
        await unwrap(update(context, endpoint_id, { pooler_enabled }));
      };
      for (let count = 0; count < 6; count++) await startOperation();
      const before = idsOf(await listOperations(context));

      const walked: Operation[] = [];
      for await (const page of paginate(context.api, LIST, parameters(context)).pages()) {
        walked.push(...page.operations);
        if (walked.length < 2 * before.length) await startOperation();
      }

      const ids = idsOf(walked);
      assert.equal(new Set(ids).size, ids.length, "an operation came twice");
      assert.deepEqual(
        ids.filter((id) => before.includes(id)),
        before,
      );
    },
  },
  {
    id: "pagination-pages-are-of-the-project",
    level: "MUST",
    text: "every page lists operations of the project in the path",
    source: "Endpoints, Detailed shapes",
    needs: ["project"],
    async check(context) {
      for (const { id, project_id } of some((await walk(context)).items, "no operation was seen")) {
        assert.equal(project_id, context.target.ids.project_id, `operation ${id}`);
      }
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
      source: "Endpoints, Rules 4",
      needs: ["examples"],
      async check(context) {
        const found = await collect(context, context.play(...pages));

        assert.equal(found.length, items);
        assert.equal(context.exchanges.length, pages.length, "the number of requests");
      },
    }),
  ),
];

interface Walk {
  items: Operation[];
  sizes: number[];
  /** As each page gave it. */
  cursors: (string | undefined)[];
}

/** Three pages, played by the mock or the first ones of a server, with what was sent for them. */
async function walk(context: Context): Promise<Walk> {
  if (context.target.lacks.state === undefined) await fillList(context);
  const played = context.target.lacks.examples === undefined;
  const fetch = played ? context.play(...PLAYED_PAGES) : context.fetch;
  const found: Walk = { items: [], sizes: [], cursors: [] };
  for await (const page of paginate(context.client({ fetch }), LIST, parameters(context)).pages()) {
    found.items.push(...page.operations);
    found.sizes.push(page.operations.length);
    found.cursors.push(page.pagination.cursor);
    if (!played && found.sizes.length === SOME_PAGES) break;
  }
  return found;
}

/** Operations of different seconds, so that their order shows. */
async function fillList(context: Context) {
  for (let count = 0; count < LIMIT * SOME_PAGES; count++) {
    const pooler_enabled = count % 2 === 0;
    await unwrap(update(context, id(context, "endpoint_id"), { pooler_enabled }));
    await context.pause(2_000);
  }
}

/** The same operations without pages; the mock has no such example, so there by item. */
async function listInOneGo(context: Context): Promise<Operation[]> {
  if (context.target.lacks.examples === undefined) {
    return collect(context, context.play(...PLAYED_PAGES));
  }
  const { path } = parameters(context);
  const query = { limit: 4 * LIMIT * SOME_PAGES };
  return (await unwrap(context.api.GET(LIST, { params: { path, query } }))).operations;
}

function idsOf(operations: Operation[]): string[] {
  return operations.map(({ id }) => id);
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
