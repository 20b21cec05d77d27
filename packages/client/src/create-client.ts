/** The only file that knows openapi-fetch. */
import createOpenapiClient from "openapi-fetch";
import type { ApiClient, CallSettings, ParseAs } from "./api-client.ts";
import { serializeBody } from "./body.ts";
import { isTimerDelay, sleep, withDeadline } from "./deadline.ts";
import {
  ClientError,
  InvalidRequestError,
  NetworkError,
  ParseError,
  TimeoutError,
} from "./errors.ts";
import { expandPath } from "./path.ts";
import { serializeQuery } from "./query.ts";
import { isTransient, pauseMs, retryAfterMs } from "./retry.ts";
import { nameRoute } from "./unwrap.ts";

export interface ClientOptions {
  /** Ends with the version prefix: `https://host/api/v2`. https, unless the host is loopback. */
  baseUrl: string;
  /** Sent as bearer token. A function is asked before each request, and once more after a 401. */
  apiKey: string | (() => string | Promise<string>);
  /** Called like the platform's fetch, which is the default: a test double, a proxy, an emulator. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Bounds each call from its start to the end of the body, in milliseconds. Default 30,000 (our
   * choice). While a GET may still be retried, an attempt gets half of the time that is left.
   */
  timeoutMs?: number | undefined;
  /**
   * Further attempts of a GET after a network error, a timeout, 408, 429, 500, 502, 503 or 504.
   * Default 2 (our choice). No other method is repeated: the document shows no idempotency key.
   */
  retries?: number | undefined;
  /** Sent as `User-Agent`. Default: the platform's. */
  userAgent?: string | undefined;
  /** Allows http to other hosts than loopback, which shows the key to everybody on the way. */
  allowInsecureHttp?: boolean | undefined;
  /** Told what happens, without headers, queries and bodies. What it throws is ignored. */
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** `route` is the method and the path as the spec writes it; `attempt` counts from 1. */
export type ClientEvent = { route: string; attempt: number } & Happening;

type Happening =
  | { type: "request" }
  | { type: "response"; status: number; durationMs: number }
  | { type: "fault"; code: string; durationMs: number }
  | { type: "retry"; delayMs: number };

/**
 * A client of the API: one typed function per HTTP method.
 *
 * @throws {InvalidRequestError} when an option cannot be right; the message names it
 */
export function createClient(options: ClientOptions): ApiClient {
  const { apiKey, userAgent, onEvent, timeoutMs = 30_000, retries = 2 } = options;
  const baseUrl = checkedBaseUrl(options);
  if (typeof apiKey !== "function") checkKey(apiKey);
  checkBounds(timeoutMs, retries);

  const openapi = createOpenapiClient<Record<string, never>>({
    baseUrl,
    headers: { Accept: "application/json", ...(userAgent && { "User-Agent": userAgent }) },
    // A followed redirect would carry the key, or repeat the body, wherever it points.
    redirect: "manual",
    pathSerializer: expandPath,
    querySerializer: serializeQuery,
    bodySerializer: serializeBody,
    Request: Outgoing as unknown as typeof Request,
  });

  async function call(method: string, path: string, init: Init = {}): Promise<Envelope> {
    const route = `${method} ${path}`;
    const limits = { timeoutMs: init.timeoutMs ?? timeoutMs, retries: init.retries ?? retries };
    checkBounds(limits.timeoutMs, limits.retries);
    checkHeaders(init.headers);
    init.signal?.throwIfAborted();
    const attempts = method === "GET" ? limits.retries + 1 : 1;
    const end = performance.now() + limits.timeoutMs;

    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      const remainingMs = end - performance.now();
      const started = performance.now();
      const tell = (happening: Happening) => emit({ route, attempt, ...happening });
      let outcome: Envelope | ClientError;
      try {
        tell({ type: "request" });
        outcome = await withDeadline(
          {
            ms: Math.max(1, last ? remainingMs : remainingMs / 2),
            signal: init.signal,
            expired: () => new TimeoutError(route, limits.timeoutMs),
          },
          (signal) => authorized(method, path, init, signal),
        );
        const { status } = outcome.response;
        tell({ type: "response", status, durationMs: performance.now() - started });
        if (last || !isTransient(status)) return outcome;
      } catch (error) {
        if (init.signal?.aborted) throw init.signal.reason;
        if (!(error instanceof ClientError)) throw error;
        tell({ type: "fault", code: error.code, durationMs: performance.now() - started });
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
      tell({ type: "retry", delayMs });
      await sleep(delayMs, init.signal);
    }
  }

  /** One attempt; a 401 to a key that a function gave is worth another one if it gives another key. */
  async function authorized(method: string, path: string, init: Init, signal: AbortSignal) {
    if (init.headers && new Headers(init.headers).has("authorization")) {
      return send(method, path, init, signal);
    }
    const key = await currentKey();
    const result = await send(method, path, init, signal, key);
    if (result.response.status !== 401 || typeof apiKey !== "function") return result;
    const newKey = await currentKey();
    return newKey === key ? result : send(method, path, init, signal, newKey);
  }

  async function currentKey(): Promise<string> {
    return typeof apiKey === "function" ? checkKey(await apiKey()) : apiKey;
  }

  async function send(
    method: string,
    path: string,
    { params, body, bodySerializer, headers, parseAs = "json", signal: callerSignal }: Init,
    signal: AbortSignal,
    key?: string,
  ): Promise<Envelope> {
    const route = `${method} ${path}`;
    let response: Response | undefined;
    let sent = false;
    try {
      const result = await openapi.request(
        method as "get",
        path as never,
        {
          params: { ...params, path: params?.path ?? {} },
          body,
          ...(bodySerializer && { bodySerializer }),
          parseAs,
          headers: parseAs === "json" ? headers : withAnyMedia(headers),
          // The deadline of a stream ends with its headers, the caller's signal does not.
          signal:
            parseAs === "stream" && callerSignal ? AbortSignal.any([signal, callerSignal]) : signal,
          fetch: async (request: unknown) => {
            const { url, init } = request as Outgoing;
            if (key) init.headers.set("Authorization", `Bearer ${key}`);
            sent = true;
            const fetch = options.fetch ?? globalThis.fetch;
            response = await fetch(url, init);
            return response;
          },
        } as never,
      );
      return nameRoute(result as Envelope, route);
    } catch (cause) {
      if (cause instanceof ClientError) throw cause;
      if (!sent) throw new InvalidRequestError(`${route} cannot be sent: ${String(cause)}`);
      // The status has been read, and it says more than the body that broke off.
      if (response && !response.ok) return nameRoute({ error: undefined, response }, route);
      if (response && cause instanceof SyntaxError) throw new ParseError(route, response);
      throw networkError(route, cause, key);
    }
  }

  function emit(event: ClientEvent) {
    try {
      onEvent?.(event);
    } catch {
      // A broken observer must not break what it observes.
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

/** Stands in for `Request`, which with a body costs about as much as sending it. */
class Outgoing {
  readonly url: string;
  readonly method: string;
  readonly init: RequestInit & { headers: Headers };

  constructor(url: string, init: RequestInit & { method: string; headers: Headers }) {
    this.url = url;
    this.method = init.method;
    this.init = init;
  }
}

interface Init extends CallSettings {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  bodySerializer?: (body: unknown) => unknown;
  parseAs?: ParseAs;
}

interface Envelope {
  data?: unknown;
  error?: unknown;
  response: Response;
}

function checkedBaseUrl({ baseUrl, allowInsecureHttp }: ClientOptions): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new InvalidRequestError("baseUrl must be an absolute URL, like https://host/api/v2");
  }
  if (url.username || url.password || /[?#]/.test(baseUrl)) {
    throw new InvalidRequestError("baseUrl must have no user name, password, query or fragment");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new InvalidRequestError(`baseUrl must begin with https://, not ${url.protocol}//`);
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    throw new InvalidRequestError(
      `baseUrl must begin with https://, or the key could be read on its way to ${url.hostname} (see allowInsecureHttp)`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function checkKey(key: unknown): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidRequestError("apiKey must be visible ASCII text without spaces");
  }
  return key;
}

function checkBounds(timeoutMs: unknown, retries: unknown) {
  if (!isTimerDelay(timeoutMs)) {
    throw new InvalidRequestError("timeoutMs must be a number above 0 and below 2^31");
  }
  if (!Number.isInteger(retries) || (retries as number) < 0) {
    throw new InvalidRequestError("retries must be a whole number, 0 or more");
  }
}

/** The platform's own message would quote the value, which may be a secret. */
function checkHeaders(headers: CallSettings["headers"]) {
  if (!headers || headers instanceof Headers) return;
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new InvalidRequestError(
        `header ${JSON.stringify(name)} has a name or value that cannot be sent`,
      );
    }
  }
}

function withAnyMedia(headers: CallSettings["headers"]): Headers {
  const merged = new Headers(headers);
  if (!merged.has("accept")) merged.set("Accept", "*/*");
  return merged;
}

/** The system's code says most (`ECONNREFUSED`); a cause that quotes the key is left out. */
function networkError(route: string, cause: unknown, key: string | undefined): NetworkError {
  const chain: Error[] = [];
  for (let error = cause; error instanceof Error && chain.length < 5; error = error.cause) {
    chain.push(error);
  }
  if (key && chain.some((error) => `${error.message}${error.stack}`.includes(key))) {
    return new NetworkError(route, "the request failed");
  }
  const code = chain
    .map((error) => (error as { code?: unknown }).code)
    .find((code) => typeof code === "string");
  return new NetworkError(route, String(code ?? chain.at(-1)?.message ?? cause), cause);
}
