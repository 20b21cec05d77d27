/** Copies folders; on a file system that shares blocks between files, a copy takes no room. */
import { execFile } from "node:child_process";
import { constants, existsSync, renameSync } from "node:fs";
import { chown, copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { account } from "./account.ts";

export interface CopyOptions {
  /** Paths within the folder that are left out; of one that ends in `/`, only what is in it. */
  without?: readonly string[];
}

/** Files that vanish meanwhile, as a running server's do, are left out. */
export async function copyFolder(
  from: string,
  to: string,
  { without = [] }: CopyOptions = {},
  at = "",
): Promise<void> {
  await mkdir(join(to, at), { recursive: true, mode: 0o700 });
  await own(join(to, at));
  if (without.includes(`${at}/`)) return;
  const entries = await readdir(join(from, at), { withFileTypes: true }).catch(unlessGone);
  await Promise.all(
    (entries ?? []).map(async (entry) => {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (without.includes(path)) return;
      if (entry.isDirectory()) return copyFolder(from, to, { without }, path);
      if (entry.isFile()) await copyOne(join(from, path), join(to, path)).catch(unlessGone);
    }),
  );
}

async function copyOne(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await own(to);
}

async function own(path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
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

export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
