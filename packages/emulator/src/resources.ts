/**
 * One handler for every route of undocumented shape. A body sent to a path is kept under it, listed
 * under its parent, read, changed and deleted. The spec alone decides how a route behaves: by its
 * method, whether its path ends in a parameter, and whether it is the path of a list.
 */
import {
  APPLY_CONFIG_ROUTES,
  KEPT_AT,
  LISTED_AT,
  LISTED_BELOW,
  NAME_TAKEN,
  NO_OPERATIONS,
  OBJECT_BYTES,
  PREFIX_FIELD,
  UNSHOWN_LIST_NAME,
} from "./assumptions.ts";
import { computeOf, placeOfEndpoint } from "./endpoint-lifecycle.ts";
import { startOperations } from "./operations.ts";
import { found, notFound, Problem } from "./problem.ts";
import type { Resource } from "./resource-table.ts";
import type { RoutedRequest } from "./router.ts";
import { deleteSnapshotData } from "./snapshot-data.ts";
import { documentedRoutes } from "./spec.ts";
import type { World } from "./world.ts";

/** Items that other modules keep. */
const OWNED =
  /\{(project_id|branch_id|endpoint_id|operation_id|org_id|key_id|member_id|request_id)\}$/;

/** Items that their own name identifies; PATCH renames them. */
const HAS_NAME = /\/(\w+)s\/\{\1_name\}$/;

const paths = new Set(documentedRoutes.map(({ path }) => path));
/** The parameter that names an item of a list, by the path of the list. */
const itemParameters = new Map(
  [...paths].flatMap((path) => {
    const [, list, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    return list !== undefined && parameter !== undefined ? [[list, parameter] as const] : [];
  }),
);
const lists = new Set([
  ...documentedRoutes
    .filter(({ operationId }) => operationId.startsWith("list"))
    .map(({ path }) => path),
  ...itemParameters.keys(),
]);

export function handleResource(request: RoutedRequest): unknown {
  const { world, route, path, body } = request;
  const template = KEPT_AT[route.operationId] ?? LISTED_AT[route.operationId] ?? route.path;
  const values = { ...path };
  // Some paths name no project; their body may.
  if (template.includes("{project_id}") && values.project_id === undefined) {
    if (typeof body.project_id !== "string") return { ...body, operations: NO_OPERATIONS };
    values.project_id = body.project_id;
  }
  for (const parent of itemsAbove(template)) resourceAt(world, filled(parent, values));
  const result = handleAt(request, template, filled(template, values));
  if (!APPLY_CONFIG_ROUTES.includes(route.operationId)) return result;
  return { ...result, operations: applyConfig(world, path.branch_id) };
}

export function downloadObject({ world, path, route }: RoutedRequest) {
  resourceAt(world, filled(route.path.replace(/\/download$/, ""), path));
  return OBJECT_BYTES;
}

export function deleteObjectsByPrefix({ world, path, route, query, body }: RoutedRequest) {
  const { [PREFIX_FIELD]: prefix = query[PREFIX_FIELD] } = body;
  const bucket = filled(route.path.replace(/\/objects-by-prefix$/, ""), path);
  resourceAt(world, bucket);
  if (typeof prefix !== "string") {
    const field = `body.${PREFIX_FIELD}`;
    throw new Problem("malformed", `${field} must be string`, field);
  }
  for (const object of world.resources.where("parent", `${bucket}/objects`)) {
    const key = decodeURIComponent(object.path.slice(object.parent.length + 1));
    if (key.startsWith(prefix)) world.resources.delete(object.path);
  }
  return { operations: NO_OPERATIONS };
}

/** Deletes the resource at a path, and everything below it. */
export function removeResources(world: World, at: string): void {
  const below = world.resources.below(at).map(({ path }) => path);
  for (const path of [...below, at]) {
    if (world.resources.get(path)) deleteSnapshotData(world, path);
    world.resources.delete(path);
  }
}

/** @param at the path to keep or find something at: the template with its parameters filled in */
function handleAt(request: RoutedRequest, template: string, at: string): object {
  const { method } = request.route;
  if (template.endsWith("}")) return handleItem(request, template, at);
  if (!lists.has(template)) return handleSingle(request, at);
  if (method === "GET") return listItems(request, at);
  if (method === "POST") return addItem(request, template, at);
  return deleteDescribed(request, at);
}

function handleItem(
  { world, route: { method }, body }: RoutedRequest,
  template: string,
  at: string,
) {
  const parent = at.slice(0, at.lastIndexOf("/"));
  const parameter = `${itemParameters.get(template.slice(0, template.lastIndexOf("/")))}`;
  const name = decodeURIComponent(at.slice(parent.length + 1));
  if (method === "GET") return resourceAt(world, at).body;
  if (method === "DELETE") {
    const { body } = resourceAt(world, at);
    removeResources(world, at);
    return { ...body, operations: NO_OPERATIONS };
  }
  // A POST or a PUT creates the item; a PATCH needs an existing one.
  const before = method === "PATCH" ? resourceAt(world, at).body : world.resources.get(at)?.body;
  const newName = method === "PATCH" && HAS_NAME.test(template) && nameIn(body, parameter);
  const path = newName ? `${parent}/${encoded(newName)}` : at;
  if (path !== at) move(world, at, path);
  const after = newName
    ? named({ ...before, ...body }, parameter, newName)
    : { ...before, ...body, [parameter]: name };
  keep(world, { path, parent, body: after });
  return { ...after, operations: NO_OPERATIONS };
}

/** Renames a resource, and what is below it. */
function move(world: World, from: string, to: string): void {
  if (world.resources.get(to)) throw nameTaken(to);
  const moved = (path: string) => `${to}${path.slice(from.length)}`;
  const below = world.resources.below(from);
  removeResources(world, from);
  for (const { path, parent, body } of below) {
    keep(world, { path: moved(path), parent: parent && moved(parent), body });
  }
}

function nameTaken(path: string): Problem {
  const name = decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
  return new Problem(NAME_TAKEN, `${name} exists already`);
}

function listItems({ world, route, path }: RoutedRequest, at: string) {
  const below = LISTED_BELOW[route.operationId];
  const kept =
    below === undefined
      ? world.resources.where("parent", at)
      : world.resources.below(filled(below, path));
  return { [UNSHOWN_LIST_NAME(route.path)]: kept.map(({ body }) => body) };
}

function addItem({ world, body }: RoutedRequest, template: string, at: string) {
  const parameter = itemParameters.get(template);
  const prefix = `${parameter ?? "item"}`.split("_")[0] as string;
  const id = nameIn(body, parameter) ?? world.identity.id(prefix);
  const path = `${at}/${encoded(id)}`;
  if (world.resources.get(path)) throw nameTaken(path);
  const item = { ...body, [parameter ?? "id"]: id };
  keep(world, { path, parent: at, body: item });
  return { ...item, operations: NO_OPERATIONS };
}

/** Deletes the items with the values that query and body give, for a path that names no item. */
function deleteDescribed({ world, query, body }: RoutedRequest, at: string) {
  const described = Object.entries({ ...query, ...body });
  const gone = world.resources
    .where("parent", at)
    .filter(({ body }) =>
      described.every(([name, value]) => JSON.stringify(body[name]) === JSON.stringify(value)),
    );
  if (gone.length === 0 || described.length === 0) throw notFound("what the request describes");
  for (const { path } of gone) world.resources.delete(path);
  return { operations: NO_OPERATIONS };
}

/** A configuration, or an action whose last request is kept. */
function handleSingle({ world, route: { method }, body }: RoutedRequest, at: string) {
  const before = world.resources.get(at)?.body;
  if (method === "GET") return before ?? {};
  if (method === "DELETE") {
    removeResources(world, at);
    return { ...before, operations: NO_OPERATIONS };
  }
  const after = { ...(method === "PATCH" && before), ...body };
  keep(world, { path: at, parent: "", body: after });
  return { ...after, operations: NO_OPERATIONS };
}

function applyConfig(world: World, branch_id: string) {
  const record = computeOf(world, branch_id);
  if (!record) return NO_OPERATIONS;
  return startOperations(world, placeOfEndpoint(record), "apply_config");
}

function resourceAt(world: World, path: string): Resource {
  return found(world.resources.get(path), path);
}

function keep(world: World, resource: Resource): void {
  world.resources.put(resource.path, resource);
}

/** Fills in the parameters of a path. */
function filled(template: string, path: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${path[name]}`));
}

/** The items of this module above a path; an unknown one is a 404. */
function itemsAbove(template: string): string[] {
  const steps = template.split("/");
  return steps
    .map((_, index) => steps.slice(0, index).join("/"))
    .filter((above) => above.endsWith("}") && paths.has(above) && !OWNED.test(above));
}

/** The caller's name for an item: `database_name` or `name`, in the body or in its `database`. */
function nameIn(body: Attributes, parameter = "id"): string | undefined {
  const [kind, last] = partsOf(parameter);
  return [body, objectIn(body, kind)]
    .flatMap((from) => [parameter, last].map((name) => ownString(from, name)))
    .find((value) => value !== undefined && value !== "");
}

/** Writes the name of an item wherever its body has one. */
function named(body: Attributes, parameter: string, name: string): Attributes {
  const [kind, last] = partsOf(parameter);
  const inner = objectIn(body, kind);
  return {
    ...renamed(body, name, [last]),
    ...(inner && { [kind]: renamed(inner, name, [parameter, last]) }),
    [parameter]: name,
  };
}

type Attributes = Record<string, unknown>;

function renamed(body: Attributes, name: string, properties: string[]): Attributes {
  const present = properties.filter((property) => ownString(body, property) !== undefined);
  return { ...body, ...Object.fromEntries(present.map((property) => [property, name])) };
}

/** `database` and `name` of the parameter `database_name`. */
function partsOf(parameter: string): [kind: string, last: string] {
  const [kind = "", last = ""] = parameter.split(/_(?=[a-z]+$)/);
  return [kind, last];
}

function objectIn(body: Attributes, name: string): Attributes | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "object" && value !== null ? (value as Attributes) : undefined;
}

function ownString(from: Attributes | undefined, name: string): string | undefined {
  const value = from && Object.hasOwn(from, name) ? from[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function encoded(name: string): string {
  try {
    return encodeURIComponent(name);
  } catch {
    throw new Problem("malformed", "the name in the body is not well-formed Unicode");
  }
}
