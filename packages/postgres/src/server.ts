/** One Postgres server on a data folder. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@hosted-postgres/emulator";
import { account } from "./account.ts";
import type { AdminAddress } from "./admin.ts";
import type { Settings } from "./settings.ts";

export interface ServerOptions {
  /** The folder of the programs. */
  bin: string;
  data: string;
  host: string;
  /** Where it listens, and the name of its socket. */
  admin: AdminAddress;
  /** By name; they win over the server's own. */
  settings: Settings;
}

/** Given to a fast stop and to a stop without a checkpoint, in milliseconds, before the next way. */
const STOP_MS = [20_000, 5_000] as const;
/** Recovery after a crash may take long. */
const START_MS = 300_000;
const READY = /database system is ready to accept/;
/** The processes of a server that was killed outlive it by a moment. */
const STILL_ENDING = /pre-existing shared memory block/;
const ATTEMPTS = 50;
const BETWEEN_ATTEMPTS_MS = 100;
/** Settings that do not fit each other are refused before there is a log. */
const REASON = /FATAL|PANIC|^postgres: /;
/** Lines of its log that explain why a server ended. */
const LAST_LINES = 12;

export class Server {
  readonly options: ServerOptions;
  /** Resolves, with a reason, when the process has ended. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  #isStopping = false;

  /** Starts a server; resolves when it accepts connections, and rejects with its last error. */
  static async start(options: ServerOptions): Promise<Server> {
    for (let attempt = 1; ; attempt++) {
      removeStaleLock(options.data);
      const server = new Server(options);
      const failure = await server.#failure();
      if (failure === undefined) return server;
      const mayPass = STILL_ENDING.test(failure) && attempt < ATTEMPTS;
      if (!mayPass) throw new Error(`Postgres did not start: ${failure}`);
      await sleep(BETWEEN_ATTEMPTS_MS);
    }
  }

  private constructor(options: ServerOptions) {
    this.options = options;
    const { bin, data, host, admin, settings } = options;
    const all = {
      listen_addresses: host,
      port: admin.port,
      unix_socket_directories: admin.socketFolder,
      unix_socket_permissions: "0700",
      // Readiness is read from the log.
      lc_messages: "C",
      log_min_messages: "warning",
      logging_collector: "off",
      log_destination: "stderr",
      ...settings,
    };
    const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    this.#process = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
      ...account,
      cwd: data,
      // A Ctrl-C of the terminal is for the emulator alone, which stops its servers itself.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, LC_ALL: "C", PGDATA: "" },
    });
    const watcher = this.#watch();
    this.ended = new Promise((resolve) => {
      this.#process.on("error", (error) => resolve(error.message));
      this.#process.on("exit", (code, signal) => {
        watcher?.kill("SIGKILL");
        const line = this.#lines.findLast((line) => REASON.test(line));
        resolve(line ?? (signal ? `signal ${signal}` : `exit code ${code}`));
      });
    });
  }

  /** Where its clients are passed on to. */
  get address(): Address {
    const { host, admin } = this.options;
    return { host, port: admin.port };
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Stops fast: open transactions roll back, clients are told. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const isEnded = this.ended.then(() => true);
    for (const [index, signal] of (["SIGINT", "SIGQUIT"] as const).entries()) {
      this.#process.kill(signal);
      if (await Promise.race([isEnded, sleep(STOP_MS[index], false, { ref: false })])) return;
    }
    this.#process.kill("SIGKILL");
    await isEnded;
  }

  /** A shell that outlives this process by a moment, and stops the server when it is killed. */
  #watch(): ChildProcess | undefined {
    const { pid } = this.#process;
    if (pid === undefined) return undefined;
    const watcher = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$0"', `${pid}`], {
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

  /** Undefined once it accepts connections. */
  async #failure(): Promise<string | undefined> {
    const ready = new Promise<"ready">((resolve) => {
      let rest = "";
      this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (READY.test(line)) resolve("ready");
        this.#lines.push(...lines);
        this.#lines.splice(0, this.#lines.length - LAST_LINES);
      });
    });
    const late = sleep(START_MS, `it did not start within ${START_MS} ms`, { ref: false });
    const first = await Promise.race([ready, this.ended, late]);
    if (first === "ready") return undefined;
    await this.stop();
    return first;
  }
}

/**
 * Ends the server that a killed process has left on a data folder.
 *
 * @throws {Error} when it does not end
 */
export async function endLeftServer(data: string): Promise<void> {
  const pid = leftServer(data);
  if (pid === undefined) return;
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    signalTo(pid, signal);
    for (let waited = 0; waited < 10_000; waited += 20) {
      if (leftServer(data) !== pid) return;
      await sleep(20);
    }
  }
  throw new Error(`the server ${pid} on ${data}, which an earlier process left, does not end`);
}

/** The process in the lock file of a data folder, if it is still a server on this folder. */
function leftServer(data: string): number | undefined {
  const pid = Number.parseInt(textOf(join(data, "postmaster.pid")), 10);
  if (!(pid > 0) || !signalTo(pid, 0)) return undefined;
  // Another process may have got the number since.
  return commandOf(pid).includes(data) ? pid : undefined;
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return textOf(`/proc/${pid}/cmdline`);
  return spawnSync("ps", ["-o", "command=", "-p", `${pid}`], { encoding: "utf8" }).stdout;
}

/** Postgres refuses a folder whose lock names a living process of its account, whatever it is. */
function removeStaleLock(data: string): void {
  if (leftServer(data) === undefined) rmSync(join(data, "postmaster.pid"), { force: true });
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
