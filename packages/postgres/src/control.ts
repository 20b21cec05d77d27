/** Reads the control file of a data folder; its beginning has had this form since version 11. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEGMENT_BYTES } from "./template.ts";

export interface Control {
  /** The same in all copies of one template. */
  system: bigint;
  /** Whether its server was stopped cleanly. */
  isStopped: boolean;
  /** When it was written, in milliseconds since 1970, cut to the second. */
  writtenMs: number;
  /** The log continues here: the position, and the file. */
  position: bigint;
  segment: string;
}

const STOPPED = 1;

export function controlOf(data: string): Control {
  const file = readFileSync(join(data, "global", "pg_control"));
  const [position, timeline] = [file.readBigUInt64LE(40), file.readUInt32LE(48)];
  return {
    system: file.readBigUInt64LE(0),
    isStopped: file.readUInt32LE(16) === STOPPED,
    writtenMs: Number(file.readBigInt64LE(24)) * 1_000,
    position,
    segment: segmentName(timeline, Number(position / BigInt(SEGMENT_BYTES))),
  };
}

function segmentName(timeline: number, number: number): string {
  const each = 2 ** 32 / SEGMENT_BYTES;
  const parts = [timeline, Math.floor(number / each), number % each];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, "0")).join("");
}
