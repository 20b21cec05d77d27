/** The routes of projects. */

import { PROJECT_DEFAULTS } from "../assumptions.ts";
import { reachableOrganization, reachableProjects } from "../auth.ts";
import { memoized } from "../memoized.ts";
import { found, Problem } from "../problem.ts";
import * as documented from "../projects.ts";
import type { RoutedRequest } from "../router.ts";
import { timestampOf } from "../timestamp.ts";
import type { ProjectRecord, World } from "../world.ts";
import { addDatabase, addRole, contentOf } from "./branch-content.ts";
import { shownBranch } from "./branches.ts";
import { connectionUris } from "./connections.ts";
import { addedToProject, CREATION_SOURCE, shownEndpoint } from "./endpoints.ts";
import { shownOperations } from "./operations.ts";
import { cursorPagination, flagOf, pageOf } from "./pages.ts";
import { organizationRequired } from "./refusal.ts";
import { countUse, usageOfProject } from "./usage.ts";

type Attributes = Record<string, unknown>;

interface NewProject {
  project: Attributes & {
    org_id?: string;
    branch?: { name?: string; role_name?: string; database_name?: string };
    autoscaling_limit_min_cu?: number;
    autoscaling_limit_max_cu?: number;
  };
}

const LIMITS = { default: 10, max: 400 };
const RECOVERABLE_MS = 7 * 24 * 3_600_000;
const DEFAULT_DATABASE = "neondb";

export function listProjects({ world, principal, query }: RoutedRequest) {
  const { org_id, search = "" } = query;
  if (org_id !== undefined) {
    // A key that is scoped to a project reaches no organization, and lists its project alone.
    if (principal.kind !== "project") reachableOrganization(world, principal, org_id);
  } else if (principal.kind === "personal") {
    throw organizationRequired();
  }
  const records = flagOf(query.recoverable)
    ? [...world.projects.where("owner", org_id ?? principal.owner_id)].filter((it) => it.deleted)
    : reachableProjects(world, principal);
  const all = records.filter(
    ({ owner_id, project: { id, name } }) =>
      (org_id === undefined || owner_id === org_id) && `${id} ${name}`.includes(search),
  );
  const page = pageOf(all, ({ project }) => project.id, query, LIMITS);
  return {
    projects: page.items.map((record) => shownProject(world, record)),
    unavailable_project_ids: [],
    applications: {},
    integrations: {},
    ...cursorPagination(page),
  };
}

/** Nothing is shared here. */
export function listSharedProjects({ query }: RoutedRequest) {
  const page = pageOf([], String, query, LIMITS);
  return { projects: page.items, ...cursorPagination(page) };
}

/** Answers with everything at once: branch, compute, role, database, connection strings. */
export function createProject({ world, principal, body }: RoutedRequest<NewProject>) {
  const { branch = {}, org_id, ...attributes } = body.project;
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, ...kept } = attributes;
  if (org_id !== undefined) reachableOrganization(world, principal, org_id);
  const size = { autoscaling_limit_min_cu, autoscaling_limit_max_cu };
  return addProjectBundle(world, org_id ?? principal.owner_id, kept, branch, size);
}

function addProjectBundle(
  world: World,
  owner_id: string,
  attributes: Attributes,
  {
    name,
    role_name,
    database_name = DEFAULT_DATABASE,
  }: Exclude<NewProject["project"]["branch"], undefined> = {},
  size: Attributes = {},
) {
  const named = name === undefined ? {} : { name };
  const { project, branch, endpoints, operations } = documented.addProject(
    world,
    owner_id,
    attributes,
    { branch: { ...named, current_state: "init" }, endpoint: addedToProject(attributes, size) },
  );
  const record = found(world.projects.get(project.id), "the project");
  const place = { project_id: project.id, branch_id: branch.id };
  const role = addRole(world, place, role_name ?? `${database_name}_owner`);
  addDatabase(world, place, { name: database_name, owner_name: role.name });
  const [endpoint] = endpoints.map(({ id }) => found(world.endpoints.get(id), "the endpoint"));
  return {
    project: shownProject(world, record),
    connection_uris: endpoint ? connectionUris(world, endpoint) : [],
    roles: contentOf(world, "roles", place),
    databases: contentOf(world, "databases", place),
    operations: shownOperations(world, operations),
    branch: shownBranch(world, branch),
    endpoints: endpoint ? [shownEndpoint(world, endpoint)] : [],
  };
}

export function getProject({ world, path }: RoutedRequest) {
  return { project: shownProject(world, recordOf(world, path.project_id)) };
}

export function updateProject(request: RoutedRequest) {
  const { world, path } = request;
  const { operations } = documented.updateProject(request);
  return {
    project: shownProject(world, recordOf(world, path.project_id)),
    operations: shownOperations(world, operations),
  };
}

/** The project stays recoverable; its operations are not listed. */
export function deleteProject({ world, path }: RoutedRequest) {
  const { id } = recordOf(world, path.project_id).project;
  for (const endpoint of world.endpoints.where("project", id)) countUse(world, endpoint);
  const record = recordOf(world, id);
  Object.assign(record.project, { deleted_at: world.timestamp() });
  documented.markDeleted(world, record);
  const shown = shownProject(world, record);
  documented.forgetDeletedProjects(world);
  return { project: shown };
}

export function recoverProject(request: RoutedRequest) {
  const { world, path } = request;
  const record = recordOf(world, path.project_id);
  const { deleted_at = "", ...project } = record.project as typeof record.project & {
    deleted_at?: string;
  };
  if (record.deleted && Date.parse(deleted_at) + RECOVERABLE_MS < world.nowMs) {
    throw new Problem("notFound", `project ${path.project_id} is no longer recoverable`);
  }
  documented.recoverProject(request);
  record.project = project;
  world.projects.put(project.id, record);
  const branches = world.branches.where("project", project.id);
  return {
    project: shownProject(world, record),
    branches: branches.map((branch) => shownBranch(world, branch)),
  };
}

export function transferProjects(
  request: RoutedRequest<{ destination_org_id: string; project_ids: string[] }>,
) {
  const { body, route } = request;
  const { destination_org_id: org_id, project_ids } = body;
  const transfer =
    route.operationId === "transferOrganizationProjects"
      ? documented.transferOrganizationProjects
      : documented.transferCurrentUserProjects;
  transfer({ ...request, body: { org_id, project_ids } });
  return {};
}

export function listRegions(_: RoutedRequest) {
  const { region_id } = PROJECT_DEFAULTS;
  const place = { geo_lat: "0", geo_long: "0" };
  return { regions: [{ region_id, name: region_id, default: true, ...place }] };
}

const DAY_MS = 24 * 3_600_000;

export function createProjectTransferRequest(request: RoutedRequest) {
  const { world } = request;
  const { id, project_id } = documented.createProjectTransferRequest(request);
  const expires_at = timestampOf(world.nowMs + DAY_MS);
  return { id, project_id, created_at: world.timestamp(), expires_at };
}

function shownProject(world: World, { project, owner_id, deleted }: ProjectRecord) {
  const { deleted_at, locked, ...rest } = project as typeof project & { deleted_at?: string };
  const isOrganizations = world.organizations.get(owner_id) !== undefined;
  const usage = usageOfProject(world, project);
  const recoverableMs = deleted_at === undefined ? 0 : Date.parse(deleted_at) + RECOVERABLE_MS;
  return {
    data_storage_bytes_hour: 0,
    data_transfer_bytes: 0,
    written_data_bytes: 0,
    branch_logical_size_limit_bytes: project.branch_logical_size_limit * 2 ** 20,
    store_passwords: true,
    creation_source: CREATION_SOURCE,
    history_retention_seconds: 86_400,
    settings: {},
    default_endpoint_settings: {},
    ...rest,
    ...usage,
    active_time: usage.active_time_seconds,
    cpu_used_sec: usage.compute_time_seconds,
    consumption_period_start: monthOf(world.nowMs, 0),
    consumption_period_end: monthOf(world.nowMs, 1),
    owner_id,
    ...(isOrganizations && { org_id: owner_id }),
    ...(deleted &&
      deleted_at !== undefined && {
        deleted_at,
        recoverable_until: timestampOf(recoverableMs),
      }),
  };
}

/** The start of a month, counted from the current one. */
function monthOf(nowMs: number, offset: number): string {
  const now = new Date(nowMs);
  return startOfMonth((now.getUTCFullYear() - 1970) * 12 + now.getUTCMonth() + offset);
}

/** By months since 1970. */
const startOfMonth = memoized((month: number) => timestampOf(Date.UTC(1970, month, 1)));

function recordOf(world: World, project_id: string): ProjectRecord {
  return found(world.projects.get(project_id), `project ${project_id}`);
}
