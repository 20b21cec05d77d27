/** One request and its answer, as they were on the wire, and the route they belong to. */
import { type Route, routes } from "../spec/routes.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Exchange {
  method: string;
  /** As it was passed to fetch, so with its encoding. */
  url: string;
  headers: Headers;
  body: RequestInit["body"];
  sentAtMs: number;
  /** Undefined if the document has none for this method and path. */
  route?: Route | undefined;
  /** The path parameters, decoded. */
  ids: Record<string, string>;
  query: URLSearchParams;
  /** Undefined as long as there is no answer. */
  status?: number;
  answer?: Response;
  /** The whole body; undefined if it broke off. */
  text?: string | undefined;
  /** Undefined if it is no JSON. */
  json?: unknown;
}

/** An exchange that was answered. */
export type Answer = Exchange & Required<Pick<Exchange, "status" | "answer">>;

export function exchangeOf(url: string, init: RequestInit, baseUrl: string): Exchange {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length);
  const method = init.method ?? "GET";
  return {
    method,
    url,
    headers: new Headers(init.headers),
    body: init.body,
    sentAtMs: performance.now(),
    query: searchParams,
    ...routeOf(method, path),
  };
}

/** The key it was sent with. */
export function bearerOf({ headers }: Pick<Exchange, "headers">): string | undefined {
  return /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
}

/** Reads the answer, and gives one like it, which is cheaper than a clone that waits for both. */
export async function record(exchange: Exchange, response: Response): Promise<Response> {
  exchange.answer = response;
  exchange.status = response.status;
  if (response.body === null) return response;
  let body: ArrayBuffer | ReadableStream | undefined;
  try {
    body = await response.arrayBuffer();
    exchange.text = new TextDecoder().decode(body);
    exchange.json = JSON.parse(exchange.text);
  } catch (error) {
    // Whoever asked for it will see that it broke off; that it is no JSON shows in the text.
    body ??= new ReadableStream({ start: (controller) => controller.error(error) });
  }
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const patterns = routes
  .map((route) => ({ route, segments: route.path.split("/") }))
  // A word of a path goes before a placeholder.
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
