import type { operations, paths } from "@hosted-postgres/types";
import { routesByTag } from "@hosted-postgres/types/routes";
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

/** A function for each route, named by its operationId, under the tag of the API's reference. */
export type NamedCalls<Operations = operations> = {
  readonly [Tag in keyof Tags]: {
    readonly [Id in keyof Pick<Operations, keyof Tags[Tag] & keyof Operations>]: NamedCall<
      Operations[Id]
    >;
  };
};

type Tags = typeof routesByTag;

/** Path parameters stand beside `query`, `body` and the settings: `{ project_id, body: … }`. */
// One signature: editors show the text of a route only for a call without overloads.
export interface NamedCall<Op> {
  <As extends ParseAs = "json">(
    ...options: Record<never, never> extends NamedOptions<Op>
      ? [options?: NamedOptions<Op, As>]
      : [options: NamedOptions<Op, As>]
  ): Promise<Result<Parsed<As, Success<Op>>, Failure<Op>>>;
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
 * Adds a function per route, by tag and operationId: `api.branches.listBranches`. It sends the same
 * request as the path-style call and resolves to the same result; both styles work on the returned
 * client. A profile gives its `operations` and `paths` as type arguments.
 */
export function withNamedCalls<Operations = operations, Paths extends object = paths>(
  client: ApiClient<Paths>,
): ApiClient<Paths> & NamedCalls<NoInfer<Operations>>;
// `ReturnType` reads the last overload.
export function withNamedCalls(client: ApiClient): ApiClient & NamedCalls;
export function withNamedCalls(client: ApiClient): ApiClient & NamedCalls {
  const groups = Object.entries(routesByTag).map(([tag, routes]) => {
    const calls = Object.entries(routes).map(([id, route]) => [id, namedCall(client, route)]);
    return [tag, Object.fromEntries(calls)];
  });
  return { ...client, ...Object.fromEntries(groups) };
}

function namedCall(client: ApiClient, route: string) {
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
  return Object.assign(call, { route });
}
