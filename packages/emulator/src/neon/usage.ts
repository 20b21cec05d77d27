/** The time in which computes were active, kept for their branch and their project. */
import type { Operation } from "@hosted-postgres/types";
import type { Branch, EndpointRecord, World } from "../world.ts";

interface Usage {
  active_time_seconds: number;
  compute_time_seconds: number;
}

/** Applies the end of a start or a suspension. */
export function settleUsage(world: World, { action, endpoint_id }: Operation): void {
  const record = endpoint_id === undefined ? undefined : world.endpoints.get(endpoint_id);
  if (!record) return;
  const { current_state } = record.endpoint;
  if (action === "start_compute" && current_state === "active") begin(world, record);
  if (action === "suspend_compute" && current_state === "idle") countUse(world, record);
}

/** Adds the time since a compute started to its branch and project; also before it is deleted. */
export function countUse(world: World, record: EndpointRecord): void {
  const { branch_id, project_id } = record.endpoint;
  const used = currentUse(world, record);
  const branch = world.branches.get(branch_id);
  const kept = world.projects.get(project_id);
  // In place: the timers of a branch hold its row.
  if (branch) {
    branch.attributes = added(branch.attributes, used);
    world.branches.put(branch_id, branch);
  }
  if (kept) world.projects.put(project_id, { ...kept, project: added(kept.project, used) });
  const { started_at, ...endpoint } = record.endpoint as typeof record.endpoint & Started;
  record.endpoint = { ...endpoint, suspended_at: world.timestamp() } as typeof record.endpoint;
  world.endpoints.put(endpoint.id, record);
}

export function usageOfBranch(world: World, { id, attributes }: Branch): Usage {
  return sum(attributes, world.endpoints.where("branch", id), world);
}

export function usageOfProject(world: World, project: { id: string }): Usage {
  return sum(project, world.endpoints.where("project", project.id), world);
}

interface Started {
  started_at?: string;
}

function begin(world: World, record: EndpointRecord): void {
  if ((record.endpoint as Started).started_at !== undefined) return;
  record.endpoint = { ...record.endpoint, started_at: world.timestamp() } as typeof record.endpoint;
  world.endpoints.put(record.endpoint.id, record);
}

function currentUse(world: World, { endpoint }: EndpointRecord): Usage {
  const { started_at } = endpoint as Started;
  const seconds = started_at === undefined ? 0 : (world.nowMs - Date.parse(started_at)) / 1_000;
  return {
    active_time_seconds: Math.round(seconds),
    compute_time_seconds: Math.round(seconds * endpoint.autoscaling_limit_min_cu),
  };
}

function sum(kept: object, records: EndpointRecord[], world: World): Usage {
  return records.reduce(
    (total, record) => pick(added(total, currentUse(world, record))),
    pick(kept),
  );
}

function pick(kept: Partial<Usage>): Usage {
  const { active_time_seconds = 0, compute_time_seconds = 0 } = kept;
  return { active_time_seconds, compute_time_seconds };
}

function added<T extends object>(kept: T, used: Usage): T {
  const before = pick(kept);
  return {
    ...kept,
    active_time_seconds: before.active_time_seconds + used.active_time_seconds,
    compute_time_seconds: before.compute_time_seconds + used.compute_time_seconds,
  };
}
