/** The lifecycle of computes: operations, use, inactivity, and availability checks. */
import type { Endpoint, Operation } from "@hosted-postgres/types";
import {
  CHECK_AVAILABILITY_MS,
  computeOfBranchOperations,
  IDLE_MS,
  isCheckDue,
  RETRIED_AFTER_FAILURE,
  STATUS_WITH_EFFECT,
} from "./assumptions.ts";
import { startOperations } from "./operations.ts";
import { contentOf } from "./roles-and-databases.ts";
import type { Branch, EndpointRecord, World } from "./world.ts";

/** The state a compute is moving to; undefined when no operation is pending. */
export function pendingState(world: World, { endpoint }: EndpointRecord): string | undefined {
  const queue = world.queues.get(endpoint.id) ?? [];
  const last = queue.findLast(({ operation }) => operation.action.endsWith("_compute"));
  if (last) return last.operation.action === "start_compute" ? "active" : "idle";
  return queue.length > 0 ? endpoint.current_state : undefined;
}

/** True for a compute that is active, or will be once its operations finish. */
export function isUp(world: World, record: EndpointRecord): boolean {
  return (pendingState(world, record) ?? record.endpoint.current_state) === "active";
}

/** Applies an ended operation to its compute. A failed one leaves the state as it was. */
export function settleEndpoint(world: World, operation: Operation): void {
  const { endpoint_id, action, status } = operation;
  const isMove = action === "start_compute" || action === "suspend_compute";
  const record = isMove ? world.endpoints.get(`${endpoint_id}`) : undefined;
  const hasEffect = status === STATUS_WITH_EFFECT;
  if (action === "start_compute") settleWaiting(world, operation);
  if (!record || world.projects.get(record.endpoint.project_id)?.deleted) return;
  if (!hasEffect && action === "start_compute" && world.dataPlane.takesTime) {
    // Nobody knows what runs after a failed start.
    const { current_state } = record.endpoint;
    const state = current_state === "active" ? "idle" : current_state;
    deactivate(world, record, state, world.operations.get(operation.id)?.error);
  }
  if (hasEffect && action === "start_compute") activate(world, record);
  if (hasEffect && action === "suspend_compute") deactivate(world, record, "idle");
  if (!hasEffect && RETRIED_AFTER_FAILURE.includes(action)) resetTimer(world, record);
}

/** Records a connection or a query: starts a compute that is not up, restarts its idle timer. */
export function useEndpoint(world: World, record: EndpointRecord): void {
  ensureStarted(world, record);
  if (record.endpoint.current_state === "active") touch(world, record);
}

/** Starts a compute; does nothing if it is up. */
export function ensureStarted(world: World, record: EndpointRecord): Operation[] {
  if (isUp(world, record)) return [];
  return startOperations(world, placeOfEndpoint(record), "start_compute");
}

/** Suspends a compute; does nothing unless it is up. */
export function ensureSuspended(world: World, record: EndpointRecord): Operation[] {
  if (!isUp(world, record)) return [];
  return startOperations(world, placeOfEndpoint(record), "suspend_compute");
}

/** Takes a compute down: at the end of a suspension, by a failure, or when its project is deleted. */
export function deactivate(
  world: World,
  record: EndpointRecord,
  state: string,
  failure?: string,
): void {
  const mayRun = record.endpoint.current_state === "active" || world.dataPlane.takesTime;
  if (mayRun) world.dataPlane.stop(record.endpoint);
  record.suspendAtMs = undefined;
  scheduleSuspension(world, record);
  setState(world, record, state, failure);
}

/** The place where operations on a compute are recorded. */
export function placeOfEndpoint({ endpoint: { id, project_id, branch_id } }: EndpointRecord) {
  return { project_id, branch_id, endpoint_id: id };
}

/** @param idleMs null turns scale to zero off */
export function setIdleMs(world: World, record: EndpointRecord, idleMs: number | null): void {
  record.idleMs = idleMs;
  if (record.endpoint.current_state === "active") resetTimer(world, record);
  world.endpoints.put(record.endpoint.id, record);
}

export function defaultIdleMs(world: World): number | null {
  const { idleMs = IDLE_MS } = world.options;
  return idleMs;
}

/** Schedules the timers of a loaded world again. */
export function resumeEndpoints(world: World): void {
  for (const record of world.endpoints.values()) {
    const { endpoint } = record;
    const { host = endpoint.host } = world.dataPlane.listen?.(endpoint.id) ?? {};
    if (host !== endpoint.host) {
      record.endpoint = { ...endpoint, host };
      world.endpoints.put(endpoint.id, record);
    }
    if (endpoint.current_state === "active") restart(world, record);
    scheduleSuspension(world, record);
  }
  for (const branch of world.branches.values()) {
    if (branch.checkAtMs !== undefined) scheduleCheck(world, branch, branch.checkAtMs);
  }
}

/** Schedules the availability checks of a branch, or ends them when it has no compute to check. */
export function checkAvailability(world: World, branch_id: string): void {
  const branch = world.branches.get(branch_id);
  if (!branch) return;
  const isDeleted = world.projects.get(branch.project_id)?.deleted;
  const isChecked = !isDeleted && computeOf(world, branch_id) !== undefined;
  if (isChecked === (branch.checkAtMs !== undefined)) return;
  branch.checkAtMs = isChecked ? world.nowMs + CHECK_AVAILABILITY_MS : undefined;
  world.branches.put(branch_id, branch);
  if (branch.checkAtMs === undefined) world.agenda.cancel(branch_id);
  else scheduleCheck(world, branch, branch.checkAtMs);
}

function scheduleCheck(world: World, branch: Branch, dueMs: number): void {
  world.agenda.set(branch.id, dueMs, () => {
    const record = computeOf(world, branch.id);
    const isDue = record && isCheckDue(pendingState(world, record));
    if (isDue) startOperations(world, placeOfEndpoint(record), "check_availability");
    branch.checkAtMs = undefined;
    checkAvailability(world, branch.id);
  });
}

/** The compute that stands for a branch. */
export function computeOf(world: World, branch_id: string): EndpointRecord | undefined {
  return computeOfBranchOperations(world.endpoints.where("branch", branch_id));
}

/** Resolves when the start that a compute waits for ends; at once when it waits for none. */
export function whenUp(world: World, endpoint_id: string): Promise<void> {
  const queue = world.queues.get(endpoint_id) ?? [];
  if (!queue.some(({ operation }) => operation.action === "start_compute")) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const waiting = world.waiting.get(endpoint_id) ?? [];
    world.waiting.set(endpoint_id, waiting);
    waiting.push({ resolve, reject });
  });
}

function settleWaiting(world: World, { id, endpoint_id, status }: Operation): void {
  const waiting = world.waiting.get(`${endpoint_id}`) ?? [];
  world.waiting.delete(`${endpoint_id}`);
  const { error = "the compute did not start" } = world.operations.get(id) ?? {};
  for (const { resolve, reject } of waiting) {
    if (status === STATUS_WITH_EFFECT) resolve();
    else reject(new Error(error));
  }
}

/** The server of a compute has ended by itself: it is idle until its next use. */
export function lose(world: World, endpoint_id: string, reason: string): void {
  const record = world.endpoints.get(endpoint_id);
  if (record?.endpoint.current_state !== "active") return;
  process.emitWarning(`the server of compute ${endpoint_id} has ended: ${reason}`);
  deactivate(world, record, "idle", reason);
}

/** Starts the server of a compute that was up when the process ended. */
function restart(world: World, record: EndpointRecord): void {
  const { id, branch_id } = record.endpoint;
  const starting = world.dataPlane.start(record.endpoint, contentOf(world, branch_id));
  starting?.catch((error: Error) => world.change(() => lose(world, id, error.message)));
}

/** A plane that takes time has started it already. */
function activate(world: World, record: EndpointRecord): void {
  setState(world, record, "active");
  touch(world, record);
  if (world.dataPlane.takesTime) return;
  world.dataPlane.start(record.endpoint, contentOf(world, record.endpoint.branch_id));
}

function setState(
  world: World,
  record: EndpointRecord,
  current_state: Endpoint["current_state"],
  failure?: string,
): void {
  record.failure = failure;
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
  scheduleSuspension(world, record);
}

function scheduleSuspension(world: World, record: EndpointRecord): void {
  const { id } = record.endpoint;
  world.agenda.cancel(id);
  if (record.suspendAtMs === undefined) return;
  world.agenda.set(id, record.suspendAtMs, () => {
    if (world.dataPlane.isBusy?.(id)) return touch(world, record);
    record.suspendAtMs = undefined;
    world.endpoints.put(id, record);
    ensureSuspended(world, record);
  });
}
