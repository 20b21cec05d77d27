/** HTTP messages without a network: the service speaks these, and its adapters translate them. */

/** "The API version is part of the base address: {base_url} ends with the path prefix `/api/v2`." */
export const PREFIX = "/api/v2";

export interface PlainRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  authorization?: string | null | undefined;
  contentType?: string | null | undefined;
  contentEncoding?: string | null | undefined;
  body?: string | Uint8Array | undefined;
  /** Set when the adapter stopped reading the body. */
  bodyIsTooLarge?: boolean | undefined;
}

export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Gives undefined when the connection is to be dropped. */
export type Respond = (
  request: PlainRequest,
  signal?: AbortSignal | null,
) => PlainResponse | Promise<PlainResponse | undefined>;

export function jsonResponse(
  status: number,
  body: unknown,
  headers?: Record<string, string>,
): PlainResponse {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}
