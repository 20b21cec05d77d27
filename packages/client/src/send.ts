import type { ParseAs } from "./api-client.ts";
import { ParseError } from "./errors.ts";
import { networkError } from "./network-error.ts";
import { type ClientOptions, checkKey, checkTransport } from "./options.ts";
import type { Outgoing } from "./outgoing.ts";

/** The settings of a call after the client's defaults. */
export interface Settings {
  /** Method and path as the spec writes them. */
  route: string;
  timeoutMs: number;
  retries: number;
  parseAs: ParseAs;
}

/** A response whose body has been read, unless it is a stream. */
export interface Received {
  response: Response;
  /** The body as read: text, unless `parseAs` asks for bytes or a stream. */
  raw: unknown;
  data?: unknown;
  error?: unknown;
}

export type Send = (
  request: Outgoing,
  settings: Settings,
  ending: AbortSignal,
) => Promise<Received>;

/** Sends a request once, with the current key, and reads the response; `ending` aborts both. */
export function createSend(baseUrl: string, { apiKey, ...options }: ClientOptions): Send {
  const origin = `${new URL(baseUrl).origin}/`;
  if (typeof apiKey !== "function") checkKey(apiKey);

  return async (request, settings, ending) => {
    const { headers } = request;
    // Middleware may send a request elsewhere, but the key stays here.
    const here = request.url.startsWith(origin);
    if (!here)
      checkTransport("the URL of a request", new URL(request.url), options.allowInsecureHttp);
    if (!here || headers.has("authorization")) return exchange(request, headers, settings, ending);
    if (typeof apiKey === "string") {
      headers.set("authorization", `Bearer ${apiKey}`);
      return exchange(request, headers, settings, ending);
    }

    const key = checkKey(await apiKey());
    const received = await exchange(request, withKey(headers, key), settings, ending);
    if (received.response.status !== 401) return received;
    // Another key may be accepted; the same one would be refused again.
    const newKey = checkKey(await apiKey());
    return newKey === key
      ? received
      : exchange(request, withKey(headers, newKey), settings, ending);
  };

  async function exchange(
    { url, method, body, signal }: Outgoing,
    headers: Headers,
    { route, parseAs }: Settings,
    ending: AbortSignal,
  ): Promise<Received> {
    // The key may have come too late.
    ending.throwIfAborted();
    let response: Response | undefined;
    try {
      const fetch = options.fetch ?? globalThis.fetch;
      response = await fetch(url, {
        method,
        headers,
        body,
        // A followed redirect would carry the key, or repeat the body, wherever it points.
        redirect: "manual",
        // The deadline of a stream ends with its headers, the caller's signal does not.
        signal: parseAs === "stream" && signal ? AbortSignal.any([ending, signal]) : ending,
      } as RequestInit);
      return await read(response, parseAs);
    } catch (cause) {
      // The status has been read, and it says more than the body that broke off.
      if (response && !response.ok) return { response, raw: "" };
      if (response && cause instanceof SyntaxError) throw new ParseError(route, response);
      throw networkError(route, cause, headers.get("authorization")?.split(" ").at(-1));
    }
  }
}

function withKey(headers: Headers, key: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${key}`);
  return copy;
}

async function read(response: Response, parseAs: ParseAs): Promise<Received> {
  if (response.ok && parseAs !== "json") {
    const raw = parseAs === "stream" ? response.body : await response[parseAs]();
    return { data: raw, raw, response };
  }
  const raw = await response.text();
  return response.ok
    ? { data: raw ? JSON.parse(raw) : undefined, raw, response }
    : { error: parsedError(raw), raw, response };
}

/** The document shows no error body, so it may be JSON, text or empty. */
function parsedError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}
