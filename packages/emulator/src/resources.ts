/**
 * Every route the document names and does not show, by one mechanism: what was sent to a path is
 * kept under it, listed under its parent, read, changed and deleted. What a route is follows from
 * the spec alone: its method, whether its path ends in a parameter, and whether its GET lists.
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
  PRIMARY,
  UNSHOWN_LIST_NAME,
} from "./assumptions.ts";
import { reachableProject } from "./auth.ts";
import { placeOfEndpoint } from "./endpoint-lifecycle.ts";
import { startOperations } from "./operations.ts";
import { found, notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import { documentedRoutes } from "./spec.ts";
import type { Resource, World } from "./world.ts";

/** What has rules of its own is not kept here. */
const OWNED =
  /\{(project_id|branch_id|endpoint_id|operation_id|org_id|key_id|member_id|request_id)\}$/;

const paths = new Set(documentedRoutes.map(({ path }) => path));
/** The parameter that names one element of a list, by the path of the list. */
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

/** Answers any route that has no handler of its own. */
export function handleResource(request: RoutedRequest): unknown {
  const { world, principal, route, path, body } = request;
  const template = KEPT_AT[route.operationId] ?? LISTED_AT[route.operationId] ?? route.path;
  const values = { ...path };
  // Where the path names no project, the body may.
  if (template.includes("{project_id}") && values.project_id === undefined) {
    if (typeof body.project_id !== "string") return { ...body, operations: NO_OPERATIONS };
    reachableProject(world, principal, body.project_id, "body.project_id");
    values.project_id = body.project_id;
  }
  const at = concrete(template, values);
  for (const parent of itemsAbove(template)) {
    found(world.resources.get(concrete(parent, values)), concrete(parent, values));
  }
  const answer = template.endsWith("}")
    ? item(request, template, at)
    : lists.has(template)
      ? list(request, template, at)
      : single(request, at);
  if (!APPLY_CONFIG_ROUTES.includes(route.operationId)) return answer;
  return { ...(answer as object), operations: applyConfig(world, path.branch_id) };
}

export function downloadObject({ world, path, route }: RoutedRequest) {
  const object = concrete(route.path.replace(/\/download$/, ""), path);
  found(world.resources.get(object), object);
  return OBJECT_BYTES;
}

export function deleteObjectsByPrefix({ world, path, route, query, body }: RoutedRequest) {
  const { [PREFIX_FIELD]: prefix = query[PREFIX_FIELD] } = body;
  const bucket = concrete(route.path.replace(/\/objects-by-prefix$/, ""), path);
  found(world.resources.get(bucket), bucket);
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

/** Everything under a path, when what it belongs to is deleted. */
export function removeResources(world: World, prefix: string): void {
  for (const { path } of world.resources.values()) {
    if (path.startsWith(prefix)) world.resources.delete(path);
  }
}

function item({ world, route: { method }, body }: RoutedRequest, template: string, at: string) {
  const parent = at.slice(0, at.lastIndexOf("/"));
  const parameter = `${itemParameters.get(template.slice(0, template.lastIndexOf("/")))}`;
  const id = { [parameter]: decodeURIComponent(at.slice(parent.length + 1)) };
  const existing = world.resources.get(at);
  if (method === "GET") return found(existing, at).body;
  if (method === "DELETE") {
    const { body } = found(existing, at);
    removeResources(world, `${at}/`);
    world.resources.delete(at);
    return { ...body, operations: NO_OPERATIONS };
  }
  // A POST or a PUT to an item is how it comes to be; a PATCH needs one.
  const before = method === "PATCH" ? found(existing, at).body : existing?.body;
  keep(world, { path: at, parent, body: { ...before, ...body, ...id } });
  return { ...before, ...body, ...id, operations: NO_OPERATIONS };
}

function list({ world, route, query, path, body }: RoutedRequest, template: string, at: string) {
  if (route.method === "GET") {
    const below = LISTED_BELOW[route.operationId];
    const start = below === undefined ? undefined : concrete(below, path);
    const kept =
      start === undefined
        ? world.resources.where("parent", at)
        : [...world.resources.values()].filter((resource) => resource.path.startsWith(start));
    return { [UNSHOWN_LIST_NAME(route.path)]: kept.map(({ body }) => body) };
  }
  if (route.method === "POST") {
    const parameter = itemParameters.get(template);
    const id =
      nameIn(body, parameter) ??
      world.identity.id(`${parameter ?? "item"}`.split("_")[0] as string);
    const resource = {
      path: `${at}/${encoded(id)}`,
      parent: at,
      body: { ...body, [parameter ?? "id"]: id },
    };
    if (world.resources.get(resource.path)) throw new Problem(NAME_TAKEN, `${id} exists already`);
    return { ...keep(world, resource).body, operations: NO_OPERATIONS };
  }
  // A DELETE that names no item in its path takes away what it describes.
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

/** What there is one of: a configuration, or an action whose last request is kept. */
function single({ world, route: { method }, body }: RoutedRequest, at: string) {
  const before = world.resources.get(at)?.body;
  if (method === "GET") return before ?? {};
  if (method === "DELETE") {
    removeResources(world, `${at}/`);
    world.resources.delete(at);
    return { ...before, operations: NO_OPERATIONS };
  }
  const after = { ...(method === "PATCH" && before), ...body };
  keep(world, { path: at, parent: "", body: after });
  return { ...after, operations: NO_OPERATIONS };
}

function applyConfig(world: World, branch_id: string) {
  const records = world.endpoints.where("branch", branch_id);
  const record = records.find(({ endpoint }) => endpoint.type === PRIMARY) ?? records[0];
  if (!record) return NO_OPERATIONS;
  return startOperations(world, placeOfEndpoint(record), "apply_config");
}

function keep(world: World, resource: Resource): Resource {
  return world.resources.put(resource.path, resource);
}

function concrete(template: string, path: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${path[name]}`));
}

/** The paths above this one that are items kept here, so that an unknown parent is a 404. */
function itemsAbove(template: string): string[] {
  const steps = template.split("/");
  return steps
    .map((_, index) => steps.slice(0, index).join("/"))
    .filter((above) => above.endsWith("}") && paths.has(above) && !OWNED.test(above));
}

/** The caller's own name for it: `database_name` or `name`, in the body or in its `database`. */
function nameIn(body: Record<string, unknown>, parameter = "id"): string | undefined {
  const [kind = "", last = ""] = parameter.split(/_(?=[a-z]+$)/);
  const inner = body[kind];
  for (const from of [body, typeof inner === "object" && inner !== null ? inner : {}]) {
    for (const name of [parameter, last]) {
      const value = Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;
      if (typeof value === "string" && value !== "") return value;
    }
  }
  return undefined;
}

function encoded(name: string): string {
  try {
    return encodeURIComponent(name);
  } catch {
    throw new Problem("malformed", "the name in the body is no well-formed Unicode");
  }
}
