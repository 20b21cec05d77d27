/** Makes the roles and databases of a server those of the API. */
import { createHash } from "node:crypto";
import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RolesAndDatabases } from "@hosted-postgres/emulator";
import { account } from "./account.ts";
import { type Admin, type AdminAddress, asAdmin, identifier, literal, SUPERUSER } from "./admin.ts";
import { scramVerifier } from "./scram.ts";

type Database = RolesAndDatabases["databases"][number];

/** Records which of the API's content exists in Postgres. It lives in the data folder, so copies carry it. */
interface Made {
  /** Of the content with its passwords. */
  digest: string;
  roles: string[];
  databases: Pick<Database, "id" | "name">[];
}

const NOTHING: Made = { digest: "", roles: [], databases: [] };
/** Until the server has ended a connection of a pooler. */
const END_POOLED_MS = 5_000;
const ROLE_OPTIONS = "LOGIN CREATEDB CREATEROLE INHERIT";

/** Whether a data folder has this content already. */
export function hasContent(data: string, content: RolesAndDatabases): boolean {
  return madeIn(data).digest === digestOf(content);
}

/**
 * Makes, renames and drops roles and databases. Those that SQL has made stay. What cannot be made
 * keeps nothing else from being made, and is tried again the next time.
 *
 * @throws {Error} with the server's first message
 */
export async function applyContent(
  address: AdminAddress,
  data: string,
  content: RolesAndDatabases,
): Promise<void> {
  if (hasContent(data, content)) return;
  const failures: Error[] = [];
  const attempt: Attempt = (step) => step.catch((error: Error) => failures.push(error));
  await asAdmin(address, "postgres", async (admin) => {
    for (const role of content.roles) await attempt(keepRole(admin, role));
    await applyDatabases(admin, madeIn(data), content, attempt);
    const gone = madeIn(data).roles.filter((name) =>
      content.roles.every((role) => role.name !== name),
    );
    const databases = content.databases.map(({ name }) => name);
    for (const name of gone) await attempt(dropRole(admin, address, name, databases));
  });
  keep(data, content, failures.length === 0);
  if (failures[0]) throw failures[0];
}

type Attempt = (step: Promise<unknown>) => Promise<unknown>;

async function applyDatabases(
  admin: Admin,
  before: Made,
  content: RolesAndDatabases,
  attempt: Attempt,
): Promise<void> {
  const rows = await admin.query("SELECT datname FROM pg_database WHERE NOT datistemplate");
  const existing = new Set(rows.map(([name]) => `${name}`));
  for (const { from, to } of renamed(before, content)) {
    if (!existing.delete(from)) continue;
    existing.add(to);
    await endPooled(admin, from);
    const [old, now] = [identifier(from), identifier(to)];
    await attempt(admin.query(`ALTER DATABASE ${old} RENAME TO ${now}`));
  }
  const strategy = await databaseStrategy(admin);
  const names = content.databases.map(({ name }) => name);
  for (const { name } of before.databases) {
    if (names.includes(name) || !existing.has(name)) continue;
    await attempt(admin.query(`DROP DATABASE ${identifier(name)} WITH (FORCE)`));
  }
  for (const database of content.databases) {
    await attempt(
      keepDatabase(admin, database, existing.has(database.name) ? undefined : strategy),
    );
  }
}

/** A pooler keeps connections that no client uses, and a database in use cannot be renamed. */
async function endPooled(admin: Admin, database: string): Promise<void> {
  await admin.query(`
    SELECT pg_terminate_backend(pid, ${END_POOLED_MS}) FROM pg_stat_activity
    WHERE datname = ${literal(database)} AND client_addr IS NULL`);
}

async function keepRole(admin: Admin, { name, password }: { name: string; password: string }) {
  const found = await admin.query(`SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}`);
  const verb = found.length > 0 ? "ALTER" : "CREATE";
  const verifier = literal(await scramVerifier(password));
  await admin.query(`${verb} ROLE ${identifier(name)} ${ROLE_OPTIONS} PASSWORD ${verifier}`);
}

/**
 * Copying the template's files takes half as long as writing every page of them to the log too, and
 * leaves 7 MB less log to copy; but files have to be synced one by one.
 */
async function databaseStrategy(admin: Admin): Promise<"FILE_COPY" | "WAL_LOG"> {
  const [isSynced] = await admin.query("SHOW fsync");
  return isSynced?.[0] === "off" ? "FILE_COPY" : "WAL_LOG";
}

/** @param strategy to make it with; undefined for one that exists */
async function keepDatabase(
  admin: Admin,
  { name, owner_name }: Database,
  strategy: string | undefined,
): Promise<void> {
  const [database, owner] = [identifier(name), identifier(owner_name)];
  const statement = strategy
    ? `CREATE DATABASE ${database} OWNER ${owner} STRATEGY ${strategy}`
    : `ALTER DATABASE ${database} OWNER TO ${owner}`;
  await admin.query(statement);
}

/** Drops a role after giving what it owns to the plane's own role, so that no data is lost with it. */
async function dropRole(
  admin: Admin,
  address: AdminAddress,
  name: string,
  databases: readonly string[],
): Promise<void> {
  const found = await admin.query(`SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}`);
  if (found.length === 0) return;
  const role = identifier(name);
  for (const database of databases) {
    await asAdmin(address, database, async (there) => {
      await there.query(`REASSIGN OWNED BY ${role} TO ${SUPERUSER}`);
      await there.query(`DROP OWNED BY ${role}`);
    });
  }
  await admin.query(`DROP ROLE ${role}`);
}

/**
 * The databases whose names changed: those with the same id. Without ids, one that is gone and one
 * that is new are the same, since one request changes one database.
 */
function renamed(before: Made, { databases }: RolesAndDatabases) {
  const gone = before.databases.filter((it) => databases.every(({ name }) => name !== it.name));
  const added = databases.filter((it) => before.databases.every(({ name }) => name !== it.name));
  const isPair = gone.length === 1 && added.length === 1 && added[0]?.id === undefined;
  return gone.flatMap(({ id, name }) => {
    const to = isPair ? added[0] : added.find((it) => it.id !== undefined && it.id === id);
    return to ? [{ from: name, to: to.name }] : [];
  });
}

function digestOf(content: RolesAndDatabases): string {
  const roles = content.roles.map(({ name, password }) => [name, password]);
  const databases = content.databases.map(({ id, name, owner_name }) => [id, name, owner_name]);
  return createHash("sha256").update(JSON.stringify({ roles, databases })).digest("hex");
}

function madeIn(data: string): Made {
  try {
    return JSON.parse(readFileSync(pathIn(data), "utf8")) as Made;
  } catch {
    return NOTHING;
  }
}

function keep(data: string, content: RolesAndDatabases, isWhole: boolean): void {
  const { roles, databases } = content;
  const made: Made = {
    digest: isWhole ? digestOf(content) : "",
    roles: roles.map(({ name }) => name),
    databases: databases.map(({ id, name }) => (id === undefined ? { name } : { id, name })),
  };
  writeFileSync(pathIn(data), JSON.stringify(made), { mode: 0o600 });
  if (account) chownSync(pathIn(data), account.uid, account.gid);
}

function pathIn(data: string): string {
  return join(data, "hosted-postgres.json");
}
