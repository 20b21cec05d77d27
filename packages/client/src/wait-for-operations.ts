import type { Operation } from "@hosted-postgres/types";
import type { AnyClient } from "./api-client.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { InvalidRequestError, OperationFailedError, OperationTimeoutError } from "./errors.ts";
import { checkDelay } from "./options.ts";
import { keyOf, readOperations } from "./read-operations.ts";

/** The document's polling interval, in milliseconds. */
const INTERVAL_MS = 5_000;

/** The first pause and the shortest one, in milliseconds. Our choice. */
const SHORTEST_PAUSE_MS = 1_000;

/** The length of a wait, the interval of its looks, and an observer. */
export interface WaitOptions<Polled extends AnyOperation = Operation> {
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
  onProgress?: ((operation: Polled) => unknown) | undefined;
  /**
   * The statuses that end an operation; any other waits like `running`. Default: the document's,
   * `finished` and `failed`. A profile has its own: `outcomes` of `@hosted-postgres/types/neon-data`.
   */
  outcomes?: Outcomes | undefined;
}

/** The statuses that end an operation. Any other waits like `running`. */
export interface Outcomes {
  success: readonly string[];
  failure: readonly string[];
}

const OUTCOMES: Outcomes = { success: ["finished"], failure: ["failed"] };

/** An operation as the document or a profile shows it. */
export type AnyOperation = Pick<Operation, "id" | "project_id"> & { status: string };

/** The response of a mutating call, or operations. */
type Started =
  | { operations?: readonly AnyOperation[] }
  | readonly AnyOperation[]
  | null
  | undefined;

type Answer = Exclude<Started, readonly AnyOperation[]>;

type OperationOf<Given> = Given extends readonly (infer Polled extends AnyOperation)[]
  ? Polled
  : Given extends { operations?: readonly (infer Polled extends AnyOperation)[] }
    ? Polled
    : never;

/** The options of a wait for a profile's operations, which may have other statuses. */
type ProfileOptions<Polled extends AnyOperation> = WaitOptions<Polled> &
  Required<Pick<WaitOptions, "outcomes">>;

/** A client of the document or of a profile. */
interface HasGet {
  GET(path: never, ...options: never[]): Promise<unknown>;
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
export function waitForOperations<Given extends Started>(
  client: HasGet,
  started: Given,
  options: ProfileOptions<OperationOf<Given>>,
): Promise<OperationOf<Given>[]>;
export function waitForOperations(
  client: AnyClient,
  started: { operations?: Operation[] } | readonly Operation[] | null | undefined,
  options?: WaitOptions,
): Promise<Operation[]>;
export async function waitForOperations(
  client: HasGet,
  started: Started,
  options: WaitOptions = {},
): Promise<Operation[]> {
  const { timeoutMs = 300_000, intervalMs, signal, onProgress, outcomes = OUTCOMES } = options;
  checkDelay("timeoutMs", timeoutMs);
  if (intervalMs !== undefined) checkDelay("intervalMs", intervalMs);
  signal?.throwIfAborted();
  const given = Symbol.iterator in Object(started) ? started : (started as Answer)?.operations;
  const operations = new Map(listOf(given ?? []).map((item) => [keyOf(item), item]));
  const all = () => [...operations.values()];
  const pending = () => all().filter(({ status }) => !outcomes.success.includes(status));
  const isFailed = ({ status }: Operation) => outcomes.failure.includes(status);
  const fail = () => {
    throw new OperationFailedError(all(), all().filter(isFailed));
  };
  if (all().some(isFailed)) fail();
  if (pending().length === 0) return all();

  const onRead = async (operation: Operation) => {
    const key = keyOf(operation);
    const before = operations.get(key);
    operations.set(key, operation);
    if (operation.status !== before?.status) await onProgress?.(operation);
    if (isFailed(operation)) fail();
  };
  const expired = () => new OperationTimeoutError(all(), pending(), timeoutMs);
  return withDeadline(timeoutMs, signal, expired, async ({ signal: ending }) => {
    const count = pending().length;
    let pauseMs = intervalMs ?? SHORTEST_PAUSE_MS;
    for (let isFirst = true; ; isFirst = false) {
      await sleep(pauseMs, ending);
      const { requests, askedMs } = await readOperations(
        client as AnyClient,
        all(),
        ending,
        onRead,
        pending(),
      );
      if (pending().length === 0) return all();
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
