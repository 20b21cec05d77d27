/** The largest delay of a timer, in milliseconds; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function isTimerDelay(ms: unknown): ms is number {
  return typeof ms === "number" && ms > 0 && ms <= MAX_TIMER_MS;
}

type Callbacks = Set<() => void> & { handleEvent(): void };

/** The callbacks of each signal; the set is also the one listener, which calls them. */
const listeners = new WeakMap<AbortSignal, Callbacks>();

/**
 * Calls back when `signal` is aborted; returns the function that stops listening. All callbacks of a
 * signal share one listener: Node 20 warns of a leak above ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const all: Callbacks =
    listeners.get(signal) ??
    Object.assign(new Set<() => void>(), {
      handleEvent() {
        for (const each of all) each();
      },
    });
  listeners.set(signal, all);
  signal.addEventListener("abort", all);
  all.add(callback);
  return () => {
    all.delete(callback);
    if (!all.size) signal.removeEventListener("abort", all);
  };
}

/**
 * Settles like `run`, unless time is up or the caller aborts first: then it rejects at once with
 * `expired()` or the signal's reason, even if `run` never settles. The controller that `run` gets
 * aborts in both cases, and when `run` fails, so that nothing it started goes on.
 *
 * The timer and the caller's signal abort one controller of ours: `AbortSignal.timeout` inside
 * `AbortSignal.any` never fires after a garbage collection on Node 20.
 */
export function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  expired: () => Error,
  run: (ending: AbortController) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      release();
      reject(reason);
      controller.abort(reason);
    };
    const timer = setTimeout(() => stop(expired()), Math.min(ms, MAX_TIMER_MS));
    const unlisten = signal && onAbort(signal, () => stop(signal.reason));
    const release = () => {
      clearTimeout(timer);
      unlisten?.();
    };
    if (signal?.aborted) return stop(signal.reason);
    run(controller).then((value) => {
      release();
      resolve(value);
    }, stop);
  });
}

/** Resolves after `ms`, at most the largest timer; rejects with the signal's reason once aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const over = {} as Error;
  const forever = () => new Promise<never>(() => {});
  await withDeadline(ms, signal, () => over, forever).catch((reason) => {
    if (reason !== over) throw reason;
  });
}
