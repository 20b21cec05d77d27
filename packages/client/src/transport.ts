import { sleep, withDeadline } from "./deadline.ts";
import { ClientError, NetworkError, TimeoutError } from "./errors.ts";
import type { ClientEvent, ClientOptions } from "./options.ts";
import type { Outgoing } from "./outgoing.ts";
import { isTransient, pauseMs, retryAfterMs } from "./retry.ts";
import type { Received, Send, Settings } from "./send.ts";

export type Transport = (request: Outgoing, settings: Settings) => Promise<Received>;

/** Sends a request within its deadline, and a GET again after a fault that may pass. */
export function createTransport(send: Send, { onEvent }: ClientOptions): Transport {
  const tell = onEvent && quietly(onEvent);

  return async (request, settings) => {
    const { route, timeoutMs, retries } = settings;
    const attempts = request.method === "GET" ? retries + 1 : 1;
    const end = performance.now() + timeoutMs;

    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      const leftMs = Math.max(1, end - performance.now());
      const outcome = await attemptOnce(request, settings, attempt, isLast ? leftMs : leftMs / 2);
      if (isLast || !mayPass(outcome)) return settled(outcome);

      const delayMs = delayBefore(attempt, outcome, end - performance.now());
      if (delayMs === undefined) return settled(outcome);
      tell?.({ route, attempt, type: "retry", delayMs });
      await sleep(delayMs, request.signal);
    }
  };

  /** Resolves to a response or to the client's error; rejects with anything else. */
  async function attemptOnce(
    request: Outgoing,
    settings: Settings,
    attempt: number,
    ms: number,
  ): Promise<Received | ClientError> {
    const { route, timeoutMs } = settings;
    const { signal } = request;
    const started = performance.now();
    tell?.({ route, attempt, type: "request" });
    try {
      const received = await withDeadline(
        ms,
        signal,
        () => new TimeoutError(route, timeoutMs),
        (ending) => send(request, settings, ending),
      );
      const { status } = received.response;
      tell?.({ route, attempt, type: "response", status, durationMs: performance.now() - started });
      return received;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof ClientError)) throw error;
      const { code } = error;
      tell?.({ route, attempt, type: "fault", code, durationMs: performance.now() - started });
      return error;
    }
  }
}

function mayPass(outcome: Received | ClientError): boolean {
  return outcome instanceof ClientError
    ? outcome instanceof NetworkError || outcome instanceof TimeoutError
    : isTransient(outcome.response.status);
}

/** The pause before a retry, in milliseconds; `undefined` when too little time is left. */
function delayBefore(attempt: number, outcome: Received | ClientError, leftMs: number) {
  const askedMs = outcome instanceof ClientError ? 0 : retryAfterMs(outcome.response.headers);
  const delayMs = Math.max(askedMs, pauseMs(attempt - 1, leftMs));
  return delayMs < leftMs ? delayMs : undefined;
}

function settled(outcome: Received | ClientError): Received {
  if (outcome instanceof ClientError) throw outcome;
  return outcome;
}

/** A broken observer must not break the call. */
function quietly(onEvent: (event: ClientEvent) => void) {
  return (event: ClientEvent) => {
    try {
      onEvent(event);
    } catch {}
  };
}
