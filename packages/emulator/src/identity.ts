/**
 * Ids and secrets. Each mixes the seed with a counter that never goes back, so the same seed gives
 * the same ids and none is given twice.
 */
import { createHash, hash } from "node:crypto";

export interface Identity {
  /** `ep-7-3f9a…`: the prefix, the counter, and something of the seed. */
  id(prefix: string): string;
  /** The counter alone, for keys, whose ids are integers. */
  number(): number;
  uuid(): string;
  secret(): string;
  /** Between 0 and 1, for chance that the seed decides. */
  chance(): number;
  /** How many were given; to go on after a restart. */
  count: number;
}

/** How many uuids come of one digest. */
const UUIDS = 64;

export function createIdentity(seed: string, count = 0): Identity {
  const digest = (what: string) => hash("sha256", `${seed}\n${what}`);
  let batch = { of: Number.NaN, digits: "" };
  const longDigest = (what: string) =>
    createHash("shake256", { outputLength: 16 * UUIDS })
      .update(what)
      .digest("hex");
  let draws = 0;
  const identity: Identity = {
    count,
    number: () => ++identity.count,
    id: (prefix) => {
      const number = identity.number();
      return `${prefix}-${number}-${digest(`${number}`).slice(0, 8)}`;
    },
    uuid: () => {
      const number = identity.number();
      const of = Math.floor(number / UUIDS);
      if (batch.of !== of) batch = { of, digits: longDigest(`${seed}\n${of}`) };
      const hex = batch.digits.slice(32 * (number % UUIDS), 32 * ((number % UUIDS) + 1));
      const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) & 3];
      const [a, b, c, d] = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        hex.slice(13, 16),
        hex.slice(17, 20),
      ];
      // Joined, not a template: what is looked up by soon is flat then.
      return [a, b, `4${c}`, `${variant}${d}`, hex.slice(20)].join("-");
    },
    secret: () => `key-${digest(`secret ${identity.number()}`).slice(0, 40)}`,
    chance: () => Number.parseInt(digest(`chance ${++draws}`).slice(0, 8), 16) / 2 ** 32,
  };
  return identity;
}

/** Most requests come with the key of the one before, and hashing is the longest part of finding it. */
let last = { secret: "", hash: "" };

/** Keys are looked up, and kept on disk, by their hash alone. */
export function hashOf(secret: string): string {
  if (last.secret !== secret) last = { secret, hash: hash("sha256", secret, "base64url") };
  return last.hash;
}
