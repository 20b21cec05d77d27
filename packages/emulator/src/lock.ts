/**
 * Locks a directory for one process at a time. Each process writes a file with its pid before it
 * looks for others, so of two that start at once at least one sees the other.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StoreError } from "./store-error.ts";

const OUR_FILES = /^(held-by-\d+-\d*|begun|data\.mdb|lock\.mdb)$/;

/**
 * Locks a directory and returns its release function. Locks of dead processes, such as those that
 * kill -9 leaves, are removed.
 *
 * @throws {StoreError} naming the process that holds the directory
 */
export function lockDirectory(directory: string): () => void {
  createPrivate(resolve(directory));
  const own = `held-by-${process.pid}-${startOf(process.pid)}`;
  const release = () => rmSync(join(directory, own), { force: true });
  if (existsSync(join(directory, own))) throw inUse(directory, process.pid);
  writeFileSync(join(directory, own), "", { mode: 0o600 });
  for (const file of readdirSync(directory)) {
    const [, pid, start] = /^held-by-(\d+)-(\d*)$/.exec(file) ?? [];
    if (pid === undefined || file === own) continue;
    // Without a known start time, the pid alone decides.
    const startNow = startOf(Number(pid));
    if (startNow === start || startNow === "") {
      release();
      throw inUse(directory, Number(pid));
    }
    rmSync(join(directory, file), { force: true });
  }
  return release;
}

/**
 * Creates a directory for this user alone; an existing one that has only our files becomes that too.
 * Not mkdir's `recursive`, which never returns below /proc.
 */
function createPrivate(directory: string): void {
  if (!existsSync(directory)) {
    if (!existsSync(dirname(directory))) createPrivate(dirname(directory));
    unless("EEXIST", () => mkdirSync(directory, { mode: 0o700 }));
  }
  const isOurs = readdirSync(directory).every((file) => OUR_FILES.test(file));
  // Another user's directory is theirs to protect.
  if (isOurs) unless("EPERM", () => chmodSync(directory, 0o700));
}

function unless(code: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  }
}

/**
 * Start time of a process, which tells it from a later one with the same pid: "" where the platform
 * does not say, undefined for a dead process.
 */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Any other error means that it exists, under another user.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return undefined;
  }
  try {
    // The process name comes first, in parentheses, and may contain anything.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...numbers] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : numbers[18];
  } catch {
    return "";
  }
}

function inUse(directory: string, pid: number): Error {
  return new StoreError(directory, `is in use by process ${pid}`);
}
