/** The state on disk. A change is saved before its request is answered: kill -9 loses none. */
import { hash } from "node:crypto";
import type { RootDatabase } from "lmdb";
import { resumeEndpoints } from "./endpoint-lifecycle.ts";
import { lockDirectory } from "./lock.ts";
import { resumeOperations } from "./operations.ts";
import { resumeProjects } from "./project-lifecycle.ts";
import type { Meta, World } from "./world.ts";

export interface Store {
  /** Fills an empty world with the saved state; returns false if there is none. */
  load(world: World): boolean;
  /** Begins to track the changes of a new world; all its records count as changed. */
  track(world: World): void;
  /** Saves all changes in one transaction. Undefined when there is nothing to wait for. */
  save(world: World): Promise<unknown> | undefined;
  /** Deletes everything with the next `save`. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * Opens the state in a directory, which is created if it is missing.
 *
 * @throws {Error} when a process uses it already
 */
export async function openStore(directory: string): Promise<Store> {
  const release = lockDirectory(directory);
  try {
    // Loaded here, since state in memory needs no native binary.
    const { open } = await import("lmdb");
    return new LmdbStore(open({ path: directory, encoding: "string" }), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** A row by its table and id; undefined when it was deleted. */
type Change = [key: string[], row: string | undefined];

const META = ["meta", ""];

class LmdbStore implements Store {
  readonly #database: RootDatabase<string, string[]>;
  readonly #release: () => void;
  /** All unfinished saves. Stays rejected after one fails, since its changes are not on disk. */
  #pending: Promise<unknown> | undefined;
  #isCleared = false;

  constructor(database: RootDatabase<string, string[]>, release: () => void) {
    this.#database = database;
    this.#release = release;
  }

  load(world: World): boolean {
    const meta = this.#database.get(META);
    if (meta === undefined) return false;
    const { tables } = world;
    world.meta = JSON.parse(meta) as Meta;
    for (const { key, value } of this.#database.getRange()) {
      const table = tables[key[0] ?? ""];
      if (!table) continue;
      const [id, row] = JSON.parse(value) as [string, unknown];
      table.put(id, row);
    }
    resumeOperations(world);
    resumeEndpoints(world);
    resumeProjects(world);
    this.track(world);
    for (const table of Object.values(tables)) table.takeChanges();
    return true;
  }

  track(world: World): void {
    for (const table of Object.values(world.tables)) table.track();
  }

  save(world: World): Promise<unknown> | undefined {
    // Serialized now: what changes while the transaction waits belongs to the next one.
    const changes = changesOf(world);
    const isCleared = this.#isCleared;
    if (changes.length === 0 && !isCleared) return this.#pending;
    this.#isCleared = false;
    const saving = Promise.all([this.#pending, this.#write(changes, world.meta, isCleared)]);
    this.#pending = saving;
    const forget = () => {
      if (this.#pending === saving) this.#pending = undefined;
    };
    saving.then(forget, () => {});
    return saving;
  }

  clear(): void {
    this.#isCleared = true;
  }

  async close(): Promise<void> {
    try {
      await this.#pending;
    } finally {
      await this.#database.close();
      this.#release();
    }
  }

  #write(changes: Change[], meta: Meta, isCleared: boolean): Promise<unknown> {
    const database = this.#database;
    const text = JSON.stringify(meta);
    return database.transaction(() => {
      if (isCleared) for (const key of database.getKeys()) database.remove(key);
      for (const [key, row] of changes) {
        if (row === undefined) database.remove(key);
        else database.put(key, row);
      }
      database.put(META, text);
    });
  }
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
