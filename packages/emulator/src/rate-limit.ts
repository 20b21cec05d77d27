/** The optional limit on requests: a bucket of tokens for each key, filled by the emulator's clock. */
import { Problem } from "./problem.ts";

export interface RateLimit {
  /** Requests that each key may send in a minute, in the long run. Above 0. */
  perMinute: number;
  /** Requests that it may send at once after a pause. At least 1. */
  burst: number;
}

export interface Bucket {
  tokens: number;
  atMs: number;
}

/** @throws {RangeError} when a number is out of bounds */
export function checkRateLimit({ perMinute, burst }: RateLimit): void {
  if (!(perMinute > 0)) throw new RangeError(`perMinute is above 0, not ${perMinute}`);
  if (!(burst >= 1)) throw new RangeError(`burst is at least 1, not ${burst}`);
}

interface Limited {
  nowMs: number;
  options: { rateLimit?: RateLimit | undefined };
  /** By key. */
  buckets: WeakMap<object, Bucket>;
}

/** @throws {Problem} 429 with `Retry-After` when the key's bucket is empty */
export function takeToken(world: Limited, key: object): void {
  const { rateLimit } = world.options;
  if (!rateLimit) return;
  const { perMinute, burst } = rateLimit;
  const { tokens, atMs } = world.buckets.get(key) ?? { tokens: burst, atMs: world.nowMs };
  const filled = Math.min(burst, tokens + ((world.nowMs - atMs) * perMinute) / 60_000);
  // A sum of parts of a token may be a hair below the whole one.
  const isEmpty = filled < 1 - 1e-9;
  world.buckets.set(key, { tokens: isEmpty ? filled : filled - 1, atMs: world.nowMs });
  if (!isEmpty) return;
  const seconds = Math.ceil(((1 - filled) * 60) / perMinute - 1e-9);
  const message = `this key sends more than ${perMinute} requests a minute`;
  throw new Problem("rateLimited", message, undefined, { "retry-after": `${seconds}` });
}
