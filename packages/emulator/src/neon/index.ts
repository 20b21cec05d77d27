/** The service as the provider `neon` answers. Its facts come from the profile in `openapi/profiles`. */
import { branchOf } from "../branches.ts";
import { jsonResponse, type PlainResponse } from "../http.ts";
import { memoized } from "../memoized.ts";
import type { Profile } from "../profile.ts";
import type { RoutedRequest } from "../router.ts";
import type { Route } from "../spec.ts";
import type { Key } from "../world.ts";
import { GONE } from "./answer.ts";
import { addDatabase, addRole, contentOf, seededPassword } from "./branch-content.ts";
import { resumeExpiries, settleBranch } from "./branches.ts";
import { complete } from "./complete.ts";
import { handlerOf } from "./handlers.ts";
import { newId } from "./ids.ts";
import { settleDuration } from "./operations.ts";
import { BUSY, Refusal, refuse, refuseIncomplete, requestIdHeader } from "./refusal.ts";
import { flat, routesById, type Schema, spec } from "./spec.ts";
import { settleUsage } from "./usage.ts";

const LOCK_MS = 50;

/** True for a change whose answer lists the operations it starts. */
const startsOperations = memoized(({ method, response }: Route) => {
  if (method === "GET" || response === undefined) return false;
  return flat(response as Schema).properties?.operations !== undefined;
});

export const neon: Profile = {
  name: "neon",
  get spec() {
    return spec();
  },
  get routes() {
    return routesById();
  },
  newId,
  refuse,
  authorize,
  resume: resumeExpiries,
  takeEffect(world, operation) {
    settleDuration(world, operation);
    settleBranch(world, operation);
    settleUsage(world, operation);
  },
  respond,
  newContent: {
    roles: [{ name: "neondb_owner" }],
    databases: [{ name: "neondb", owner_name: "neondb_owner" }],
  },
  contentOf: (world, place) => ({
    roles: contentOf(world, "roles", place),
    databases: contentOf(world, "databases", place),
  }),
  addContent(world, place, { roles, databases }) {
    for (const { name } of roles) addRole(world, place, name, seededPassword(world, place, name));
    for (const database of databases) addDatabase(world, place, database);
  },
};

/** A key of an organization has no user; one that is scoped to a project reaches nothing else. */
function authorize(
  { kind, project_id }: Key,
  { operationId, path: template }: Route,
  path: Readonly<Record<string, string>>,
): void {
  if (kind !== "personal" && template.startsWith("/users/me")) {
    throw new Refusal(404, "not allowed for organization API keys");
  }
  if (kind !== "project" || WITHIN_SCOPE.includes(operationId)) return;
  if (path.project_id === project_id && !BEYOND_SCOPE.includes(operationId)) return;
  throw new Refusal(
    404,
    `not allowed to perform actions outside the project this key is scoped to; subject_project_id:"${project_id}"`,
  );
}

/** Routes without a project in their path that a scoped key may use. */
const WITHIN_SCOPE = ["listProjects", "listRegions", "getRequestAuth"];
const BEYOND_SCOPE = ["deleteProject", "recoverProject", "createProjectTransferRequest"];

function respond(request: RoutedRequest): PlainResponse {
  const { world, route, path } = request;
  if (path.branch_id !== undefined && route.operationId === "deleteBranch") {
    if (!world.branches.get(path.branch_id)) return noContent();
  }
  if (path.branch_id !== undefined) branchOf(world, path);
  refuseIncomplete(request);
  refuseBusy(request);
  const result = handlerOf(route.operationId)(request);
  if (result === GONE) return noContent();
  const status = route.status ?? 200;
  if (route.response === undefined)
    return status === 204 ? noContent() : jsonResponse(status, {}, requestIdHeader());
  if (route.produces !== "application/json") {
    const headers = { "content-type": `${route.produces}`, ...requestIdHeader() };
    return { status, headers, body: `${result}` };
  }
  const body = complete(route.response as Schema, result, request);
  return jsonResponse(status, body, requestIdHeader());
}

/** A project with unfinished operations starts no others; a suspension has a refusal of its own. */
function refuseBusy({ world, route, path }: RoutedRequest): void {
  if (route.operationId === "suspendEndpoint" || !startsOperations(route)) return;
  const { lockMs = LOCK_MS } = world.options;
  // An operation may begin a hair after now, since no two have the same time.
  if (lockMs === 0) return;
  for (const id of world.unfinished.get(path.project_id) ?? []) {
    const startedMs = (world.operations.get(id)?.atUs ?? 0) / 1_000;
    if (world.nowMs - startedMs < lockMs) throw new Refusal(423, BUSY);
  }
}

function noContent(): PlainResponse {
  return { status: 204, headers: requestIdHeader(), body: "" };
}
