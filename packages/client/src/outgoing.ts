/**
 * Stands in for the platform's `Request`, which copies the body: a POST would take 1.5 times as long.
 */
export class Outgoing {
  declare readonly url: string;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly body?: RequestInit["body"];
  declare readonly signal?: AbortSignal | undefined;

  constructor(url: string, init: Omit<Outgoing, "url">) {
    Object.assign(this, init, { url });
  }
}

/**
 * Copies a platform `Request`, as middleware saw or made it. Its body is read, since a stream could
 * not be sent a second time; its headers are copied, so that middleware never sees the key.
 */
export async function outgoingOf(
  { url, method, headers, body, signal }: Request,
  ending: AbortSignal | undefined,
): Promise<Outgoing> {
  return new Outgoing(url, {
    method,
    headers: new Headers(headers),
    body: body && (await new Response(body).arrayBuffer()),
    signal: ending ? AbortSignal.any([signal, ending]) : signal,
  });
}
