/** The routes and the life of operations: they start, queue, run and end. */
import type { Operation, Pagination } from "@hosted-postgres/types";
import { LAST_CURSOR, LIMIT, OPERATION_MS, QUEUED_ACTIONS } from "./assumptions.ts";
import { notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { OperationOutcome, OperationRecord, World } from "./world.ts";

/** The project, branch and compute that an operation is recorded on. */
export interface Place {
  project_id: string;
  branch_id: string;
  endpoint_id?: string | undefined;
}

export function getOperation({ world, path }: RoutedRequest) {
  const operation = world.operations.get(path.operation_id)?.operation;
  if (operation?.project_id === path.project_id) return { operation };
  throw notFound(`operation ${path.operation_id}`);
}

/** Lists newest first. The cursor is the last item's time, so new operations shift no page. */
export function listOperations({ world, path, query }: RoutedRequest) {
  const limit = limitOf(query.limit);
  const list = world.operationLists.get(path.project_id) ?? [];
  const end = query.cursor === undefined ? list.length : indexBefore(list, cursorUs(query.cursor));
  const begin = Math.max(0, end - limit);
  const operations: Operation[] = [];
  for (let index = end - 1; index >= begin; index--) {
    operations.push((list[index] as OperationRecord).operation);
  }
  const last = list[begin];
  const cursor = last && begin < end ? cursorOf(last.atUs) : query.cursor;
  return { operations, pagination: paginationOf(world, cursor, begin === 0) };
}

/** Starts operations. Those that change the same compute run one after another, in this order. */
export function startOperations(world: World, place: Place, ...actions: string[]): Operation[] {
  return actions.map((action) => start(world, place, action));
}

/**
 * Ends a running operation now.
 *
 * @throws {RangeError} when it is not running
 */
export function endOperation(world: World, id: string, outcome: "finished" | "failed"): void {
  const record = world.operations.get(id);
  if (record?.operation.status !== "running") {
    throw new RangeError(
      `operation ${id} is ${record?.operation.status ?? "unknown"}, not running`,
    );
  }
  const isBegun = record.outcome !== "never";
  record.outcome = outcome;
  if (isBegun || !beginWork(world, record)) end(world, record);
}

/** Lists, queues and schedules the operations of a loaded world again. */
export function resumeOperations(world: World): void {
  const records = [...world.operations.values()].sort((a, b) => a.atUs - b.atUs);
  for (const record of records) {
    list(world, record);
    count(world, record.operation);
    if (!isEnded(record.operation.status)) enqueue(world, record);
    if (record.dueMs !== undefined) scheduleEnd(world, record, record.dueMs);
    // Its work was cut off, or was another data plane's.
    else if (record.operation.status === "running") perform(world, record);
  }
}

/** Forgets every operation of a project; those that run never end. */
export function forgetOperations(world: World, project_id: string): void {
  for (const { operation } of world.operationLists.get(project_id) ?? []) {
    world.agenda.cancel(operation.id);
    world.queues.delete(`${operation.endpoint_id}`);
    world.operations.delete(operation.id);
  }
  world.operationLists.delete(project_id);
}

function start(
  world: World,
  { project_id, branch_id, endpoint_id }: Place,
  action: string,
): Operation {
  const id = world.identity.uuid();
  const at = world.timestamp();
  const operation: Operation = {
    id,
    project_id,
    branch_id,
    action,
    status: "scheduling",
    failures_count: 0,
    created_at: at,
    updated_at: at,
  };
  if (endpoint_id !== undefined) operation.endpoint_id = endpoint_id;
  const atUs = world.uniqueUs();
  const record: OperationRecord = { operation, atUs, dueMs: undefined, outcome: undefined };
  world.operations.put(id, record);
  list(world, record);
  count(world, operation);
  trim(world, project_id);
  if (!enqueue(world, record)) run(world, record);
  return operation;
}

function list(world: World, record: OperationRecord): void {
  const { project_id } = record.operation;
  const records = world.operationLists.get(project_id);
  if (records) records.push(record);
  else world.operationLists.set(project_id, [record]);
}

/** Keeps the set of a project's unfinished operations. */
function count(world: World, operation: Operation): void {
  const { id, project_id } = operation;
  const ids = world.unfinished.get(project_id) ?? new Set();
  if (!isEnded(operation.status)) world.unfinished.set(project_id, ids.add(id));
  else if (ids.delete(id) && ids.size === 0) world.unfinished.delete(project_id);
}

/** Puts an operation in its compute's queue; true if it has to wait for another one. */
function enqueue(world: World, record: OperationRecord): boolean {
  const { endpoint_id, action } = record.operation;
  if (endpoint_id === undefined || !QUEUED_ACTIONS.includes(action)) return false;
  const queue = world.queues.get(endpoint_id);
  if (queue) {
    queue.push(record);
    return true;
  }
  world.queues.set(endpoint_id, [record]);
  return false;
}

function run(world: World, record: OperationRecord): void {
  record.outcome = world.options.outcome?.(record.operation) ?? "finished";
  change(world, record, "running");
  perform(world, record);
}

function perform(world: World, record: OperationRecord): void {
  if (record.outcome === "never" || beginWork(world, record)) return;
  const { operation } = record;
  const { operationMs = OPERATION_MS } = world.options;
  const ms = typeof operationMs === "function" ? operationMs(operation) : operationMs;
  scheduleEnd(world, record, world.nowMs + ms);
}

/** Begins work that takes real time and ends the operation; false when there is none. */
function beginWork(world: World, record: OperationRecord): boolean {
  const { operation, outcome } = record;
  const work = outcome === "finished" ? world.effects.begin(world, operation) : undefined;
  const endNow = (outcome: OperationOutcome, error?: string) => {
    // It may have been ended or forgotten meanwhile.
    if (operation.status !== "running" || world.operations.get(operation.id) !== record) return;
    Object.assign(record, { outcome, error });
    world.change(() => end(world, record));
  };
  work?.then(
    () => endNow("finished"),
    (error: Error) => endNow("failed", error.message),
  );
  return work !== undefined;
}

function scheduleEnd(world: World, record: OperationRecord, dueMs: number): void {
  record.dueMs = dueMs;
  world.agenda.set(record.operation.id, dueMs, () => end(world, record));
}

function end(world: World, record: OperationRecord): void {
  const { operation, outcome } = record;
  record.dueMs = undefined;
  world.agenda.cancel(operation.id);
  if (outcome === "failed") operation.failures_count += 1;
  change(world, record, outcome === "failed" ? "failed" : "finished");
  count(world, operation);
  const next = dequeue(world, record);
  world.effects.end(world, operation);
  if (next) run(world, next);
  trim(world, operation.project_id);
}

/** Drops the oldest ended operations that the history has no room for. */
function trim(world: World, project_id: string): void {
  const list = world.operationLists.get(project_id) ?? [];
  while (list.length > world.history) {
    const oldest = list.findIndex(({ operation: { status } }) => isEnded(status));
    if (oldest < 0) return;
    for (const { operation } of list.splice(oldest, 1)) world.operations.delete(operation.id);
  }
}

/** Removes an ended operation from its queue, and returns the next one. */
function dequeue(world: World, record: OperationRecord): OperationRecord | undefined {
  const { endpoint_id = "" } = record.operation;
  const queue = world.queues.get(endpoint_id);
  if (queue?.[0] !== record) return undefined;
  queue.shift();
  if (queue.length === 0) world.queues.delete(endpoint_id);
  return queue[0];
}

function isEnded(status: Operation["status"]): boolean {
  return status === "finished" || status === "failed";
}

function change(world: World, record: OperationRecord, status: Operation["status"]): void {
  record.operation.status = status;
  record.operation.updated_at = world.timestamp();
  world.operations.changed(record.operation.id);
}

function limitOf(value: string | undefined): number {
  if (value === undefined) return LIMIT.default;
  const limit = Number(value);
  if (limit < LIMIT.min) {
    throw new Problem("malformed", `query.limit must be at least ${LIMIT.min}`, "query.limit");
  }
  return Math.min(limit, LIMIT.max);
}

function paginationOf(world: World, cursor: string | undefined, isLast: boolean): Pagination {
  const look = isLast ? (world.options.lastCursor ?? LAST_CURSOR) : "timestamp";
  if (look === "absent" || cursor === undefined) return {};
  return { cursor: look === "timestamp" ? cursor : "" };
}

/** `2026-03-01T09:30:00.123456Z`: "a timestamp with fractional seconds". */
function cursorOf(atUs: number): string {
  const ms = Math.floor(atUs / 1_000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(atUs % 1_000).padStart(3, "0")}Z`;
}

function cursorUs(cursor: string): number {
  const [, ms, us] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\d{3})Z$/.exec(cursor) ?? [];
  const atUs = Date.parse(`${ms}Z`) * 1_000 + Number(us);
  if (Number.isNaN(atUs)) {
    throw new Problem("malformed", "query.cursor is not a cursor of this list", "query.cursor");
  }
  return atUs;
}

/** Counts the operations of an ascending list that are older than `atUs`, by binary search. */
function indexBefore(list: OperationRecord[], atUs: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as OperationRecord).atUs < atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
