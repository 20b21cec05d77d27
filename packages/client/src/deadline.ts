/** Largest delay of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function isTimerDelay(ms: unknown): ms is number {
  return typeof ms === "number" && ms > 0 && ms <= MAX_TIMER_MS;
}

/**
 * What `run` gives, unless time is up or the caller aborts first: then the promise rejects at once,
 * with `expired()` or the signal's reason, even if `run` never settles, and its signal is aborted.
 * That is aborted too when `run` fails, so that nothing it has started goes on.
 *
 * The timer and the caller's signal abort one controller of ours: `AbortSignal.timeout` inside
 * `AbortSignal.any` never fires after a garbage collection on Node 20.
 */
export function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  expired: () => Error,
  run: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      release();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = signal && (() => stop(signal.reason));
    const timer = setTimeout(() => stop(expired()), ms);
    const release = () => {
      clearTimeout(timer);
      if (onAbort) signal.removeEventListener("abort", onAbort);
    };
    if (onAbort) signal.addEventListener("abort", onAbort);
    if (signal?.aborted) return stop(signal.reason);
    run(controller.signal).then((value) => {
      release();
      resolve(value);
    }, stop);
  });
}

/** Resolves after `ms`, at most a timer's largest; rejects with the signal's reason once aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
