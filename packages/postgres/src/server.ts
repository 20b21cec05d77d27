/** One Postgres server on a data folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@hosted-postgres/emulator";
import type { AdminAddress } from "./admin.ts";
import { endLeft, type Goodbye, leftProcess, Program } from "./program.ts";
import type { Settings } from "./settings.ts";

export interface ServerOptions {
  /** The folder of the programs. */
  bin: string;
  data: string;
  host: string;
  /** The address where it listens, and the name of its socket. */
  admin: AdminAddress;
  /** By name; they win over the server's own. */
  settings: Settings;
}

/** A fast stop, and one without a checkpoint. */
const GOODBYE: Goodbye = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
];
/** The processes of a server that was killed outlive it by a moment. */
const STILL_ENDING = /pre-existing shared memory block/;
const ATTEMPTS = 50;
const BETWEEN_ATTEMPTS_MS = 100;
/** Settings that do not fit each other are refused before there is a log. */
const REASON = /FATAL|PANIC|^postgres: /;

export class Server {
  readonly options: ServerOptions;
  readonly #program: Program;

  /** Starts a server; resolves when it accepts connections, and rejects with its last error. */
  static async start(options: ServerOptions): Promise<Server> {
    for (let attempt = 1; ; attempt++) {
      removeStaleLock(options.data);
      const server = new Server(options);
      const failure = await server.#program.failure();
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
    this.#program = new Program({
      command: join(bin, "postgres"),
      args: ["-D", data, ...flags],
      cwd: data,
      env: { LC_ALL: "C", PGDATA: "" },
      ready: /database system is ready to accept/,
      fatal: REASON,
      goodbye: GOODBYE,
    });
  }

  /** Resolves, with a reason, when the process has ended. */
  get ended(): Promise<string> {
    return this.#program.ended;
  }

  /** Its clients are passed on to this address. */
  get address(): Address {
    const { host, admin } = this.options;
    return { host, port: admin.port };
  }

  get pid(): number | undefined {
    return this.#program.pid;
  }

  get isStopping(): boolean {
    return this.#program.isStopping;
  }

  /** Stops fast: open transactions roll back, clients are told. Never rejects. */
  stop(): Promise<void> {
    return this.#program.stop();
  }
}

/**
 * Ends the server that a killed process has left on a data folder.
 *
 * @throws {Error} when it does not end
 */
export function endLeftServer(data: string): Promise<void> {
  return endLeft(lockOf(data), data, GOODBYE);
}

/** Postgres refuses a folder whose lock names a living process of its account, whatever it is. */
function removeStaleLock(data: string): void {
  if (leftProcess(lockOf(data), data) === undefined) rmSync(lockOf(data), { force: true });
}

function lockOf(data: string): string {
  return join(data, "postmaster.pid");
}
