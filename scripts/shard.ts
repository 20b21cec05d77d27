/** Chooses the part of the trials' catalogue that `npm test` tries. */
import { spawnSync } from "node:child_process";
import { crc32 } from "node:zlib";

const PARTS = 384;

/** Another part for each commit; without git, for each day. */
export function shardOf(revision: string | undefined, day: string): string {
  return `${crc32(revision || day) % PARTS}/${PARTS}`;
}

export function shardOfToday(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return shardOf(stdout?.trim(), new Date().toISOString().slice(0, 10));
}
