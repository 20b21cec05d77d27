/** The state as the control routes show it. */
import { findConnectionUri } from "../control.ts";
import { pendingState } from "../endpoint-lifecycle.ts";
import type { Fate, InjectedFault, InjectedFaults } from "../injected-faults.ts";
import type { Branch, EndpointRecord, OperationRecord, ProjectRecord, World } from "../world.ts";
import type { components } from "./schema.ts";

export type Schemas = components["schemas"];

/** The lists whose items change one by one. */
export const KINDS = ["projects", "branches", "endpoints", "operations"] as const;
export type Kind = (typeof KINDS)[number];
export type Lists = { [name in Kind]: Schemas["State"][name] };

/** The view of an item; undefined if it is gone. What a deleted project has is gone, too. */
export function viewOf(world: World, kind: Kind, id: string): Lists[Kind][number] | undefined {
  const row = world[kind].get(id);
  if (row === undefined) return undefined;
  // Its operations stay: some of them are its end.
  if ("operation" in row) return operationView(row);
  if (!isVisible(world, projectIdOf(row))) return undefined;
  if ("project" in row) return projectView(row);
  return "endpoint" in row ? endpointView(world, row) : branchView(row);
}

/**
 * At most `limit` items of each kind: the newest operations, newest first, and the oldest of all
 * others.
 */
export function listsOf(world: World, limit: number): Lists {
  const projects: Lists["projects"] = [];
  const branches: Lists["branches"] = [];
  const endpoints: Lists["endpoints"] = [];
  for (const record of world.projects.values()) {
    if (projects.length === limit) break;
    if (record.deleted) continue;
    const { id } = record.project;
    projects.push(projectView(record));
    for (const branch of world.branches.where("project", id)) {
      if (branches.length < limit) branches.push(branchView(branch));
    }
    for (const compute of world.endpoints.where("project", id)) {
      if (endpoints.length < limit) endpoints.push(endpointView(world, compute));
    }
  }
  return { projects, branches, endpoints, operations: newestOperations(world, limit) };
}

export function countsOf({ projects, branches, endpoints, operations }: World): Schemas["Counts"] {
  return {
    projects: projects.size - projects.where("deleted", "true").length,
    branches: branches.size,
    endpoints: endpoints.size,
    operations: operations.size,
  };
}

export function clockOf(world: World): Schemas["Clock"] {
  return { now: new Date(world.nowMs).toISOString(), advanced_ms: world.meta.skippedMs };
}

/** JSON turns an infinite number of `times` into null. */
export function faultsOf({ left: { faults, fates } }: InjectedFaults) {
  return { faults: faults.map(faultView), fates: fates.map(fateView) };
}

export function endpointView(world: World, record: EndpointRecord): Schemas["Endpoint"] {
  const { endpoint, idleMs, suspendAtMs, failure = null } = record;
  return {
    id: endpoint.id,
    project_id: endpoint.project_id,
    branch_id: endpoint.branch_id,
    type: endpoint.type,
    host: endpoint.host,
    current_state: endpoint.current_state,
    pending_state: pendingState(world, record) ?? null,
    disabled: endpoint.disabled,
    autoscaling_limit_min_cu: endpoint.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: endpoint.autoscaling_limit_max_cu,
    idle_ms: idleMs,
    suspend_at: suspendAtMs === undefined ? null : new Date(suspendAtMs).toISOString(),
    connection_uri: findConnectionUri(world, record) ?? null,
    failure,
  };
}

function projectView({ project, owner_id }: ProjectRecord): Schemas["Project"] {
  const { id, name, created_at } = project;
  return { id, name, owner_id, created_at };
}

function branchView(branch: Branch): Schemas["Branch"] {
  const { id, project_id, name, default: isDefault, created_at, attributes } = branch;
  const { parent_id, protected: isProtected } = attributes;
  return {
    id,
    project_id,
    name,
    parent_id: typeof parent_id === "string" ? parent_id : null,
    default: isDefault,
    protected: isProtected === true,
    created_at,
  };
}

function faultView({ method, path, times = 1, chance, ...rest }: InjectedFault): Schemas["Fault"] {
  const { latencyMs, status, retryAfterS, drop } = rest;
  const effects = { latency_ms: latencyMs, status, retry_after_s: retryAfterS, drop };
  return { method, path, times, chance, ...effects } as Schemas["Fault"];
}

function fateView({ outcome, action, endpoint_id, times = 1 }: Fate): Schemas["Fate"] {
  return { outcome, action, endpoint_id, times } as Schemas["Fate"];
}

function newestOperations(world: World, limit: number): Lists["operations"] {
  return [...world.operationLists.values()]
    .flatMap((list) => list.slice(-limit))
    .sort((a, b) => b.atUs - a.atUs)
    .slice(0, limit)
    .map(operationView);
}

/** With the reason of its failure, which the API shows under a profile alone. */
function operationView({ operation, error }: OperationRecord): Schemas["Operation"] {
  return error === undefined ? operation : { ...operation, error };
}

function projectIdOf(row: ProjectRecord | Branch | EndpointRecord): string {
  if ("project" in row) return row.project.id;
  return "endpoint" in row ? row.endpoint.project_id : row.project_id;
}

function isVisible(world: World, project_id: string): boolean {
  return world.projects.get(project_id)?.deleted === false;
}
