/** The arguments of a `fetch`, under the names that openapi-fetch expects of a `Request`. */
export interface RequestParts {
  method: string;
  headers: Headers;
  body?: RequestInit["body"];
  signal?: AbortSignal | undefined;
}

/**
 * Stands in for the platform's `Request`, which copies the body: a POST would take 1.5 times as long.
 */
export class Outgoing implements RequestParts {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: RequestInit["body"];
  readonly signal: AbortSignal | undefined;

  constructor(url: string, { method, headers, body, signal }: RequestParts) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.signal = signal;
  }
}

/**
 * Copies a platform `Request`, as middleware saw or made it. Its body is read, since a stream could
 * not be sent a second time; its headers are copied, so that middleware never sees the key.
 */
export async function outgoingOf(
  request: Request,
  ...signals: (AbortSignal | undefined)[]
): Promise<Outgoing> {
  const { url, method, headers } = request;
  const body = request.body ? await request.arrayBuffer() : undefined;
  const present = [request.signal, ...signals].filter((signal) => signal !== undefined);
  return new Outgoing(url, {
    method,
    headers: new Headers(headers),
    body,
    signal: AbortSignal.any(present),
  });
}
