/** Rules on how the client asks for pages, and where it stops. */
import assert from "node:assert/strict";
import { type Operation, paginate } from "@hosted-postgres/client";
import type { Context, Turn } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { atLeastOne } from "../steps/asserts.ts";
import { OPERATIONS } from "../steps/operations.ts";
import { LIMIT, PLAYED_PAGES, parameters, played } from "../steps/pagination.ts";

export const clientRules: Rule[] = [
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
    text: "each next request carries exactly the cursor of the previous answer",
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
    text: "the client asks for one page after the other until there is no cursor",
    states: ["Endpoints, Rules 4: page-by-page"],
    about: "client",
    needs: ["examples"],
    async check(context) {
      const { items } = await played(context);

      assert.equal(items.length, 5);
      assert.equal(context.exchanges.length, PLAYED_PAGES.length, "the number of requests");
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
      text: `a walk ends at ${end}`,
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

async function collect(context: Context, fetch: Context["fetch"]): Promise<Operation[]> {
  const found: Operation[] = [];
  for await (const operation of paginate(
    context.client({ fetch }),
    OPERATIONS,
    parameters(context),
  )) {
    found.push(operation);
  }
  return found;
}

function queriesOf({ exchanges }: Context): Record<string, string>[] {
  return exchanges
    .filter(({ method }) => method === "GET")
    .map(({ url }) => Object.fromEntries(new URL(url).searchParams));
}
