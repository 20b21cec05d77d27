/** One request and its answer, on openapi-fetch; no other file knows it. */
import createOpenapiClient from "openapi-fetch";
import type { CallSettings, ParseAs } from "./api-client.ts";
import { serializeBody } from "./body.ts";
import type { ClientOptions } from "./create-client.ts";
import { ClientError, InvalidRequestError, NetworkError, ParseError } from "./errors.ts";
import { checkKey } from "./options.ts";
import { expandPath } from "./path.ts";
import { serializeQuery } from "./query.ts";

/** What a call is given, whatever its route. */
export interface Init extends CallSettings {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  bodySerializer?: (body: unknown) => unknown;
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

export function createExchange(
  baseUrl: string,
  { apiKey, userAgent, ...options }: ClientOptions,
): Exchange {
  const openapi = createOpenapiClient<Record<string, never>>({
    baseUrl,
    headers: {
      Accept: "application/json",
      ...(typeof apiKey === "string" && { Authorization: `Bearer ${apiKey}` }),
      ...(userAgent && { "User-Agent": userAgent }),
    },
    // A followed redirect would carry the key, or repeat the body, wherever it points.
    redirect: "manual",
    pathSerializer: expandPath,
    querySerializer: serializeQuery,
    bodySerializer: serializeBody,
    Request: Outgoing as unknown as typeof Request,
  });

  const request = openapi.request as unknown as Send;

  function send({ route, method, path, init }: Call, ending: AbortSignal, key?: string) {
    // The key may have come too late.
    ending.throwIfAborted();
    const sent: Sent = {};
    return request(method, path, requestOf(init, sent, ending, key)).catch((cause) =>
      failed(cause, route, sent),
    );
  }

  function requestOf(
    { params, body, bodySerializer, parseAs = "json", headers, signal }: Init,
    sent: Sent,
    ending: AbortSignal,
    key: string | undefined,
  ) {
    return {
      params: params?.path ? params : { ...params, path: {} },
      body,
      bodySerializer,
      parseAs,
      headers: key || parseAs !== "json" ? completed(headers, key, parseAs) : headers,
      // The deadline of a stream ends with its headers, the caller's signal does not.
      signal: parseAs === "stream" && signal ? AbortSignal.any([ending, signal]) : ending,
      fetch: ({ url, init }: Outgoing) => {
        sent.headers = init.headers;
        const fetch = options.fetch ?? globalThis.fetch;
        return fetch(url, init).then((response) => {
          sent.response = response;
          return response;
        });
      },
    };
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

type Send = (method: string, path: string, init: object) => Promise<Envelope>;

/** How far a request came. */
interface Sent {
  headers?: Headers;
  response?: Response;
}

function completed(
  headers: CallSettings["headers"],
  key: string | undefined,
  parseAs: ParseAs,
): Headers {
  const all = new Headers(headers);
  if (key) all.set("Authorization", `Bearer ${key}`);
  if (parseAs !== "json" && !all.has("accept")) all.set("Accept", "*/*");
  return all;
}

function failed(cause: unknown, route: string, { headers, response }: Sent): Envelope {
  if (cause instanceof ClientError) throw cause;
  if (!headers) throw new InvalidRequestError(`${route} cannot be sent: ${String(cause)}`);
  // The status has been read, and it says more than the body that broke off.
  if (response && !response.ok) return { error: undefined, response };
  if (response && cause instanceof SyntaxError) throw new ParseError(route, response);
  throw networkError(route, cause, headers.get("authorization")?.split(" ").at(-1));
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
