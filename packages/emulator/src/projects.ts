/** The routes of projects: creation with a branch and a compute, transfer, deletion, recovery. */
import type { Project } from "@hosted-postgres/types";
import { removeKeys } from "./api-keys.ts";
import {
  ACCEPT_BODY,
  CREATE_PROJECT_OWNER,
  DEFAULT_BRANCH_NAME,
  keysEndedByTransfer,
  NO_OPERATIONS,
  PRIMARY,
  PROJECT_DEFAULTS,
  PROXY_HOST,
  READ_ONLY_PROJECT,
  RECOVER_ACTION,
  RECOVER_OF_LIVING,
  REGIONS,
  SHARED_PROJECTS,
  STATE_AFTER_RECOVERY,
  shapes,
  TRANSFER_BODY,
  UPDATE_PROJECT_ACTION,
  unnamed,
} from "./assumptions.ts";
import { reachableOrganization, reachableProjects } from "./auth.ts";
import { addBranch, removeBranch } from "./branches.ts";
import { checkAvailability, deactivate } from "./endpoint-lifecycle.ts";
import { addEndpoint } from "./endpoints.ts";
import { forgetOperations, startOperations } from "./operations.ts";
import { found, notFound, Problem } from "./problem.ts";
import { markUsed, placeOfProject, watchProject } from "./project-lifecycle.ts";
import { removeResources } from "./resources.ts";
import type { RoutedRequest } from "./router.ts";
import { objectOf, validateAttributes } from "./validate.ts";
import type { ProjectRecord, World } from "./world.ts";

export function listProjects({ world, principal }: RoutedRequest) {
  return { projects: reachableProjects(world, principal).map(({ project }) => project) };
}

export function listSharedProjects(_: RoutedRequest) {
  return { projects: SHARED_PROJECTS };
}

export function listRegions(_: RoutedRequest) {
  return shapes.regions(REGIONS);
}

export function createProject(request: RoutedRequest) {
  const { world, principal, body } = request;
  const owner_id = organizationIn(request, CREATE_PROJECT_OWNER) ?? principal.owner_id;
  const { project, endpoints, operations } = addProject(
    world,
    owner_id,
    attributesOf(objectOf(body, "project")),
  );
  return shapes.createdProject(project, endpoints, operations);
}

export function getProject({ world, path }: RoutedRequest) {
  return shapes.project(recordOf(world, path.project_id).project);
}

export function updateProject({ world, path, body }: RoutedRequest) {
  const record = recordOf(world, path.project_id);
  const changes = attributesOf(objectOf(body, "project"));
  const { id } = record.project;
  record.project = { ...record.project, ...changes, updated_at: world.timestamp() };
  world.projects.put(id, record);
  const operations = startOperations(world, placeOfProject(world, id), UPDATE_PROJECT_ACTION);
  return shapes.changedProject(record.project, operations);
}

export function deleteProject({ world, path }: RoutedRequest) {
  const record = recordOf(world, path.project_id);
  const { id } = record.project;
  record.deleted = true;
  watchProject(world, world.projects.put(id, record));
  for (const endpoint of world.endpoints.where("project", id)) {
    deactivate(world, endpoint, STATE_AFTER_RECOVERY);
  }
  for (const branch of world.branches.where("project", id)) checkAvailability(world, branch.id);
  const operations = startOperations(world, placeOfProject(world, id), "delete_tenant");
  forgetDeletedProjects(world);
  return shapes.changedProject(record.project, operations);
}

export function recoverProject({ world, path }: RoutedRequest) {
  const record = recordOf(world, path.project_id);
  const { id } = record.project;
  if (!record.deleted) throw new Problem(RECOVER_OF_LIVING, `project ${id} is not deleted`);
  record.deleted = false;
  record.detached = false;
  markUsed(world, record);
  for (const branch of world.branches.where("project", id)) checkAvailability(world, branch.id);
  const operations = startOperations(world, placeOfProject(world, id), RECOVER_ACTION);
  return shapes.changedProject(record.project, operations);
}

export function transferOrganizationProjects(request: RoutedRequest) {
  return transfer(request, `${request.path.source_org_id}`);
}

export function transferCurrentUserProjects(request: RoutedRequest) {
  return transfer(request, request.principal.owner_id);
}

export function createProjectTransferRequest({ world, path }: RoutedRequest) {
  const id = world.identity.id("request");
  const request = { id, project_id: path.project_id };
  return shapes.transferRequest(world.transferRequests.put(id, request));
}

/** Gives the project to the caller or to one of their organizations, and deletes the request. */
export function acceptProjectTransferRequest(request: RoutedRequest) {
  const { world, path, principal } = request;
  const { request_id = "" } = path;
  if (world.transferRequests.get(request_id)?.project_id !== path.project_id) {
    throw notFound(`transfer request ${request_id}`);
  }
  const record = recordOf(world, path.project_id);
  if (record.deleted) throw notFound(`project ${path.project_id}`);
  const to = organizationIn(request, ACCEPT_BODY.to) ?? principal.owner_id;
  world.transferRequests.delete(request_id);
  give(world, record, to);
  return shapes.changedProject(record.project, NO_OPERATIONS);
}

/** @param first attributes of the default branch and of its primary compute */
export function addProject(
  world: World,
  owner_id: string,
  attributes: Partial<Project>,
  first: { branch?: Record<string, unknown>; endpoint?: Record<string, unknown> } = {},
) {
  const id = world.identity.id("project");
  const at = world.timestamp();
  const project: Project = {
    ...PROJECT_DEFAULTS,
    name: unnamed(id),
    proxy_host: PROXY_HOST,
    ...attributes,
    id,
    created_at: at,
    updated_at: at,
  };
  const record = { project, owner_id, deleted: false, usedAtMs: world.nowMs, detached: false };
  watchProject(world, world.projects.put(id, record));
  const branch = addBranch(world, id, { name: DEFAULT_BRANCH_NAME, ...first.branch }, true);
  const place = { project_id: id, branch_id: branch.id };
  const created = startOperations(world, place, "create_timeline");
  const primary = addEndpoint(world, id, {
    branch_id: branch.id,
    type: PRIMARY,
    ...first.endpoint,
  });
  const operations = [...created, ...primary.operations];
  return { project, branch, endpoints: [primary.record.endpoint], operations };
}

/** @throws {Problem} when an attribute is read-only or does not fit the schema */
function attributesOf(given: Record<string, unknown>): Partial<Project> {
  const name = READ_ONLY_PROJECT.find((name) => Object.hasOwn(given, name));
  if (name !== undefined) {
    const field = `body.project.${name}`;
    throw new Problem("malformed", `${field} is read-only`, field);
  }
  validateAttributes("Project", "body.project", given);
  return given;
}

function transfer(request: RoutedRequest, from: string) {
  const { world, body } = request;
  const { projects: name, to: toName } = TRANSFER_BODY;
  const field = `body.${name}`;
  const { [name]: ids } = body;
  const to = organizationIn(request, toName);
  if (to === undefined) {
    throw new Problem("malformed", `body.${toName} is missing`, `body.${toName}`);
  }
  if (!Array.isArray(ids) || ids.some((id) => typeof id !== "string")) {
    throw new Problem("malformed", `${field} must be an array of strings`, field);
  }
  const records = ids.map((id: string) => {
    const record = world.projects.get(id);
    if (record && !record.deleted && record.owner_id === from) return record;
    throw notFound(`project ${id} of ${from}`, field);
  });
  for (const record of records) give(world, record, to);
  return shapes.transferredProjects(records.map(({ project }) => project));
}

/** Moves a project to another owner, which voids the keys scoped to it and its open requests. */
function give(world: World, record: ProjectRecord, owner_id: string): void {
  if (record.owner_id === owner_id) return;
  record.owner_id = owner_id;
  world.projects.put(record.project.id, record);
  removeKeys(world, keysEndedByTransfer(world.keys.where("project", record.project.id)));
  voidTransferRequests(world, record.project.id);
}

function voidTransferRequests(world: World, project_id: string): void {
  for (const { id } of world.transferRequests.where("project", project_id)) {
    world.transferRequests.delete(id);
  }
}

/** Forgets the deleted projects that the history has no room for, and everything of theirs. */
function forgetDeletedProjects(world: World): void {
  if (world.history === Number.POSITIVE_INFINITY) return;
  const deletedAtUs = ({ project }: ProjectRecord) =>
    world.operationLists.get(project.id)?.at(-1)?.atUs ?? 0;
  const records = world.projects.where("deleted", "true");
  const ages = new Map(records.map((record) => [record, deletedAtUs(record)]));
  records.sort((a, b) => Number(ages.get(b)) - Number(ages.get(a)));
  for (const { project } of records.slice(world.history)) forgetProject(world, project.id);
}

function forgetProject(world: World, id: string): void {
  for (const branch of world.branches.where("project", id)) removeBranch(world, branch);
  removeResources(world, `/projects/${id}`);
  removeKeys(world, world.keys.where("project", id));
  voidTransferRequests(world, id);
  forgetOperations(world, id);
  world.projects.delete(id);
}

/** The organization that a field of the body names; undefined without the field. */
function organizationIn(
  { world, principal, body }: RoutedRequest,
  name: string,
): string | undefined {
  const { [name]: org_id } = body;
  if (org_id === undefined) return undefined;
  const field = `body.${name}`;
  if (typeof org_id !== "string") throw new Problem("malformed", `${field} must be string`, field);
  reachableOrganization(world, principal, org_id, field);
  return org_id;
}

function recordOf(world: World, project_id: string): ProjectRecord {
  return found(world.projects.get(project_id), `project ${project_id}`);
}
