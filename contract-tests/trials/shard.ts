/** Splits the catalogue by the ids of its faults, so that a new fault moves no other. */
import { crc32 } from "node:zlib";
import type { Fault } from "./fault.ts";

/** Selects one part of the faults: `shard` is "place/parts", with places from 0. */
export function inShard(shard: string): (fault: Pick<Fault, "id">) => boolean {
  const [place = 0, parts = 1] = shard.split("/").map(Number);
  return ({ id }) => crc32(id) % parts === place;
}
