/** Answers a request: authenticates, routes, authorizes, validates, and calls the handler. */
import { BODY_NOT_TAKEN, CREATES, NO_OPERATIONS, SUCCESS } from "./assumptions.ts";
import { authenticate, authorize, projectInBody } from "./auth.ts";
import { bodyTooLarge, readBody } from "./body.ts";
import { branchOf } from "./branches.ts";
import { handlerOf } from "./handlers.ts";
import { jsonResponse, type PlainRequest, type PlainResponse, PREFIX } from "./http.ts";
import { Problem } from "./problem.ts";
import type { Profile } from "./profile.ts";
import { useProject } from "./project-lifecycle.ts";
import { takeToken } from "./rate-limit.ts";
import { findRoute, type RoutedRequest } from "./router.ts";
import type { Route } from "./spec.ts";
import { checkParameters } from "./validate.ts";
import type { World } from "./world.ts";

/** Answers one request; one that cannot be served gets a 4xx that names the reason. */
export function respond(world: World, request: PlainRequest, profile?: Profile): PlainResponse {
  world.settle();
  try {
    const routed = routedRequest(world, request, profile);
    if (profile) return profile.respond(routed);
    return responseOf(routed.route, handlerOf(routed.route)(routed));
  } catch (error) {
    return problemResponse(error, request, profile);
  }
}

/** Returns the 401 of a request without a valid key. Reads no more of it than that header. */
export function unauthorizedResponse(
  world: World,
  request: PlainRequest,
  profile?: Profile,
): PlainResponse | undefined {
  world.settle();
  try {
    authenticate(world, request.authorization);
    return undefined;
  } catch (error) {
    return problemResponse(error, request, profile);
  }
}

function routedRequest(
  world: World,
  request: PlainRequest,
  profile: Profile | undefined,
): RoutedRequest {
  const { method, target } = request;
  const principal = authenticate(world, request.authorization);
  takeToken(world, principal);
  if (request.bodyIsTooLarge) throw bodyTooLarge();
  const queryStart = target.indexOf("?");
  const pathname = queryStart < 0 ? target : target.slice(0, queryStart);
  if (!pathname.startsWith(`${PREFIX}/`)) {
    throw new Problem("notFound", `every path begins with ${PREFIX}/`);
  }
  const { route: documented, path } = findRoute(method, pathname.slice(PREFIX.length));
  const route = profile?.routes.get(documented.operationId) ?? documented;
  profile?.authorize(principal, route, path);
  authorize(world, principal, route, path);
  if (path.project_id !== undefined) useProject(world, path.project_id);
  if (path.branch_id !== undefined && !profile) branchOf(world, path);
  const query = checkParameters(route, path, queryStart < 0 ? "" : target.slice(queryStart + 1));
  const body: Record<string, unknown> =
    route.body === undefined ? BODY_NOT_TAKEN : readBody(request, route);
  const { project_id } = body;
  if (project_id !== undefined) useProject(world, projectInBody(world, principal, project_id));
  return { world, principal, route, path, query, body };
}

function responseOf(route: Route, result: unknown): PlainResponse {
  const { method, operationId, produces } = route;
  const status = method === "POST" && CREATES.test(operationId) ? SUCCESS.created : SUCCESS.read;
  if (produces !== undefined && produces !== "application/json") {
    return { status, headers: { "content-type": produces }, body: `${result}` };
  }
  const lacksOperations = route.listsOperations && !Object.hasOwn(result as object, "operations");
  const body = lacksOperations ? { ...(result as object), operations: NO_OPERATIONS } : result;
  return jsonResponse(status, body);
}

function problemResponse(
  error: unknown,
  request: PlainRequest,
  profile: Profile | undefined,
): PlainResponse {
  if (!(error instanceof Problem)) throw error;
  const { status, body, headers } = error;
  return profile?.refuse(error, request) ?? jsonResponse(status, body, headers);
}
