/** The options of a client, and the checks before anything is sent. */
import type { CallSettings } from "./api-client.ts";
import { isTimerDelay } from "./deadline.ts";
import { InvalidRequestError } from "./errors.ts";

/** The URL and key of the API, and the bounds of each call. */
export interface ClientOptions {
  /** Ends with the version prefix: `https://host/api/v2`. https, unless the host is loopback. */
  baseUrl: string;
  /** Sent as a bearer token. A function is called before each request, and again after a 401. */
  apiKey: string | (() => string | Promise<string>);
  /** Called like the platform's fetch, which is the default: a test double, a proxy, an emulator. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Bounds each call from its start to the end of the body, in milliseconds. Default 30,000 (our
   * choice).
   */
  timeoutMs?: number | undefined;
  /**
   * Bounds each attempt of a GET that may be retried, in milliseconds, so that a stalled one leaves
   * time for the next. Default: an attempt has all the time that is left.
   */
  attemptTimeoutMs?: number | undefined;
  /**
   * Further attempts of a GET after a network error, a timed-out attempt, 408, 429, 500, 502, 503 or 504.
   * Default 2 (our choice). No other method is repeated: the document shows no idempotency key.
   */
  retries?: number | undefined;
  /**
   * The largest body that is read, in bytes after decompression. Default 33,554,432, 32 MiB (our
   * choice). A stream has no limit; a larger error body is dropped, and its status kept.
   */
  maxResponseBytes?: number | undefined;
  /** Sent as `User-Agent`. Default: the platform's. */
  userAgent?: string | undefined;
  /** Allows http beyond loopback, which exposes the key to everyone on the way. */
  allowInsecureHttp?: boolean | undefined;
  /** Called with each event, without headers, queries and bodies. Its errors and rejections are ignored. */
  onEvent?: ((event: ClientEvent) => unknown) | undefined;
}

/** `route` is the method and the path as the spec writes it; `attempt` counts from 1. */
export type ClientEvent = { route: string; attempt: number } & Happening;

/** @inline */
export type Happening =
  | { type: "request" }
  | { type: "response"; status: number; durationMs: number; requestId?: string | undefined }
  | { type: "fault"; code: string; durationMs: number }
  | { type: "retry"; delayMs: number };

export function checkedBaseUrl({ baseUrl, allowInsecureHttp }: ClientOptions): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new InvalidRequestError("baseUrl must be an absolute URL");
  }
  if (url.username || url.password || /[?#]/.test(baseUrl)) {
    throw new InvalidRequestError("baseUrl must have no credentials, query or fragment");
  }
  checkTransport("baseUrl", url, allowInsecureHttp);
  return url.href.replace(/\/+$/, "");
}

/** A bearer token must not travel where it can be read. */
export function checkTransport(
  name: string,
  { protocol, hostname }: URL,
  allowInsecureHttp: boolean | undefined,
) {
  if (protocol === "https:") return;
  if (protocol === "http:" && (allowInsecureHttp || isLoopback(hostname))) return;
  throw new InvalidRequestError(`${name} must begin with https:// (see allowInsecureHttp)`);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

export function checkKey(key: unknown): string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidRequestError(`apiKey ${key ? "must be visible ASCII" : "is empty"}`);
  }
  return key;
}

export function checkDelay(name: string, ms: unknown) {
  if (!isTimerDelay(ms)) throw new InvalidRequestError(`${name} must be above 0 and below 2^31`);
}

export function checkedDefaults({
  timeoutMs = 30_000,
  retries = 2,
  attemptTimeoutMs = 1,
  maxResponseBytes = 1,
}: ClientOptions) {
  checkBounds(timeoutMs, retries);
  checkDelay("attemptTimeoutMs", attemptTimeoutMs);
  if (!(maxResponseBytes > 0)) throw new InvalidRequestError("maxResponseBytes must be above 0");
  return { timeoutMs, retries };
}

export function userAgentOf({ userAgent }: ClientOptions) {
  return userAgent && { "User-Agent": userAgent };
}

export function checkBounds(timeoutMs: unknown, retries: unknown) {
  checkDelay("timeoutMs", timeoutMs);
  if (!Number.isInteger(retries) || (retries as number) < 0) {
    throw new InvalidRequestError("retries must be a whole number");
  }
}

/** The platform's own message would quote the value, which may be a secret. */
export function checkedHeaders<H extends CallSettings["headers"]>(headers: H): H | Headers {
  let at = "";
  try {
    // Pairs, a Map, or the Headers of another implementation.
    if (Symbol.iterator in Object(headers)) return new Headers([...(headers as Headers)]);
    for (const [name, value] of Object.entries(headers ?? {})) {
      at = ` ${JSON.stringify(name)}`;
      new Headers([[name, value]]);
    }
    return headers;
  } catch {
    throw new InvalidRequestError(`header${at} cannot be sent`);
  }
}
