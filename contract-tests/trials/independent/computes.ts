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

const DEFAULT_ATTRIBUTES: ComputeAttributes = {
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

/** Returns `base` with the attributes of `input`; ignores those that cannot be changed. */
function readAttributes(input: JsonObject, base: ComputeAttributes): ComputeAttributes {
  const pick = <T>(name: string, fallback: T, accepts: (value: unknown) => value is T): T => {
    const value = input[name];
    if (value === undefined) return fallback;
    if (!accepts(value)) throw new Problem(422, `Unusable value for endpoint.${name}.`);
    return value;
  };
  const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
  const isNumber = (value: unknown): value is number => typeof value === "number";
  const isMode = (value: unknown): value is string => value === "transaction";
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

/** Answers to create and update always have a pending state. */
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

/** Changes computes, and runs the operations of each change in real time. */
export class ControlPlane {
  readonly #options: ControlPlaneOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: ControlPlaneOptions) {
    this.#options = options;
  }

  #later(ms: number, task: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  #cancel(timer: NodeJS.Timeout | undefined): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#timers.delete(timer);
  }

  /** Records the steps and runs them one after another; calls `done` just before the last finishes. */
  #launch(
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
      if (status === "scheduling")
        this.#later(this.#options.operationMs * (index + 0.5), () => turnTo("running"));
      this.#later(this.#options.operationMs * (index + 1), () => {
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

  /** Begins a transition to `target` in the state `meanwhile`; returns the function that ends it. */
  #begin(
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
      if (compute.move === move) this.#settle(project, compute, target);
    };
  }

  #settle(project: Project, compute: Compute, state: ComputeState): void {
    compute.current = state;
    compute.pending = null;
    compute.updated = Date.now();
    if (state !== "active") return;
    compute.lastActive = Date.now();
    this.watchIdle(project, compute);
    this.#launch(project, compute, [["check_availability", "scheduling"]]);
  }

  watchIdle(project: Project, compute: Compute): void {
    this.#cancel(compute.idleTimer);
    const seconds = compute.attributes.scale_to_zero_seconds;
    compute.idleTimer =
      seconds === 0
        ? undefined
        : this.#later(seconds * 1000, () => {
            if (!compute.deleted && compute.current === "active" && compute.pending === null)
              this.suspend(project, compute);
          });
  }

  #requireBranch(project: Project, id: unknown): Branch {
    if (typeof id !== "string") throw new Problem(422, "endpoint.branch_id is a string.");
    const branch = project.branches.find((each) => each.id === id);
    if (!branch) throw new Problem(404, `There is no branch ${id} in this project.`);
    return branch;
  }

  #hasPrimary(project: Project, branchId: string): boolean {
    return project.computes.some(
      (each) =>
        each.branchId === branchId &&
        each.type === PRIMARY &&
        (this.#options.suspendedPrimaryCounts || each.current !== "idle"),
    );
  }

  create(project: Project, input: JsonObject): Change {
    const branch = this.#requireBranch(project, input.branch_id);
    const type = input.type;
    if (type !== PRIMARY && type !== REPLICA)
      throw new Problem(422, `endpoint.type is ${PRIMARY} or ${REPLICA}.`);
    const attributes = readAttributes(input, DEFAULT_ATTRIBUTES);
    if (type === PRIMARY && this.#hasPrimary(project, branch.id)) {
      throw new Problem(422, "The branch already has its primary compute.");
    }
    const compute = {
      ...newCompute(branch.id, type, Date.now()),
      attributes: structuredClone(attributes),
    };
    project.computes.push(compute);
    const done = this.#begin(project, compute, "init", "active");
    return {
      compute,
      operations: this.#launch(project, compute, [["start_compute", "running"]], done),
    };
  }

  update(project: Project, compute: Compute, input: JsonObject): Change {
    const before = compute.attributes;
    const attributes = readAttributes(input, before);
    const branchId =
      input.branch_id === undefined
        ? compute.branchId
        : this.#requireBranch(project, input.branch_id).id;
    const moved = branchId !== compute.branchId;
    if (moved && compute.type === PRIMARY && this.#hasPrimary(project, branchId)) {
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
      this.watchIdle(project, compute);
    }

    if (moved && compute.current !== "init") {
      const done = this.#begin(project, compute, compute.current, "idle");
      const steps: Step[] = [
        ["apply_config", "running"],
        ["suspend_compute", "scheduling"],
      ];
      return { compute, operations: this.#launch(project, compute, steps, done) };
    }
    if (resized && compute.current === "active" && compute.pending === null) {
      const done = this.#begin(project, compute, "init", "active");
      const steps: Step[] = [
        ["apply_config", "running"],
        ["start_compute", "scheduling"],
      ];
      return { compute, operations: this.#launch(project, compute, steps, done) };
    }
    return { compute, operations: this.#launch(project, compute, [["apply_config", "running"]]) };
  }

  remove(project: Project, compute: Compute): void {
    this.#cancel(compute.idleTimer);
    compute.deleted = true;
    project.computes.splice(project.computes.indexOf(compute), 1);
    project.deletedComputeIds.add(compute.id);
  }

  start(project: Project, compute: Compute): Operation[] {
    if ((compute.pending ?? compute.current) === "active") return [];
    const done = this.#begin(project, compute, compute.current, "active");
    return this.#launch(project, compute, [["start_compute", "scheduling"]], done);
  }

  suspend(project: Project, compute: Compute): Operation[] {
    if (compute.current !== "active")
      throw new Problem(409, "Only an active compute can be suspended.");
    if (compute.pending === "idle") return [];
    const done = this.#begin(project, compute, "active", "idle");
    return this.#launch(project, compute, [["suspend_compute", "running"]], done);
  }

  restart(project: Project, compute: Compute): Operation[] {
    if (compute.current !== "active")
      throw new Problem(400, "Only an active compute can be restarted.");
    const done = this.#begin(project, compute, "init", "active");
    return this.#launch(
      project,
      compute,
      [
        ["suspend_compute", "running"],
        ["start_compute", "scheduling"],
      ],
      done,
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
