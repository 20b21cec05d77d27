/** The cache keeps what is made once for each version of Postgres. */
import { lstatSync, mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { account } from "./account.ts";

/** Root's home is closed to the account that runs Postgres. */
const PARENT = account ? tmpdir() : (process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"));

/** @throws {Error} when the folder is another account's */
export function cacheFolder(): string {
  const folder = join(PARENT, "hosted-postgres");
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (process.getuid && lstatSync(folder).uid !== process.getuid()) {
    throw new Error(`the cache folder ${folder} belongs to another account`);
  }
  return folder;
}
