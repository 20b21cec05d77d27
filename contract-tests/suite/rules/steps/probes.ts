/** Requests that the client would never send, to every route at once. */
import assert from "node:assert/strict";
import { ABSENT_ID, ABSENT_KEY_ID } from "../../run/changes.ts";
import type { Context } from "../../run/context.ts";
import { send } from "../../run/send.ts";
import type { Target } from "../../run/target.ts";
import { type Route, route as routeOf, routes } from "../../spec/routes.ts";
import { assertDenied, atLeastOne } from "./asserts.ts";

/** Ids of things that do not exist, by the name of each path parameter. */
export const ABSENT_IDS: Target["ids"] = Object.fromEntries(
  routes.flatMap(({ pathParameters }) => pathParameters.map((name) => [name, absentId(name)])),
);

/** Concurrent requests: enough for a distant server, few enough for a small one. */
const AT_ONCE = 8;

export interface Probe {
  route: Route;
  ids: Target["ids"];
  /** Default: the first example of the spec, if the route takes a body. */
  body?: string | null;
  contentType?: string | null;
  query?: string;
}

/**
 * Every route that may be sent something that has to be refused: to things that exist where nobody
 * needs them, else to things that do not, so that a server that lets it in loses nothing.
 */
export function probesOf(target: Target): Probe[] {
  const { changes, routes, ids } = target;
  if (changes !== "all") return absentProbesOf(target);
  return routes.map((route) => ({ route, ids: { ...ABSENT_IDS, ...ids } }));
}

/** The same, for things that do not exist. */
export function absentProbesOf({ changes, routes }: Target): Probe[] {
  return routes
    .filter(({ method, pathParameters }) => {
      return pathParameters.length > 0 || (method === "GET" && changes !== "all");
    })
    .map((route) => ({ route, ids: ABSENT_IDS }));
}

/** Sends a probe with these headers, its content type and Accept: application/json only. */
export function sendProbe(
  { fetch, target }: Pick<Context, "fetch" | "target">,
  { route: { method, path, body: documented }, ids, query = "", ...given }: Probe,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${ids[name]}`));
  const { body = documented ? JSON.stringify(Object.values(documented.examples)[0]) : null } =
    given;
  const { contentType = body === null ? null : "application/json" } = given;
  const type = contentType === null ? {} : { "content-type": contentType };
  const sent = { accept: "application/json", ...type, ...headers };
  return fetch(`${target.url}${place}${query}`, { method, headers: sent, body });
}

/** Every probe is answered 401. A failure names, and keeps as exchanges, only the others. */
export async function assertAll401(
  context: Pick<Context, "fetch" | "target" | "exchanges">,
  sent: readonly Probe[],
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  atLeastOne([...sent], "no route can be asked");
  const { exchanges } = context;
  const from = exchanges.length;
  for (let start = 0; start < sent.length; start += AT_ONCE) {
    const chunk = sent.slice(start, start + AT_ONCE);
    await Promise.all(chunk.map((probe) => sendProbe(context, probe, headers)));
  }
  const open = exchanges.slice(from).filter(({ status }) => status !== 401);
  if (open.length > 0) exchanges.splice(from, Number.POSITIVE_INFINITY, ...open);
  const named = open.slice(0, 3).map(({ route, status }) => `${route?.name} ${status}`);
  const others = open.length > 3 ? `, and ${open.length - 3} more` : "";
  assert.equal(open.length, 0, `not answered 401: ${named.join(", ")}${others}`);
}

function absentId(name: string): string | number {
  if (name === "key_id") return ABSENT_KEY_ID;
  // An object's key may contain slashes.
  if (name === "object_key") return `${ABSENT_ID}/1`;
  return name === "endpoint_id" ? `ep-${ABSENT_ID}` : ABSENT_ID;
}

export async function assertBodyRefused(
  { client, fetchWrong, target }: Context,
  name: string,
  body: unknown,
) {
  const api = client({ fetch: fetchWrong });
  const { response } = await send(api, routeOf(name), { ids: target.ids, body });

  assertDenied(response, `${name} with ${JSON.stringify(body)}`);
}
