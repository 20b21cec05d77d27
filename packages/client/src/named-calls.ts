import type { operations, paths } from "@hosted-postgres/types";
import { routes } from "@hosted-postgres/types/routes";
import type {
  ApiClient,
  BodyOptions,
  CallSettings,
  Failure,
  ParseAs,
  Parsed,
  ParsingOptions,
  Result,
  Success,
} from "./api-client.ts";

/** A function for each route, named by its operationId. */
export type NamedCalls<Operations = operations> = {
  readonly [Id in keyof Operations]: NamedCall<Operations[Id]>;
};

/** Path parameters stand beside `query`, `body` and the settings: `{ project_id, body: … }`. */
export interface NamedCall<Op> {
  (
    ...options: Record<never, never> extends NamedOptions<Op>
      ? [options?: NamedOptions<Op>]
      : [options: NamedOptions<Op>]
  ): Promise<Result<Success<Op>, Failure<Op>>>;
  /** Reads the body as something other than JSON. */
  <As extends Exclude<ParseAs, "json">>(
    options: NamedOptions<Op, As> & { parseAs: As },
  ): Promise<Result<Parsed<As, never>, Failure<Op>>>;
  /** Method and path: `GET /projects`. */
  readonly route: string;
}

/** The options of a named call in one object: path parameters, `query`, `body` and settings. */
export type NamedOptions<Op, As extends ParseAs = "json"> = NamedParameters<Op> &
  BodyOptions<Op> &
  ParsingOptions<Op, As> &
  CallSettings;

type NamedParameters<Op> = Op extends { parameters: { path?: infer Path; query?: infer Query } }
  ? ([Path] extends [undefined] ? unknown : Path) & { query?: Query }
  : never;

/**
 * Adds a function per route, named by its operationId. It sends the same request as the path-style
 * call and resolves to the same result; both styles work on the returned client. A profile gives its
 * `operations` and `paths` as type arguments.
 */
export function withNamedCalls<Operations = operations, Paths extends object = paths>(
  client: ApiClient<Paths>,
): ApiClient<Paths> & NamedCalls<Operations>;
// `ReturnType` reads the last overload.
export function withNamedCalls(client: ApiClient): ApiClient & NamedCalls;
export function withNamedCalls(client: ApiClient): ApiClient & NamedCalls {
  const calls = Object.entries(routes).map(([id, route]) => {
    const [method, path] = route.split(" ") as [keyof ApiClient, string];
    const send = client[method] as unknown as (path: string, options: object) => unknown;
    const call = ({
      query,
      body,
      bodySerializer,
      headers,
      parseAs,
      retries,
      signal,
      timeoutMs,
      ...values
    }: Record<string, unknown> = {}) =>
      send(path, {
        params: { path: values, query },
        ...{ body, bodySerializer, headers, parseAs, retries, signal, timeoutMs },
      });
    return [id, Object.assign(call, { route })];
  });
  return { ...client, ...Object.fromEntries(calls) };
}
