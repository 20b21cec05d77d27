import { sleep, withDeadline } from "./deadline.ts";
import { ClientError, NetworkError, TimeoutError } from "./errors.ts";
import type { ClientEvent, ClientOptions, Happening } from "./options.ts";
import type { Outgoing } from "./outgoing.ts";
import { isTransient, pauseMs, retryAfterMs } from "./retry.ts";
import type { Received, Send, Settings } from "./send.ts";

export type Transport = (request: Outgoing, settings: Settings) => Promise<Received>;

/** Sends a request within its deadline, and a GET again after a fault that may pass. */
export function createTransport(
  send: Send,
  { onEvent, attemptTimeoutMs = Infinity }: ClientOptions,
): Transport {
  return async (request, settings) => {
    const { route, timeoutMs, retries } = settings;
    const { signal } = request;
    const expired = () => new TimeoutError(route, timeoutMs);
    const attempts = request.method === "GET" ? retries + 1 : 1;
    const end = performance.now() + timeoutMs;

    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const leftMs = Math.max(1, end - started);
      const isLast = attempt >= attempts;
      const tell = (happening: Happening) =>
        onEvent && emit(onEvent, { route, attempt, ...happening });
      tell({ type: "request" });
      const outcome = await outcomeOf(
        withDeadline(
          isLast ? leftMs : Math.min(leftMs, attemptTimeoutMs),
          signal,
          expired,
          (ending) => send(request, settings, ending),
        ),
        signal,
      );
      tell(happeningOf(outcome, performance.now() - started));

      const delayMs = isLast ? undefined : delayBeforeNext(outcome, attempt, end);
      if (delayMs === undefined) {
        if (outcome instanceof ClientError) throw outcome;
        return outcome;
      }
      tell({ type: "retry", delayMs });
      await sleep(delayMs, signal);
    }
  };
}

/** Tells an observer, which must not break the call, whether it throws or rejects. */
function emit(onEvent: (event: ClientEvent) => unknown, event: ClientEvent) {
  new Promise((resolve) => resolve(onEvent(event))).catch(() => {});
}

/** Returns a typed error, and throws any other or the reason of an abort. */
async function outcomeOf(
  receiving: Promise<Received>,
  signal: AbortSignal | undefined,
): Promise<Received | ClientError> {
  try {
    return await receiving;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ClientError) return error;
    throw error;
  }
}

function happeningOf(outcome: Received | ClientError, durationMs: number): Happening {
  if (outcome instanceof ClientError) return { type: "fault", code: outcome.code, durationMs };
  const { requestId, response } = outcome;
  const { status } = response;
  return { type: "response", status, durationMs, ...(requestId && { requestId }) };
}

/** In milliseconds; `undefined` when another attempt would not help or comes too late. */
function delayBeforeNext(outcome: Received | ClientError, attempt: number, end: number) {
  let askedMs = 0;
  if (outcome instanceof ClientError) {
    if (!(outcome instanceof NetworkError || outcome instanceof TimeoutError)) return undefined;
  } else {
    if (!isTransient(outcome.response.status)) return undefined;
    askedMs = retryAfterMs(outcome.response.headers);
  }
  const leftMs = end - performance.now();
  const delayMs = Math.max(askedMs, pauseMs(attempt - 1, leftMs));
  return delayMs < leftMs ? delayMs : undefined;
}
