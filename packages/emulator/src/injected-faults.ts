/** Faults and fates that a test injects: failing requests, and operations that end as decided. */
import type { Operation } from "@hosted-postgres/types";
import { type PlainRequest, PREFIX } from "./http.ts";
import type { Identity } from "./identity.ts";
import type { OperationOutcome } from "./world.ts";

/** A fault for some of the next requests. Its effects combine. */
export interface InjectedFault {
  /** Selects requests with this method. Default: any. */
  method?: string | undefined;
  /**
   * Selects requests to this path, without `/api/v2`; a part in braces is any segment, as in
   * `/projects/{project_id}/endpoints`. Default: any.
   */
  path?: string | undefined;
  /** Selects requests; `path` has neither `/api/v2` nor a query. Default: all. */
  on?: ((request: { method: string; path: string }) => boolean) | undefined;
  /** The number of requests to hit. Default 1; `Infinity` until the faults are cleared. */
  times?: number | undefined;
  /** The share of the selected requests to hit, 0 to 1; the seed decides which. Default 1. */
  chance?: number | undefined;
  /** Delays the request, in milliseconds, before anything else happens. */
  latencyMs?: number | undefined;
  /** Responds with this status, such as 503, and does nothing else. A wrong key still gets 401. */
  status?: number | undefined;
  /** Sent as `Retry-After`, in seconds, together with `status`. */
  retryAfterS?: number | undefined;
  /** Drops the connection: before the request takes effect, or after it did. */
  drop?: "request" | "response" | undefined;
}

/** Decides how the next operations to run end. */
export interface Fate {
  outcome: OperationOutcome;
  /** Only operations with this action. Default: any. */
  action?: string | undefined;
  /** Only operations on this compute. Default: any. */
  endpoint_id?: string | undefined;
  /** The number of operations. Default 1. */
  times?: number | undefined;
}

interface PendingFault extends InjectedFault {
  left: number;
  pattern: RegExp | undefined;
}

export class InjectedFaults {
  #faults: PendingFault[] = [];
  #fates: (Fate & { left: number })[] = [];

  add(fault: InjectedFault): void {
    const { path, times = 1 } = fault;
    this.#faults.push({
      ...fault,
      left: times,
      pattern: path === undefined ? path : patternOf(path),
    });
  }

  addFate(fate: Fate): void {
    this.#fates.push({ ...fate, left: fate.times ?? 1 });
  }

  /** The faults and fates that are left, with their remaining `times`. */
  get left(): { faults: InjectedFault[]; fates: Fate[] } {
    return {
      faults: this.#faults.map(({ left, pattern, ...fault }) => ({ ...fault, times: left })),
      fates: this.#fates.map(({ left, ...fate }) => ({ ...fate, times: left })),
    };
  }

  clear(): void {
    this.#faults = [];
    this.#fates = [];
  }

  /** Uses up one hit of the first fault that selects this request, and returns that fault. */
  take(identity: Identity, { method, target }: PlainRequest): InjectedFault | undefined {
    if (this.#faults.length === 0) return undefined;
    const [path = ""] = target.slice(PREFIX.length).split("?", 1);
    for (const fault of this.#faults) {
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.pattern && !fault.pattern.test(path)) continue;
      if (fault.on && !fault.on({ method, path })) continue;
      if (fault.chance !== undefined && identity.chance() >= fault.chance) continue;
      fault.left -= 1;
      if (fault.left <= 0) this.#faults = this.#faults.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }

  /** Uses up one hit of the first fate that selects this operation, and returns its outcome. */
  outcomeOf({ action, endpoint_id }: Operation): OperationOutcome | undefined {
    const fate = this.#fates.find(
      (fate) =>
        (fate.action === undefined || fate.action === action) &&
        (fate.endpoint_id === undefined || fate.endpoint_id === endpoint_id),
    );
    if (!fate) return undefined;
    fate.left -= 1;
    if (fate.left <= 0) this.#fates = this.#fates.filter((other) => other !== fate);
    return fate.outcome;
  }
}

function patternOf(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (/^\{.*\}$/.test(segment)) return "[^/]+";
    return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`);
}
