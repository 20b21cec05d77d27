import type { Operation } from "@hosted-postgres/types";
import type { AnyClient } from "./api-client.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { InvalidRequestError, OperationFailedError, OperationTimeoutError } from "./errors.ts";
import { checkDelay } from "./options.ts";
import { isPending, keyOf, readOperations } from "./read-operations.ts";

/** The document's polling interval, in milliseconds. */
const INTERVAL_MS = 5_000;

/** The first pause and the shortest one, in milliseconds. Our choice. */
const SHORTEST_PAUSE_MS = 1_000;

/** The length of a wait, the interval of its looks, and an observer. */
export interface WaitOptions {
  /** Ends the wait with an OperationTimeoutError. Default 300,000 ms (our choice). */
  timeoutMs?: number | undefined;
  /**
   * The pause before each look, in milliseconds. Default: looks after 1 s, 5 s (the document's
   * interval), 10 s and so on, and more often where one request reads many operations: at most one
   * request per operation and interval, and at least 1 s apart.
   */
  intervalMs?: number | undefined;
  /** Ends the wait with the signal's reason. The operations go on. */
  signal?: AbortSignal | undefined;
  /**
   * Called with an operation whose status has changed, once per change. An error or rejection of it
   * ends the wait.
   */
  onProgress?: ((operation: Operation) => unknown) | undefined;
}

/** The response of a mutating call. */
interface Started {
  operations?: Operation[];
}

/**
 * Waits until every operation is finished; resolves to the operations as last read, in the order
 * given. Takes the response of a mutating call, or the operations. Each is read by its id; four or
 * more unfinished ones of a project are read from its list. Finished ones cost no request; an unknown
 * status waits like `running`; a network fault, a timeout, 408, 429 or 5xx is tolerated until the
 * deadline. `client` may be any openapi-fetch client.
 *
 * @throws {InvalidRequestError} when an item has no text as id and project_id
 * @throws {OperationFailedError} as soon as one is `failed`, with the state of all
 * @throws {OperationTimeoutError} at the deadline; its `pending` can be waited for again
 * @throws {HttpError} when reading an operation returns another 4xx
 * @remarks Source: the document, Endpoints, Rules 5.
 */
export async function waitForOperations(
  client: AnyClient,
  started: Started | readonly Operation[] | null | undefined,
  { timeoutMs = 300_000, intervalMs, signal, onProgress }: WaitOptions = {},
): Promise<Operation[]> {
  checkDelay("timeoutMs", timeoutMs);
  if (intervalMs !== undefined) checkDelay("intervalMs", intervalMs);
  signal?.throwIfAborted();
  const given = Symbol.iterator in Object(started) ? started : (started as Started)?.operations;
  const operations = new Map(listOf(given ?? []).map((item) => [keyOf(item), item]));
  const all = () => [...operations.values()];
  if (all().some(({ status }) => status === "failed")) throw new OperationFailedError(all());
  if (!all().some(isPending)) return all();

  const onRead = async (operation: Operation) => {
    const key = keyOf(operation);
    const before = operations.get(key);
    operations.set(key, operation);
    if (operation.status !== before?.status) await onProgress?.(operation);
    if (operation.status === "failed") throw new OperationFailedError(all());
  };
  const expired = () => new OperationTimeoutError(all(), timeoutMs);
  return withDeadline(timeoutMs, signal, expired, async ({ signal: ending }) => {
    const count = all().filter(isPending).length;
    let pauseMs = intervalMs ?? SHORTEST_PAUSE_MS;
    for (let isFirst = true; ; isFirst = false) {
      await sleep(pauseMs, ending);
      const { requests, askedMs } = await readOperations(client, all(), ending, onRead);
      if (!all().some(isPending)) return all();
      // The first look is an early one: the next comes when it would have come without it.
      const sharedMs = (INTERVAL_MS * requests) / count - (isFirst ? SHORTEST_PAUSE_MS : 0);
      pauseMs = Math.max(intervalMs ?? Math.max(sharedMs, SHORTEST_PAUSE_MS), askedMs);
    }
  });
}

/** An answer is the server's, so it is looked at before it is trusted. */
function listOf(given: unknown): Operation[] {
  const list = Symbol.iterator in Object(given) ? [...(given as Iterable<Operation>)] : [undefined];
  if (list.every((item) => typeof item?.id === "string" && typeof item.project_id === "string")) {
    return list as Operation[];
  }
  throw new InvalidRequestError("an operation to wait for has no id or project_id");
}
