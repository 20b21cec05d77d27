/**
 * A branch's past begins at a base: the folder of a stopped server, without its log. With a base and
 * the log since then, every later moment can be made. A branch names its bases in a file, which its
 * copies get too.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makePrivateFolder, writePrivateFile } from "./account.ts";
import { type Control, controlOf } from "./control.ts";
import { copyFolder, makeFolder, removeFolder } from "./copy.ts";
import { TEMPLATE } from "./template.ts";
import { Turns } from "./turns.ts";

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
  /** A base that is being made is not named yet, and must not be deleted. */
  readonly #turns = new Turns();

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
   * Makes a template, or a stopped server's folder, the newest base of a data folder, which names two.
   * All that begin as one template share it.
   */
  add(data: string, stopped: string): Promise<void> {
    const name = basename(stopped);
    const isShared = name.startsWith(TEMPLATE);
    const id = isShared ? controlOf(stopped).system.toString(36) : randomUUID();
    const folder = join(this.#folder, `${name}-${id}`);
    return this.#turns.run([ALL], async () => {
      makePrivateFolder(this.#folder);
      const make = (making: string) => copyFolder(stopped, making, { without: NOT_OF_A_BASE });
      if (!existsSync(folder)) await makeFolder(folder, this.#isSynced, make);
      this.set(data, [baseIn(folder), ...this.of(data).slice(0, 1)]);
    });
  }

  /** Names the bases of a data folder; a template outside of this folder is not named. */
  set(data: string, bases: readonly Base[]): void {
    const own = bases.filter(({ folder }) => dirname(folder) === this.#folder);
    const names = own.map(({ folder }) => basename(folder));
    writePrivateFile(join(data, NAMES), JSON.stringify(names), { flush: true });
  }

  /** Deletes the bases that none of these data folders names. */
  keepThoseOf(folders: () => readonly string[]): Promise<void> {
    return this.#turns.run([ALL], async () => {
      if (!existsSync(this.#folder)) return;
      const kept = new Set(folders().flatMap(namesIn));
      const gone = readdirSync(this.#folder).filter((name) => !kept.has(name));
      await Promise.all(gone.map((name) => removeFolder(join(this.#folder, name))));
    });
  }
}

const ALL = "all";
const NAMES = "hosted-postgres-bases.json";
const NOT_OF_A_BASE = ["pg_wal/", "pg_replslot/", "postmaster.pid", "postmaster.opts", NAMES];

export function hasLogSince(data: string, { segment }: Base): boolean {
  return existsSync(join(data, "pg_wal", segment));
}

function namesIn(data: string): string[] {
  const path = join(data, NAMES);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as string[]) : [];
}
