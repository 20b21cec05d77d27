/** The routes of computes, which the API calls endpoints. */
import type {
  Endpoint,
  EndpointWithoutPendingState,
  EndpointWithPendingState,
} from "@hosted-postgres/types";
import {
  DEFAULT_BRANCH_WITHOUT_PRIMARY,
  endpointHost,
  fixedSize,
  PRIMARY,
  PROXY_HOST,
  READ_ONLY_ENDPOINT,
  RECONFIGURE_ACTIVE,
  RESTART_ACTIONS,
  RESTART_OF_IDLE,
  readResponse,
  START_OF_DISABLED,
  stateResponse,
} from "./assumptions.ts";
import {
  checkAvailability,
  defaultIdleMs,
  ensureStarted,
  ensureSuspended,
  isUp,
  pendingState,
  placeOfEndpoint,
} from "./endpoint-lifecycle.ts";
import { startOperations } from "./operations.ts";
import { found, notFound, Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import { validateAttributes } from "./validate.ts";
import type { EndpointRecord, World } from "./world.ts";

/** A fixed type also keeps a replica from becoming a second primary. */
const FIXED_AFTER_CREATION = [...READ_ONLY_ENDPOINT, "type"];

type Attributes = Partial<Omit<Endpoint, "pending_state">>;
type NewAttributes = Attributes & Pick<Endpoint, "branch_id" | "type">;

export function listProjectEndpoints({ world, path }: RoutedRequest) {
  const records = world.endpoints.where("project", path.project_id);
  return { endpoints: records.map(({ endpoint }) => endpoint) };
}

export function listBranchEndpoints({ world, path }: RoutedRequest) {
  const records = world.endpoints.where("branch", path.branch_id);
  return { endpoints: records.map(({ endpoint }) => endpoint) };
}

export function getEndpoint(request: RoutedRequest) {
  const record = endpointOf(request);
  return readResponse(record.endpoint, pendingState(request.world, record));
}

export function createEndpoint({ world, path, body }: RoutedRequest<{ endpoint: NewAttributes }>) {
  rejectAttributes(body.endpoint, READ_ONLY_ENDPOINT);
  validateAttributes("Endpoint", "body.endpoint", body.endpoint);
  const { record, operations } = addEndpoint(world, path.project_id, body.endpoint);
  return { endpoint: withPendingState(world, record), operations };
}

export function updateEndpoint(request: RoutedRequest<{ endpoint: Attributes }>) {
  const { world, body } = request;
  const record = endpointOf(request);
  const { endpoint: changes } = body;
  rejectAttributes(changes, FIXED_AFTER_CREATION);
  validateAttributes("Endpoint", "body.endpoint", changes);
  const endpoint = { ...record.endpoint, ...changes };
  const moved = endpoint.branch_id !== record.endpoint.branch_id;
  if (moved) checkNotOfDefaultBranch(world, record);
  if (moved) checkBranch(world, endpoint);
  checkSizes(endpoint);
  const operations = changeEndpoint(world, record, changes);
  return { endpoint: withPendingState(world, record), operations };
}

/** Changes attributes that fit, and starts the operations that follow. */
export function changeEndpoint(world: World, record: EndpointRecord, changes: Attributes) {
  const before = record.endpoint;
  const endpoint = { ...before, ...changes, updated_at: world.timestamp() };
  const moved = endpoint.branch_id !== before.branch_id;
  const resized =
    endpoint.autoscaling_limit_min_cu !== before.autoscaling_limit_min_cu ||
    endpoint.autoscaling_limit_max_cu !== before.autoscaling_limit_max_cu;
  record.endpoint = endpoint;
  world.endpoints.put(endpoint.id, record);
  if (moved) for (const id of [before.branch_id, endpoint.branch_id]) checkAvailability(world, id);

  const up = isUp(world, record);
  const reconfigured = moved || resized;
  if (up && reconfigured && endpoint.current_state === "active") world.dataPlane.stop(endpoint);
  const whenDown = moved ? ["apply_config", "suspend_compute"] : ["apply_config"];
  const actions = up && reconfigured ? RECONFIGURE_ACTIVE : up ? ["apply_config"] : whenDown;
  const changed = Object.keys(changes).length > 0;
  return changed ? startOperations(world, placeOfEndpoint(record), ...actions) : [];
}

export function deleteEndpoint(request: RoutedRequest) {
  const record = endpointOf(request);
  checkNotOfDefaultBranch(request.world, record);
  removeEndpoint(request.world, record);
  return { endpoint: record.endpoint, operations: [] as [] };
}

export function startEndpoint(request: RoutedRequest) {
  const record = endpointOf(request);
  checkEnabled(record);
  const operations = ensureStarted(request.world, record);
  return stateResponse(withPendingState(request.world, record), operations);
}

export function suspendEndpoint(request: RoutedRequest) {
  const record = endpointOf(request);
  const operations = ensureSuspended(request.world, record);
  return stateResponse(withPendingState(request.world, record), operations);
}

export function restartEndpoint(request: RoutedRequest) {
  const { world } = request;
  const record = endpointOf(request);
  const { id, current_state } = record.endpoint;
  if (current_state !== "active" || !isUp(world, record)) {
    const state = current_state === "active" ? "being suspended" : current_state;
    throw new Problem(
      RESTART_OF_IDLE,
      `compute ${id} is ${state}: only an active compute restarts`,
    );
  }
  world.dataPlane.stop(record.endpoint);
  const operations = startOperations(world, placeOfEndpoint(record), ...RESTART_ACTIONS);
  return stateResponse(withPendingState(world, record), operations);
}

/** Adds a compute and starts it; also used for the first compute of a project. */
export function addEndpoint(
  world: World,
  project_id: string,
  attributes: NewAttributes,
  id = world.identity.id("ep"),
) {
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = attributes;
  const size = fixedSize(min_cu, max_cu);
  const endpoint: EndpointWithoutPendingState = {
    id,
    host: world.dataPlane.listen?.(id).host ?? endpointHost(id),
    project_id,
    region_id: found(world.projects.get(project_id), `project ${project_id}`).project.region_id,
    autoscaling_limit_min_cu: size,
    autoscaling_limit_max_cu: size,
    current_state: "init",
    settings: { pg_settings: {} },
    pooler_enabled: false,
    pooler_mode: "transaction",
    disabled: false,
    passwordless_access: true,
    created_at: world.timestamp(),
    updated_at: world.timestamp(),
    proxy_host: PROXY_HOST,
    ...attributes,
  };
  checkBranch(world, endpoint);
  checkSizes(endpoint);
  const record: EndpointRecord = { endpoint, idleMs: defaultIdleMs(world) };
  world.endpoints.put(id, record);
  checkAvailability(world, endpoint.branch_id);
  const operations = startOperations(world, placeOfEndpoint(record), "start_compute");
  return { record, operations };
}

export function removeEndpoint(world: World, { endpoint }: EndpointRecord): void {
  world.dataPlane.stop(endpoint);
  world.dataPlane.unlisten?.(endpoint.id);
  world.agenda.cancel(endpoint.id);
  world.endpoints.delete(endpoint.id);
  checkAvailability(world, endpoint.branch_id);
}

/** @throws {Problem} when the compute is disabled */
export function checkEnabled({ endpoint: { id, disabled } }: EndpointRecord): void {
  if (disabled) throw new Problem(START_OF_DISABLED, `compute ${id} is disabled`);
}

export function endpointOf({ world, path }: RoutedRequest): EndpointRecord {
  const record = world.endpoints.get(path.endpoint_id);
  if (record?.endpoint.project_id === path.project_id) return record;
  throw notFound(`compute ${path.endpoint_id}`);
}

function withPendingState(world: World, record: EndpointRecord): EndpointWithPendingState {
  const pending_state = pendingState(world, record) ?? record.endpoint.current_state;
  // First, since adding a property after a spread takes three times as long.
  return { pending_state, ...record.endpoint };
}

function rejectAttributes(attributes: object, names: readonly string[]): void {
  const name = names.find((name) => Object.hasOwn(attributes, name));
  if (name === undefined) return;
  const field = `body.endpoint.${name}`;
  throw new Problem("malformed", `${field} is read-only`, field);
}

/** @throws {Problem} when the branch is not in the project, or has another primary compute */
function checkBranch(world: World, { project_id, branch_id, type }: Endpoint): void {
  const field = "body.endpoint.branch_id";
  if (world.branches.get(branch_id)?.project_id !== project_id) {
    throw notFound(`branch ${branch_id}`, field);
  }
  const taken = type === PRIMARY && primaryOf(world, branch_id);
  if (!taken) return;
  const message = `branch ${branch_id} already has a primary compute, ${taken.id}`;
  throw new Problem("conflict", message, field);
}

/** The primary compute of a branch, if it has one. */
export function primaryOf(world: World, branch_id: string): Endpoint | undefined {
  const records = world.endpoints.where("branch", branch_id);
  return records.find(({ endpoint }) => endpoint.type === PRIMARY)?.endpoint;
}

/** @throws {Problem} when the compute is the primary one of a default branch, which keeps it */
export function checkNotOfDefaultBranch(world: World, { endpoint }: EndpointRecord): void {
  const { id, type, branch_id } = endpoint;
  if (type !== PRIMARY || !world.branches.get(branch_id)?.default) return;
  const message = `compute ${id} is the primary compute of the default branch`;
  throw new Problem(DEFAULT_BRANCH_WITHOUT_PRIMARY, message);
}

/** The schema checks each limit; this checks one against the other. */
function checkSizes({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }: Endpoint) {
  if (min > max) {
    const field = "body.endpoint.autoscaling_limit_min_cu";
    throw new Problem("malformed", `${field} is ${min}, above the maximum size of ${max}`, field);
  }
  if (min !== max && max > 16) {
    const field = "body.endpoint.autoscaling_limit_max_cu";
    throw new Problem(
      "malformed",
      `${field} is ${max}, above the autoscaling maximum of 16`,
      field,
    );
  }
}
