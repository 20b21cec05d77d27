/** Asks a server which of the documented routes it serves, and which ids its answers show. */
import { ABSENT_ID } from "../run/changes.ts";
import type { Target } from "../run/target.ts";
import { type Route, routes } from "../spec/routes.ts";
import { type Ask, asking, fieldOf, listOf, type Shown, segment } from "./prepare.ts";
import { PARAMETERS } from "./server.ts";

export interface Probed {
  /** The ids that the answers show, and those that the target names. */
  ids: Target["ids"];
  /** Answered other than by "there is no such route". */
  served: Route[];
  /** Could not be told, but what their path leads through is served. */
  presumed: Route[];
  /** Answered so, or the path that they lead through is. */
  unserved: Route[];
  /** Not asked. */
  unknown: Route[];
}

/** There is no such route, or no such method of it. */
const ABSENT_STATUSES: readonly number[] = [404, 405, 410, 501];

/**
 * Sends each GET whose ids are known with the key, and the others without one, at ids that do not exist.
 *
 * @param asksAll also sends the other methods, in the second way
 * @throws {Error} when the server does not respond
 */
export async function probe(target: Target, { asksAll }: { asksAll: boolean }): Promise<Probed> {
  const ask = asking(target);
  const { ids, statuses } = await readAll(target, ask);
  const left = routes.filter(
    ({ name, method }) => !statuses.has(name) && (asksAll || method === "GET"),
  );
  for (const [name, status] of await askKeyless(ask, left)) statuses.set(name, status);
  const probed: Probed = { ids, served: [], presumed: [], unserved: [], unknown: [] };
  for (const route of routes) {
    const asked = statuses.get(route.name);
    const status = asked ?? (asksAll ? statusAbove(route, statuses) : undefined);
    if (status === undefined) probed.unknown.push(route);
    else if (ABSENT_STATUSES.includes(status)) probed.unserved.push(route);
    else (asked === undefined ? probed.presumed : probed.served).push(route);
  }
  return probed;
}

/** Short paths first, because their answers show the ids of longer ones. */
async function readAll(target: Target, ask: Ask) {
  const statuses = new Map<string, number>();
  let { ids } = target;
  const gets = routes.filter(({ method }) => method === "GET");
  for (const route of gets.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    if (!route.pathParameters.every((name) => ids[name] !== undefined)) continue;
    const query = new URLSearchParams(target.queries?.[route.name]).toString();
    const answer = await ask(`${pathOf(route, ids)}${query && `?${query}`}`);
    statuses.set(route.name, answer.status);
    ids = { ...idsIn(route, answer, ids), ...ids };
  }
  return { ids, statuses };
}

/** A server that refuses every request without a key, whatever its path, is not asked. */
async function askKeyless(
  ask: Ask,
  left: readonly Route[],
): Promise<[name: string, status: number][]> {
  const control = await ask(`/${ABSENT_ID}`, "");
  if (!ABSENT_STATUSES.includes(control.status)) return [];
  const absent = Object.fromEntries([...PARAMETERS].map((name) => [name, ABSENT_ID]));
  const found: [string, number][] = [];
  for (const route of left) {
    found.push([route.name, (await ask(pathOf(route, absent), "", route.method)).status]);
  }
  return found;
}

/** Ids in an answer whose shape the document shows, of the things that the target names already. */
function idsIn({ responseShown }: Route, { status, json }: Shown, ids: Target["ids"]) {
  const found: Record<string, string | number> = {};
  if (!responseShown || status >= 300) return found;
  for (const [name, value] of Object.entries(Object(json) as object)) {
    const own = `${name.replace(/s$/, "")}_id`;
    const items = Array.isArray(value) ? listOf(value) : [value];
    const item = items.find((it) => fieldOf(it, "id") === ids[own]) ?? items[0];
    const fields: [string, unknown][] = [
      [own, fieldOf(item, "id")],
      ...Object.entries(Object(item) as object),
    ];
    for (const [field, id] of fields) {
      if (PARAMETERS.has(field) && (typeof id === "string" || typeof id === "number"))
        found[field] ??= id;
    }
  }
  return found;
}

/** The answer to the nearest path above that was asked. */
function statusAbove({ path }: Route, statuses: ReadonlyMap<string, number>): number | undefined {
  for (let above = path; above; above = above.slice(0, above.lastIndexOf("/"))) {
    const status = statuses.get(`GET ${above}`);
    if (status !== undefined) return status;
  }
  return undefined;
}

function pathOf({ path }: Route, ids: Target["ids"]): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segment(ids[name]));
}

function depthOf({ path }: Route): number {
  return path.split("/").length;
}
