/**
 * The past of a branch. Every branch without a parent begins as the template, and its folder keeps
 * its write-ahead log since then; a copy keeps that of its source too. So the template, and the log
 * up to a moment, give the data of this moment.
 */
import { chownSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Moment } from "@hosted-postgres/emulator";
import { account } from "./account.ts";
import { type AdminAddress, asAdmin } from "./admin.ts";
import { copyFolder } from "./copy.ts";
import { Server, type ServerOptions } from "./server.ts";
import { SEGMENT_BYTES } from "./template.ts";

export interface Recovery {
  template: string;
  /** The folder of the branch whose past it is. */
  from: string;
  to: string;
  moment: Moment;
  /** Its server, while it runs. */
  admin: AdminAddress | undefined;
  /** For the server that replays the log. */
  options: (settings: ServerOptions["settings"]) => ServerOptions;
}

/**
 * Makes a folder with the data of a moment.
 *
 * @returns false when nothing was committed since: the moment is the present
 * @throws {Error} when the log does not reach back to the moment, or not up to it
 */
export async function recoverMoment(recovery: Recovery): Promise<boolean> {
  const { template, from, to, moment, admin, options } = recovery;
  checkReach(recovery);
  if (admin) await commitNow(admin);
  await copyFolder(template, to, { without: ["pg_wal/"] });
  await copyFolder(join(from, "pg_wal"), join(to, "pg_wal"));
  writeFileSync(join(to, "recovery.signal"), "", { mode: 0o600 });
  if (account) chownSync(join(to, "recovery.signal"), account.uid, account.gid);
  try {
    const server = await Server.start(options({ ...RECOVERY, ...targetOf(moment) }));
    await server.stop();
    return true;
  } catch (error) {
    if (!(error instanceof Error && ENDED_BEFORE.test(error.message))) throw error;
    if ("time" in moment) return false;
    throw new Error(`the branch's log has not reached ${moment.lsn}`);
  }
}

const RECOVERY = {
  recovery_target_action: "promote",
  // All of the log is in its folder already.
  restore_command: "false",
  hot_standby: "off",
};
const ENDED_BEFORE = /recovery ended before configured recovery target was reached/;

function targetOf(moment: Moment) {
  if ("time" in moment) {
    // A server that recovers knows no name of a time zone, not even Z.
    return { recovery_target_time: moment.time.toISOString().replace("Z", "+00") };
  }
  // A position is where the next record begins.
  return { recovery_target_lsn: moment.lsn, recovery_target_inclusive: "off" };
}

/** Recovery stops at the first commit after a time: there has to be one. */
async function commitNow(admin: AdminAddress): Promise<void> {
  await asAdmin(admin, "postgres", (it) =>
    it.query("SELECT pg_logical_emit_message(true, 'hosted_postgres', '')"),
  );
}

function checkReach({ template, from, moment }: Recovery): void {
  const { segment, redo } = beginningOf(template);
  if (!existsSync(join(from, "pg_wal", segment))) {
    throw new Error("the branch's history does not reach back to there: its oldest log is deleted");
  }
  if ("lsn" in moment && positionOf(moment.lsn) < redo) {
    throw new Error(`the branch's history begins after ${moment.lsn}`);
  }
}

/** Where the log of a stopped server's folder goes on: its control file says it in this form since 11. */
function beginningOf(data: string): { segment: string; redo: bigint } {
  const control = readFileSync(join(data, "global", "pg_control"));
  const [redo, timeline] = [control.readBigUInt64LE(40), control.readUInt32LE(48)];
  const number = Number(redo / BigInt(SEGMENT_BYTES));
  const perFile = 2 ** 32 / SEGMENT_BYTES;
  const parts = [timeline, Math.floor(number / perFile), number % perFile];
  const segment = parts.map((part) => part.toString(16).toUpperCase().padStart(8, "0")).join("");
  return { segment, redo };
}

/** @throws {Error} when the text is no position */
function positionOf(lsn: string): bigint {
  const [, high, low] = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i.exec(lsn) ?? [];
  if (high === undefined) throw new Error(`${lsn} is no position in a write-ahead log`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
