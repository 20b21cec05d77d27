/** Sends a documented route through the client. */
import type { ApiClient, Result } from "@hosted-postgres/client";
import type { Route } from "../spec/routes.ts";
import { Blocked } from "./blocked.ts";
import type { Target } from "./target.ts";

export interface Sending {
  /** By path parameter. */
  ids: Readonly<Record<string, string | number | undefined>>;
  headers?: Record<string, string> | undefined;
  /** Default: the first example of the spec. */
  body?: unknown;
  /** By route, in place of the spec's examples. Default: none. */
  bodies?: Target["bodies"];
}

/** Query and body default to the spec's examples. Rejects with `Blocked` when an id is missing. */
export async function send(
  api: ApiClient,
  { name, method, path, pathParameters, query, body, success, responseShown }: Route,
  { ids, headers = {}, body: ownBody, bodies }: Sending,
): Promise<Result<unknown>> {
  const unknown = pathParameters.find((parameter) => ids[parameter] === undefined);
  if (unknown !== undefined) throw new Blocked(`no ${unknown} is known`);
  const call = api[method] as (path: string, init: object) => Promise<Result<unknown>>;
  const isJson = success.type === "application/json";
  const result = await call(path, {
    params: {
      path: Object.fromEntries(pathParameters.map((parameter) => [parameter, ids[parameter]])),
      query,
    },
    body: ownBody ?? bodies?.[name] ?? (body && Object.values(body.examples)[0]),
    headers: { ...(isJson && { Accept: "application/json" }), ...headers },
    parseAs: isJson && responseShown ? "json" : "text",
  });
  return isJson && !responseShown && result.response.ok ? withJson(result) : result;
}

/** An undocumented body may not be JSON at all. */
function withJson(result: Result<unknown>): Result<unknown> {
  try {
    return { ...result, data: JSON.parse(String(result.data)) } as Result<unknown>;
  } catch {
    return result;
  }
}
