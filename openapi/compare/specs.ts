import type { Change, RouteChange } from "./change.ts";
import type { Spec } from "./openapi.ts";
import { routesOf } from "./route.ts";
import { compareRoutes } from "./routes.ts";
import { compareWords } from "./words.ts";

/**
 * Lists every change from one bundled spec to the next, breaking ones first. A change of a shared
 * schema is one change, with all the routes it reaches.
 */
export function compareSpecs(before: Spec, after: Spec): Change[] {
  const [old, now] = [routesOf(before), routesOf(after)];
  const kept = [...old].flatMap(([route, b]) => {
    const a = now.get(route);
    if (!a) return [changed("route-removed", true, route, "was removed", [route])];
    return compareRoutes(b, a).map((change) => ofRoute(change, route));
  });
  const added = missing([...now.keys()], [...old.keys()]).map((route) =>
    changed("route-added", false, route, "was added", [route]),
  );
  const changes = [
    ...compareServers(before, after),
    ...compareSchemaNames(before, after),
    ...kept,
    ...added,
    ...compareWords(before, after),
  ];
  return grouped(changes).sort((one, other) => Number(other.breaking) - Number(one.breaking));
}

function changed(
  kind: string,
  breaking: boolean,
  where: string,
  what: string,
  routes: string[] = [],
): Change {
  return { kind, breaking, where, what, routes };
}

function ofRoute({ where = "", ...change }: RouteChange, route: string): Change {
  return { ...change, where: where || route, routes: [route] };
}

function compareServers(before: Spec, after: Spec): Change[] {
  const urls = ({ servers = [] }: Spec) => servers.map(({ url }) => url);
  const [old, now] = [urls(before), urls(after)];
  return [
    ...missing(old, now).map((url) => changed("server-removed", true, url, "was removed")),
    ...missing(now, old).map((url) => changed("server-added", false, url, "was added")),
  ];
}

/** The generated types export every schema under its name. */
function compareSchemaNames(before: Spec, after: Spec): Change[] {
  const names = ({ components }: Spec) => Object.keys(components?.schemas ?? {});
  const [old, now] = [names(before), names(after)];
  return [
    ...missing(old, now).map((name) => changed("schema-removed", true, name, "was removed")),
    ...missing(now, old).map((name) => changed("schema-added", false, name, "was added")),
  ];
}

function missing(names: string[], from: string[]): string[] {
  return names.filter((name) => !from.includes(name));
}

/** Joins changes that say the same of several routes. */
function grouped(changes: Change[]): Change[] {
  const groups = new Map<string, Change>();
  for (const { routes, ...rest } of changes) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { ...rest, routes: [] };
    group.routes.push(...missing(routes, group.routes));
    groups.set(key, group);
  }
  return [...groups.values()];
}
