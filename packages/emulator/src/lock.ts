/**
 * One process at a time has a directory. Each says so by a file with its name before it looks for
 * others, so that of two at once at least one sees the other.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Takes a directory for this process and gives what lets go of it. What a process left that is no
 * more, for example after kill -9, is taken away.
 *
 * @throws {Error} that names the process which has it
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const own = `held-by-${process.pid}-${startOf(process.pid)}`;
  const release = () => rmSync(join(directory, own), { force: true });
  if (existsSync(join(directory, own))) throw inUse(directory, process.pid);
  writeFileSync(join(directory, own), "");
  for (const file of readdirSync(directory)) {
    const [, pid, start] = /^held-by-(\d+)-(\d*)$/.exec(file) ?? [];
    if (pid === undefined || file === own) continue;
    // Where it is not known when a process began, its number has to do.
    const startNow = startOf(Number(pid));
    if (startNow === start || startNow === "") {
      release();
      throw inUse(directory, Number(pid));
    }
    rmSync(join(directory, file), { force: true });
  }
  return release;
}

/** When a process began, which tells it from a later one with its number; undefined if it is gone. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Otherwise it is there, and somebody else's.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return undefined;
  }
  try {
    // The name comes first, in parentheses, and may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...numbers] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : numbers[18];
  } catch {
    return "";
  }
}

function inUse(directory: string, pid: number): Error {
  return new Error(`the state in ${directory} is in use by process ${pid}`);
}
