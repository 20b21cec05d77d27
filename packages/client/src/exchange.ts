/** One request and its answer, with openapi-fetch's URLs and headers; no other file knows it. */
import { createFinalURL, mergeHeaders } from "openapi-fetch";
import type { CallSettings, ParseAs } from "./api-client.ts";
import { serializeBody } from "./body.ts";
import { InvalidRequestError, NetworkError, ParseError } from "./errors.ts";
import { type ClientOptions, checkKey } from "./options.ts";
import { expandPath } from "./path.ts";
import { serializeQuery } from "./query.ts";

/** What a call is given, whatever its route. */
export interface Init extends CallSettings {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  bodySerializer?: (body: unknown) => NonNullable<RequestInit["body"]>;
  parseAs?: ParseAs;
}

export interface Envelope {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** What is to be sent: method and path as the spec writes them, together its route. */
export interface Call {
  route: string;
  method: string;
  path: string;
  init: Init;
}

/** Sends a call once; `ending` aborts it. */
export type Exchange = (call: Call, ending: AbortSignal) => Promise<Envelope>;

/** Where no parameters are given; expandPath must be asked all the same. */
const NONE = {};

export function createExchange(
  baseUrl: string,
  { apiKey, userAgent, ...options }: ClientOptions,
): Exchange {
  const ownHeaders = {
    Accept: "application/json",
    ...(userAgent && { "User-Agent": userAgent }),
    ...(typeof apiKey === "string" && { Authorization: `Bearer ${apiKey}` }),
  };
  const jsonHeaders = { ...ownHeaders, "Content-Type": "application/json" };

  async function send({ route, method, path, init }: Call, ending: AbortSignal, key?: string) {
    const { params, parseAs = "json", signal } = init;
    const url = createFinalURL(path, {
      baseUrl,
      params: { path: params?.path ?? NONE, query: params?.query ?? NONE },
      pathSerializer: expandPath,
      querySerializer: serializeQuery,
    });
    const body = serialized(init);
    const usual = body === undefined || body instanceof FormData ? ownHeaders : jsonHeaders;
    const unusual = init.headers || key || parseAs !== "json";
    // A copy, since what the caller's fetch writes into it must stay with this call.
    const headers = unusual ? mergedHeaders(usual, init, key) : { ...usual };
    const request = {
      method,
      headers,
      body,
      // A followed redirect would carry the key, or repeat the body, wherever it points.
      redirect: "manual",
      // The deadline of a stream ends with its headers, the caller's signal does not.
      signal: parseAs === "stream" && signal ? AbortSignal.any([ending, signal]) : ending,
    } as RequestInit;
    // The key may have come too late.
    ending.throwIfAborted();
    let response: Response | undefined;
    try {
      const fetch = options.fetch ?? globalThis.fetch;
      response = await fetch(url, request);
      if (response.ok && parseAs !== "json") {
        const data = parseAs === "stream" ? response.body : await response[parseAs]();
        return { data, response };
      }
      const text = await response.text();
      return response.ok
        ? { data: text ? JSON.parse(text) : undefined, response }
        : { error: errorOf(text), response };
    } catch (cause) {
      // The status has been read, and it says more than the body that broke off.
      if (response && !response.ok) return { error: undefined, response };
      if (response && cause instanceof SyntaxError) throw new ParseError(route, response);
      throw networkError(route, cause, keyIn(headers));
    }
  }

  if (typeof apiKey === "string") return send;
  // A 401 is worth another request if the function has another key by now.
  return async (call, ending) => {
    if (new Headers(call.init.headers).has("authorization")) return send(call, ending);
    const key = checkKey(await apiKey());
    const result = await send(call, ending, key);
    if (result.response.status !== 401) return result;
    const newKey = checkKey(await apiKey());
    return newKey === key ? result : send(call, ending, newKey);
  };
}

function serialized({ body, bodySerializer = serializeBody }: Init) {
  if (body === undefined) return undefined;
  try {
    return bodySerializer(body);
  } catch (cause) {
    if (cause instanceof InvalidRequestError) throw cause;
    throw new InvalidRequestError(`the bodySerializer failed: ${String(cause)}`);
  }
}

/** What the caller gives comes last, a key of its own too. */
function mergedHeaders(
  headers: Record<string, string>,
  { headers: given, parseAs = "json" }: Init,
  key?: string,
) {
  return mergeHeaders(
    headers,
    key ? { Authorization: `Bearer ${key}` } : undefined,
    parseAs === "json" ? undefined : { Accept: "*/*" },
    given,
  );
}

function keyIn(headers: Headers | Record<string, string>): string | undefined {
  return new Headers(headers).get("authorization")?.split(" ").at(-1);
}

/** JSON where it is some: the document shows no error body. */
function errorOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

/** The system's code says most (`ECONNREFUSED`); a cause that quotes the key is left out. */
function networkError(route: string, cause: unknown, key: string | undefined): NetworkError {
  const chain: Error[] = [];
  for (let error = cause; error instanceof Error && chain.length < 5; error = error.cause) {
    chain.push(error);
  }
  const code = chain
    .map((error) => (error as { code?: unknown }).code)
    .find((code) => typeof code === "string");
  if (key && quotes(cause, key)) {
    const reason = code && !code.includes(key) ? code : "the request failed";
    return new NetworkError(route, reason);
  }
  return new NetworkError(route, code ?? String(chain.at(-1)?.message ?? cause), cause);
}

/** Whether `text` is in anything that printing `value` would show; some fetches keep their request. */
function quotes(value: unknown, text: string, seen = new Set<unknown>()): boolean {
  if (typeof value === "string") return value.includes(text);
  if (typeof value !== "object" || value === null || seen.has(value)) return false;
  if (ArrayBuffer.isView(value)) return false;
  seen.add(value);
  const held =
    value instanceof Headers
      ? [...value.values()]
      : Reflect.ownKeys(value).map((name) => Reflect.get(value, name));
  return held.some((item) => quotes(item, text, seen));
}
