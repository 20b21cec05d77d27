/**
 * Where a branch's past begins: folders of stopped servers, without their log. With one of them and
 * the log since then, every later moment can be made. A branch names its bases in a file, which its
 * copies get too.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makePrivateFolder, writePrivateFile } from "./account.ts";
import { type Control, controlOf } from "./control.ts";
import { copyFolder, makeFolder, removeFolder } from "./copy.ts";
import { TEMPLATE } from "./template.ts";

export interface Base extends Pick<Control, "position" | "segment" | "system"> {
  folder: string;
  /** The earliest time that can be made from it, in milliseconds since 1970. */
  fromMs: number;
}

/** @param folder of a stopped server, or a template, in which nothing was committed yet */
export function baseIn(folder: string): Base {
  const { position, segment, system, writtenMs } = controlOf(folder);
  const isEmpty = basename(folder).startsWith(TEMPLATE);
  const fromMs = isEmpty ? Number.NEGATIVE_INFINITY : writtenMs + 1_000;
  return { folder, position, segment, system, fromMs };
}

export class Bases {
  readonly #folder: string;
  readonly #isSynced: boolean;

  constructor(folder: string, isSynced: boolean) {
    this.#folder = folder;
    this.#isSynced = isSynced;
  }

  /** Those of a data folder, the newest first. */
  of(data: string): Base[] {
    return namesIn(data)
      .map((name) => join(this.#folder, name))
      .filter((folder) => existsSync(folder))
      .map(baseIn);
  }

  /**
   * Makes a stopped server's folder the newest base of a data folder. Bases whose log is deleted are
   * not named any more.
   */
  async add(data: string, stopped: string): Promise<void> {
    const { system, position } = controlOf(stopped);
    const name = `${basename(stopped)}-${system.toString(36)}-${position.toString(16)}`;
    const folder = join(this.#folder, name);
    makePrivateFolder(this.#folder);
    if (!existsSync(folder)) {
      const make = (making: string) => copyFolder(stopped, making, { without: NOT_OF_A_BASE });
      await makeFolder(folder, this.#isSynced, make);
    }
    const reached = this.of(data).filter((base) => hasLogSince(data, base));
    this.set(data, [baseIn(folder), ...reached]);
  }

  /** Names the bases of a data folder; a template outside of this folder is not named. */
  set(data: string, bases: readonly Base[]): void {
    const own = bases.filter(({ folder }) => dirname(folder) === this.#folder);
    const names = own.map(({ folder }) => basename(folder));
    writePrivateFile(join(data, NAMES), JSON.stringify(names), { flush: true });
  }

  /** Deletes the bases that none of these data folders names. */
  async keepThoseOf(folders: readonly string[]): Promise<void> {
    if (!existsSync(this.#folder)) return;
    const kept = new Set(folders.flatMap(namesIn));
    const gone = readdirSync(this.#folder).filter((name) => !kept.has(name));
    await Promise.all(gone.map((name) => removeFolder(join(this.#folder, name))));
  }
}

const NAMES = "hosted-postgres-bases.json";
const NOT_OF_A_BASE = ["pg_wal/", "pg_replslot/", "postmaster.pid", "postmaster.opts", NAMES];

export function hasLogSince(data: string, { segment }: Base): boolean {
  return existsSync(join(data, "pg_wal", segment));
}

function namesIn(data: string): string[] {
  const path = join(data, NAMES);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as string[]) : [];
}
