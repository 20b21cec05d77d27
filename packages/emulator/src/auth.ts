/** Authenticates requests, and decides what each key may do. */
import {
  AUTHORIZATION,
  NOT_FOR_PROJECT_KEYS,
  PERSONAL_ROUTES,
  ROUTES_OF_DELETED_PROJECTS,
  UNREACHABLE,
} from "./assumptions.ts";
import { hashOf } from "./identity.ts";
import { notFound, Problem } from "./problem.ts";
import type { Route } from "./spec.ts";
import type { Key, Member, ProjectRecord, World } from "./world.ts";

/**
 * Returns the key that sent a request.
 *
 * @throws {Problem} 401 when the header is missing or malformed, the key unknown or revoked
 * @remarks Source: the document, Authentication 1, 2.
 */
export function authenticate(world: World, authorization: string | null | undefined): Key {
  const secret = authorization ? AUTHORIZATION.exec(authorization)?.[1] : undefined;
  const [key] = secret === undefined ? [] : world.keys.where("hash", hashOf(secret));
  if (!key) {
    throw new Problem("unauthorized", "the API key is missing, invalid or revoked");
  }
  return key;
}

/**
 * Checks the kind of the key against the route, and that it reaches the path's organization and
 * project.
 *
 * @throws {Problem} 403 for a route that this kind of key cannot use, 404 for an unreachable parent
 */
export function authorize(
  world: World,
  principal: Key,
  { path: route, operationId }: Route,
  path: Record<string, string>,
): void {
  const { kind } = principal;
  const { project_id, org_id = path.source_org_id } = path;
  if (kind === "project" && (org_id !== undefined || NOT_FOR_PROJECT_KEYS.includes(operationId))) {
    throw new Problem("forbidden", "a project-scoped key cannot do this");
  }
  if (kind !== "personal" && PERSONAL_ROUTES.some((prefix) => route.startsWith(prefix))) {
    throw new Problem("forbidden", `a key of kind ${kind} has no user account`);
  }
  if (org_id !== undefined) reachableOrganization(world, principal, org_id);
  // The accepting caller does not reach the project yet; the request id is enough.
  if (project_id === undefined || operationId === "acceptProjectTransferRequest") return;
  const isForDeleted = ROUTES_OF_DELETED_PROJECTS.includes(operationId);
  if (isForDeleted) reachableProject(world, principal, project_id);
  else livingProject(world, principal, project_id);
}

/**
 * Returns the `project_id` of a body, which is checked like one in a path.
 *
 * @throws {Problem} 400 when it is not a string, 404 unless the key reaches the project
 */
export function projectInBody(world: World, principal: Key, project_id: unknown): string {
  const field = "body.project_id";
  if (typeof project_id !== "string") {
    throw new Problem("malformed", `${field} must be string`, field);
  }
  livingProject(world, principal, project_id, field);
  return project_id;
}

function livingProject(world: World, principal: Key, project_id: string, field?: string): void {
  const { deleted } = reachableProject(world, principal, project_id, field);
  if (deleted) throw new Problem("notFound", `project ${project_id} is deleted`, field);
}

/** @throws {Problem} when the key does not reach the project, or there is none */
function reachableProject(
  world: World,
  principal: Key,
  project_id: string,
  field?: string,
): ProjectRecord {
  const record = world.projects.get(project_id);
  if (record && reaches(world, principal, record)) return record;
  throw new Problem(UNREACHABLE, `project ${project_id} does not exist`, field);
}

/** Every project that the key reaches; deleted ones are left out. */
export function reachableProjects(world: World, { kind, owner_id, project_id }: Key) {
  if (kind === "project") return [world.projects.get(`${project_id}`)].filter(isThere);
  const owners = kind === "personal" ? world.members.where("user", owner_id) : [];
  return [owner_id, ...owners.map(({ org_id }) => org_id)]
    .flatMap((owner) => world.projects.where("owner", owner))
    .filter(isThere);
}

/** @throws {Problem} 403 unless the key is the organization's or one of its administrators' */
export function requireAdmin(world: World, principal: Key, org_id: string): void {
  if (!isAdmin(world, principal, org_id)) throw onlyAdmins(org_id);
}

export function isAdmin(world: World, { kind, owner_id }: Key, org_id: string): boolean {
  if (kind === "organization") return owner_id === org_id;
  return kind === "personal" && memberOf(world, org_id, owner_id)?.role === "admin";
}

export function onlyAdmins(org_id: string): Problem {
  return new Problem("forbidden", `only administrators of ${org_id} may do this`);
}

function memberOf(world: World, org_id: string, user_id: string): Member | undefined {
  return world.members.where("user", user_id).find((member) => member.org_id === org_id);
}

/** @throws {Problem} 404 unless the key is the organization's or one of its members' */
export function reachableOrganization(
  world: World,
  principal: Key,
  org_id: string,
  field?: string,
) {
  const { kind, owner_id } = principal;
  const isOwn = kind === "organization" && owner_id === org_id;
  const isMember = kind === "personal" && memberOf(world, org_id, owner_id) !== undefined;
  if (!isOwn && !isMember) throw notFound(`organization ${org_id}`, field);
}

function reaches(world: World, { kind, owner_id, project_id }: Key, record: ProjectRecord) {
  if (kind === "project") return record.project.id === project_id;
  if (record.owner_id === owner_id) return true;
  return kind === "personal" && memberOf(world, record.owner_id, owner_id) !== undefined;
}

function isThere(record: ProjectRecord | undefined): record is ProjectRecord {
  return record !== undefined && !record.deleted;
}
