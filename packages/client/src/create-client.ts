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
import { contentOf, createSend, type Received } from "./send.ts";
import { createTransport } from "./transport.ts";

/** The options of a call, whatever its route. */
interface Init extends CallSettings {
  params?: { path?: object; query?: object };
  body?: unknown;
  bodySerializer?: (body: unknown) => unknown;
  parseAs?: ParseAs;
}

/** openapi-fetch's `request`, without its types. */
type RequestUntyped = (method: string, path: string, init: object) => Promise<Result<unknown>>;

const PARSE_AS: ParseAs[] = ["json", "text", "blob", "arrayBuffer", "stream"];

/** Tells openapi-fetch that there is nothing left to read. */
const ALREADY_READ = { ok: true, status: 204, headers: new Map() };

/**
 * Creates a client of the API: an openapi-fetch client with a deadline, retries and typed errors.
 *
 * @throws {InvalidRequestError} when an option is invalid; the message names it
 */
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
  let hasMiddleware = false;

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
    const isSeen = hasMiddleware;
    // After middleware, JSON is parsed here.
    const reads = isSeen && parseAs === "json" ? "text" : parseAs;
    const settings = { route, timeoutMs, retries, parseAs: reads, signal };
    const expired = () => new TimeoutError(route, timeoutMs);
    return isSeen ? withDeadline(timeoutMs, signal, expired, run) : run();

    async function run(ending = signal): Promise<Result<unknown>> {
      let receiving: Promise<Received> | undefined;
      const result = await request(method, path, {
        // Without path parameters openapi-fetch would skip the path serializer.
        params: { path: params?.path || {}, query: params?.query },
        headers: parseAs === "json" ? headers : mergeHeaders({ Accept: "*/*" }, headers),
        body,
        bodySerializer: bodySerializer && withTypedError(bodySerializer),
        Request: isSeen ? undefined : Outgoing,
        parseAs: settings.parseAs,
        signal: ending,
        fetch: async (sent: Request | Outgoing) => {
          receiving = transport(
            isSeen ? await outgoingOf(sent as Request, ending) : (sent as Outgoing),
            settings,
          );
          return isSeen ? readable(await receiving) : ALREADY_READ;
        },
      });
      const { response, data, error } = isSeen
        ? result
        : ((await receiving) as unknown as Received);
      return response.ok
        ? {
            data: isSeen ? contentOf(response, data, { ...settings, parseAs }).data : data,
            response,
            route,
          }
        : { error: isSeen && error === "" ? undefined : error, response, route };
    }
  }

  const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"].map((method) => [
    method,
    (path: string, init?: Init) => call(method, path, init),
  ]);
  return {
    ...Object.fromEntries(methods),
    use(...middleware: Middleware[]) {
      client.use(...middleware);
      hasMiddleware = true;
    },
    eject: client.eject,
  } as unknown as ApiClient;
}

/** A response whose body can be read once more. */
function readable({ response, raw }: Received): Response {
  // A redirect that a browser hides has no status that a copy may have.
  if (!response.status) return response;
  const copy = new Response((raw as RequestInit["body"]) || null, response);
  notes.set(copy, notes.get(response) ?? "");
  return Object.defineProperty(copy, "url", { value: response.url });
}
