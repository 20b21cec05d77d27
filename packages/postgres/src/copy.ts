/**
 * Copies and deletes folders; on a file system that shares blocks between files, a copy takes no room.
 */
import { execFile } from "node:child_process";
import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { copyFile, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import { promisify } from "node:util";
import { account } from "./account.ts";

export interface CopyOptions {
  /** Paths within the folder that are left out; of one that ends in `/`, only what is in it. */
  without?: readonly string[];
}

/** To hand a small file to another thread takes longer than to copy or to delete it. */
const SMALL_BYTES = 2 ** 20;
/** Small files keep the rest of this process waiting no longer than this. */
const SLICE_MS = 5;

/** Files that vanish meanwhile, as a running server's do, are left out. */
export async function copyFolder(
  from: string,
  to: string,
  { without = [] }: CopyOptions = {},
): Promise<void> {
  const pause = sliced();
  const copyIn = async (at: string): Promise<void> => {
    mkdirSync(join(to, at), { recursive: true, mode: 0o700 });
    own(join(to, at));
    if (without.includes(`${at}/`)) return;
    const entries = await readdir(join(from, at), { withFileTypes: true }).catch(unlessGone);
    for (const entry of entries ?? []) {
      const path = join(at, entry.name);
      if (without.includes(path)) continue;
      if (entry.isDirectory()) await copyIn(path);
      if (entry.isFile()) await copyOne(join(from, path), join(to, path)).catch(unlessGone);
      await pause();
    }
  };
  await copyIn("");
}

/** Called after each file, lets the rest of this process go on when it has waited long enough. */
function sliced(): () => Promise<void> {
  let endsMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endsMs) return;
    await others();
    endsMs = performance.now() + SLICE_MS;
  };
}

async function copyOne(from: string, to: string): Promise<void> {
  const mode = constants.COPYFILE_FICLONE;
  if (statSync(from).size <= SMALL_BYTES) copyFileSync(from, to, mode);
  else await copyFile(from, to, mode);
  own(to);
}

function own(path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/**
 * Makes a folder, or makes it anew: it is there under its name once it is whole and on disk, and the
 * one before stays until then.
 */
export async function makeFolder(
  folder: string,
  isSynced: boolean,
  make: (making: string) => Promise<void>,
): Promise<void> {
  const [making, before] = [`${folder}${MAKING}`, `${folder}${BEFORE}`];
  await removeFolder(making);
  try {
    await make(making);
    if (isSynced) await sync(making);
  } catch (error) {
    await removeFolder(making);
    throw error;
  }
  if (existsSync(folder)) await rename(folder, before);
  await rename(making, folder);
  if (isSynced) await syncOne(dirname(folder));
  await removeFolder(before);
}

const [MAKING, BEFORE] = [".new", ".before"];

/** Finishes what a killed process was about to rename. */
export function finishFolder(folder: string): void {
  const before = `${folder}${BEFORE}`;
  if (!existsSync(folder) && existsSync(before)) renameSync(`${folder}${MAKING}`, folder);
}

/** Writes a folder to disk: with its whole file system, many times as fast as file by file. */
async function sync(folder: string): Promise<void> {
  if (process.platform !== "linux") return syncFiles(folder);
  await promisify(execFile)("sync", ["-f", folder]).catch(() => syncFiles(folder));
}

async function syncFiles(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries) {
    const inner = join(path, entry.name);
    await (entry.isDirectory() ? syncFiles(inner) : syncOne(inner));
  }
  await syncOne(path);
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

export async function removeFolder(path: string): Promise<void> {
  const pause = sliced();
  const removeSmall = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const inner = join(folder, entry.name);
      if (entry.isDirectory()) await removeSmall(inner);
      else if (lstatSync(inner).size <= SMALL_BYTES) unlinkSync(inner);
      await pause();
    }
  };
  // A server that ends may still write there; what is left is tried more often, and has its error.
  await removeSmall(path).catch(() => {});
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
