/** The state on disk. A change is there before its request is answered, so kill -9 loses none. */
import { hash } from "node:crypto";
import { resumeEndpoints } from "./endpoint-states.ts";
import { lockDirectory } from "./lock.ts";
import { resumeOperations } from "./operations.ts";
import { resumeProjects } from "./project-states.ts";
import type { Meta, World } from "./world.ts";

export interface Store {
  /** Fills an empty world with what was saved; false if nothing was. */
  load(world: World): boolean;
  /** From now on what changes in a new world is to be saved, and all that is there. */
  track(world: World): void;
  /** Saves what has changed in one transaction. Undefined when all is saved already. */
  save(world: World): Promise<unknown> | undefined;
  /** Forgets everything, with the next `save`. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * Opens, or makes, the state in a directory.
 *
 * @throws {Error} when a process has it open already
 */
export async function openStore(directory: string): Promise<Store> {
  const release = lockDirectory(directory);
  const database = await openDatabase(directory).catch((error) => {
    release();
    throw error;
  });
  let pending: Promise<unknown> | undefined;
  let isCleared = false;

  const store: Store = {
    load(world) {
      const meta = database.get(META);
      if (meta === undefined) return false;
      const { tables } = world;
      world.meta = JSON.parse(meta) as Meta;
      for (const { key, value } of database.getRange()) {
        const [table = ""] = key;
        const rows = tables[table];
        if (!rows) continue;
        const [id, row] = JSON.parse(value) as [string, unknown];
        rows.put(id, row);
      }
      resumeOperations(world);
      resumeEndpoints(world);
      resumeProjects(world);
      store.track(world);
      for (const table of Object.values(tables)) table.takeChanges();
      return true;
    },
    track(world) {
      for (const table of Object.values(world.tables)) table.track();
    },
    save(world) {
      // Written as it is now: what changes while the transaction waits is in the next one.
      const changes = Object.entries(world.tables).flatMap(([table, rows]) =>
        rows.takeChanges().map(([id, row]): [string[], string | undefined] => {
          return [[table, keyOf(id)], row === undefined ? undefined : JSON.stringify([id, row])];
        }),
      );
      const clears = isCleared;
      if (changes.length === 0 && !clears) return pending;
      isCleared = false;
      const meta = JSON.stringify(world.meta);
      const written = database.transaction(() => {
        if (clears) for (const key of database.getKeys()) database.remove(key);
        for (const [key, row] of changes) {
          if (row === undefined) database.remove(key);
          else database.put(key, row);
        }
        database.put(META, meta);
      });
      // After one that failed all fail, since what it had is not on disk.
      const saving = Promise.all([pending, written]);
      pending = saving;
      const forget = () => {
        if (pending === saving) pending = undefined;
      };
      saving.then(forget, () => {});
      return saving;
    },
    clear() {
      isCleared = true;
    },
    async close() {
      try {
        await pending;
      } finally {
        await database.close();
        release();
      }
    },
  };
  return store;
}

const META = ["meta", ""];

/** Only who keeps state on disk needs the native binary. */
async function openDatabase(directory: string) {
  const { open } = await import("lmdb");
  return open<string, string[]>({ path: directory, encoding: "string" });
}

/** Keys on disk have a length limit, ids of resources have none. */
function keyOf(id: string): string {
  return id.length < 200 ? id : `${hash("sha256", id)}`;
}
