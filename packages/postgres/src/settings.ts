/** The Postgres settings that a compute's own `pg_settings` give its server. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Settings = Readonly<Record<string, string | number>>;

/** Not passed on, since the plane's promises stand on them. A `*` stands for any ending. */
const HELD_BACK = [
  // Clients and the plane reach it by these.
  ["port", "listen_addresses", "unix_socket_*", "bonjour*"],
  ["ssl*", "krb_*", "gss_*", "hba_file", "ident_file", "db_user_namespace"],
  // The size decides.
  ["max_connections"],
  // The places of its files.
  ["data_directory", "config_file", "external_pid_file"],
  // Copies of branches, the reach of their past, and replicas depend on these.
  [
    "wal_keep_size",
    "primary_*",
    "recovery_*",
    "restore_command",
    "archive_*",
    "hot_standby",
    "promote_*",
  ],
  ["max_wal_senders", "max_replication_slots", "synchronous_standby_names"],
  // Its log, in which the plane reads how it is.
  ["log_*", "logging_*", "lc_messages", "syslog_*", "event_source"],
].flat();

const NAME = /^[a-z_][\w$.-]*$/i;

/** A server cannot start on data that needs more of these, nor a replica with less than its branch. */
const NO_LESS = [
  "max_connections",
  "max_worker_processes",
  "max_prepared_transactions",
  "max_locks_per_transaction",
];

/**
 * The settings of a compute for its server, by the names that Postgres knows them under.
 *
 * @throws {Error} for a name or a value that no setting can have; others are Postgres's to judge
 */
export function settingsOf({ settings }: { settings?: { pg_settings?: object } }): Settings {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings?.pg_settings ?? {})) {
    if (!NAME.test(name)) {
      throw new Error(`pg_settings: ${JSON.stringify(name)} is not the name of a setting`);
    }
    const known = canonical(name);
    if (isHeldBack(known)) continue;
    if (!["string", "number", "boolean"].includes(typeof value) || `${value}`.includes("\0")) {
      throw new Error(
        `pg_settings.${name} must be a text without zero bytes, a number or a boolean`,
      );
    }
    passed[known] = `${value}`;
  }
  return passed;
}

/** Settings that a server on this data needs at least, by its last start; a larger value of `own` wins. */
export function noLessThanBefore(data: string, own: Settings): Settings {
  const path = join(data, "postmaster.opts");
  const options = existsSync(path) ? readFileSync(path, "utf8") : "";
  const before = Object.fromEntries(
    [...options.matchAll(/"-c" "(\w+)=(\d+)"/g)].map(([, name, value]) => [name, value]),
  );
  const least = NO_LESS.flatMap((name) => {
    const values = [own[name], before[name]].map(Number).filter((value) => value >= 0);
    return values.length > 0 ? [[name, Math.max(...values)]] : [];
  });
  return Object.fromEntries(least);
}

/** Postgres takes `Listen-Addresses` too. */
function canonical(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

function isHeldBack(name: string): boolean {
  return HELD_BACK.some((held) =>
    held.endsWith("*") ? name.startsWith(held.slice(0, -1)) : name === held,
  );
}
