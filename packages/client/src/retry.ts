/** Answers that may be another one the next time. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** Upper bound of the first pause, in milliseconds; it doubles with each attempt (our choice). */
const FIRST_PAUSE_MS = 250;

export function isTransient(status: number): boolean {
  return TRANSIENT.has(status);
}

/** A random pause ("full jitter"), so that many clients do not come back together. */
export function pauseMs(attempt: number, remainingMs: number): number {
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempt, remainingMs / 2);
}

/** How long `Retry-After` asks to wait, in milliseconds; 0 without one or if it is malformed. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  // Date.parse finds a year in almost any text; an HTTP date ends in GMT.
  const ms = value.endsWith(" GMT") ? Date.parse(value) - Date.now() : 0;
  return Math.max(0, ms || 0);
}
