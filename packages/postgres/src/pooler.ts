/** PgBouncer in front of one server: many clients share its connections, a transaction at a time. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import type { Address } from "@hosted-postgres/emulator";
import { writePrivateFile } from "./account.ts";
import { type AdminAddress, SUPERUSER } from "./admin.ts";
import type { Pgbouncer } from "./pgbouncer.ts";
import { endLeft, Program } from "./program.ts";
import { scramVerifier } from "./scram.ts";

export interface PoolerOptions {
  pgbouncer: Pgbouncer;
  /** Its files have this path and an ending. */
  base: string;
  address: Address;
  server: AdminAddress;
  /** Of the server. */
  maxConnections: number;
  tls: { ssl_cert_file: string; ssl_key_file: string };
}

/** The document's: up to 10,000 users through a pooled connection. */
const CLIENTS = 10_000;
/** The part of the server's connections that one user may have to one database: our choice. */
const SHARE = 0.9;
/** Of each connection to the server, where PgBouncer can share them: our choice. */
const PREPARED_STATEMENTS = 1_000;
/**
 * The roles and passwords of the server itself, read at each log-in. Names are qualified, since a
 * database may have a search path of its own.
 */
const AUTH_QUERY =
  "SELECT rolname, rolpassword FROM pg_catalog.pg_authid " +
  "WHERE rolname OPERATOR(pg_catalog.=) $1 AND rolcanlogin " +
  "AND (rolvaliduntil IS NULL OR rolvaliduntil OPERATOR(pg_catalog.>) pg_catalog.now())";
/** The minor versions of PgBouncer that bring a feature. */
const SINCE = { authDatabase: 19, preparedStatements: 21 } as const;
/** Without an `auth_dbname` it reads passwords in the client's database, and waits where there is none. */
const WAIT_FOR_DATABASE_S = 20;

export class Pooler {
  readonly address: Address;
  readonly #program: Program;

  /** Starts PgBouncer; resolves when it accepts connections, and rejects with its last error. */
  static async start(options: PoolerOptions): Promise<Pooler> {
    const { base } = options;
    rmSync(`${base}.pid`, { force: true });
    writePrivateFile(`${base}.users`, await usersFile());
    writePrivateFile(`${base}.ini`, configuration(options));
    const pooler = new Pooler(options);
    const failure = await pooler.#program.failure();
    if (failure !== undefined) throw new Error(`PgBouncer did not start: ${failure}`);
    return pooler;
  }

  private constructor({ pgbouncer, base, address }: PoolerOptions) {
    this.address = address;
    this.#program = new Program({
      command: pgbouncer.path,
      args: [`${base}.ini`],
      cwd: "/",
      ready: /process up/,
      fatal: /FATAL|ERROR/,
      // It has nothing to lose: what clients have not committed, the server rolls back.
      goodbye: [],
    });
  }

  get ended(): Promise<string> {
    return this.#program.ended;
  }

  /** Never rejects. */
  stop(): Promise<void> {
    return this.#program.stop();
  }
}

/** Ends the PgBouncer that a killed process has left. */
export function endLeftPooler(base: string): Promise<void> {
  return endLeft(`${base}.pid`, `${base}.ini`, []);
}

/**
 * Its settings. It logs in to the server with what a client's own log-in shows of SCRAM, and asks the
 * server for passwords as the superuser, over a socket that nobody else can reach.
 */
export function configuration(options: PoolerOptions): string {
  const { pgbouncer, base, address, server, maxConnections, tls } = options;
  const settings = {
    listen_addr: address.host,
    listen_port: address.port,
    unix_socket_dir: "",
    pidfile: `${base}.pid`,
    auth_type: "scram-sha-256",
    auth_file: `${base}.users`,
    auth_user: SUPERUSER,
    auth_query: AUTH_QUERY,
    pool_mode: "transaction",
    max_client_conn: CLIENTS,
    default_pool_size: Math.floor(maxConnections * SHARE),
    ...(isSince(pgbouncer, SINCE.authDatabase)
      ? { auth_dbname: "postgres" }
      : { query_wait_timeout: WAIT_FOR_DATABASE_S }),
    ...(isSince(pgbouncer, SINCE.preparedStatements) && {
      max_prepared_statements: PREPARED_STATEMENTS,
    }),
    client_tls_sslmode: "allow",
    client_tls_cert_file: tls.ssl_cert_file,
    client_tls_key_file: tls.ssl_key_file,
    // JDBC sends it, and every server since 12 has it high enough.
    ignore_startup_parameters: "extra_float_digits",
    log_connections: 0,
    log_disconnections: 0,
    log_stats: 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return [
    "[databases]",
    `* = host=${server.socketFolder} port=${server.port}`,
    "[pgbouncer]",
    ...lines,
    "",
  ].join("\n");
}

function isSince({ version }: Pgbouncer, first: number): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 1 || minor >= first;
}

/** PgBouncer wants its own user in a file. The password is nobody's, so that no client is this user. */
async function usersFile(): Promise<string> {
  return `"${SUPERUSER}" "${await scramVerifier(randomBytes(32).toString("hex"))}"\n`;
}
