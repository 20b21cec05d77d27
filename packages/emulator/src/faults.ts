/** What goes wrong because a test asked for it. */
import type { Operation } from "@hosted-postgres/types";
import type { Identity } from "./identity.ts";
import { type PlainRequest, PREFIX } from "./service.ts";
import type { Outcome } from "./world.ts";

/** What becomes of some requests. Several things may be asked for at once. */
export interface Fault {
  /** Which requests, `path` being without `/api/v2` and query; all, if not given. */
  on?: ((request: { method: string; path: string }) => boolean) | undefined;
  /** How many of them. Default 1; `Infinity` until the faults are cleared. */
  times?: number | undefined;
  /** The share of them that is hit, from 0 to 1; the seed decides which. Default 1. */
  chance?: number | undefined;
  /** Waits so long before anything else, in milliseconds. */
  latencyMs?: number | undefined;
  /** Answers this instead, for example 429 or 503, and does nothing. A wrong key still gets its 401. */
  status?: number | undefined;
  /** Sent as `Retry-After`, in seconds, with `status`. */
  retryAfterS?: number | undefined;
  /** Drops the connection: before the request has an effect, or after it had one. */
  drop?: "request" | "answer" | undefined;
}

/** How operations end that start to run from now on. */
export interface Fate {
  outcome: Outcome;
  /** Which operations: those with this action, of this compute; all, if not given. */
  action?: string | undefined;
  endpoint_id?: string | undefined;
  /** How many. Default 1. */
  times?: number | undefined;
}

export class Faults {
  #faults: (Fault & { left: number })[] = [];
  #fates: (Fate & { left: number })[] = [];

  add(fault: Fault): void {
    this.#faults.push({ ...fault, left: fault.times ?? 1 });
  }

  addFate(fate: Fate): void {
    this.#fates.push({ ...fate, left: fate.times ?? 1 });
  }

  clear(): void {
    this.#faults = [];
    this.#fates = [];
  }

  /** The first fault that is for this request, used up by one. */
  take(identity: Identity, { method, target }: PlainRequest): Fault | undefined {
    if (this.#faults.length === 0) return undefined;
    const [path = ""] = target.slice(PREFIX.length).split("?", 1);
    for (const fault of this.#faults) {
      if (fault.on && !fault.on({ method, path })) continue;
      if (fault.chance !== undefined && identity.chance() >= fault.chance) continue;
      fault.left -= 1;
      if (fault.left <= 0) this.#faults = this.#faults.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }

  outcomeOf({ action, endpoint_id }: Operation): Outcome | undefined {
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
