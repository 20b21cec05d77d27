/** The routes of computes, which the provider calls endpoints too. */
import type { Operation } from "@hosted-postgres/types";
import {
  defaultIdleMs,
  isUp,
  pendingState,
  placeOfEndpoint,
  setIdleMs,
} from "../endpoint-lifecycle.ts";
import * as documented from "../endpoints.ts";
import { addEndpoint, checkNotOfDefaultBranch, removeEndpoint } from "../endpoints.ts";
import { startOperations } from "../operations.ts";
import type { RoutedRequest } from "../router.ts";
import type { EndpointRecord, World } from "../world.ts";
import { GONE } from "./answer.ts";
import { shownOperations } from "./operations.ts";
import { Refusal } from "./refusal.ts";
import { countUse } from "./usage.ts";

/** The size of a project's first compute. */
const DEFAULT_SIZE = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 };

/** The source of requests to create something. */
export const CREATION_SOURCE = "console";

type Attributes = Record<string, unknown>;
interface EndpointBody {
  endpoint: Attributes & { branch_id: string; type: string };
}

export function listProjectEndpoints({ world, path }: RoutedRequest) {
  const records = world.endpoints.where("project", path.project_id);
  return { endpoints: records.map((record) => shownEndpoint(world, record)) };
}

export function listBranchEndpoints({ world, path }: RoutedRequest) {
  const records = world.endpoints.where("branch", path.branch_id);
  return { endpoints: records.map((record) => shownEndpoint(world, record)) };
}

export function getEndpoint(request: RoutedRequest) {
  return { endpoint: shownEndpoint(request.world, documented.endpointOf(request)) };
}

export function createEndpoint({ world, path, body }: RoutedRequest<EndpointBody>) {
  const { record, operations } = addEndpointTo(world, path.project_id, body.endpoint);
  return bundle(world, record, operations);
}

export function updateEndpoint(request: RoutedRequest) {
  const { world, body } = request;
  const { operations } = documented.updateEndpoint(request as never);
  const record = documented.endpointOf(request);
  keepSuspendTimeout(world, record, body.endpoint as Attributes);
  return bundle(world, record, operations);
}

/** A repeated deletion is no error. */
export function deleteEndpoint(request: RoutedRequest) {
  const { world, path } = request;
  if (!world.endpoints.get(path.endpoint_id)) return GONE;
  const record = documented.endpointOf(request);
  checkNotOfDefaultBranch(world, record);
  const shown = shownEndpoint(world, record);
  const operations = isUp(world, record)
    ? startOperations(world, placeOfEndpoint(record), "suspend_compute")
    : [];
  countUse(world, record);
  removeEndpoint(world, record);
  return { endpoint: shown, operations: shownOperations(world, operations) };
}

export function startEndpoint(request: RoutedRequest) {
  const { operations } = documented.startEndpoint(request);
  return bundle(request.world, documented.endpointOf(request), operations);
}

export function suspendEndpoint(request: RoutedRequest) {
  const { world } = request;
  const record = documented.endpointOf(request);
  const pending = pendingState(world, record);
  if (pending !== undefined) {
    throw new Refusal(423, "endpoint is in some transitive state, could not suspend");
  }
  const { operations } = documented.suspendEndpoint(request);
  return bundle(world, record, operations);
}

/** Restarts an idle compute too. */
export function restartEndpoint(request: RoutedRequest) {
  const { world } = request;
  const record = documented.endpointOf(request);
  documented.checkEnabled(record);
  if (record.endpoint.current_state === "active") world.dataPlane.stop(record.endpoint);
  const actions = ["suspend_compute", "start_compute"];
  const operations = startOperations(world, placeOfEndpoint(record), ...actions);
  return bundle(world, record, operations);
}

/** Adds a compute with the provider's own attributes, and starts it. */
export function addEndpointTo(world: World, project_id: string, attributes: Attributes) {
  const project = world.projects.get(project_id)?.project;
  const made = addEndpoint(world, project_id, addedToProject(project ?? {}, attributes) as never);
  keepSuspendTimeout(world, made.record, attributes);
  return made;
}

/**
 * The sizes and Postgres settings of a new compute: as asked for, else the project's, else the
 * smallest and none.
 */
export function addedToProject(project: Attributes, asked: Attributes = {}): Attributes {
  const { default_endpoint_settings: defaults = {} } = project as {
    default_endpoint_settings?: Partial<typeof DEFAULT_SIZE> & { pg_settings?: object };
  };
  const { pg_settings } = defaults;
  const settled = pg_settings ? { settings: { pg_settings }, ...asked } : asked;
  const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max } = asked;
  if (min !== undefined || max !== undefined) return settled;
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu } = { ...DEFAULT_SIZE, ...defaults };
  return { ...settled, autoscaling_limit_min_cu, autoscaling_limit_max_cu };
}

export function shownEndpoint(world: World, record: EndpointRecord) {
  const { endpoint } = record;
  const project = world.projects.get(endpoint.project_id)?.project;
  const pending_state = pendingState(world, record);
  const creation_source = CREATION_SOURCE;
  const suspend_timeout_seconds = suspendTimeout(record);
  const provisioner = project?.provisioner;
  // One spread each, the last: a second one, or a property after it, takes several times as long.
  return pending_state === undefined
    ? { creation_source, suspend_timeout_seconds, provisioner, ...endpoint }
    : { pending_state, creation_source, suspend_timeout_seconds, provisioner, ...endpoint };
}

/** 0 is the default, -1 never. */
function keepSuspendTimeout(world: World, record: EndpointRecord, attributes: Attributes): void {
  const { suspend_timeout_seconds: seconds } = attributes;
  if (typeof seconds !== "number") return;
  const idleMs = seconds === 0 ? defaultIdleMs(world) : seconds < 0 ? null : seconds * 1_000;
  setIdleMs(world, record, idleMs);
}

function suspendTimeout({ endpoint }: EndpointRecord): number {
  const { suspend_timeout_seconds: seconds } = endpoint as { suspend_timeout_seconds?: number };
  return seconds ?? 0;
}

function bundle(world: World, record: EndpointRecord, operations: Operation[]) {
  return {
    endpoint: shownEndpoint(world, record),
    operations: shownOperations(world, operations),
  };
}
