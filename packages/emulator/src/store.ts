/** The state on disk. A change is saved before its request is answered: kill -9 loses none. */
import { hash } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { resumeEndpoints } from "./endpoint-lifecycle.ts";
import { lockDirectory } from "./lock.ts";
import { resumeOperations } from "./operations.ts";
import { resumeProjects } from "./project-lifecycle.ts";
import { checkRow } from "./row-check.ts";
import { checkStoreFile } from "./store-check.ts";
import { inDirectory, StoreError } from "./store-error.ts";
import { MAX_SKIPPED_MS, type Meta, type World } from "./world.ts";

export interface Store {
  /** Fills an empty world with the saved state; returns false if there is none. */
  load(world: World): boolean;
  /** Begins to track the changes of a new world; all its records count as changed. */
  track(world: World): void;
  /**
   * Saves all changes in one transaction.
   *
   * @throws {StoreError} when they cannot be saved; from then on, for every call
   */
  save(world: World): void;
  /** Deletes everything with the next `save`. */
  clear(): void;
  close(): Promise<void>;
}

const DATA_FILE = "data.mdb";
const LOCK_FILE = "lock.mdb";
/** Tells a directory whose state was lost from a new one. Written after the first save. */
const MARKER_FILE = "begun";

/**
 * Opens the state in a directory, which is created if it is missing.
 *
 * @throws {StoreError} when a process uses it already, or it is damaged or cannot be opened
 */
export async function openStore(directory: string): Promise<Store> {
  const release = inDirectory(directory, "cannot be opened", () => lockDirectory(directory));
  try {
    inDirectory(directory, "cannot be opened", () => checkFiles(directory));
    const { open } = await loadLmdb(directory);
    return inDirectory(directory, "cannot be opened", () => {
      // LMDB takes a path with a dot for a file, unless told that it is none.
      const database = open<string, string[]>({
        path: directory,
        noSubdir: false,
        encoding: "string",
      });
      for (const file of [DATA_FILE, LOCK_FILE]) chmodSync(join(directory, file), 0o600);
      return new LmdbStore(directory, database, release);
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** Loads the database, which is optional: state in memory needs no native binary. */
async function loadLmdb(directory: string): Promise<typeof import("lmdb")> {
  try {
    return await import("lmdb");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND";
    const reason = isMissing ? "the package lmdb is missing: npm install lmdb@3" : message;
    throw new StoreError(directory, `cannot be opened: ${reason}`, cause);
  }
}

/** Refuses whatever would make LMDB end the process, or silently begin anew. */
function checkFiles(directory: string): void {
  const isBegun = existsSync(join(directory, MARKER_FILE));
  const [data] = [DATA_FILE, LOCK_FILE].map((name) => {
    const file = join(directory, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw damaged(directory, `${name} is not a file`);
    if (stats) accessSync(file, constants.R_OK | constants.W_OK);
    return stats;
  });
  if (data && data.size > 0) {
    inDirectory(directory, `is damaged: ${DATA_FILE}`, () =>
      checkStoreFile(join(directory, DATA_FILE)),
    );
    return;
  }
  if (!isBegun) return;
  const problem = `is lost: ${DATA_FILE} is ${data ? "empty" : "missing"}`;
  throw new StoreError(directory, `${problem}; ${ADVICE}`);
}

const ADVICE = "restore a copy of the directory, or delete it to begin anew";

function damaged(directory: string, reason: string, cause?: unknown): StoreError {
  return new StoreError(directory, `is damaged: ${reason}; ${ADVICE}`, cause);
}

/** A row by its table and id; undefined when it was deleted. */
type Change = [key: string[], row: string | undefined];

/** A row on disk: its table, and its text. */
type Row = [table: string, text: string];

const META = ["meta", ""];

class LmdbStore implements Store {
  readonly #directory: string;
  readonly #database: RootDatabase<string, string[]>;
  readonly #release: () => void;
  /** The error of a failed save. Its changes are not on disk, so no later one may claim to be. */
  #failure: StoreError | undefined;
  #isBegun = false;
  #isCleared = false;
  /** The text of the meta row on disk. */
  #meta = "";

  constructor(directory: string, database: RootDatabase<string, string[]>, release: () => void) {
    this.#directory = directory;
    this.#database = database;
    this.#release = release;
  }

  load(world: World): boolean {
    const rows = inDirectory(this.#directory, "is damaged", () =>
      [...this.#database.getRange()].map(({ key, value }): Row => [`${key[0]}`, value]),
    );
    const meta = rows.find(([table]) => table === META[0]);
    if (!meta && rows.length > 0) throw damaged(this.#directory, "its meta row is missing");
    if (!meta && existsSync(join(this.#directory, MARKER_FILE))) {
      throw damaged(this.#directory, "it has no rows");
    }
    if (!meta) return false;
    this.#loadMeta(world, meta);
    for (const row of rows) if (row !== meta) this.#loadRow(world, row);
    inDirectory(this.#directory, "is damaged", () => {
      resumeOperations(world);
      resumeEndpoints(world);
      resumeProjects(world);
      world.options.profile?.resume(world);
    });
    this.track(world);
    for (const table of Object.values(world.tables)) table.takeChanges();
    return true;
  }

  #loadMeta(world: World, [, text]: Row): void {
    const meta = inDirectory(this.#directory, "is damaged: its meta row", () => metaOf(text));
    if (meta.fingerprint !== world.identity.fingerprint) {
      throw new StoreError(this.#directory, "was begun with another seed; start it with that one");
    }
    const { profile = "no profile" } = meta;
    if (profile !== (world.options.profile?.name ?? "no profile")) {
      throw new StoreError(this.#directory, `was begun with ${profile}; start it with that`);
    }
    world.meta = meta;
    this.#meta = text;
  }

  #loadRow(world: World, [name, text]: Row): void {
    inDirectory(this.#directory, `is damaged: a row of ${name}`, () => {
      const { [name]: table } = world.tables;
      const [id, row] = JSON.parse(text) as [unknown, unknown];
      if (typeof id !== "string" || typeof row !== "object" || row === null) {
        throw new Error("it is not an id with a record");
      }
      checkRow(name, row);
      table?.put(id, row);
    });
  }

  track(world: World): void {
    for (const table of Object.values(world.tables)) table.track();
  }

  save(world: World): void {
    if (this.#failure) throw this.#failure;
    const changes = changesOf(world);
    // A clock that is moved may change no row.
    const meta = JSON.stringify(world.meta);
    if (changes.length === 0 && meta === this.#meta && !this.#isCleared) return;
    try {
      this.#write(changes, meta);
      this.#meta = meta;
      this.#isCleared = false;
      if (!this.#isBegun) writeFileSync(join(this.#directory, MARKER_FILE), "", { mode: 0o600 });
      this.#isBegun = true;
    } catch (error) {
      const { message } = error as Error;
      this.#failure = new StoreError(this.#directory, `cannot be saved: ${message}`, error);
      console.error(this.#failure.message);
      throw this.#failure;
    }
  }

  clear(): void {
    this.#isCleared = true;
  }

  async close(): Promise<void> {
    try {
      await this.#database.close();
    } finally {
      this.#release();
    }
  }

  #write(changes: Change[], meta: string): void {
    const database = this.#database;
    // Synchronous: the asynchronous one rejects promises that nobody can catch.
    database.transactionSync(() => {
      if (this.#isCleared) for (const key of database.getKeys()) database.remove(key);
      for (const [key, row] of changes) {
        if (row === undefined) database.remove(key);
        else database.put(key, row);
      }
      database.put(META, meta);
    });
  }
}

function metaOf(text: string): Meta {
  const meta = JSON.parse(text) as Meta | null;
  const { fingerprint, ...numbers } = meta ?? ({} as Meta);
  const { count, lastUs, skippedMs } = numbers;
  const isWhole = [count, lastUs, skippedMs].every((number) => Number.isFinite(number));
  if (typeof fingerprint !== "string" || !isWhole) throw new Error("it lacks a number");
  if (Math.min(count, lastUs, skippedMs) < 0 || skippedMs > MAX_SKIPPED_MS) {
    throw new Error("a number is out of bounds");
  }
  return { fingerprint, ...numbers };
}

function changesOf(world: World): Change[] {
  return Object.entries(world.tables).flatMap(([table, rows]) =>
    rows.takeChanges().map(([id, row]): Change => {
      return [[table, keyOf(id)], row === undefined ? undefined : JSON.stringify([id, row])];
    }),
  );
}

/** Keys on disk have a length limit; ids of resources do not. */
function keyOf(id: string): string {
  return id.length < 200 ? id : hash("sha256", id);
}
