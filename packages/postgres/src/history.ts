/** The past of a branch: a base, and the log that the branch has kept since, up to a moment. */
import { basename, join } from "node:path";
import type { Moment } from "@hosted-postgres/emulator";
import { writePrivateFile } from "./account.ts";
import { type AdminAddress, asAdmin } from "./admin.ts";
import { type Base, Bases, baseIn, hasLogSince } from "./bases.ts";
import { controlOf } from "./control.ts";
import { copyFolder, removeFolder } from "./copy.ts";
import type { Home } from "./home.ts";
import { Server, type ServerOptions } from "./server.ts";
import type { Settings } from "./settings.ts";

export interface Recovery {
  /** The folder of the branch whose past it is. */
  from: string;
  to: string;
  moment: Moment;
  /** Its server, while it runs. */
  admin: AdminAddress | undefined;
  /** For the server that replays the log. */
  options: (settings: Settings) => ServerOptions;
}

interface HistoryOptions {
  /** Every branch keeps this much of its log, in megabytes. */
  size: number;
  /** Whether the data outlives this process. */
  isKept: boolean;
  isSynced: boolean;
}

/** A replica whose server was away for a while still finds what it missed. */
const FOR_REPLICAS_MB = 64;

export class History {
  readonly #home: Home;
  readonly #options: HistoryOptions;
  readonly #bases: Bases;

  constructor(home: Home, options: HistoryOptions) {
    this.#home = home;
    this.#options = options;
    this.#bases = new Bases(join(home.folder, "bases"), options.isSynced);
  }

  /** The settings of a server that keeps its log. */
  get log() {
    return { wal_keep_size: `${Math.max(this.#options.size, FOR_REPLICAS_MB)}MB` };
  }

  /** Begins the past of a branch that begins as the template, which is in a cache and may go. */
  async begin(data: string, template: string): Promise<void> {
    if (this.#options.isKept) await this.#bases.add(data, template);
  }

  /** Gives a branch that has written much another base, before the log since the last one goes. */
  async renew(data: string): Promise<void> {
    if (this.#options.size === 0) return;
    try {
      const { isStopped, position } = controlOf(data);
      const [newest] = await this.#basesOf(data);
      const writtenMb = Number(position - (newest?.position ?? 0n)) / 2 ** 20;
      if (!isStopped || writtenMb < this.#options.size / 2) return;
      await this.#bases.add(data, data);
      await this.deleteUnused();
    } catch (error) {
      process.emitWarning(`${basename(data)} may lose its past: ${(error as Error).message}`);
    }
  }

  async deleteUnused(): Promise<void> {
    await this.#bases.keepThoseOf(() => this.#home.dataFolders());
  }

  /**
   * Makes a folder with the data of a moment.
   *
   * @returns false when nothing was committed since: the moment is the present
   * @throws {Error} when the log does not reach back to the moment, or not up to it
   */
  async recover(recovery: Recovery): Promise<boolean> {
    const { from, to, moment, admin, options } = recovery;
    const bases = basesFor(recovery, await this.#basesOf(from));
    if (admin) await commitNow(admin);
    await copyFolder(bases[0].folder, to, { without: ["pg_wal/"] });
    await copyFolder(join(from, "pg_wal"), join(to, "pg_wal"));
    writePrivateFile(join(to, "recovery.signal"), "");
    try {
      const server = await Server.start(options({ ...RECOVERY, ...targetOf(moment) }));
      await server.stop();
      this.#bases.set(to, bases);
      return true;
    } catch (error) {
      if (!(error instanceof Error && ENDED_BEFORE.test(error.message))) throw error;
      if ("lsn" in moment) throw new Error(`the branch's log has not reached ${moment.lsn}`);
      await removeFolder(to);
      return false;
    }
  }

  /** The newest first. */
  async #basesOf(data: string): Promise<Base[]> {
    const { versions } = this.#home;
    const { system } = controlOf(data);
    const template = await versions.template(versions.of(data));
    const all = [...this.#bases.of(data), baseIn(template)];
    return all.filter((base) => base.system === system);
  }
}

const RECOVERY = {
  recovery_target_action: "promote",
  // All of the log is in its folder already.
  restore_command: "false",
  hot_standby: "off",
  // The folder is written to disk as a whole, once it is made.
  fsync: "off",
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

/** The newest base from which the moment can be made, and those before it. */
function basesFor({ from, moment }: Recovery, bases: readonly Base[]): readonly [Base, ...Base[]] {
  const since = bases.filter((base) => hasLogSince(from, base));
  const [first, ...others] = since.filter((base) =>
    "time" in moment
      ? moment.time.getTime() >= base.fromMs
      : positionOf(moment.lsn) >= base.position,
  );
  if (first) return [first, ...others];
  const asked = "time" in moment ? moment.time.toISOString() : moment.lsn;
  throw new Error(
    since.length > 0
      ? `the branch's history begins after ${asked}`
      : "the branch's history is gone: it has written more than is kept",
  );
}

/** @throws {Error} when the text is no position */
function positionOf(lsn: string): bigint {
  const [, high, low] = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i.exec(lsn) ?? [];
  if (high === undefined) throw new Error(`${lsn} is no position in a write-ahead log`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
