/**
 * Serves the service as a fetch function, without a socket. Like the platform's, it lets timers run
 * before it answers: a loop of requests would starve them otherwise.
 */
import { setImmediate } from "node:timers/promises";
import type { Respond } from "./http.ts";

export function fetchOf(respond: Respond) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? new Request(input, init) : undefined;
    const { method = "GET", headers, body, signal } = request ?? init;
    if (signal?.aborted) throw signal.reason;
    const { pathname, search } = new URL(request?.url ?? String(input));
    const given = new Headers(headers);
    const read = await bodyOf(request ?? body, given);
    const response = await respond(
      {
        method: method.toUpperCase(),
        target: `${pathname}${search}`,
        authorization: given.get("authorization"),
        contentType: given.get("content-type"),
        contentEncoding: given.get("content-encoding"),
        body: read,
      },
      signal,
    );
    await setImmediate();
    if (signal?.aborted) throw signal.reason;
    if (!response) throw connectionDropped();
    const hasBody = method !== "HEAD" && response.status !== 204 && response.status !== 304;
    return new Response(hasBody ? response.body : null, response);
  };
}

async function bodyOf(body: Request | RequestInit["body"], headers: Headers) {
  if (body === undefined || body === null || typeof body === "string") {
    if (typeof body === "string" && !headers.has("content-type")) {
      headers.set("content-type", "text/plain;charset=UTF-8");
    }
    return body ?? undefined;
  }
  const source = body instanceof Request ? body : new Response(body);
  const type = source.headers.get("content-type");
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return new Uint8Array(await source.arrayBuffer());
}

/** The error of the platform's fetch when the server hangs up. */
function connectionDropped(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return new TypeError("fetch failed", { cause });
}
