/** Sends every route, ordered so that each one finds what it needs, made by earlier ones. */
import type { Context } from "../../run/context.ts";
import type { Exchange } from "../../run/exchange.ts";
import { send } from "../../run/send.ts";
import type { Target } from "../../run/target.ts";
import { routes as documented, type Route, routes } from "../../spec/routes.ts";
import { ABSENT_IDS } from "./probes.ts";
import { whenFree } from "./target.ts";

export const METHODS = ["GET", "PUT", "POST", "PATCH", "DELETE"];

const NAMES = new Set(documented.flatMap(({ pathParameters }) => pathParameters));

const PATHS = new Set(documented.map(({ path }) => path));

/** Ids that exist from the start, so no answer has to name them. */
const GIVEN = ["project_id", "branch_id", "endpoint_id", "org_id", "source_org_id"];

type Ids = Target["ids"];

/** Sorts routes: creations first, parents before children; deletions last. */
export function inOrder(routes: readonly Route[]): Route[] {
  return routes.toSorted((a, b) => rank(a) - rank(b));
}

/** Routes that create something below a project. */
export function makers(): Route[] {
  return inOrder(documented).filter(({ method, path }) => {
    const makes = method === "POST" || method === "PUT";
    return makes && path.startsWith("/projects/{project_id}/") && !path.includes("/transfer_");
  });
}

/** A route that was sent; `absent` names the path parameters for which nothing is known. */
export interface Sent {
  route: Route;
  status: number;
  absent: string[];
}

/** Sends routes in turn with the ids that earlier answers gave; returns all ids at the end. */
export async function* everyRoute(
  context: Context,
  routes: readonly Route[],
  given: Ids = context.target.ids,
): AsyncGenerator<Sent, Ids> {
  const { api, target, unique } = context;
  let ids = { ...ABSENT_IDS, ...given };
  const { project_id, free_branch_id, other_free_branch_id } = given;
  const bodies: Record<string, unknown> = {
    "POST /projects/{project_id}/endpoints": {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    },
    "PATCH /projects/{project_id}/endpoints/{endpoint_id}": {
      endpoint: { branch_id: other_free_branch_id },
    },
    "POST /organizations/{org_id}/api_keys": { key_name: unique("every-route"), project_id },
    ...target.bodies,
  };
  /** By the path of the list, because personal and organization keys have different ids. */
  const inList = new Map<string, string | number>();
  for (const route of routes) {
    const own = ownIds(route, inList);
    const sending = {
      ids: { ...ids, ...(target.bodies === undefined && spared(route)), ...own },
      body: bodies[route.name],
    };
    const { data, response } = await whenFree(context, () => send(api, route, sending));
    const absent = route.pathParameters.filter((name) => sending.ids[name] === ABSENT_IDS[name]);
    yield { route, status: response.status, absent };
    if (!response.ok || route.method === "GET" || route.method === "DELETE") continue;
    // A target without state knows only the ids of the examples.
    if (target.lacks.state !== undefined) continue;
    const name = nameIn(route.path);
    ids = { ...ids, ...learned(data, [...GIVEN, ...route.pathParameters, name]) };
    const made = madeIn(data, name);
    if (made !== undefined) inList.set(route.path, made);
  }
  const made = [...inList].map(([path, id]) => [nameIn(path), id] as const);
  return { ...ids, ...Object.fromEntries(made.filter(([name]) => !GIVEN.includes(`${name}`))) };
}

/** Sends an absent id where a route would remove or give away something that the run did not make. */
function spared({ method, path, pathParameters }: Route): Ids {
  const isLost = method === "DELETE" || path.includes("transfer");
  const last = pathParameters.at(-1);
  return isLost && last !== undefined ? { [last]: `${ABSENT_IDS[last]}` } : {};
}

/** The path parameter that names an element of this list. */
function nameIn(path: string): string | undefined {
  return [...NAMES].find((name) => PATHS.has(`${path}/{${name}}`));
}

/** The id of the thing that a POST to a list created. */
function madeIn(data: unknown, name: string | undefined): string | number | undefined {
  if (name === undefined || name === "project_id" || !isObject(data)) return undefined;
  const inside = Object.values(data).filter(isObject);
  const named = name.endsWith("_name") ? "name" : "id";
  return [data, ...inside].flatMap((object) => [object[name], object[named]]).find(isId);
}

/** Ids in an answer that are named like path parameters and not known yet. */
function learned(data: unknown, known: (string | undefined)[]): Record<string, string | number> {
  if (!isObject(data)) return {};
  const [operation] = Array.isArray(data.operations) ? data.operations : [];
  const inside = Object.entries(data).map(([name, value]) => [`${name}_id`, Object(value).id]);
  const named = [...Object.entries(data), ...inside].filter(
    (entry): entry is [string, string | number] =>
      NAMES.has(entry[0]) && !known.includes(entry[0]) && isId(entry[1]),
  );
  return {
    ...Object.fromEntries(named),
    ...(isObject(operation) && isId(operation.id) && { operation_id: operation.id }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Ids of things created in the lists along the path; given ids win, except for the last. */
function ownIds({ path, pathParameters }: Route, inList: Map<string, string | number>) {
  const own = pathParameters.flatMap((name) => {
    const place = path.indexOf(`/{${name}}`);
    const id = inList.get(path.slice(0, place));
    const isLast = path.endsWith(`{${name}}`);
    return id === undefined || (GIVEN.includes(name) && !isLast) ? [] : [[name, id] as const];
  });
  return Object.fromEntries(own);
}

function rank({ method, path }: Route): number {
  const depth = path.split("/").length;
  if (path.endsWith("/recover")) return 400;
  // Requests after the revocation of our own key would prove nothing.
  if (method === "DELETE" && path.endsWith("{key_id}")) return 500;
  if (method === "DELETE") return 300 - depth;
  if (method === "GET" || method === "PATCH") return 100 + depth;
  // Only an active compute restarts.
  return path.endsWith("/suspend") ? depth + 0.5 : depth;
}

/** Sends a route of each method, with or without a body; returns the exchanges. */
export async function oneOfEachMethod(
  { api, target, exchanges }: Context,
  { withBody = true } = {},
): Promise<Exchange[]> {
  for (const method of METHODS) {
    const isJson = ({ success }: Route) => success.type === "application/json";
    const fitting = routes.filter((route) => route.method === method && isJson(route));
    const route = fitting.find(({ body }) => (body !== undefined) === withBody);
    if (route ?? withBody) await send(api, (route ?? fitting[0]) as Route, { ids: target.ids });
  }
  return exchanges;
}
