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
 * Whether a status refuses a request. The document shows none, so any counts that is neither a success
 * nor a 5xx, which says that the server failed and not that the request is rejected.
 */
export function isRefusal(status: number): boolean {
  return status >= 300 && status < 500;
}

export function assertDenied({ status }: Response, what: string) {
  assert.ok(isRefusal(status), `${what} was answered ${status}, expected a refusal`);
}

/** The positive control of a refusal. */
export function assertAccepted({ ok, status }: Response, what: string) {
  assert.ok(ok, `${what} was answered ${status}, expected 2xx`);
}
