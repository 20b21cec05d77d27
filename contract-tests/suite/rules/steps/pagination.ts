/** Steps with pages of operations, on a server or played by the mock. */
import assert from "node:assert/strict";
import { type Operation, type Pagination, paginate, unwrap } from "@hosted-postgres/client";
import type { Context } from "../../run/context.ts";
import type { Target } from "../../run/target.ts";
import { changeSetting, createEndpoint, idleEndpoint, updateEndpoint } from "./endpoints.ts";
import { OPERATIONS, settle } from "./operations.ts";
import { idOf, pauseUpTo } from "./target.ts";

export const LIMIT = 2;

export const PLAYED_PAGES = ["first_page", "next_page", "last_page"];

/** The limits of each walk, used in turn. */
export const LIMITS = [[100], [7], [3], [2], [1], [2, 5, 1]];

/** More than the usual limits of other services, and than the client's own. */
export const MANY = 105;

export interface Step {
  limit: number;
  operations: Operation[];
}

export interface Walking {
  project_id?: string;
  /** Called before each page but the first. */
  between?: () => Promise<unknown>;
  /** The id at which to stop. */
  until?: string | undefined;
  /** The number of operations after which to stop. */
  most?: number;
}

/** Reads page after page until the list ends or enough was seen. */
export async function walk(
  context: Context,
  limits: readonly number[],
  { project_id, between, until, most = 2 * MANY }: Walking = {},
): Promise<Step[]> {
  const steps: Step[] = [];
  const seen = new Set<string>();
  let found = 0;
  for (let cursor: string | undefined; found < most; ) {
    const limit = limits[steps.length % limits.length] ?? LIMIT;
    const { operations, pagination } = await readPage(context, { limit, cursor }, project_id);
    steps.push({ limit, operations });
    found += operations.length;
    cursor = pagination?.cursor;
    // The last page is undocumented: it has no cursor, or is empty and repeats one.
    if (!cursor || (seen.has(cursor) && operations.length === 0)) break;
    assert.ok(!seen.has(cursor), `the cursor ${cursor} came twice: the walk would not end`);
    assert.ok(steps.length < 2 * most, "page after page is empty");
    if (operations.some(({ id }) => id === until)) break;
    seen.add(cursor);
    await between?.();
  }
  return steps;
}

export async function readPage(
  { api, target }: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  project_id = idOf({ target }, "project_id"),
): Promise<{ operations: Operation[]; pagination: Pagination }> {
  const query = { limit, ...(cursor !== undefined && { cursor }) };
  return unwrap(api.GET(OPERATIONS, { params: { path: { project_id }, query } }));
}

/** Operations that a check started on a shared target; its list keeps them for later checks. */
const startedOn = new WeakMap<Target, string[]>();

/** Operations of several seconds, and several of one second: those of an earlier check where it can. */
export async function startMany(context: Context): Promise<string[]> {
  const { target } = context;
  if (target.lacks.state !== undefined) return [];
  return startedOn.get(target) ?? startInSeconds(context);
}

async function startInSeconds(context: Context): Promise<string[]> {
  const started = await startOverlapping(context);
  if (context.target.control) await context.pause(6_000);
  const startOne = changerOf(context, `${started[0]?.endpoint_id}`);
  for (let count = 0; count < 3; count++) {
    if (count > 0) await pauseUpTo(context, 1_000);
    started.push(...(await startOne()).operations);
  }
  return idsOf(started);
}

/**
 * Among them two that one request started, at the same moment. The last one, of another compute, ends
 * before those that it came after.
 */
export async function startOverlapping(context: Context): Promise<Operation[]> {
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
  started.push(...operations);
  if (!context.target.fresh) startedOn.set(context.target, idsOf(started));
  return started;
}

/** Returns a function that changes a setting of the compute, which starts an operation. */
export function changerOf(context: Context, endpoint_id: string) {
  let isOn = false;
  return () => {
    isOn = !isOn;
    return changeSetting(context, endpoint_id, isOn);
  };
}

export function assertNewestFirst(operations: Operation[]) {
  const created = operations.map(({ created_at }) => created_at);
  assert.deepEqual(created, created.toSorted().reverse());
}

export function itemsOf(steps: Step[]): Operation[] {
  return steps.flatMap(({ operations }) => operations);
}

export function idsOf(operations: Operation[]): string[] {
  return operations.map(({ id }) => id);
}

/** Reads the three pages that the mock plays, with their cursors. */
export async function played(context: Context) {
  const fetch = context.play(...PLAYED_PAGES);
  const pages: Operation[][] = [];
  const cursors: (string | undefined)[] = [];
  for await (const page of paginate(
    context.client({ fetch }),
    OPERATIONS,
    parameters(context),
  ).pages()) {
    pages.push(page.operations);
    cursors.push(page.pagination.cursor);
  }
  return { pages, cursors, items: pages.flat() };
}

export function parameters({ target }: Context) {
  return { path: { project_id: String(target.ids.project_id) }, query: { limit: LIMIT } };
}
