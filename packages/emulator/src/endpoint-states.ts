/** How computes change: what an ended operation does to one, use, inactivity, and the checks. */
import type { Endpoint, Operation } from "@hosted-postgres/types";
import { CHECK_AVAILABILITY_MS, IDLE_MS, PRIMARY, STATUS_WITH_EFFECT } from "./assumptions.ts";
import { startOperations } from "./operations.ts";
import type { EndpointRecord, World } from "./world.ts";

/** The state a compute has when all that it waits for is finished; undefined when it waits for nothing. */
export function pendingState(world: World, { endpoint }: EndpointRecord): string | undefined {
  const queue = world.queues.get(endpoint.id) ?? [];
  const last = queue.findLast(({ operation }) => operation.action.endsWith("_compute"));
  if (last) return last.operation.action === "start_compute" ? "active" : "idle";
  return queue.length > 0 ? endpoint.current_state : undefined;
}

export function isUp(world: World, record: EndpointRecord): boolean {
  return (pendingState(world, record) ?? record.endpoint.current_state) === "active";
}

/** What the end of an operation does to its compute; one that failed does nothing. */
export function settleEndpoint(world: World, { endpoint_id, action, status }: Operation): void {
  const isMove = action === "start_compute" || action === "suspend_compute";
  const record = isMove ? world.endpoints.get(`${endpoint_id}`) : undefined;
  if (!record || world.projects.get(record.endpoint.project_id)?.deleted) return;
  const hasEffect = status === STATUS_WITH_EFFECT;
  if (hasEffect && action === "start_compute") activate(world, record);
  if (hasEffect && action === "suspend_compute") deactivate(world, record, "idle");
  // A suspension that failed is tried again after as long.
  if (!hasEffect && action === "suspend_compute") resetTimer(world, record);
}

/** A connection or a query: a compute that is not up starts, and the timer of inactivity begins anew. */
export function useEndpoint(world: World, record: EndpointRecord): void {
  startEndpoint(world, record);
  if (record.endpoint.current_state === "active") touch(world, record);
}

export function startEndpoint(world: World, record: EndpointRecord): Operation[] {
  if (isUp(world, record)) return [];
  return startOperations(world, placeOf(record), "start_compute");
}

export function suspendEndpoint(world: World, record: EndpointRecord): Operation[] {
  if (!isUp(world, record)) return [];
  return startOperations(world, placeOf(record), "suspend_compute");
}

/** A compute that goes down without an operation: its project is deleted. */
export function deactivate(world: World, record: EndpointRecord, state: string): void {
  if (record.endpoint.current_state === "active") world.dataPlane.stop(record.endpoint);
  record.suspendAtMs = undefined;
  enter(world, record, state);
}

/** Where an operation on a compute is recorded. */
export function placeOf({ endpoint: { id, project_id, branch_id } }: EndpointRecord) {
  return { project_id, branch_id, endpoint_id: id };
}

/** Sets the idle time of a compute, null to keep it always active. */
export function setIdleMs(world: World, record: EndpointRecord, idleMs: number | null): void {
  record.idleMs = idleMs;
  if (record.endpoint.current_state === "active") resetTimer(world, record);
  world.endpoints.put(record.endpoint.id, record);
}

export function defaultIdleMs(world: World): number | null {
  const { idleMs = IDLE_MS } = world.options;
  return idleMs;
}

/** Enters again the timers of what was saved. */
export function resumeEndpoints(world: World): void {
  for (const record of world.endpoints.values()) {
    if (record.endpoint.current_state === "active") world.dataPlane.start(record.endpoint);
    watch(world, record);
  }
  for (const { id, checkAtMs } of world.branches.values()) {
    if (checkAtMs !== undefined) enterCheck(world, id, checkAtMs);
  }
}

/** From now on the control plane looks at this branch now and then, as long as it has a compute. */
export function checkAvailability(world: World, branch_id: string): void {
  const branch = world.branches.get(branch_id);
  if (!branch || branch.checkAtMs !== undefined) return;
  branch.checkAtMs = world.nowMs + CHECK_AVAILABILITY_MS;
  world.branches.put(branch_id, branch);
  enterCheck(world, branch_id, branch.checkAtMs);
}

function enterCheck(world: World, branch_id: string, dueMs: number): void {
  world.agenda.add(dueMs, () => {
    const branch = world.branches.get(branch_id);
    if (branch?.checkAtMs !== dueMs) return;
    branch.checkAtMs = undefined;
    world.branches.put(branch_id, branch);
    const records = world.endpoints.where("branch", branch_id);
    const record = records.find(({ endpoint }) => endpoint.type === PRIMARY) ?? records[0];
    // A deleted project is left alone; its check comes back with it.
    if (!record || world.projects.get(branch.project_id)?.deleted) return;
    const isBusy = pendingState(world, record) !== undefined;
    if (!isBusy) startOperations(world, placeOf(record), "check_availability");
    checkAvailability(world, branch_id);
  });
}

function activate(world: World, record: EndpointRecord): void {
  enter(world, record, "active");
  touch(world, record);
  world.dataPlane.start(record.endpoint);
}

function enter(
  world: World,
  record: EndpointRecord,
  current_state: Endpoint["current_state"],
): void {
  record.endpoint = { ...record.endpoint, current_state, updated_at: world.timestamp() };
  world.endpoints.put(record.endpoint.id, record);
}

function touch(world: World, record: EndpointRecord): void {
  record.endpoint = { ...record.endpoint, last_active: world.timestamp() };
  resetTimer(world, record);
  world.endpoints.put(record.endpoint.id, record);
}

function resetTimer(world: World, record: EndpointRecord): void {
  record.suspendAtMs = record.idleMs === null ? undefined : world.nowMs + record.idleMs;
  watch(world, record);
}

/** One event at a time is on the agenda for a compute, however often it is used. */
function watch(world: World, record: EndpointRecord): void {
  const { id } = record.endpoint;
  if (record.suspendAtMs === undefined || world.watched.has(id)) return;
  world.watched.add(id);
  world.agenda.add(record.suspendAtMs, () => {
    world.watched.delete(id);
    if (world.endpoints.get(id) !== record || record.suspendAtMs === undefined) return;
    if (record.suspendAtMs > world.nowMs) return watch(world, record);
    record.suspendAtMs = undefined;
    world.endpoints.put(id, record);
    suspendEndpoint(world, record);
  });
}
