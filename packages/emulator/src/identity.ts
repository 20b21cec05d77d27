/**
 * Generates ids and secrets from the seed and a counter that never goes back: the same seed gives
 * the same ids, and none repeats.
 */
import { createHash, hash } from "node:crypto";

export interface Identity {
  /** `ep-7-3f9a…`: the prefix, the counter, and part of a hash of both with the seed. */
  id(prefix: string): string;
  /** The counter alone: ids of API keys are integers. */
  number(): number;
  uuid(): string;
  secret(): string;
  /** An id that the seed and the name decide, and nothing generated before it. */
  idOf(prefix: string, name: string): string;
  /** A random number from 0 up to 1 that the seed decides. */
  chance(): number;
  /** Tells one seed from another, without showing it. */
  fingerprint: string;
  /** The number generated so far; a store keeps it across restarts. */
  count: number;
}

/** The form of an id: from its prefix, its number, and 64 hexadecimal digits that the seed decides. */
export type IdForm = (prefix: string, number: number, digits: string) => string;

const plainId: IdForm = (prefix, number, digits) => `${prefix}-${number}-${digits.slice(0, 8)}`;

/** Above every number that is counted, so that no other id repeats a named one. */
const NAMED = 10_000_000_000;

export function createIdentity(seed: string, count = 0, form: IdForm = plainId): Identity {
  const digest = (what: string) => hash("sha256", `${seed}\n${what}`);
  const digits = uuidDigits(seed);
  let draws = 0;
  const identity: Identity = {
    fingerprint: digest("fingerprint"),
    count,
    number: () => ++identity.count,
    id: (prefix) => {
      const number = identity.number();
      return form(prefix, number, digest(`${number}`));
    },
    uuid: () => uuidOf(digits(identity.number())),
    secret: () => `key-${digest(`secret ${identity.number()}`).slice(0, 40)}`,
    idOf: (prefix, name) => {
      const digits = digest(`${prefix} named ${name}`);
      return form(prefix, NAMED + Number.parseInt(digits.slice(10, 18), 16), digits);
    },
    chance: () => Number.parseInt(digest(`chance ${++draws}`).slice(0, 8), 16) / 2 ** 32,
  };
  return identity;
}

/** Uuids per digest. */
const UUIDS = 64;

/** Gives 32 hexadecimal digits for each number; one long digest serves many numbers. */
function uuidDigits(seed: string): (number: number) => string {
  let batch = { of: Number.NaN, digits: "" };
  return (number) => {
    const of = Math.floor(number / UUIDS);
    if (batch.of !== of) {
      const digest = createHash("shake256", { outputLength: 16 * UUIDS });
      batch = { of, digits: digest.update(`${seed}\n${of}`).digest("hex") };
    }
    return batch.digits.slice(32 * (number % UUIDS), 32 * ((number % UUIDS) + 1));
  };
}

/** A uuid of version 4 and variant 1. */
export function uuidOf(hex: string): string {
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) & 3];
  const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)];
  // Joined, not a template: V8 makes it a flat string, which is a faster map key.
  return [a, b, `4${c}`, `${variant}${d}`, hex.slice(20)].join("-");
}

/** Most requests repeat the previous key, and hashing is the slowest part of looking it up. */
let last = { secret: "", hash: "" };

/** Keys are looked up and stored by this hash. */
export function hashOf(secret: string): string {
  if (last.secret !== secret) last = { secret, hash: hash("sha256", secret, "base64url") };
  return last.hash;
}
