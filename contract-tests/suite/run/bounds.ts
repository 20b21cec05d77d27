/** Bounds on every wait of a run. */
import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds. Our choice: far beyond what a server that works needs. */
export interface Bounds {
  /** One answer, with its body. */
  requestMs: number;
  /** An operation to end, or a compute to change its state. */
  waitMs: number;
  ruleMs: number;
  runMs: number;
}

export const BOUNDS: Bounds = {
  requestMs: 30_000,
  waitMs: 30_000,
  ruleMs: 180_000,
  runMs: 900_000,
};

/** Something did not happen within its bound; the message names both. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** Ends work at a point in time, or when it is aborted from outside. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #atMs: number;
  readonly #reason: () => Error;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #outer: readonly AbortSignal[];

  /**
   * @param ms default: never
   * @param outer each ends this deadline too, with its own reason
   */
  constructor(
    ms = Infinity,
    reason: () => Error = Error,
    ...outer: (AbortSignal | null | undefined)[]
  ) {
    this.#reason = reason;
    this.#atMs = performance.now() + ms;
    if (ms < Infinity) this.#timer = setTimeout(() => this.#controller.abort(reason()), ms);
    this.#outer = outer.filter((signal) => signal instanceof AbortSignal);
    for (const signal of this.#outer) {
      if (signal.aborted) this.#follow(signal);
      else signal.addEventListener("abort", this);
    }
  }

  /** An outer one has ended. */
  handleEvent({ target }: Event): void {
    this.#follow(target as AbortSignal);
  }

  #follow({ reason }: AbortSignal): void {
    this.#controller.abort(reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Never resolves once the deadline has passed, so that nothing new begins: not even in a check that
   * catches every error. Looks at the clock too, because such a check may starve the timer.
   */
  async stopIfOver(): Promise<void> {
    const { signal } = this;
    if (performance.now() > this.#atMs && !signal.aborted) this.#controller.abort(this.#reason());
    if (signal.aborted) await new Promise(() => {});
  }

  /** Rejects at the deadline, even if the work ignores its signal. */
  async race<T>(work: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let stop = () => {};
    const over = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop);
    });
    // Work that throws at once leaves it to nobody.
    over.catch(() => {});
    try {
      return await Promise.race([work(signal), over]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** @throws the deadline's reason, at once when it passes */
  async sleep(ms: number): Promise<void> {
    await this.race((signal) => sleep(ms, undefined, { signal }));
  }

  /** Takes the deadline back: it no longer passes. */
  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#outer) signal.removeEventListener("abort", this);
  }

  /** Passes now: what is left of the work begins nothing new. */
  pass(): void {
    this.end();
    this.#controller.abort();
  }
}

/** "30 s", "1.5 s". */
export function seconds(ms: number): string {
  return `${Number((ms / 1_000).toPrecision(2))} s`;
}
