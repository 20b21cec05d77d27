import type {
  Branch,
  Compute,
  ComputeAttributes,
  ComputeState,
  ComputeType,
  JsonObject,
  Operation,
  Project,
} from "./model.ts";
import { isObject, PRIMARY, Problem, REPLICA, randomHex, timestamp } from "./model.ts";
import { appendOperation } from "./operations.ts";

export const DEFAULT_ATTRIBUTES: ComputeAttributes = {
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
  settings: { pg_settings: {} },
  pooler_enabled: false,
  pooler_mode: "transaction",
  disabled: false,
  passwordless_access: true,
  scale_to_zero_seconds: 300,
};

const MAX_IDLE_SECONDS = 7 * 24 * 3600;

const isSupportedSize = (cu: number): boolean =>
  cu === 0.25 ||
  cu === 0.5 ||
  (Number.isInteger(cu) && cu >= 1 && cu <= 56 && (cu <= 16 || cu % 2 === 0));

function checkSize({
  autoscaling_limit_min_cu: min,
  autoscaling_limit_max_cu: max,
}: ComputeAttributes): void {
  if (!isSupportedSize(min) || !isSupportedSize(max))
    throw new Problem(422, "This compute size is not on offer.");
  if (min > max) throw new Problem(422, "The minimum size exceeds the maximum size.");
  if (min < max && max > 16) throw new Problem(422, "Sizes above 16 units cannot autoscale.");
}

/** The attributes named in `input` over those of `base`; anything that cannot be changed is ignored. */
function readAttributes(input: JsonObject, base: ComputeAttributes): ComputeAttributes {
  const pick = <T>(name: string, fallback: T, accepts: (value: unknown) => value is T): T => {
    const value = input[name];
    if (value === undefined) return fallback;
    if (!accepts(value)) throw new Problem(422, `Unusable value for endpoint.${name}.`);
    return value;
  };
  const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
  const isNumber = (value: unknown): value is number => typeof value === "number";
  const isMode = (value: unknown): value is string =>
    value === "transaction" || value === "session";
  const isIdleTime = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_IDLE_SECONDS;

  const settings = pick<JsonObject>("settings", base.settings, isObject);
  const pgSettings = settings.pg_settings ?? base.settings.pg_settings;
  if (!isObject(pgSettings)) throw new Problem(422, "endpoint.settings.pg_settings is an object.");

  const attributes: ComputeAttributes = {
    autoscaling_limit_min_cu: pick(
      "autoscaling_limit_min_cu",
      base.autoscaling_limit_min_cu,
      isNumber,
    ),
    autoscaling_limit_max_cu: pick(
      "autoscaling_limit_max_cu",
      base.autoscaling_limit_max_cu,
      isNumber,
    ),
    settings: { pg_settings: pgSettings },
    pooler_enabled: pick("pooler_enabled", base.pooler_enabled, isBoolean),
    pooler_mode: pick("pooler_mode", base.pooler_mode, isMode),
    disabled: pick("disabled", base.disabled, isBoolean),
    passwordless_access: pick("passwordless_access", base.passwordless_access, isBoolean),
    scale_to_zero_seconds: pick("scale_to_zero_seconds", base.scale_to_zero_seconds, isIdleTime),
  };
  checkSize(attributes);
  return attributes;
}

export function newCompute(branchId: string, type: ComputeType, created: number): Compute {
  return {
    id: `ep-${randomHex(14)}`,
    branchId,
    type,
    attributes: structuredClone(DEFAULT_ATTRIBUTES),
    current: "init",
    pending: null,
    move: 0,
    lastActive: null,
    created,
    updated: created,
    deleted: false,
    idleTimer: undefined,
  };
}

export const proxyHost = (project: Project): string => `gate.${project.region}.pg.invalid`;

export function showCompute(
  project: Project,
  compute: Compute,
  pending?: ComputeState,
): JsonObject {
  return {
    id: compute.id,
    host: `${compute.id}.${project.region}.pg.invalid`,
    project_id: project.id,
    branch_id: compute.branchId,
    region_id: project.region,
    type: compute.type,
    ...compute.attributes,
    current_state: compute.current,
    pending_state: pending,
    last_active: compute.lastActive === null ? undefined : timestamp(compute.lastActive),
    created_at: timestamp(compute.created),
    updated_at: timestamp(compute.updated),
    proxy_host: proxyHost(project),
    scale_to_zero: compute.attributes.scale_to_zero_seconds > 0,
  };
}

/** For the answers to create and update, which always carry a pending state. */
export const showWithPending = (project: Project, compute: Compute): JsonObject =>
  showCompute(project, compute, compute.pending ?? compute.current);

export interface Change {
  compute: Compute;
  operations: Operation[];
}

type Step = [action: string, status: "running" | "scheduling"];

export interface ControlPlaneOptions {
  operationMs: number;
  suspendedPrimaryCounts: boolean;
}

export type ControlPlane = ReturnType<typeof createControlPlane>;

export function createControlPlane({ operationMs, suspendedPrimaryCounts }: ControlPlaneOptions) {
  const timers = new Set<NodeJS.Timeout>();

  function later(ms: number, task: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      task();
    }, ms);
    timers.add(timer);
    return timer;
  }

  function cancel(timer: NodeJS.Timeout | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timers.delete(timer);
  }

  /** Records the steps and lets them run one after another; `done` comes just before the last one finishes. */
  function launch(
    project: Project,
    compute: Compute,
    steps: Step[],
    done: () => void = () => {},
  ): Operation[] {
    return steps.map(([action, status], index) => {
      const operation = appendOperation(project, {
        branchId: compute.branchId,
        computeId: compute.id,
        action,
        status,
      });
      const turnTo = (next: Operation["status"]) => {
        operation.status = next;
        operation.updated = Date.now();
      };
      if (status === "scheduling") later(operationMs * (index + 0.5), () => turnTo("running"));
      later(operationMs * (index + 1), () => {
        if (compute.deleted) {
          operation.failures += 1;
          turnTo("failed");
          return;
        }
        if (index === steps.length - 1) done();
        turnTo("finished");
      });
      return operation;
    });
  }

  /** Starts a move to `target`, showing `meanwhile`; returns what has to be called at its end. */
  function begin(
    project: Project,
    compute: Compute,
    meanwhile: ComputeState,
    target: ComputeState,
  ): () => void {
    if (compute.current === "active") compute.lastActive = Date.now();
    compute.current = meanwhile;
    compute.pending = target;
    compute.updated = Date.now();
    compute.move += 1;
    const move = compute.move;
    return () => {
      if (compute.move === move) settle(project, compute, target);
    };
  }

  function settle(project: Project, compute: Compute, state: ComputeState): void {
    compute.current = state;
    compute.pending = null;
    compute.updated = Date.now();
    if (state !== "active") return;
    compute.lastActive = Date.now();
    watchIdle(project, compute);
    launch(project, compute, [["check_availability", "scheduling"]]);
  }

  function watchIdle(project: Project, compute: Compute): void {
    cancel(compute.idleTimer);
    const seconds = compute.attributes.scale_to_zero_seconds;
    compute.idleTimer =
      seconds === 0
        ? undefined
        : later(seconds * 1000, () => {
            if (!compute.deleted && compute.current === "active" && compute.pending === null)
              suspend(project, compute);
          });
  }

  function requireBranch(project: Project, id: unknown): Branch {
    if (typeof id !== "string") throw new Problem(422, "endpoint.branch_id is a string.");
    const branch = project.branches.find((each) => each.id === id);
    if (!branch) throw new Problem(404, `There is no branch ${id} in this project.`);
    return branch;
  }

  const hasPrimary = (project: Project, branchId: string): boolean =>
    project.computes.some(
      (each) =>
        each.branchId === branchId &&
        each.type === PRIMARY &&
        (suspendedPrimaryCounts || each.current !== "idle"),
    );

  function create(project: Project, input: JsonObject): Change {
    const branch = requireBranch(project, input.branch_id);
    const type = input.type;
    if (type !== PRIMARY && type !== REPLICA)
      throw new Problem(422, `endpoint.type is ${PRIMARY} or ${REPLICA}.`);
    const attributes = readAttributes(input, DEFAULT_ATTRIBUTES);
    if (type === PRIMARY && hasPrimary(project, branch.id)) {
      throw new Problem(422, "The branch already has its primary compute.");
    }
    const compute = {
      ...newCompute(branch.id, type, Date.now()),
      attributes: structuredClone(attributes),
    };
    project.computes.push(compute);
    const done = begin(project, compute, "init", "active");
    return { compute, operations: launch(project, compute, [["start_compute", "running"]], done) };
  }

  function update(project: Project, compute: Compute, input: JsonObject): Change {
    const before = compute.attributes;
    const attributes = readAttributes(input, before);
    const branchId =
      input.branch_id === undefined ? compute.branchId : requireBranch(project, input.branch_id).id;
    const moved = branchId !== compute.branchId;
    if (moved && compute.type === PRIMARY && hasPrimary(project, branchId)) {
      throw new Problem(409, "The target branch already has its primary compute.");
    }
    if (!moved && JSON.stringify(before) === JSON.stringify(attributes))
      return { compute, operations: [] };

    compute.attributes = attributes;
    compute.branchId = branchId;
    compute.updated = Date.now();
    const resized =
      before.autoscaling_limit_min_cu !== attributes.autoscaling_limit_min_cu ||
      before.autoscaling_limit_max_cu !== attributes.autoscaling_limit_max_cu;
    if (
      compute.current === "active" &&
      before.scale_to_zero_seconds !== attributes.scale_to_zero_seconds
    ) {
      watchIdle(project, compute);
    }

    if (moved && compute.current !== "init") {
      const done = begin(project, compute, compute.current, "idle");
      const steps: Step[] = [
        ["apply_config", "running"],
        ["suspend_compute", "scheduling"],
      ];
      return { compute, operations: launch(project, compute, steps, done) };
    }
    if (resized && compute.current === "active" && compute.pending === null) {
      const done = begin(project, compute, "init", "active");
      const steps: Step[] = [
        ["apply_config", "running"],
        ["start_compute", "scheduling"],
      ];
      return { compute, operations: launch(project, compute, steps, done) };
    }
    return { compute, operations: launch(project, compute, [["apply_config", "running"]]) };
  }

  function remove(project: Project, compute: Compute): void {
    cancel(compute.idleTimer);
    compute.deleted = true;
    project.computes.splice(project.computes.indexOf(compute), 1);
    project.deletedComputeIds.add(compute.id);
  }

  function start(project: Project, compute: Compute): Operation[] {
    if ((compute.pending ?? compute.current) === "active") return [];
    const done = begin(project, compute, compute.current, "active");
    return launch(project, compute, [["start_compute", "scheduling"]], done);
  }

  function suspend(project: Project, compute: Compute): Operation[] {
    if (compute.current !== "active")
      throw new Problem(409, "Only an active compute can be suspended.");
    if (compute.pending === "idle") return [];
    const done = begin(project, compute, "active", "idle");
    return launch(project, compute, [["suspend_compute", "running"]], done);
  }

  function restart(project: Project, compute: Compute): Operation[] {
    if (compute.current !== "active")
      throw new Problem(400, "Only an active compute can be restarted.");
    const done = begin(project, compute, "init", "active");
    return launch(
      project,
      compute,
      [
        ["suspend_compute", "running"],
        ["start_compute", "scheduling"],
      ],
      done,
    );
  }

  function stop(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  return { create, update, remove, start, suspend, restart, watchIdle, stop };
}
