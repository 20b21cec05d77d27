import type { Operation } from "@hosted-postgres/types";
import type { ApiClient } from "./api-client.ts";
import { isTimerDelay, sleep, withDeadline } from "./deadline.ts";
import {
  HttpError,
  InvalidRequestError,
  NetworkError,
  OperationFailedError,
  OperationTimeoutError,
  PaginationError,
  TimeoutError,
} from "./errors.ts";
import { paginate } from "./paginate.ts";
import { isTransient, retryAfterMs } from "./retry.ts";
import { unwrap } from "./unwrap.ts";

/** From so many pending operations of a project on, their list is read instead of each by its id. */
const LIST_FROM = 4;

/** Operations per page of that list. Our choice: no maximum is documented. */
const LIST_LIMIT = 100;

/** Operations read by id at a time. */
const CONCURRENCY = 8;

/** The first pause, in milliseconds, and how it grows until it is `intervalMs`. Our choice. */
const FIRST_PAUSE_MS = 250;
const PAUSE_GROWTH = 1.5;

/** Where one request reads many operations, looks come more often than `intervalMs`, up to this. */
const SHORTEST_INTERVAL_MS = 1_000;

/** How long to wait, how often to look, and whom to tell. */
export interface WaitOptions {
  /** Ends the wait with an OperationTimeoutError. Default 300,000 ms (our choice). */
  timeoutMs?: number | undefined;
  /** The longest pause between two looks. Default 5,000 ms, the document's interval. */
  intervalMs?: number | undefined;
  /** Ends the wait with the signal's reason. The operations go on. */
  signal?: AbortSignal | undefined;
  /** Told an operation whose status has changed, once per change. */
  onProgress?: ((operation: Operation) => void) | undefined;
}

/**
 * Waits until every operation is finished and gives them as last read, in the order they came.
 * Takes what a mutating call answered, or the operations themselves. What is known to be finished
 * costs no request; an unknown status waits like `running`; a network fault, a timeout, 408, 429 or
 * 5xx is tried again until the deadline.
 *
 * @throws {OperationFailedError} as soon as one is `failed`, with the state of all
 * @throws {OperationTimeoutError} at the deadline; its `pending` can be waited for again
 * @throws {HttpError} when reading an operation is answered with another 4xx
 * @see document, Endpoints, Rules 5
 */
export async function waitForOperations(
  client: ApiClient,
  started: { operations?: Operation[] } | readonly Operation[] | undefined,
  { timeoutMs = 300_000, intervalMs = 5_000, signal, onProgress }: WaitOptions = {},
): Promise<Operation[]> {
  for (const [name, ms] of Object.entries({ timeoutMs, intervalMs })) {
    if (!isTimerDelay(ms)) throw new InvalidRequestError(`${name} must be above 0 and below 2^31`);
  }
  signal?.throwIfAborted();
  const given = started && Symbol.iterator in started ? started : (started?.operations ?? []);
  const operations = new Map(given.map((operation) => [operation.id, operation]));
  const all = () => [...operations.values()];
  const pending = () => [...operations].filter(([, { status }]) => status !== "finished");

  if (all().some(({ status }) => status === "failed")) throw new OperationFailedError(all());
  if (pending().length === 0) return all();
  const expired = () => new OperationTimeoutError(all(), timeoutMs);
  return withDeadline(timeoutMs, signal, expired, async (ending) => {
    let sharedMs = intervalMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= PAUSE_GROWTH) {
      await sleep(Math.min(pauseMs, intervalMs, Math.max(sharedMs, SHORTEST_INTERVAL_MS)), ending);
      const { askedMs, requests } = await look(ending);
      const left = pending().length;
      if (left === 0) return all();
      // In all no more than one request per operation and interval.
      sharedMs = (intervalMs * requests) / left;
      if (askedMs > 0) await sleep(askedMs, ending);
    }
  });

  /** Reads what is pending once. Gives what that cost, and the pause the server asked for. */
  async function look(ending: AbortSignal): Promise<{ requests: number; askedMs: number }> {
    const settings = { signal: ending, retries: 0 };
    const unread = new Map(pending());
    let requests = 0;
    let askedMs = 0;

    /** Whether it could be read; what may pass by itself is left to the next look. */
    async function tolerant(reading: () => Promise<void>): Promise<boolean> {
      requests += 1;
      try {
        await reading();
        return true;
      } catch (error) {
        const passes =
          error instanceof NetworkError ||
          error instanceof TimeoutError ||
          (error instanceof HttpError && (isTransient(error.status) || error.status >= 500));
        if (!passes) throw error;
        if (error instanceof HttpError) askedMs = Math.max(askedMs, retryAfterMs(error.headers));
        // Who asks for a pause is asked nothing more in this look.
        if (askedMs > 0) unread.clear();
        return false;
      }
    }

    async function readList(project_id: string, count: number) {
      // As deep as what was started together reaches, while a page costs less than it saves.
      const started = all().filter((operation) => operation.project_id === project_id).length;
      let left = Math.min(started, count * LIST_LIMIT) + LIST_LIMIT;
      const path = "/projects/{project_id}/operations";
      const params = { path: { project_id }, query: { limit: LIST_LIMIT } };
      try {
        for await (const page of paginate(client, path, params, settings).pages()) {
          for (const operation of page.operations) {
            if (!unread.delete(operation.id)) continue;
            count -= 1;
            settle(operation.id, operation);
          }
          // An empty page counts too, or a list of them would be walked for ever.
          left -= page.operations.length || LIST_LIMIT;
          if (count === 0 || left <= 0) return;
          requests += 1;
        }
      } catch (error) {
        // A list that cannot be walked leaves the rest to be read by id.
        if (!(error instanceof PaginationError)) throw error;
      }
    }

    async function readNext() {
      for (const [operation_id, { project_id }] of unread) {
        unread.delete(operation_id);
        await tolerant(async () => {
          const params = { path: { project_id, operation_id } };
          const path = "/projects/{project_id}/operations/{operation_id}";
          const answer = await unwrap(client.GET(path, { params, ...settings }));
          // A 2xx without an operation tells nothing new.
          if (answer?.operation) settle(operation_id, answer.operation);
        });
      }
    }

    for (const [project_id, count] of countByProject(unread.values())) {
      if (count < LIST_FROM || (await tolerant(() => readList(project_id, count)))) continue;
      // What the list does not tell now is not asked one by one either.
      for (const [id, operation] of unread) {
        if (operation.project_id === project_id) unread.delete(id);
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
    return { requests, askedMs };
  }

  function settle(id: string, operation: Operation) {
    const before = operations.get(id);
    operations.set(id, operation);
    if (operation.status !== before?.status) onProgress?.(operation);
    if (operation.status === "failed") throw new OperationFailedError(all());
  }
}

function countByProject(operations: Iterable<Operation>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { project_id } of operations)
    counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
  return counts;
}
