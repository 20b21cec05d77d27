/** One request and its answer, as on the wire, with the documented route they belong to. */
import { type Route, routes } from "../spec/routes.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Exchange {
  method: string;
  /** As passed to fetch, percent-encoded. */
  url: string;
  /** Below the base URL, without the query. */
  path: string;
  headers: Headers;
  body: RequestInit["body"];
  sentAtMs: number;
  /** Undefined if this method and path are not documented. */
  route?: Route | undefined;
  /** The path parameters, decoded. */
  ids: Record<string, string>;
  query: URLSearchParams;
  /** Set when the suite made the request wrong on purpose. */
  isWrong?: boolean;
  /** Undefined until the answer arrives. */
  status?: number;
  answer?: Response;
  /** The whole body; undefined if the connection broke. */
  text?: string | undefined;
  /** Undefined if the body is not JSON. */
  json?: unknown;
}

/** An exchange with an answer. */
export type Answer = Exchange & Required<Pick<Exchange, "status" | "answer">>;

export function exchangeOf(url: string, init: RequestInit, baseUrl: string): Exchange {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
  const method = init.method ?? "GET";
  return {
    method,
    url,
    path,
    headers: new Headers(init.headers),
    body: init.body,
    sentAtMs: performance.now(),
    query: searchParams,
    ...routeOf(method, path),
  };
}

/** The documented route, or method and path where there is none. */
export function requestNameOf({
  method,
  path,
  route,
}: Pick<Exchange, "method" | "path" | "route">): string {
  return route?.name ?? `${method} ${path}`;
}

/** Returns the key that a request was sent with. */
export function bearerOf({ headers }: Pick<Exchange, "headers">): string | undefined {
  return /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
}

/** Reads the answer and returns an equal one, which is cheaper than `clone()`. */
export async function record(exchange: Exchange, response: Response): Promise<Response> {
  exchange.answer = response;
  exchange.status = response.status;
  if (response.body === null) return response;
  let body: ArrayBuffer | ReadableStream | undefined;
  try {
    body = await response.arrayBuffer();
    // A byte order mark is no JSON.
    exchange.text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
    exchange.json = JSON.parse(exchange.text);
  } catch (error) {
    // A broken body breaks for the caller too; a body that is not JSON is kept as text.
    body ??= new ReadableStream({ start: (controller) => controller.error(error) });
  }
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const patterns = routes
  .map((route) => ({ route, segments: route.path.split("/") }))
  // A literal segment wins over a placeholder.
  .sort((a, b) => a.route.pathParameters.length - b.route.pathParameters.length);

function routeOf(method: string, path: string): Pick<Exchange, "route" | "ids"> {
  const given = path.split("/");
  for (const { route, segments } of patterns) {
    if (route.method !== method || segments.length !== given.length) continue;
    const ids: Record<string, string> = {};
    const fits = segments.every((segment, place) => {
      const value = given[place] ?? "";
      if (!segment.startsWith("{")) return segment === value;
      ids[segment.slice(1, -1)] = decodeURIComponent(value);
      return true;
    });
    if (fits) return { route, ids };
  }
  return { ids: {} };
}
