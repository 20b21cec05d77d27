/** Upper bound of the first pause, in milliseconds; it doubles with each attempt (our choice). */
const FIRST_PAUSE_MS = 250;

/** Whether the next attempt may be answered otherwise. */
export function isTransient(status: number): boolean {
  return /^(408|429|50[0234])$/.test(`${status}`);
}

/** A random pause ("full jitter"), which spreads the retries of many clients. */
export function pauseMs(attempt: number, remainingMs: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempt, remainingMs / 2);
}

/** The pause that `Retry-After` asks for, in milliseconds; 0 when it is absent or malformed. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  // Date.parse finds a year in almost any text; an HTTP date ends in GMT.
  const ms = value.endsWith(" GMT") ? Date.parse(value) - Date.now() : 0;
  return Math.max(0, ms || 0);
}
