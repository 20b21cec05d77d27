/** Valid values for tests, which override only the fields that matter to them. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import documented from "@hosted-postgres/openapi/documented-operations.json" with { type: "json" };
import fc from "fast-check";
import { onTestFinished, vi } from "vitest";
import {
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Operation,
} from "../src/index.ts";

export const API_KEY = "a-key-0123456789abcdef";
export const BASE_URL = "https://host.test/api/v2";

export interface Sent {
  method: string;
  /** As sent, without the base URL and the query. */
  path: string;
  query: URLSearchParams;
  url: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal;
}

type Answer = (request: Sent, count: number) => Response | Promise<Response>;

// A worker thread rejects `--expose-gc` in its execArgv but can set it later.
setFlagsFromString("--expose-gc");
export const gc: () => void = runInNewContext("gc");

/** Ends an endless loop in the client instead of hanging the run. */
const MAX_REQUESTS = 5_000;

/** A client whose server is a function; `requests` and `events` record what was sent and reported. */
export function clientOf(answer: Answer = () => json({}), options: Partial<ClientOptions> = {}) {
  const requests: Sent[] = [];
  const events: ClientEvent[] = [];
  const api = createClient({
    baseUrl: BASE_URL,
    apiKey: API_KEY,
    onEvent: (event) => events.push(event),
    fetch: async (url, init) => {
      if (requests.length >= MAX_REQUESTS) throw new Error("more requests than any test needs");
      const request = sent(url, init);
      requests.push(request);
      return answer(request, requests.length);
    },
    ...options,
  });
  return { api, requests, events };
}

/**
 * Any text without half a surrogate pair. `fc.string({ unit: "binary" })` is the same, and takes a
 * second to make its table of all characters.
 */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  const unit = fc.nat(0x10ffff - SURROGATES).map(characterAt, (text) => {
    const point = `${text}`.codePointAt(0) ?? 0;
    const index = point < FIRST_SURROGATE ? point : point - SURROGATES;
    if (characterAt(index) !== text) throw new Error("not one character");
    return index;
  });
  return fc.string({ unit, ...constraints });
}

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

function characterAt(index: number): string {
  return String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);
}

export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

/** Stays pending until the signal aborts, as `fetch` does. */
export function hang({ signal }: Pick<Sent, "signal">): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

export function operation(fields: Partial<Operation> = {}): Operation {
  return {
    id: "op-1",
    project_id: "project-1",
    branch_id: "branch-1",
    action: "start_compute",
    status: "running",
    failures_count: 0,
    created_at: "2026-03-01T09:30:00Z",
    updated_at: "2026-03-01T09:30:00Z",
    ...fields,
  };
}

/** Operations `op-1` … `op-n` of one project. */
export function operationsOf(count: number, fields: Partial<Operation> = {}): Operation[] {
  return Array.from({ length: count }, (_, i) => operation({ id: `op-${i + 1}`, ...fields }));
}

export interface Route {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  path: string;
  operationId: string;
}

export const routes = documented as Route[];

export function parameterNames({ path }: Pick<Route, "path">): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

/** Calls by a route that is data, unchecked by the compiler, as in JavaScript. */
export function untyped(api: object) {
  return api as Record<
    Route["method"],
    (
      path: string,
      init?: unknown,
    ) => Promise<{ data?: unknown; error?: unknown; response: Response }>
  >;
}

/** Resolves to the rejection of a promise; rejects if the promise resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error("it resolved");
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Settles a call on a fake clock, which no load slows down; returns the milliseconds it took too. */
export async function onFakeTime<T>(
  call: () => Promise<T>,
): Promise<{ result: T; tookMs: number }> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const started = performance.now();
  let tookMs = Number.NaN;
  const timed = call().finally(() => {
    tookMs = performance.now() - started;
  });
  timed.catch(() => {});
  await vi.runAllTimersAsync();
  return { result: await timed, tookMs };
}

/** Collects garbage several times, yielding to the event loop in between, since a signal is freed in steps. */
export async function collectGarbage(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    gc();
    await pause(20);
  }
}

/**
 * Returns the milliseconds in which this process could run. On a busy machine other work stalls every
 * timer, ours and the client's; each stall counts for at most 25 ms.
 */
export function stopwatch(): () => number {
  let ranMs = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    ranMs += Math.min(now - last, 25);
    last = now;
  };
  const timer = setInterval(tick, 5);
  onTestFinished(() => clearInterval(timer));
  return () => {
    tick();
    return ranMs;
  };
}

function sent(url: string, init: RequestInit): Sent {
  const { search, searchParams } = new URL(url);
  return {
    method: init.method ?? "",
    path: url.slice(BASE_URL.length, search ? url.indexOf("?") : undefined),
    query: searchParams,
    url,
    headers: new Headers(init.headers),
    body: init.body,
    signal: init.signal as AbortSignal,
  };
}
