/** The service as a fetch: no socket, the same answers. */
import type { Answer, PlainRequest } from "./service.ts";

type Exchange = (
  request: PlainRequest,
  signal?: AbortSignal | null,
) => Answer | Promise<Answer | undefined>;

export function fetchOf(exchange: Exchange) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? new Request(input, init) : undefined;
    const { method = "GET", headers, body, signal } = request ?? init;
    if (signal?.aborted) throw signal.reason;
    const { pathname, search } = new URL(request?.url ?? String(input));
    const given = new Headers(headers);
    const read = await bodyOf(request ?? body, given);
    const answer = await exchange(
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
    if (signal?.aborted) throw signal.reason;
    if (!answer) throw dropped();
    const hasBody = method !== "HEAD" && answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? answer.body : null, answer);
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

/** As the platform's fetch fails when the other side hangs up. */
function dropped(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  return new TypeError("fetch failed", { cause });
}
