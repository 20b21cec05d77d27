/** The types of a call, computed from the `paths` of the document or of a profile. */
import type { paths } from "@hosted-postgres/types";
import type { Client, Middleware } from "openapi-fetch";

/** One typed function per HTTP method: `api.GET("/projects/{project_id}", { params: … })`. */
// `in out` spares the compiler the variance, which costs more than 30 calls.
export interface ApiClient<in out Paths extends object = paths> {
  readonly GET: Call<"get", Paths>;
  readonly PUT: Call<"put", Paths>;
  readonly POST: Call<"post", Paths>;
  readonly PATCH: Call<"patch", Paths>;
  readonly DELETE: Call<"delete", Paths>;
  /**
   * Adds openapi-fetch middleware. It sees each call once, whatever is retried below it: the client's
   * key, deadline, retries and redirect rule apply to the request that the last middleware leaves.
   */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
}

/** This client, or any other that openapi-fetch creates for the same paths. */
export type AnyClient<Paths extends object = paths> = ApiClient<Paths> | Client<Paths>;

/**
 * Resolves for every HTTP status; rejects when there is no response.
 *
 * @throws {InvalidRequestError} before anything is sent, when a parameter or the body cannot be sent
 * @throws {NetworkError} when there is no response, or it breaks off
 * @throws {TimeoutError} when the response is not complete in time
 * @throws {ParseError} when a 2xx is not JSON
 * @throws {ResponseTooLargeError} when a 2xx is larger than `maxResponseBytes`
 * @throws the reason of `signal`, unchanged, when that is aborted
 */
export type Call<M extends Method, Paths extends object = paths> = <
  P extends PathsWith<M, Paths>,
  As extends ParseAs = "json",
>(
  path: P,
  ...options: Record<never, never> extends CallOptions<RouteOf<Paths, P, M>, As>
    ? [options?: CallOptions<RouteOf<Paths, P, M>, As>]
    : [options: CallOptions<RouteOf<Paths, P, M>, As>]
) => Promise<Result<Parsed<As, Success<RouteOf<Paths, P, M>>>, Failure<RouteOf<Paths, P, M>>>>;

/** Decide by `response.ok`, as `unwrap` does: an error body may be empty, null or false. */
export type Result<Data, Failed = unknown> =
  | { data: Data; error?: never; response: Response; route?: string }
  | { data?: never; error: Failed; response: Response; route?: string };

/** The options of a call: the route's parameters and body, and the settings of any call. */
export type CallOptions<Op, As extends ParseAs = "json"> = Parameters<Op> &
  BodyOptions<Op> &
  ParsingOptions<Op, As> &
  CallSettings;

/** The settings of any call. */
export interface CallSettings {
  /** An `Authorization` here replaces the client's key for this call. */
  headers?: Record<string, string> | Headers | undefined;
  /** Aborts the call, its retries included; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds the whole call, in milliseconds: key, attempts, pauses and body. Default: the client's. */
  timeoutMs?: number | undefined;
  /** Further attempts of a GET. Default: the client's. Other methods are never repeated. */
  retries?: number | undefined;
}

/** The methods that the spec uses, as it writes them. */
export type Method = "get" | "put" | "post" | "patch" | "delete";

/** The paths that have a route of this method. */
export type PathsWith<M extends Method, Paths extends object = paths> = {
  [P in keyof Paths]: Paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof Paths];

/** The operation of a path and method. */
export type RouteOf<Paths, P extends keyof Paths, M> = M extends keyof Paths[P]
  ? Paths[P][M]
  : never;

/** The way to read a 2xx. All but JSON accept any media type; a stream ends the timeout early. */
export type ParseAs = "json" | keyof Raw;

/** The type of a 2xx read that way. */
export type Parsed<As extends ParseAs, Json> = As extends keyof Raw ? Raw[As] : Json;

interface Raw {
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  stream: Response["body"];
}

/** The statuses of a success in a profile. The document shows none, so its spec has `2XX`. */
type Ok = 200 | 201 | 202 | 204;

/** The body of a 2xx; `unknown` where it is not shown, `null` where there is none. */
export type Success<Op> = Op extends { responses: { "2XX": { content: infer Content } } }
  ? Content[keyof Content]
  : Op extends { responses: infer Responses }
    ? Body<Responses[Extract<keyof Responses, Ok>]>
    : never;

/** The body of any other status; `unknown` where it is not shown. */
export type Failure<Op> = Op extends { responses: { "2XX": unknown } }
  ? unknown
  : Op extends { responses: infer Responses }
    ? Body<Responses[Exclude<keyof Responses, Ok>]>
    : never;

type Body<Answer> = Answer extends { content: infer Content } ? Content[keyof Content] : null;

type Parameters<Op> = Op extends { parameters: { path?: infer Path; query?: infer Query } }
  ? [Path] extends [undefined]
    ? { params?: { path?: never; query?: Query } }
    : { params: { path: Path; query?: Query } }
  : never;

export type BodyOptions<Op> = Op extends {
  requestBody: { content: infer Content };
}
  ? { body: Content extends { "application/json": infer B } ? B : FormData }
  : Op extends { requestBody?: never }
    ? { body?: never }
    : // An undocumented body is unknown: it may be a form or bytes; bytes need a serializer.
      {
        body?: OptionalBody<Op>;
        bodySerializer?: (body: never) => NonNullable<RequestInit["body"]>;
      };

type OptionalBody<Op> = Op extends { requestBody?: { content: { "application/json": infer B } } }
  ? B
  : never;

export type ParsingOptions<Op, As> = [Success<Op>] extends [Blob]
  ? { parseAs: As & Exclude<ParseAs, "json"> }
  : { parseAs?: As };
