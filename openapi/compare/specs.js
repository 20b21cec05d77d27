/** What changed between two specs, and which of it breaks a caller. */
import { compareRoutes } from "./routes.js";
import { resolved, schemaReader } from "./schema-reader.js";

const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];
/** What a reader sees and no program depends on. */
const WORDS = ["title", "summary", "description", "example", "examples", "tags", "externalDocs"];

/**
 * @typedef {object} Change
 * @property {string} kind name of the rule, which keeps its meaning
 * @property {boolean} breaking whether a caller of `before` can fail with `after`
 * @property {string} where a route, a part of one, or a place in a schema: `Compute.status`
 * @property {string} what one sentence without its subject
 * @property {string[]} routes `GET /projects` of each it concerns; none for the spec as a whole
 */

/**
 * Every change from one bundled spec to the next, breaking ones first. A change of a shared schema
 * is one change, with all the routes it reaches.
 *
 * @returns {Change[]}
 */
export function compareSpecs(before, after) {
  const [old, now] = [routesOf(before), routesOf(after)];
  const changes = [...compareServers(before, after), ...compareNames(before, after)];
  for (const [route, b] of old) {
    const a = now.get(route);
    if (!a) changes.push(change("route-removed", true, route, "is no longer there", [route]));
    else for (const found of compareRoutes(b, a)) changes.push(ofRoute(found, route));
  }
  for (const route of now.keys()) {
    if (!old.has(route)) changes.push(change("route-added", false, route, "is new", [route]));
  }
  changes.push(...compareWords(before, after));
  return grouped(changes).sort((one, other) => Number(other.breaking) - Number(one.breaking));
}

function change(kind, breaking, where, what, routes = []) {
  return { kind, breaking, where, what, routes };
}

function ofRoute(found, route) {
  return { where: route, ...found, routes: [route] };
}

function routesOf(spec) {
  const schemas = schemaReader(spec);
  const routes = new Map();
  for (const [path, ref] of Object.entries(spec.paths ?? {})) {
    const item = resolved(spec, ref);
    for (const method of METHODS) {
      if (!item[method]) continue;
      routes.set(`${method.toUpperCase()} ${path}`, {
        spec,
        schemas,
        item,
        operation: item[method],
      });
    }
  }
  return routes;
}

function compareServers(before, after) {
  const [old, now] = [before, after].map(({ servers = [] }) => servers.map(({ url }) => url));
  return [
    ...missing(old, now).map((url) => change("server-removed", true, url, "is no server any more")),
    ...missing(now, old).map((url) => change("server-added", false, url, "is a new server")),
  ];
}

/** The generated types export every schema under its name. */
function compareNames(before, after) {
  const [old, now] = [before, after].map(({ components }) =>
    Object.keys(components?.schemas ?? {}),
  );
  return [
    ...missing(old, now).map((name) => change("schema-removed", true, name, "is no type any more")),
    ...missing(now, old).map((name) => change("schema-added", false, name, "is a new type")),
  ];
}

function missing(names, from) {
  return names.filter((name) => !from.includes(name));
}

/** Each route, path and component whose words changed; what is new or gone is listed elsewhere. */
function compareWords(before, after) {
  const { paths, components, ...rest } = before;
  const places = [["the spec", rest, after]];
  for (const [path, item] of Object.entries(paths ?? {})) {
    places.push([path, item, after.paths?.[path]]);
  }
  for (const [group, items] of Object.entries(components ?? {})) {
    for (const [name, item] of Object.entries(items)) {
      const other = after.components?.[group]?.[name];
      // An example is words from end to end.
      const [b, a] = group === "examples" ? [{ example: item }, { example: other }] : [item, other];
      places.push([`components/${group}/${name}`, b, a]);
    }
  }
  return places
    .filter(([, b, a]) => a && wordsDiffer(b, a))
    .map(([where]) => change("documentation-changed", false, where, "reads differently"));
}

function wordsDiffer(b, a, areNames = false) {
  if (!isObject(b) || !isObject(a)) return false;
  return [...new Set([...Object.keys(b), ...Object.keys(a)])].some((key) => {
    if (!areNames && WORDS.includes(key)) return JSON.stringify(b[key]) !== JSON.stringify(a[key]);
    return wordsDiffer(b[key], a[key], key === "properties");
  });
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

/** Breaking changes and others that say the same of several routes are one. */
function grouped(changes) {
  const groups = new Map();
  for (const { routes, ...rest } of changes) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { ...rest, routes: [] };
    group.routes.push(...missing(routes, group.routes));
    groups.set(key, group);
  }
  return [...groups.values()];
}
