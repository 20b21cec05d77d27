/** Assertions that several topics share. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";

export function atLeastOne<T>(found: T[], otherwise: string): T[] {
  if (found.length === 0) throw new Blocked(otherwise);
  return found;
}

/** Accepts any 4xx: the document gives no status for these refusals. */
export function assertDenied({ status }: Response, what: string) {
  assert.ok(status >= 400 && status < 500, `${what} was answered ${status}, expected a refusal`);
}

/** The positive control of a refusal. */
export function assertAccepted({ ok, status }: Response, what: string) {
  assert.ok(ok, `${what} was answered ${status}, expected 2xx`);
}
