/** Finds the documented route of a request. */
import { Problem } from "./problem.ts";
import { documentedMethods, documentedRoutes, type Route } from "./spec.ts";
import type { Key, World } from "./world.ts";

/** A request whose route is known and whose parameters and body fit the spec. */
export interface RoutedRequest<Body = Record<string, unknown>> {
  world: World;
  principal: Key;
  route: Route;
  /** Has every parameter of the route's path, decoded. */
  path: PathValues;
  query: Record<string, string | undefined>;
  body: Body;
}

type PathValues = Record<string, string> & { [name in PathParameter]: string };

type PathParameter =
  | "project_id"
  | "branch_id"
  | "endpoint_id"
  | "operation_id"
  | "org_id"
  | "key_id";

/** A node of the tree of path segments: its children, and the routes that end here by method. */
interface Node {
  literals: Map<string, Node>;
  parameter?: Node;
  routes: Map<string, Route>;
}

const newNode = (): Node => ({ literals: new Map(), routes: new Map() });

/** Finds the route of a request to the API. */
export const findRoute = routerOf(documentedRoutes);

/**
 * Returns a function that finds the route of a request and decodes the parameters in its path.
 *
 * @throws {Problem} 404 for an undocumented path, 405 for an undocumented method, 400 for a
 *   parameter that is not percent-encoded UTF-8
 */
export function routerOf(routes: readonly Route[]) {
  const root = newNode();
  for (const route of routes) addRoute(root, route);
  return (method: string, pathname: string) => {
    const segments = pathname.split("/");
    const route = routeFrom(root, method, segments);
    if (route) return { route, path: valuesOf(route, segments) };
    const allowed = documentedMethods.filter((name) => routeFrom(root, name, segments));
    if (allowed.length === 0) throw new Problem("notFound", "no documented route has this path");
    const allow = allowed.join(", ");
    const message = `this path is documented with ${allow}, not with ${method}`;
    throw new Problem("methodNotAllowed", message, undefined, { allow });
  };
}

function addRoute(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.path.split("/")) {
    const isParameter = segment.startsWith("{");
    const next = (isParameter ? node.parameter : node.literals.get(segment)) ?? newNode();
    if (isParameter) node.parameter = next;
    else node.literals.set(segment, next);
    node = next;
  }
  node.routes.set(route.method, route);
}

/** A literal segment wins over a parameter. */
function routeFrom(node: Node, method: string, segments: string[], index = 0): Route | undefined {
  const { [index]: segment } = segments;
  if (segment === undefined) return node.routes.get(method);
  const literal = node.literals.get(segment);
  const parameter = segment === "" ? undefined : node.parameter;
  return (
    (literal && routeFrom(literal, method, segments, index + 1)) ??
    (parameter && routeFrom(parameter, method, segments, index + 1))
  );
}

function valuesOf({ parameters }: Route, segments: string[]): PathValues {
  const path: Record<string, string> = {};
  for (const { index, name } of parameters) {
    const value = segments[index] as string;
    try {
      path[name] = value.includes("%") ? decodeURIComponent(value) : value;
    } catch {
      throw new Problem("malformed", `path.${name} is not percent-encoded UTF-8`, `path.${name}`);
    }
  }
  return path as PathValues;
}
