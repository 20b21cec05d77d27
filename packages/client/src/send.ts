import type { ParseAs } from "./api-client.ts";
import { onAbort } from "./deadline.ts";
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
  /** The caller's, which outlives the deadline of a stream. */
  signal?: AbortSignal | undefined;
}

/** A response whose body has been read, unless it is a stream. */
export interface Received {
  response: Response;
  /** The body: text, unless `parseAs` asks for bytes or a stream. */
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
    const { url, headers } = request;
    const send = (sent = headers) => exchange(request, sent, settings, ending);
    // Middleware may send a request elsewhere, but the key stays here.
    const isHere = url.startsWith(origin);
    if (!isHere) checkTransport("the new URL", new URL(url), options.allowInsecureHttp);
    if (!isHere || headers.has("authorization")) return send();
    if (typeof apiKey === "string") {
      headers.set("authorization", `Bearer ${apiKey}`);
      return send();
    }

    const key = checkKey(await apiKey());
    const received = await send(withKey(headers, key));
    if (received.response.status !== 401) return received;
    // Another key may be accepted; the same one would be refused again.
    const newKey = checkKey(await apiKey());
    return newKey === key ? received : send(withKey(headers, newKey));
  };

  async function exchange(
    { url, method, body }: Outgoing,
    headers: Headers,
    settings: Settings,
    ending: AbortSignal,
  ): Promise<Received> {
    const { route, parseAs, signal } = settings;
    const lasting = parseAs === "stream" && signal ? follow(signal, ending) : undefined;
    // The key may have come too late.
    ending.throwIfAborted();
    let response: Response | undefined;
    let raw: unknown;
    try {
      const fetch = options.fetch ?? globalThis.fetch;
      response = await fetch(url, {
        method,
        headers,
        body,
        // A followed redirect would carry the key, or repeat the body, wherever it points.
        redirect: "manual",
        signal: lasting?.signal ?? ending,
      } as RequestInit);
      raw = await read(response, parseAs);
      if (lasting) raw = passOn(raw, lasting.release);
    } catch (cause) {
      lasting?.release();
      // A status that has been read says more than an error body that broke off.
      if (!response || response.ok) throw networkError(route, cause, keyIn(headers));
    }
    return { response, raw, ...contentOf(response, raw, settings) };
  }
}

/**
 * Parses a body into data or error. The document shows no error body: it may be anything.
 *
 * @throws {ParseError} when data should be JSON and is not
 */
export function contentOf(response: Response, raw: unknown, { route, parseAs }: Settings) {
  if (response.ok && parseAs !== "json") return { data: raw };
  let content = raw || undefined;
  try {
    content &&= JSON.parse(raw as string);
  } catch {
    if (response.ok) throw new ParseError(route, response);
  }
  return response.ok ? { data: content } : { error: content };
}

function read(response: Response, parseAs: ParseAs) {
  if (!response.ok || parseAs === "json") return response.text();
  return parseAs === "stream" ? response.body : response[parseAs]();
}

/** A signal that follows both; `release` lets go of the caller's. */
function follow(signal: AbortSignal, ending: AbortSignal) {
  const controller = new AbortController();
  onAbort(ending, () => controller.abort(ending.reason));
  const release = onAbort(signal, () => controller.abort(signal.reason));
  return { signal: controller.signal, release };
}

/** Calls `ended` once a stream has ended in any way, or at once when there is none. */
function passOn(raw: unknown, ended: () => void): unknown {
  if (raw instanceof ReadableStream) {
    const { readable, writable } = new TransformStream();
    raw.pipeTo(writable).then(ended, ended);
    return readable;
  }
  ended();
  return raw;
}

function keyIn(headers: Headers): string | undefined {
  return headers.get("authorization")?.split(" ").at(-1);
}

function withKey(headers: Headers, key: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${key}`);
  return copy;
}
