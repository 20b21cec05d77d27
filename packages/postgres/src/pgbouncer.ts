/** Finds PgBouncer, which pools connections where it is installed. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ask } from "./ask.ts";

export interface Pgbouncer {
  path: string;
  /** As it names itself: 1.18.0. */
  version: string;
}

/** Names the program to use. */
const VARIABLE = "HOSTED_POSTGRES_PGBOUNCER";
/** Debian's and others' folders of servers, which `PATH` often lacks. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/usr/local/bin"];

/**
 * The first PgBouncer that runs here.
 *
 * @param given its path, or `false` for none; default: `HOSTED_POSTGRES_PGBOUNCER`, else a search
 * @throws {Error} when one is asked for and does not run
 */
export function findPgbouncer(
  given: string | false | undefined = process.env[VARIABLE] || undefined,
): Pgbouncer | undefined {
  if (given === false) return undefined;
  if (given === undefined) return usualPaths().map(pgbouncerAt).find(isFound);
  const found = pgbouncerAt(given);
  if (isFound(found)) return found;
  throw new Error(`PgBouncer, ${given}, does not run: ${found}`);
}

/** One line for people. */
export function describedPgbouncer(found: Pgbouncer | undefined): string {
  return found
    ? `Pooled connections go through PgBouncer ${found.version}, ${found.path}`
    : `Pooled connections go to the server directly, since PgBouncer was not found.
  Install a system package such as pgbouncer, or set ${VARIABLE} to its path.`;
}

function usualPaths(): string[] {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, "pgbouncer")).filter((path) => existsSync(path));
}

/** Returns why it does not run when it does not. */
function pgbouncerAt(path: string): Pgbouncer | string {
  const told = ask(path, "--version");
  if ("failure" in told) return told.failure;
  const version = /PgBouncer (\d[\w.]*)/i.exec(told.answer)?.[1];
  return version ? { path, version } : "it does not tell a version of PgBouncer";
}

function isFound(found: Pgbouncer | string): found is Pgbouncer {
  return typeof found !== "string";
}
