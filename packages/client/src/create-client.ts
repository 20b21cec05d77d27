import createFetchClient, { type Middleware, mergeHeaders } from "openapi-fetch";
import type { ApiClient, CallSettings, ParseAs, Result } from "./api-client.ts";
import { serializeBody } from "./body.ts";
import { withDeadline } from "./deadline.ts";
import { InvalidRequestError, ParseError, TimeoutError } from "./errors.ts";
import {
  type ClientOptions,
  checkBody,
  checkBounds,
  checkedBaseUrl,
  checkHeaders,
} from "./options.ts";
import { Outgoing, outgoingOf } from "./outgoing.ts";
import { expandPath } from "./path.ts";
import { serializeQuery } from "./query.ts";
import { createSend, type Received, type Settings } from "./send.ts";
import { createTransport, type Transport } from "./transport.ts";

/** The options of a call, whatever its route. */
interface Init extends CallSettings {
  params?: { path?: object; query?: object };
  body?: unknown;
  bodySerializer?: (body: unknown) => unknown;
  parseAs?: ParseAs;
}

interface Envelope {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Has openapi-fetch make a request, run the middleware and hand the request to `fetch`. */
type Run = (means: Means) => Promise<Envelope>;

interface Means {
  fetch: (request: never) => unknown;
  Request?: typeof Outgoing;
  parseAs?: ParseAs;
  signal: AbortSignal | undefined;
}

/** Given where a call has none: without path parameters openapi-fetch skips the path serializer. */
const NO_PARAMETERS = {};

/** Tells openapi-fetch that there is nothing left to read. */
const ALREADY_READ = { ok: true, status: 204, headers: new Map() };

/**
 * Creates a client of the API: an openapi-fetch client with a deadline, retries and typed errors.
 *
 * @throws {InvalidRequestError} when an option is invalid; the message names it
 */
export function createClient(options: ClientOptions): ApiClient {
  const { timeoutMs = 30_000, retries = 2, userAgent } = options;
  checkBounds(timeoutMs, retries);
  const baseUrl = checkedBaseUrl(options);
  const transport = createTransport(createSend(baseUrl, options), options);
  const defaults = { timeoutMs, retries };
  const client = createFetchClient({
    baseUrl,
    headers: { Accept: "application/json", ...(userAgent && { "User-Agent": userAgent }) },
    bodySerializer: serializeBody,
    pathSerializer: expandPath,
    querySerializer: serializeQuery,
  });
  const request = client.request as (method: string, path: string, init: object) => never;
  let deliver = deliverUnseen;

  async function call(method: string, path: string, init: Init = {}): Promise<Result<unknown>> {
    const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, parseAs = "json" } = init;
    checkBounds(timeoutMs, retries);
    checkHeaders(init.headers);
    checkBody(method, init.body);
    init.signal?.throwIfAborted();
    const settings = { route: `${method} ${path}`, timeoutMs, retries, parseAs };
    const run: Run = (means) => request(method, path, requestInit(init, means));
    return deliver(run, transport, settings, init.signal);
  }

  const bound = (method: string) => (path: string, init?: Init) => call(method, path, init);
  return {
    GET: bound("GET"),
    PUT: bound("PUT"),
    POST: bound("POST"),
    PATCH: bound("PATCH"),
    DELETE: bound("DELETE"),
    use(...middleware: Middleware[]) {
      client.use(...middleware);
      deliver = deliverThroughMiddleware;
    },
    eject: client.eject,
  } as unknown as ApiClient;
}

/** The options of a call for openapi-fetch; one literal, since spreading takes a tenth of a call. */
function requestInit(
  { params, headers, body, bodySerializer, parseAs = "json" }: Init,
  means: Means,
) {
  return {
    params: { path: params?.path ?? NO_PARAMETERS, query: params?.query },
    headers: parseAs === "json" ? headers : mergeHeaders({ Accept: "*/*" }, headers),
    body,
    bodySerializer: bodySerializer && withTypedError(bodySerializer),
    fetch: means.fetch,
    Request: means.Request,
    parseAs: means.parseAs,
    signal: means.signal,
  };
}

function withTypedError(bodySerializer: (body: unknown) => unknown) {
  return (body: unknown) => {
    try {
      return bodySerializer(body);
    } catch (cause) {
      if (cause instanceof InvalidRequestError) throw cause;
      throw new InvalidRequestError(`the bodySerializer failed: ${String(cause)}`);
    }
  };
}

/** Without middleware nobody else sees the request and the response: both can be light. */
async function deliverUnseen(
  run: Run,
  transport: Transport,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
  let received: Received | undefined;
  const fetch = async (request: Outgoing) => {
    received = await transport(request, settings);
    return ALREADY_READ;
  };
  try {
    await run({ fetch, Request: Outgoing, signal });
  } catch (error) {
    // openapi-fetch loses a reason that is falsy.
    if (signal?.aborted) throw signal.reason;
    throw error;
  }
  const { data, error, response } = received as Received;
  const { route } = settings;
  return response.ok ? { data, response, route } : { error, response, route };
}

/** Middleware sees the platform's classes, and the deadline bounds it too. */
function deliverThroughMiddleware(
  run: Run,
  transport: Transport,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Result<unknown>> {
  const { route, timeoutMs } = settings;
  // JSON is parsed here: openapi-fetch's own error would not tell which response was wrong.
  const parseAs = settings.parseAs === "json" ? "text" : settings.parseAs;
  const expired = () => new TimeoutError(route, timeoutMs);
  return withDeadline(timeoutMs, signal, expired, async (ending) => {
    const fetch = async (request: Request) =>
      readable(
        await transport(await outgoingOf(request, ending, signal), { ...settings, parseAs }),
      );
    const { data, error, response } = await run({ fetch, parseAs, signal: ending });
    if (!response.ok) return { error: error === "" ? undefined : error, response, route };
    return {
      data: settings.parseAs === "json" ? parsed(data, route, response) : data,
      response,
      route,
    };
  });
}

/** A response whose body can be read once more. */
function readable({ response, raw }: Received): Response {
  // A stream is still to be read; a redirect that a browser hides has no body.
  if (raw === response.body || response.status === 0) return response;
  const copy = new Response((raw as string | Blob | ArrayBuffer) || null, response);
  return Object.defineProperty(copy, "url", { value: response.url });
}

function parsed(text: unknown, route: string, response: Response): unknown {
  try {
    return text ? JSON.parse(String(text)) : undefined;
  } catch {
    throw new ParseError(route, response);
  }
}
