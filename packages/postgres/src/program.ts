/** A program that runs for the data plane, and does not outlive it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { account } from "./account.ts";

interface ProgramOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Matches the line of its log that says it serves. */
  ready: RegExp;
  /** Matches the line of its log that says it cannot. */
  fatal: RegExp;
  goodbye: Goodbye;
}

/** Signals that end it, and how long each may take, in milliseconds, before the next; SIGKILL follows. */
export type Goodbye = readonly (readonly [signal: NodeJS.Signals, waitMs: number])[];

/** Recovery after a crash may take long. */
const START_MS = 300_000;
/** Its last lines come after its end; another process may keep the log open for longer. */
const LAST_LINES_MS = 1_000;
/** Lines of its log that explain why it ended. */
const LAST_LINES = 12;
/** Between looks at a process that is not ours. */
const LOOK_MS = 20;

export class Program {
  /** Resolves, with a reason, when the process has ended. */
  readonly ended: Promise<string>;
  readonly #goodbye: Goodbye;
  readonly #process: ChildProcess;
  readonly #serves: Promise<"serves">;
  readonly #lines: string[] = [];
  #isStopping = false;

  constructor({ command, args, cwd, env, ready, fatal, goodbye }: ProgramOptions) {
    this.#goodbye = goodbye;
    this.#process = spawn(command, args, {
      ...account,
      cwd,
      // A Ctrl-C of the terminal is for the emulator alone, which stops its programs itself.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
    });
    this.#serves = this.#read(ready);
    const watcher = this.#watch();
    this.ended = new Promise((resolve) => {
      this.#process.on("error", (error) => resolve(error.message));
      const isRead = new Promise((read) => this.#process.on("close", read));
      this.#process.on("exit", async (code, signal) => {
        watcher?.kill("SIGKILL");
        await Promise.race([isRead, sleep(LAST_LINES_MS, undefined, { ref: false })]);
        const line = this.#lines.findLast((line) => fatal.test(line));
        resolve(line ?? (signal ? `signal ${signal}` : `exit code ${code}`));
      });
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Resolves when it serves, or with the reason why it does not; it has ended then. */
  async failure(): Promise<string | undefined> {
    const late = sleep(START_MS, `it did not start within ${START_MS} ms`, { ref: false });
    const first = await Promise.race([this.#serves, this.ended, late]);
    if (first === "serves") return undefined;
    await this.stop();
    return first;
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const isEnded = this.ended.then(() => true);
    for (const [signal, waitMs] of this.#goodbye) {
      this.#process.kill(signal);
      if (await Promise.race([isEnded, sleep(waitMs, false, { ref: false })])) return;
    }
    this.#process.kill("SIGKILL");
    await isEnded;
  }

  #read(ready: RegExp): Promise<"serves"> {
    return new Promise((resolve) => {
      let rest = "";
      this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (ready.test(line)) resolve("serves");
        this.#lines.push(...lines);
        this.#lines.splice(0, this.#lines.length - LAST_LINES);
      });
    });
  }

  /** A shell that outlives this process by a moment, and stops the program when it is killed. */
  #watch(): ChildProcess | undefined {
    const { pid } = this.#process;
    if (pid === undefined) return undefined;
    const [[signal] = ["SIGKILL"]] = this.#goodbye;
    const stop = `read -r _; kill -${signal.slice("SIG".length)} "$0"`;
    const watcher = spawn("/bin/sh", ["-c", stop, `${pid}`], {
      ...account,
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    watcher.on("error", () => {});
    watcher.stdin?.on("error", () => {});
    watcher.unref();
    return watcher;
  }
}

/**
 * Ends the program that a killed process has left.
 *
 * @param pidFile its first line is the process
 * @param mark a part of the command line that no other program has
 * @throws {Error} when it does not end
 */
export async function endLeft(pidFile: string, mark: string, goodbye: Goodbye): Promise<void> {
  const pid = leftProcess(pidFile, mark);
  if (pid === undefined) return;
  for (const [signal, waitMs] of [...goodbye, ["SIGKILL", 10_000] as const]) {
    signalTo(pid, signal);
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += LOOK_MS) {
      if (leftProcess(pidFile, mark) !== pid) return;
      await sleep(LOOK_MS);
    }
  }
  throw new Error(`process ${pid} of ${mark}, which an earlier process left, does not end`);
}

/** The process in a file, if it is still the program with this mark. */
export function leftProcess(pidFile: string, mark: string): number | undefined {
  const pid = Number.parseInt(textOf(pidFile), 10);
  if (!(pid > 0) || !signalTo(pid, 0)) return undefined;
  // Another process may have got the number since.
  return commandOf(pid).includes(mark) ? pid : undefined;
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return textOf(`/proc/${pid}/cmdline`);
  return spawnSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" }).stdout;
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
