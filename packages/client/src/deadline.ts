/** The largest delay of a timer, in milliseconds; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function isTimerDelay(ms: unknown): ms is number {
  return typeof ms === "number" && ms > 0 && ms <= MAX_TIMER_MS;
}

/**
 * Settles like `run`, unless time is up or the caller aborts first: then it rejects at once with
 * `expired()` or the signal's reason, even if `run` never settles. The signal that `run` gets is
 * aborted in both cases, and when `run` fails, so that nothing it started goes on.
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

/** Resolves after `ms`, at most the largest timer; rejects with the signal's reason once aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const over = {} as Error;
  const forever = () => new Promise<never>(() => {});
  await withDeadline(Math.min(ms, MAX_TIMER_MS), signal, () => over, forever).catch((reason) => {
    if (reason !== over) throw reason;
  });
}
