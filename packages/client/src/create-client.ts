import type { paths } from "@hosted-postgres/types";
import createFetchClient, { type Middleware, mergeHeaders } from "openapi-fetch";
import type { ApiClient, CallSettings, ParseAs, Result } from "./api-client.ts";
import { serializeBody, withTypedError } from "./body.ts";
import { withDeadline } from "./deadline.ts";
import { InvalidRequestError, notes, TimeoutError } from "./errors.ts";
import {
  type ClientOptions,
  checkBounds,
  checkedBaseUrl,
  checkedDefaults,
  checkedHeaders,
  userAgentOf,
} from "./options.ts";
import { Outgoing, outgoingOf } from "./outgoing.ts";
import { expandPath } from "./path.ts";
import { serializeQuery } from "./query.ts";
import { contentOf, createSend, type Received, type Settings } from "./send.ts";
import { createTransport, type Transport } from "./transport.ts";

/** The options of a call, whatever its route. */
interface Init extends CallSettings {
  params?: { path?: object; query?: object };
  body?: unknown;
  bodySerializer?: (body: unknown) => unknown;
  parseAs?: ParseAs;
}

/** openapi-fetch's `request`, without its types. */
type RequestUntyped = (method: string, path: string, init: object) => Promise<Result<unknown>>;

/** The response of a call and its parsed body. */
type Content = Pick<Received, "response" | "data" | "error">;

/** Makes a request through openapi-fetch, with these options beside those of the call. */
type Send = (own: object) => Promise<Result<unknown>>;

const PARSE_AS: ParseAs[] = ["json", "text", "blob", "arrayBuffer", "stream"];

/** Tells openapi-fetch that there is nothing left to read. */
const ALREADY_READ = { ok: true, status: 204, headers: new Map() };

/**
 * Creates a client of the API: an openapi-fetch client with a deadline, retries and typed errors. Its
 * types are those of `Paths`: the document's, or those of a profile.
 *
 * @throws {InvalidRequestError} when an option is invalid; the message names it
 */
export function createClient<Paths extends object = paths>(
  options: ClientOptions,
): ApiClient<Paths>;
// `ReturnType` reads the last overload.
export function createClient(options: ClientOptions): ApiClient;
export function createClient(options: ClientOptions): ApiClient {
  const defaults = checkedDefaults(options);
  const baseUrl = checkedBaseUrl(options);
  const transport = createTransport(createSend(baseUrl, options), options);
  const client = createFetchClient({
    baseUrl,
    headers: checkedHeaders({ Accept: "application/json", ...userAgentOf(options) }),
    bodySerializer: serializeBody,
    // It is given the whole URL.
    pathSerializer: (url, values) => baseUrl + expandPath(url.slice(baseUrl.length), values),
    querySerializer: serializeQuery,
  });
  const request = client.request as RequestUntyped;
  let answer = answerBare;

  async function call(method: string, path: string, init: Init = {}): Promise<Result<unknown>> {
    const { params, body, bodySerializer, signal, parseAs = "json" } = init;
    const { timeoutMs = defaults.timeoutMs, retries = defaults.retries } = init;
    checkBounds(timeoutMs, retries);
    const headers = checkedHeaders(init.headers);
    if (!PARSE_AS.includes(parseAs)) throw new InvalidRequestError("parseAs is unknown");
    if (method === "GET" && body !== undefined) {
      throw new InvalidRequestError("a GET cannot have a body");
    }
    signal?.throwIfAborted();
    const route = `${method} ${path}`;
    const send: Send = (own) =>
      request(method, path, {
        // Without path parameters openapi-fetch would skip the path serializer.
        params: { path: params?.path || {}, query: params?.query },
        headers: parseAs === "json" ? headers : mergeHeaders({ Accept: "*/*" }, headers),
        body,
        bodySerializer: bodySerializer && withTypedError(bodySerializer),
        ...own,
      });
    const settings = { route, timeoutMs, retries, parseAs, signal };
    const { response, data, error } = await answer(send, transport, settings);
    return response.ok ? { data, response, route } : { error, response, route };
  }

  const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"].map((method) => [
    method,
    (path: string, init?: Init) => call(method, path, init),
  ]);
  return {
    ...Object.fromEntries(methods),
    use(...middleware: Middleware[]) {
      client.use(...middleware);
      answer = answerObserved;
    },
    eject: client.eject,
  } as unknown as ApiClient;
}

/** Skips the platform's Request and Response, which nothing looks at. */
async function answerBare(send: Send, transport: Transport, settings: Settings): Promise<Content> {
  let receiving: Promise<Received> | undefined;
  await send({
    Request: Outgoing,
    signal: settings.signal,
    // Awaited below: openapi-fetch would lose a rejection with null, 0 or "".
    fetch: async (outgoing: Outgoing) => {
      receiving = transport(outgoing, settings);
      return ALREADY_READ;
    },
  });
  return (await receiving) as Received;
}

/** Shows middleware the platform's Request and Response, within the deadline of the call. */
function answerObserved(send: Send, transport: Transport, settings: Settings): Promise<Content> {
  const { route, timeoutMs, signal, parseAs } = settings;
  // JSON is parsed after middleware.
  const reads = parseAs === "json" ? "text" : parseAs;
  const expired = () => new TimeoutError(route, timeoutMs);
  return withDeadline(timeoutMs, signal, expired, async ({ signal: ending }) => {
    const { response, data, error } = await send({
      parseAs: reads,
      signal: ending,
      fetch: async (outgoing: Request) => {
        const copy = await outgoingOf(outgoing, ending);
        return readable(await transport(copy, { ...settings, parseAs: reads }));
      },
    });
    return response.ok
      ? { response, ...contentOf(response, data, settings) }
      : { response, error: error === "" ? undefined : error };
  });
}

/** A response whose body can be read once more. */
function readable({ response, raw }: Received): Response {
  // A redirect that a browser hides has no status that a copy may have.
  if (!response.status) return response;
  const copy = new Response((raw as RequestInit["body"]) || null, response);
  notes.set(copy, notes.get(response) ?? "");
  return Object.defineProperty(copy, "url", { value: response.url });
}
