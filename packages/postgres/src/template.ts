/** The data folder that every branch without a parent begins as: made once for each version. */
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { account } from "./account.ts";
import { SUPERUSER } from "./admin.ts";
import type { Binaries } from "./binaries.ts";
import { cacheFolder } from "./cache.ts";
import { copyFolder } from "./copy.ts";
import { moveInto } from "./embedded.ts";

/** Segments of the write-ahead log of 1 MB instead of 16 keep a new branch small. */
export const SEGMENT_BYTES = 2 ** 20;
const OPTIONS = [
  `--wal-segsize=${SEGMENT_BYTES / 2 ** 20}`,
  "--encoding=UTF8",
  "--no-sync",
  "--no-instructions",
];
/** The beginning of its folder's name. */
export const TEMPLATE = "template";
/** The same order of texts everywhere; macOS has no `C.UTF-8`. */
const LOCALE = process.platform === "linux" ? "C.UTF-8" : "C";

/** @returns the template's folder, which nobody changes */
export async function ensureTemplate({ folder, version }: Binaries): Promise<string> {
  const template = join(cacheFolder(), `${TEMPLATE}-${version}-${process.arch}`);
  if (existsSync(template)) return template;
  const making = mkdtempSync(join(tmpdir(), "hosted-postgres-template-"));
  const data = join(making, "data");
  try {
    if (account) chownSync(making, account.uid, account.gid);
    const args = [...OPTIONS, `--locale=${LOCALE}`, `--username=${SUPERUSER}`, `--pgdata=${data}`];
    await promisify(execFile)(join(folder, "initdb"), [...args, "--auth=reject"], {
      ...account,
      cwd: making,
      env: { ...process.env, LC_ALL: "C" },
    });
    // The cache may be on another file system.
    const copy = `${template}.${process.pid}`;
    await copyFolder(data, copy);
    moveInto(copy, template);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`initdb of Postgres ${version} failed: ${stderr?.trim() || message}`);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return template;
}
