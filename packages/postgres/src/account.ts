/** The account that runs Postgres, which refuses to run as root. */
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, renameSync, writeFileSync } from "node:fs";

export interface Account {
  uid: number;
  gid: number;
}

const isRoot = process.getuid?.() === 0;

/** Undefined: the account of this process. Root runs it as `nobody`, which every system has. */
export const account: Account | undefined = isRoot ? accountNamed("nobody") : undefined;

/** @throws {Error} when the system has no such account */
function accountNamed(name: string): Account {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const { stdout, status } = spawnSync("id", [flag, name], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : Number.NaN;
  }) as [number, number];
  if (Number.isNaN(uid + gid)) throw new Error(`Postgres cannot run as root: no account ${name}`);
  return { uid, gid };
}

/** Makes a folder that the account alone can read. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

/** Writes a file that the account alone can read; it is there whole, or as it was before. */
export function writePrivateFile(path: string, text: string, { flush = false } = {}): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush });
  if (account) chownSync(`${path}.new`, account.uid, account.gid);
  renameSync(`${path}.new`, path);
}

/** Whether the account can get to a folder: every one above it lets it through. */
export function canReach(path: string): boolean {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', path], { ...account, cwd: "/" }).status === 0;
}
