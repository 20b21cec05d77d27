/** Largest delay of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function isTimerDelay(ms: unknown): ms is number {
  return typeof ms === "number" && ms > 0 && ms <= MAX_TIMER_MS;
}

/**
 * What `run` gives, unless time is up or the caller aborts first: then the promise rejects at once,
 * with `expired()` or the signal's reason, even if `run` never settles, and its signal is aborted.
 *
 * The timer and the caller's signal abort one controller of ours: `AbortSignal.timeout` inside
 * `AbortSignal.any` never fires after a garbage collection on Node 20.
 */
export function withDeadline<T>(
  { ms, signal, expired }: { ms: number; signal: AbortSignal | undefined; expired: () => Error },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(() => stop(expired()), ms);
    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    run(controller.signal).then(resolve, reject).finally(release);
  });
}

/** Resolves after `ms`; rejects with the signal's reason as soon as that is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
