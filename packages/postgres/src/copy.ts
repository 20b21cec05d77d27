/** Copies folders; on a file system that shares blocks between files, a copy takes no room. */
import { constants } from "node:fs";
import { chown, copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
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

export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
