import type { Operation } from "@hosted-postgres/types";
import type { AnyClient, ApiClient } from "./api-client.ts";
import { HttpError, NetworkError, PaginationError, TimeoutError } from "./errors.ts";
import { paginate } from "./paginate.ts";
import { isTransient, retryAfterMs } from "./retry.ts";
import { unwrap } from "./unwrap.ts";

/** A project's pending operations are read from its list instead of one by one from this many on. */
const LIST_FROM = 4;

/** Operations per page of that list. Our choice: no maximum is documented. */
const LIST_LIMIT = 100;

/** Operations read by id at a time. */
const CONCURRENCY = 8;

/** The cost of reading once. */
export interface Reading {
  requests: number;
  /** The pause that the server asked for, in milliseconds. */
  askedMs: number;
}

/** Told of each operation that was read. */
type OnRead = (operation: Operation) => unknown;

/** A reading that is under way. */
interface Progress extends Reading {
  readonly client: ApiClient;
  readonly settings: { signal: AbortSignal; retries: 0 };
  readonly unread: Map<string, Operation>;
  readonly onRead: OnRead;
}

/**
 * Reads each unfinished operation once, by id or from the list of its project, and passes it to
 * `onRead`. Operations that cannot be read now, because of a network fault, a timeout, 408, 429 or
 * 5xx, are left for the next reading; after a `Retry-After` all the others are too.
 *
 * @throws {HttpError} on any other status than 2xx
 */
export async function readOperations(
  client: AnyClient,
  operations: readonly Operation[],
  signal: AbortSignal,
  onRead: OnRead,
  pending = operations.filter(({ status }) => status !== "finished"),
): Promise<Reading> {
  const progress: Progress = {
    client: client as ApiClient,
    settings: { signal, retries: 0 },
    unread: new Map(pending.map((operation) => [keyOf(operation), operation])),
    onRead,
    requests: 0,
    askedMs: 0,
  };
  const projects = new Map<string, Operation[]>();
  for (const operation of operations) {
    const started = projects.get(operation.project_id) ?? [];
    projects.set(operation.project_id, started);
    started.push(operation);
  }
  await sideBySide(projects.values(), (started) => readProject(progress, started));
  await sideBySide(progress.unread.values(), (operation) => readById(progress, operation));
  const { requests, askedMs } = progress;
  return { requests, askedMs };
}

/** The same id may stand for two operations in two projects. */
export function keyOf({ project_id, id }: Operation): string {
  return JSON.stringify([project_id, id]);
}

/** Runs `task` for each item, a bounded number at a time. */
async function sideBySide<T>(items: Iterable<T>, task: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Leaves the operations of a project to `readById` when they are few or the list lacks them. */
async function readProject(progress: Progress, started: Operation[]) {
  const pending = started.filter((operation) => progress.unread.has(keyOf(operation)));
  if (pending.length < LIST_FROM) return;
  if (await readList(progress, pending, started.length)) return;
  // When the list cannot be read, single operations are not worth a request each.
  for (const operation of pending) progress.unread.delete(keyOf(operation));
}

/** Resolves to false when a page could not be read. */
async function readList(progress: Progress, asked: Operation[], started: number): Promise<boolean> {
  const { client, settings, unread } = progress;
  const project_id = asked[0]?.project_id as string;
  let pending = asked.length;
  const path = "/projects/{project_id}/operations";
  const params = { path: { project_id }, query: { limit: LIST_LIMIT } };
  const pages = paginate(client, path, params, settings).pages()[Symbol.asyncIterator]();
  // As deep as what was started together reaches, while a page costs less than it saves.
  let left = Math.min(started, pending * LIST_LIMIT) + LIST_LIMIT;
  while (pending > 0 && left > 0 && !progress.askedMs) {
    const result = await tolerated(progress, () => pages.next()).catch(endOfList);
    if (!result) return false;
    if (result.done) return true;
    for (const operation of result.value.operations) {
      const known = unread.get(keyOf({ ...operation, project_id }));
      if (known && (await take(progress, known, operation))) pending -= 1;
    }
    // An empty page counts too, or a list of them would never end.
    left -= result.value.operations.length || LIST_LIMIT;
  }
  return true;
}

/** A list that cannot be followed ends early; the rest is read by id. */
function endOfList(error: unknown): IteratorReturnResult<undefined> {
  if (error instanceof PaginationError) return { done: true, value: undefined };
  throw error;
}

async function readById(progress: Progress, operation: Operation) {
  const { client, settings, unread } = progress;
  const { project_id, id: operation_id } = operation;
  unread.delete(keyOf(operation));
  const body = await tolerated(progress, () =>
    unwrap(
      client.GET("/projects/{project_id}/operations/{operation_id}", {
        params: { path: { project_id, operation_id } },
        ...settings,
      }),
    ),
  );
  await take(progress, operation, body?.operation);
}

/**
 * Takes an answer for a known operation, in the project where it was read. One without a status, or
 * with another id, says nothing new and is ignored.
 */
async function take(progress: Progress, known: Operation, answer: Operation | undefined) {
  if (answer?.id !== known.id || typeof answer.status !== "string") return false;
  progress.unread.delete(keyOf(known));
  await progress.onRead({ ...answer, project_id: known.project_id });
  return true;
}

/** Resolves to `undefined` after a fault that may pass. */
async function tolerated<T>(progress: Progress, request: () => Promise<T>): Promise<T | undefined> {
  progress.requests += 1;
  try {
    return await request();
  } catch (error) {
    if (!mayPass(error)) throw error;
    if (error instanceof HttpError) {
      progress.askedMs = Math.max(progress.askedMs, retryAfterMs(error.headers));
    }
    if (progress.askedMs > 0) progress.unread.clear();
    return undefined;
  }
}

/** A bare openapi-fetch client passes on the TypeError of a `fetch` that failed. */
function mayPass(error: unknown): boolean {
  return error instanceof HttpError
    ? isTransient(error.status) || error.status >= 500
    : error instanceof NetworkError || error instanceof TimeoutError || error instanceof TypeError;
}
