/** One page of operations: its shape, its size and its place in the list. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Rule } from "../../run/rule.ts";
import { assertDenied, atLeast, atLeastOne } from "../steps/asserts.ts";
import { ownEndpoint } from "../steps/endpoints.ts";
import { listOperations, OPERATIONS } from "../steps/operations.ts";
import {
  assertNewestFirst,
  changerOf,
  idsOf,
  itemsOf,
  LIMIT,
  LIMITS,
  readPage,
  startMany,
  walk,
} from "../steps/pagination.ts";
import { each, operationsIn, shownBody } from "../steps/seen.ts";
import { idOf } from "../steps/target.ts";

/** A check reads at most this many operations per limit: a running server may have a long list. */
const MOST = 60;

export const pageRules: Rule[] = [
  {
    id: "pagination-answer",
    level: "MUST",
    text: "a page of operations has the array operations and the object pagination",
    states: [
      "Endpoints, Detailed shapes: list-operations",
      "Resources and their fields, Pagination object: on-lists",
    ],
    observe(answer) {
      const body = shownBody(answer, `GET ${OPERATIONS}`);
      if (!body) return false;
      assert.ok(Array.isArray(body.operations), "operations is not an array");
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
      // Undocumented: whether the last page has a cursor.
      const cursor = shownBody(answer, `GET ${OPERATIONS}`)?.pagination?.cursor;
      if (!cursor) return false;
      assert.equal(typeof cursor, "string", "the type of the cursor");
      assert.match(cursor, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/);
      return true;
    },
  },
  {
    id: "pagination-pages-are-of-the-project",
    level: "MUST",
    text: "every page lists only operations of the project in the path",
    states: ["Endpoints, Detailed shapes: list-operations"],
    observe(answer) {
      if (answer.route?.name !== `GET ${OPERATIONS}`) return false;
      return each(operationsIn(answer), ({ id, project_id }) => {
        assert.equal(project_id, answer.ids.project_id, `operation ${id}`);
      });
    },
  },
  {
    id: "pagination-at-most-limit",
    level: "MUST",
    text: "a page has at most limit operations",
    states: ["Endpoints, Rules 4: cursor"],
    needs: ["data"],
    changes: true,
    async check(context) {
      await startMany(context);
      for (const limits of LIMITS) {
        const steps = await walk(context, limits, { most: MOST });
        for (const { limit, operations } of steps) {
          const { length } = operations;
          assert.ok(length <= limit, `a page of ${length} for a limit of ${limit}`);
        }
        atLeast(2, itemsOf(steps), "a list of one operation fits on any page");
      }
    },
  },
  {
    id: "pagination-at-most-limit-elsewhere",
    level: "MUST",
    text: "a page of another project has at most limit operations, and pagination",
    states: ["Endpoints, Rules 4: cursor"],
    needs: ["state"],
    async check(context) {
      const project_id = idOf(context, "personal_project_id");
      for (const limit of [1, 2]) {
        const { operations, pagination } = await readPage(context, { limit }, project_id);
        const { length } = atLeastOne(operations, "the other project has no operation");
        assert.ok(length <= limit, `a page of ${length} for a limit of ${limit}`);
        assert.equal(typeof pagination, "object", "pagination");
      }
    },
  },
  {
    id: "pagination-newest-first",
    level: "MUST",
    text: "operations come newest first, on a page and from page to page",
    states: ["Endpoints, Rules 4: newest-first"],
    needs: ["data"],
    changes: true,
    async check(context) {
      await startMany(context);

      for (const limits of [[LIMIT], [100]]) {
        const items = itemsOf(await walk(context, limits));
        assertNewestFirst(items);
        const times = new Set(items.map(({ created_at }) => created_at));
        atLeast(2, [...times], "all operations were created in the same second");
      }
    },
  },
  {
    id: "pagination-starts-with-the-newest",
    level: "MUST",
    text: "an operation that was just started is on the first page",
    states: ["Endpoints, Rules 4: newest-first"],
    needs: ["state"],
    beside: true,
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
    id: "pagination-without-limit",
    level: "MUST",
    text: "a page that is asked for without a limit begins with the newest operations too",
    states: ["Endpoints, Rules 4: newest-first"],
    needs: ["state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 3; count++) await startOne();
      const known = idsOf(await listOperations(context));
      const params = { path: { project_id: idOf(context, "project_id") } };

      const { data, response } = await context.api.GET(OPERATIONS, { params });

      if (!data) throw new Blocked(`a list without a limit was answered ${response.status}`);
      // Others may have started since.
      const ids = idsOf(data.operations).filter((id) => known.includes(id));
      atLeastOne(ids, "the page has no operation that was known before");
      assert.deepEqual(ids, known.slice(0, ids.length));
    },
  },
  {
    id: "pagination-cursor-used-again",
    level: "SHOULD",
    text: "a reused cursor returns the same page, and with another limit one that begins alike",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 8; count++) await startOne();
      const { pagination } = await readPage(context, { limit: 3 });
      const { cursor } = pagination;
      if (!cursor) throw new Blocked("the first page has no cursor");
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
    id: "pagination-cursor-of-another-project",
    level: "MUST",
    text: "a cursor of one project returns none of its operations in the list of another",
    states: ["Endpoints, Detailed shapes: list-operations"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 3; count++) await startOne();
      const project_id = idOf(context, "personal_project_id");
      const { cursor } = (await readPage(context, { limit: 1 })).pagination;

      if (!cursor) throw new Blocked("the first page has no cursor");
      const params = { path: { project_id }, query: { limit: 5, cursor } };
      const { data, response } = await context.api.GET(OPERATIONS, { params });

      // A refusal is fine too.
      if (!data) return assertDenied(response, "a cursor of another project");
      for (const { id, project_id: of } of data.operations) assert.equal(of, project_id, id);
      const own = idsOf(await listOperations(context));
      assert.deepEqual(
        idsOf(data.operations).filter((id) => own.includes(id)),
        [],
      );
    },
  },
];
