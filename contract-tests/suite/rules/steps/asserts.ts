/** Assertions that several topics share. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";

/** Blocks a check that has too little to judge. */
export function atLeast<T>(least: number, found: T[], otherwise: string): T[] {
  if (found.length < least) throw new Blocked(otherwise);
  return found;
}

export function atLeastOne<T>(found: T[], otherwise: string): T[] {
  return atLeast(1, found, otherwise);
}

/**
 * Accepts any 4xx: the document gives no status for these refusals. A 5xx is no refusal: it says that
 * the server failed, not that the request is rejected.
 */
export function assertDenied({ status }: Response, what: string) {
  assert.ok(status >= 400 && status < 500, `${what} was answered ${status}, expected a refusal`);
}

/** The positive control of a refusal. */
export function assertAccepted({ ok, status }: Response, what: string) {
  assert.ok(ok, `${what} was answered ${status}, expected 2xx`);
}
