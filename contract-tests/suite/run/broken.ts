/** Remembers what a run has found broken: later rules name it as their cause and do not wait for it again. */
import { isClientError } from "@hosted-postgres/client";
import { Blocked } from "./blocked.ts";

/** The rule that judges an answer. */
export interface Judge {
  id: string;
  level: "MUST" | "SHOULD";
}

/** The things that errors were tagged with, by error. */
const things = new WeakMap<object, string>();

/** Notes which shared thing an error is about; the innermost one stays. */
export function tag(error: unknown, thing: string): void {
  if (typeof error === "object" && error !== null && !things.has(error)) things.set(error, thing);
}

/** Names what a check failed on, if others may fail on it too: an answer of a route, or a wait. */
export function thingOf(error: unknown): string | undefined {
  const tagged = things.get(error as object);
  if (tagged !== undefined || !isClientError(error)) return tagged;
  // The client's messages begin with the route.
  return /^[A-Z]+ \/\S*( was answered \d+)?/.exec(error.message)?.[0];
}

export class Broken {
  readonly #rules = new Map<string, Judge>();
  readonly #vain = new Map<string, number>();

  /** The rule that broke on this thing first. */
  add(thing: string, rule: Judge): void {
    if (!this.#rules.has(thing)) this.#rules.set(thing, rule);
  }

  /**
   * Blocks a rule that rests on a thing that another rule broke on. A SHOULD is no cause for a MUST:
   * that would hide a failure behind a warning.
   */
  blocking(thing: string, { id, level }: Judge): Blocked | undefined {
    const cause = this.#rules.get(thing);
    if (!cause || cause.id === id || (cause.level !== "MUST" && level === "MUST")) return undefined;
    return new Blocked(`rests on ${cause.id}, which is broken: ${thing}`, cause.id);
  }

  /** The time to wait for the thing: every vain wait halves the next, so all together cost two at most. */
  patienceMs(thing: string, fullMs: number): number {
    return fullMs / 2 ** (this.#vain.get(thing) ?? 0);
  }

  waitedInVain(thing: string): void {
    this.#vain.set(thing, (this.#vain.get(thing) ?? 0) + 1);
  }
}
