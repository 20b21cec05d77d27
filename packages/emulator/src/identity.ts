/**
 * Ids and secrets. Each mixes the seed with a counter that never goes back, so the same seed gives
 * the same ids and none is given twice.
 */
import { hash } from "node:crypto";

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

export function createIdentity(seed: string, count = 0): Identity {
  const digest = (what: string) => hash("sha256", `${seed}\n${what}`);
  /** One digest is long enough for four uuids. */
  let four = { of: Number.NaN, digits: "" };
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
      const of = number >> 2;
      if (four.of !== of) four = { of, digits: hash("sha512", `${seed}\n${of}`) };
      const hex = four.digits.slice(32 * (number & 3));
      const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) & 3];
      const [a, b, c, d] = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        hex.slice(13, 16),
        hex.slice(17, 20),
      ];
      return [a, b, `4${c}`, `${variant}${d}`, hex.slice(20, 32)].join("-");
    },
    secret: () => `key-${digest(`secret ${identity.number()}`).slice(0, 40)}`,
    chance: () => Number.parseInt(digest(`chance ${++draws}`).slice(0, 8), 16) / 2 ** 32,
  };
  return identity;
}

/** Keys are looked up, and kept on disk, by their hash alone. */
export function hashOf(secret: string): string {
  return hash("sha256", secret, "base64url");
}
