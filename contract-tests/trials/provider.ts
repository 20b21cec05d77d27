/** What wrong providers have in common: to read a call, and to change it or its answer. */

import { bearerOf, exchangeOf } from "@hosted-postgres/contract-tests/run/exchange";
import type { Emulator } from "@hosted-postgres/emulator";
import type { Fault, Provider } from "./fault.ts";

// biome-ignore lint/suspicious/noExplicitAny: a wrong body may have any form.
export type Json = any;

/** A request as a provider reads it. */
export interface Call {
  /** Method and path as the spec writes them; the method alone if the document has none for it. */
  name: string;
  method: string;
  url: string;
  /** The path parameters, decoded. */
  ids: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The bearer token. */
  key: string | undefined;
  /** Undefined if there is none, or if it is no JSON. */
  body: Json;
  /** The body as it came; empty if there is none. */
  text: string;
}

/** Asks the emulator, with what is given in place of the caller's. */
export type Pass = (changes?: Partial<Pick<Call, "url" | "headers" | "body">>) => Promise<Response>;

/** Puts a function in front of an emulator. */
export function front(
  emulator: Emulator,
  answer: (call: Call, pass: Pass) => Promise<Response>,
): Provider & Required<Pick<Provider, "fetch">> {
  return {
    async fetch(request) {
      const text = await request.text();
      const call = callOf(emulator, request, text);
      return answer(call, ({ url = call.url, headers = call.headers, body } = {}) => {
        const sent = body === undefined ? text : JSON.stringify(body);
        return emulator.fetch(url, { method: call.method, headers, body: sent || null });
      });
    },
  };
}

/** Edits the JSON of answers 2xx, in place or by giving another; of these routes only, if given. */
export function editAnswers(
  routes: string | readonly string[] | undefined,
  edit: (body: Json, call: Call) => unknown,
): NonNullable<Fault["apply"]> {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      if (routes !== undefined && ![routes].flat().includes(call.name)) return response;
      return edited(response, (body) => edit(body, call));
    });
}

/** The answer with its JSON edited, if it is a 2xx that has some. */
export async function edited(response: Response, edit: (body: Json) => unknown): Promise<Response> {
  if (!response.ok) return response;
  const text = await response.clone().text();
  if (text === "") return response;
  const body: Json = JSON.parse(text);
  return withBody(response, JSON.stringify(edit(body) ?? body));
}

/** The answer with another body. */
export function withBody(response: Response, text: string | null): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(text, { status, headers });
}

/** To pass a call on to another path, which is given without `/api/v2`, or with another query. */
export function elsewhere(
  emulator: Emulator,
  call: Pick<Call, "url">,
  { path, query }: { path?: string; query?: Record<string, string> | URLSearchParams },
): { url: string } {
  const url = new URL(path === undefined ? call.url : `${emulator.url}${path}`);
  url.search = query === undefined ? new URL(call.url).search : `${new URLSearchParams(query)}`;
  return { url: url.href };
}

/** An answer of this provider's own. */
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

/** Asks the emulator past the fault, as the administrator. */
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

function callOf({ url: baseUrl }: Emulator, request: Request, text: string): Call {
  const { url, method, headers } = request;
  const { route, ids, query } = exchangeOf(url, { method }, baseUrl);
  const key = bearerOf(request);
  return {
    name: route?.name ?? method,
    method,
    url,
    ids,
    query,
    headers,
    key,
    body: parsed(text),
    text,
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
