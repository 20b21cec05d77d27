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

/** A reading that is under way. */
interface Progress extends Reading {
  readonly client: ApiClient;
  readonly settings: { signal: AbortSignal; retries: 0 };
  readonly unread: Map<string, Operation>;
  readonly onRead: (id: string, operation: Operation) => void;
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
  onRead: (id: string, operation: Operation) => void,
): Promise<Reading> {
  const pending = operations.filter(isPending);
  const progress: Progress = {
    client: client as ApiClient,
    settings: { signal, retries: 0 },
    unread: new Map(pending.map((operation) => [operation.id, operation])),
    onRead,
    requests: 0,
    askedMs: 0,
  };
  for (const project_id of new Set(pending.map((operation) => operation.project_id))) {
    const inProject = (operation: Operation) => operation.project_id === project_id;
    await readProject(progress, project_id, operations.filter(inProject));
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, () => readById(progress)));
  const { requests, askedMs } = progress;
  return { requests, askedMs };
}

export function isPending({ status }: Operation): boolean {
  return status !== "finished";
}

/** Leaves the operations of a project to `readById` when they are few or the list lacks them. */
async function readProject(progress: Progress, project_id: string, started: Operation[]) {
  const pending = started.filter(({ id }) => progress.unread.has(id));
  if (pending.length < LIST_FROM) return;
  if (await readList(progress, project_id, pending.length, started.length)) return;
  // When the list cannot be read, single operations are not worth a request each.
  for (const { id } of pending) progress.unread.delete(id);
}

/** Resolves to false when a page could not be read. */
async function readList(
  progress: Progress,
  project_id: string,
  pending: number,
  started: number,
): Promise<boolean> {
  const { client, settings, unread, onRead } = progress;
  const path = "/projects/{project_id}/operations";
  const params = { path: { project_id }, query: { limit: LIST_LIMIT } };
  const pages = paginate(client, path, params, settings).pages()[Symbol.asyncIterator]();
  // As deep as what was started together reaches, while a page costs less than it saves.
  let left = Math.min(started, pending * LIST_LIMIT) + LIST_LIMIT;
  while (pending > 0 && left > 0) {
    const result = await tolerated(progress, () => pages.next()).catch(endOfList);
    if (!result) return false;
    if (result.done) return true;
    for (const operation of result.value.operations) {
      if (!unread.delete(operation.id)) continue;
      pending -= 1;
      onRead(operation.id, operation);
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

async function readById(progress: Progress) {
  const { client, settings, unread, onRead } = progress;
  for (const [operation_id, { project_id }] of unread) {
    unread.delete(operation_id);
    const body = await tolerated(progress, () =>
      unwrap(
        client.GET("/projects/{project_id}/operations/{operation_id}", {
          params: { path: { project_id, operation_id } },
          ...settings,
        }),
      ),
    );
    // A 2xx without an operation says nothing new.
    if (body?.operation) onRead(operation_id, body.operation);
  }
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
