/** Walks over all pages: each item comes once and in order, while others are added. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import { atLeast, atLeastOne } from "../steps/asserts.ts";
import { ownEndpoint } from "../steps/endpoints.ts";
import { OPERATIONS } from "../steps/operations.ts";
import {
  assertNewestFirst,
  changerOf,
  idsOf,
  itemsOf,
  LIMIT,
  LIMITS,
  MANY,
  type Step,
  startMany,
  startOverlapping,
  type Walking,
  walk,
} from "../steps/pagination.ts";
import { idOf, pauseUpTo } from "../steps/target.ts";

/** A check compares at most this many operations: a running server may have a long list. */
const MOST = 20;

/** A list that is longer is not walked to its end with a limit of one. */
const MOST_TO_END = 60;

const TOO_FEW = "a list of one operation has no order";

export const walkRules: Rule[] = [
  // The first, because its operations must be new; the others take them too.
  {
    id: "pagination-order-lasts",
    level: "MUST",
    text: "operations keep their order from read to read, whatever their statuses become",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    async check(context) {
      await startOverlapping(context);
      await context.pause(500);
      const expected = atLeast(2, await newest(context), TOO_FEW);

      for (let read = 0; read < 3; read++) {
        if (read > 0) await pauseUpTo(context, 5_000);
        const again = (await newest(context, 2 * MOST)).filter((id) => expected.includes(id));
        assert.deepEqual(again, expected, `when read ${read + 2} times`);
      }
    },
  },
  {
    id: "pagination-every-item-once",
    level: "MUST",
    text: "a walk over the pages returns each operation exactly once",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["data"],
    changes: true,
    async check(context) {
      const started = await startMany(context);
      const all = await newest(context, Infinity);
      for (const id of started) assert.ok(all.includes(id), `${id}, started, is not listed`);
      const expected = all.slice(0, MOST);

      for (const limits of LIMITS) {
        await assertWalk(context, expected, limits);
      }
    },
  },
  {
    id: "pagination-holds-under-inserts",
    level: "MUST",
    text: "a walk returns the operations that existed when it began once and in order, while more are added",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    beside: true,
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
    id: "pagination-cursor-lasts",
    level: "SHOULD",
    text: "a cursor stays valid for a client that reads one page a minute",
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
    text: "a long list can be walked to its end with any limit",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["time", "state"],
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      const started: string[] = [];
      for (let count = 0; count < MANY; count++)
        started.push(...idsOf((await startOne()).operations));

      atLeastOne(started, "no operation was started");
      for (const limit of [1_000, 100, 30]) {
        // The largest limit is not shown.
        if (limit > 100 && !(await isTaken(context, limit))) continue;
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
    id: "pagination-ends-alike",
    level: "MUST",
    text: "the list of operations ends with the same operations in the same order, whatever the limit",
    states: ["Endpoints, Rules 4: page-by-page"],
    needs: ["state"],
    async check(context) {
      const settings = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 3; count++) await settings();
      const all = await wholeList(context, 100);
      if (all.length > MOST_TO_END) throw new Blocked("the list is too long to walk to its end");

      for (const limit of [1, 2, 3, all.length, all.length + 1]) {
        const ids = await wholeList(context, limit);
        assert.deepEqual(ids.slice(-all.length), all, `with a limit of ${limit}`);
      }
    },
  },
  {
    id: "pagination-projects-share-nothing",
    level: "MUST",
    text: "no operation is on any page of two projects",
    states: ["Endpoints, Detailed shapes: list-operations"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const startOne = changerOf(context, await ownEndpoint(context));
      for (let count = 0; count < 4; count++) await startOne();
      const project_id = idOf(context, "personal_project_id");

      const own = idsOf(itemsOf(await walk(context, [LIMIT])));
      const others = idsOf(itemsOf(await walk(context, [LIMIT], { project_id })));

      for (const ids of [own, others]) atLeastOne(ids, "one of the projects has no operation");
      assert.deepEqual(
        own.filter((id) => others.includes(id)),
        [],
      );
    },
  },
];

/** The walk meets every expected operation once and in order; newer ones may appear too. */
async function assertWalk(
  context: Context,
  expected: string[],
  limits: readonly number[],
  walking: Walking = {},
): Promise<Step[]> {
  atLeast(2, expected, TOO_FEW);
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

/** Whether a page of this limit is answered. */
async function isTaken({ api, target }: Context, limit: number): Promise<boolean> {
  const params = { path: { project_id: idOf({ target }, "project_id") }, query: { limit } };
  return (await api.GET(OPERATIONS, { params })).response.ok;
}

/** The ids of a list up to its end, or somewhat more than a check walks. */
async function wholeList(context: Context, limit: number): Promise<string[]> {
  return idsOf(itemsOf(await walk(context, [limit], { most: 2 * MOST_TO_END })));
}

/** The ids of the newest operations, read in pages of 100. */
async function newest(context: Context, most = MOST): Promise<string[]> {
  const found: string[] = [];
  for (const { operations } of await walk(context, [100])) found.push(...idsOf(operations));
  return found.slice(0, most);
}
