import type { ApiClient } from "./api-client.ts";
import { sleep, withDeadline } from "./deadline.ts";
import { ClientError, NetworkError, TimeoutError } from "./errors.ts";
import { createExchange, type Envelope, type Init } from "./exchange.ts";
import {
  type ClientEvent,
  type ClientOptions,
  checkBody,
  checkBounds,
  checkedBaseUrl,
  checkHeaders,
  checkKey,
} from "./options.ts";
import { isTransient, pauseMs, retryAfterMs } from "./retry.ts";
import { nameRoute } from "./unwrap.ts";

/**
 * A client of the API: one typed function per HTTP method.
 *
 * @throws {InvalidRequestError} when an option cannot be right; the message names it
 */
export function createClient(options: ClientOptions): ApiClient {
  const { timeoutMs = 30_000, retries = 2 } = options;
  checkBounds(timeoutMs, retries);
  const defaults = { timeoutMs, retries };
  if (typeof options.apiKey !== "function") checkKey(options.apiKey);
  const exchange = createExchange(checkedBaseUrl(options), options);
  const tell = options.onEvent && quietly(options.onEvent);

  async function call(method: string, path: string, init: Init = {}): Promise<Envelope> {
    const { signal, timeoutMs = defaults.timeoutMs, retries = defaults.retries } = init;
    checkBounds(timeoutMs, retries);
    checkHeaders(init.headers);
    checkBody(method, init.body);
    signal?.throwIfAborted();
    const route = `${method} ${path}`;
    const run = (ending: AbortSignal) => exchange({ route, method, path, init }, ending);
    const expired = () => new TimeoutError(route, timeoutMs);
    const attempts = method === "GET" ? retries + 1 : 1;
    let now = performance.now();
    const end = now + timeoutMs;

    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      const started = now;
      let outcome: Envelope | ClientError;
      tell?.({ route, attempt, type: "request" });
      try {
        const leftMs = Math.max(1, end - started);
        outcome = await withDeadline(last ? leftMs : leftMs / 2, signal, expired, run);
        const { status } = nameRoute(outcome, route).response;
        tell?.({
          route,
          attempt,
          type: "response",
          status,
          durationMs: performance.now() - started,
        });
        if (last || !isTransient(status)) return outcome;
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (!(error instanceof ClientError)) throw error;
        const { code } = error;
        tell?.({ route, attempt, type: "fault", code, durationMs: performance.now() - started });
        if (last || !(error instanceof NetworkError || error instanceof TimeoutError)) throw error;
        outcome = error;
      }

      const leftMs = end - performance.now();
      const askedMs = outcome instanceof ClientError ? 0 : retryAfterMs(outcome.response.headers);
      const delayMs = Math.max(askedMs, pauseMs(attempt - 1, leftMs));
      if (delayMs >= leftMs) {
        if (outcome instanceof ClientError) throw outcome;
        return outcome;
      }
      tell?.({ route, attempt, type: "retry", delayMs });
      await sleep(delayMs, signal);
      now = performance.now();
    }
  }

  const bound = (method: string) => (path: string, init?: Init) => call(method, path, init);
  return {
    GET: bound("GET"),
    PUT: bound("PUT"),
    POST: bound("POST"),
    PATCH: bound("PATCH"),
    DELETE: bound("DELETE"),
  } as unknown as ApiClient;
}

/** A broken observer must not break what it observes. */
function quietly(onEvent: (event: ClientEvent) => void) {
  return (event: ClientEvent) => {
    try {
      onEvent(event);
    } catch {}
  };
}
