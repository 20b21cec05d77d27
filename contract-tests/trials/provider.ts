/** Reads the calls of a provider, and changes them or their answers. */

import { bearerOf, exchangeOf } from "@hosted-postgres/contract-tests/run/exchange";
import type { Emulator } from "@hosted-postgres/emulator";
import type { Provider } from "./fault.ts";

/** The result of `JSON.parse`, unchecked: a wrong body may have any form. */
export type Json = ReturnType<JSON["parse"]>;

/** A request as a provider reads it. */
export interface Call {
  /** Method and path as the spec writes them; the method alone if the document has no such path. */
  name: string;
  method: string;
  url: string;
  /** The path parameters, decoded. */
  ids: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The bearer token. */
  key: string | undefined;
  /** The parsed body; undefined if there is none, or if it is not JSON. */
  body: Json;
  /** The body as it was sent; empty if there is none. */
  text: string;
  /** The emulator behind the provider. */
  emulator: Emulator;
}

/** Replaces parts of a request; the body as a value or as text. */
export type Changes = Partial<Pick<Call, "url" | "headers" | "body" | "text">>;

/** Asks the emulator, with these changes to the request. */
export type Pass = (changes?: Changes) => Promise<Response>;

/** Puts a handler in front of an emulator. */
export function front(
  emulator: Emulator,
  handle: (call: Call, pass: Pass) => Promise<Response>,
): Provider & Required<Pick<Provider, "fetch">> {
  return {
    async fetch(url, init) {
      const text = await textOf(init.body);
      const call = callOf(emulator, url, init, text);
      return handle(call, (changes = {}) => {
        const { url, method, headers, text: sent, body } = { ...call, body: undefined, ...changes };
        const changed = body === undefined ? sent : JSON.stringify(body);
        return emulator.fetch(url, { method, headers, body: changed || null });
      });
    },
  };
}

/** Edits the JSON of a 2xx answer; returns any other answer as it is. */
export async function edited(response: Response, edit: (body: Json) => unknown): Promise<Response> {
  if (!response.ok) return response;
  const text = await response.text();
  if (text === "") return withBody(response, null);
  const body: Json = JSON.parse(text);
  return withBody(response, JSON.stringify((await edit(body)) ?? body));
}

/** Parses the body of an answer, which can still be read. */
export const jsonOf = (response: Response): Promise<Json> => response.clone().json();

/** Returns the answer with another body. */
export function withBody(response: Response, text: string | null): Response {
  const { status, headers } = response;
  const changed = new Response(text, { status, headers });
  changed.headers.delete("content-length");
  return changed;
}

/** Returns the URL with another path, given without `/api/v2`, or with another query. */
export function elsewhere(
  emulator: Emulator,
  call: Pick<Call, "url">,
  { path, query }: { path?: string; query?: Record<string, string> | URLSearchParams },
): { url: string } {
  const url = new URL(path === undefined ? call.url : `${emulator.url}${path}`);
  url.search = query === undefined ? new URL(call.url).search : `${new URLSearchParams(query)}`;
  return { url: url.href };
}

/** An answer that does not come from the emulator. */
export function answered(
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** The headers with another key. */
export function keyed(headers: Headers, key: string): Headers {
  const changed = new Headers(headers);
  changed.set("authorization", `Bearer ${key}`);
  return changed;
}

export function endpointsOf({ endpoint, endpoints = [] }: Json): Json[] {
  return [...(endpoint ? [endpoint] : []), ...endpoints];
}

export function operationsOf({ operation, operations = [] }: Json): Json[] {
  return [...(operation ? [operation] : []), ...operations];
}

/** A time as the document writes it. */
export const secondOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Asks the emulator as the administrator. */
export async function ask(emulator: Emulator, name: string, body?: Json): Promise<Json> {
  const [method = "GET", path] = name.split(" ");
  const response = await emulator.fetch(`${emulator.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${emulator.keys.admin}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

function callOf(emulator: Emulator, url: string, init: RequestInit, text: string): Call {
  const exchange = exchangeOf(url, init, emulator.url);
  const { route, method, headers, ids, query } = exchange;
  return {
    name: route?.name ?? method,
    method,
    url,
    ids,
    query,
    headers,
    key: bearerOf(exchange),
    body: parsed(text),
    text,
    emulator,
  };
}

async function textOf(body: RequestInit["body"]): Promise<string> {
  const given = body ?? "";
  return typeof given === "string" ? given : new Response(given).text();
}

function parsed(text: string): Json {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
