import type { ParseAs } from "./api-client.ts";
import { onAbort } from "./deadline.ts";
import { detailOf, notes, ParseError, ResponseTooLargeError, requestIdOf } from "./errors.ts";
import { hiding, networkError } from "./network-error.ts";
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
  requestId?: string | undefined;
}

const UTF8 = new TextDecoder();

/** Keys that an error must not show. */
const MAX_KEYS = 5;

const NO_PREFIX = " (does baseUrl lack the prefix, like /api/v2?)";

export type Send = (
  request: Outgoing,
  settings: Settings,
  ending: AbortController,
) => Promise<Received>;

/** Sends a request once, with the current key, and reads the response; `ending` aborts both. */
export function createSend(
  baseUrl: string,
  { apiKey, maxResponseBytes = 2 ** 25, ...options }: ClientOptions,
): Send {
  const origin = `${new URL(baseUrl).origin}/`;
  if (typeof apiKey !== "function") checkKey(apiKey);
  /** The latest keys: an error may still quote one that was just replaced. */
  let keys: string[] = [];
  let mayLackPrefix = `${baseUrl}/` === origin;

  async function nextKey() {
    const key = checkKey(await (apiKey as () => string | Promise<string>)());
    keys = [key, ...keys.filter((known) => known !== key)].slice(0, MAX_KEYS);
    return key;
  }

  return async (request, settings, ending) => {
    const { url, headers } = request;
    const send = (sent = headers) => exchange(request, sent, settings, ending);
    // Middleware may send a request elsewhere, but the key stays here.
    const isHere = url.startsWith(origin);
    if (!isHere) checkTransport("the new URL", new URL(url), options.allowInsecureHttp);
    if (!isHere || headers.has("authorization")) return send();
    if (typeof apiKey === "string") {
      return send(withKey(headers, apiKey));
    }

    const key = await nextKey();
    const received = await send(withKey(headers, key));
    if (received.response.status !== 401) return received;
    // Another key may be accepted; the same one would be refused again.
    const newKey = await nextKey();
    return newKey === key ? received : send(withKey(headers, newKey));
  };

  async function exchange(
    { url, method, body }: Outgoing,
    headers: Headers,
    settings: Settings,
    ending: AbortController,
  ): Promise<Received> {
    const { route, parseAs, signal } = settings;
    // The key may have come too late.
    ending.signal.throwIfAborted();
    const isSafe = (text: string) => hiding(headers, keys)(text) === text;
    let response: Response | undefined;
    let raw: unknown;
    let requestId: string | undefined;
    try {
      const fetch = options.fetch ?? globalThis.fetch;
      const got = await fetch(url, {
        method,
        headers,
        body,
        // A followed redirect would carry the key, or repeat the body, wherever it points.
        redirect: "manual",
        signal: ending.signal,
      } as RequestInit);
      // A test double may give anything.
      const id = requestIdOf(got.headers);
      if (id && isSafe(id)) requestId = id;
      response = got;
      raw = await read(response, settings, maxResponseBytes);
      if (parseAs === "stream" && signal) raw = untilAborted(raw, signal, ending);
    } catch (cause) {
      // A status that has been read says more than an error body that broke off.
      if (response?.ok && cause instanceof ResponseTooLargeError) throw cause;
      if (!response || response.ok) throw networkError(route, cause, hiding(headers, keys));
    }
    const received = { response, raw, requestId, ...contentOf(response, raw, settings) };
    if (response.status !== 404) mayLackPrefix = false;
    if (!response.ok)
      notes.set(response, noteOn(received, isSafe) || (mayLackPrefix ? NO_PREFIX : ""));
    return received;
  }
}

/** The server's own message, unless the body holds a secret. */
function noteOn({ error }: Received, isSafe: (text: string) => boolean): string {
  const said = detailOf(error);
  return said && isSafe(JSON.stringify(error)) ? `: ${said}` : "";
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

/**
 * Reads a body, unless a stream is asked for, and counts its bytes after decompression.
 *
 * @throws {ResponseTooLargeError} as soon as there are more than `max`
 */
async function read(response: Response, { route, parseAs }: Settings, max: number) {
  const { body, ok, headers } = response;
  const as = ok && parseAs !== "json" ? parseAs : "text";
  if (as === "stream") return body;
  // Another implementation of fetch may have another kind of stream.
  if (!body?.getReader) return response[as]();
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (!(size <= max)) {
      reader.cancel().catch(() => {});
      throw new ResponseTooLargeError(route, max);
    }
    chunks.push(next.value);
  }
  if (as === "text" && chunks.length < 2) return UTF8.decode(chunks[0]);
  const blob = new Blob(chunks, { type: headers.get("content-type") ?? "" });
  return as === "blob" ? blob : blob[as]();
}

/** Lets the caller's signal end a stream as long as it is read: the deadline no longer does. */
function untilAborted(raw: unknown, signal: AbortSignal, ending: AbortController): unknown {
  if (!(raw instanceof ReadableStream)) return raw;
  const release = onAbort(signal, () => ending.abort(signal.reason));
  const { readable, writable } = new TransformStream();
  raw.pipeTo(writable).then(release, release);
  return readable;
}

function withKey(headers: Headers, key: string): Headers {
  const copy = new Headers(headers);
  copy.set("authorization", `Bearer ${key}`);
  return copy;
}
