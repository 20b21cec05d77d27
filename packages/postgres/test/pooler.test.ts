import { readdirSync, readFileSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describedPgbouncer, findPgbouncer } from "../src/pgbouncer.ts";
import { configuration } from "../src/pooler.ts";
import {
  describeWithPostgres,
  finished,
  idleAfter,
  type Json,
  type Setup,
  shared,
  started,
  trusting,
} from "./support.ts";

const pgbouncer = findPgbouncer();
const describeWithPooler = pgbouncer
  ? describeWithPostgres
  : (name: string, tests: () => void) => describe.skip(`${name} (no PgBouncer here)`, tests);

const emulator = shared();

const CANCEL_REQUEST = 80_877_102;
const OWNER = { role_name: "neondb_owner", database_name: "neondb" };

/** The pooled connection string of the first compute, as the API tells it. */
async function pooledUri(emulator: Setup, named: Partial<typeof OWNER> = {}): Promise<string> {
  const query = new URLSearchParams({ ...OWNER, ...named, pooled: "true" });
  return (await emulator.call("GET", `/connection_uri?${query}`)).uri;
}

function addressIn(uri: string): string {
  const { hostname, port } = new URL(uri);
  return `${hostname}:${port || 5432}`;
}

async function connected(uri: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: uri, ...config });
  client.on("error", () => {});
  onTestFinished(() => client.end().catch(() => {}));
  await client.connect();
  return client;
}

async function queried(uri: string, text: string): Promise<Json[]> {
  const client = await connected(uri);
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Big-endian, as Postgres's protocol has it. */
function bytesOf(number: number): number[] {
  return [24, 16, 8, 0].map((bits) => (number >> bits) & 0xff);
}

/** The process of the first compute's pooler. */
function poolerOf({ plane, ids }: Setup): number {
  return Number(readFileSync(join(plane.folder, "poolers", `${ids.endpoint_id}.pid`), "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describeWithPooler("a pooled connection string", () => {
  test("names another host than the direct one, which has TLS with a certificate of its own", async () => {
    const uri = await pooledUri(emulator);

    const client = await connected(uri, trusting(emulator.plane));

    expect(addressIn(uri)).not.toBe(addressIn(emulator.connectionUri(emulator.ids.endpoint_id)));
    expect((await client.query("SELECT current_user AS me")).rows).toEqual([
      { me: OWNER.role_name },
    ]);
  });

  test("serves more clients at a time than the server has connections", async () => {
    const emulator = await started({}, { settings: { max_connections: 12 } });
    const uri = await pooledUri(emulator);

    const clients = await Promise.all(Array.from({ length: 40 }, () => connected(uri)));
    const results = await Promise.all(clients.map((client) => client.query("SELECT 1 AS n")));

    expect(results.flatMap(({ rows }) => rows)).toEqual(clients.map(() => ({ n: 1 })));
  });

  test("gives a transaction one server connection, and the next client the same one", async () => {
    const uri = await pooledUri(emulator);
    const [one, other] = [await connected(uri), await connected(uri)];
    const pidOf = async (client: pg.Client) =>
      (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;

    await one.query("BEGIN");
    const [first, second] = [await pidOf(one), await pidOf(other)];
    expect(second).not.toBe(first);
    expect(await pidOf(one)).toBe(first);
    await one.query("COMMIT");

    // The connection that was returned last is the next one to be used.
    expect(await pidOf(other)).toBe(first);
  });

  test("wakes an idle compute, whose suspension ends the pooler", async () => {
    const path = `/endpoints/${emulator.ids.endpoint_id}`;
    const uri = await pooledUri(emulator);
    await queried(uri, "CREATE TABLE kept AS SELECT 42 AS n");
    const pid = poolerOf(emulator);
    expect(isAlive(pid)).toBe(true);

    await finished(emulator, await emulator.call("POST", `${path}/suspend`));

    expect(isAlive(pid)).toBe(false);
    expect(await queried(uri, "SELECT n FROM kept")).toEqual([{ n: 42 }]);
    expect((await emulator.call("GET", path)).endpoint.current_state).toBe("active");
  });

  test("serves every client that comes while its compute is suspended, without an error", async () => {
    const uri = await pooledUri(emulator);
    await queried(uri, "SELECT 1");

    for (let round = 0; round < 3; round++) {
      const path = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
      const suspended = emulator.call("POST", path);
      const asked = Array.from({ length: 5 }, () => queried(uri, "SELECT 7 AS n"));
      for (const rows of await Promise.all(asked)) expect(rows).toEqual([{ n: 7 }]);
      await suspended;
    }
  });

  test("keeps its compute up while a query runs longer than its idle time", async () => {
    idleAfter(emulator, 1_000);
    const uri = await pooledUri(emulator);
    expect(await queried(uri, "SELECT 1 AS n FROM pg_sleep(2)")).toEqual([{ n: 1 }]);
  });

  test("works again after the pooler has died", async () => {
    const uri = await pooledUri(emulator);
    await queried(uri, "SELECT 1");

    const pid = poolerOf(emulator);
    process.kill(pid, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);

    expect(await queried(uri, "SELECT 2 AS n")).toEqual([{ n: 2 }]);
  });

  test("works again after the server has died, and the pooler with it", async () => {
    const uri = await pooledUri(emulator);
    await queried(uri, "SELECT 1");
    const pid = poolerOf(emulator);

    process.kill(Number(emulator.plane.serverOf(emulator.ids.endpoint_id)?.pid), "SIGKILL");
    await vi.waitFor(() => {
      expect(emulator.plane.serverOf(emulator.ids.endpoint_id)).toBeUndefined();
      expect(isAlive(pid)).toBe(false);
    }, 10_000);

    expect(await queried(uri, "SELECT 2 AS n")).toEqual([{ n: 2 }]);
  });

  test("takes a cancelled query to its server", async () => {
    const uri = await pooledUri(emulator);
    const client = await connected(uri);
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const sleeping = client.query("SELECT pg_sleep(60)").catch((error: Error) => error);
    await vi.waitFor(async () => {
      const active = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'";
      expect((await emulator.sql(active)).rows).toHaveLength(1);
    }, 10_000);

    const request = Buffer.from([16, CANCEL_REQUEST, processID, secretKey].flatMap(bytesOf));
    const { hostname, port } = new URL(uri);
    createConnection(Number(port || 5432), hostname).end(request);

    expect(`${await sleeping}`).toMatch(/canceling statement/);
  });
});

describeWithPooler("the log-in to a pooler", () => {
  test("follows the roles of the server: made, reset, deleted", async () => {
    const roles = `/branches/${emulator.ids.branch_id}/roles`;
    const { role, ...made } = await emulator.call("POST", roles, { role: { name: 'a "b" c' } });
    await finished(emulator, made);
    const path = `${roles}/${encodeURIComponent(role.name)}`;
    const before = await pooledUri(emulator, { role_name: role.name });
    await queried(before, "SELECT 1");

    await finished(emulator, await emulator.call("POST", `${path}/reset_password`));
    const after = await pooledUri(emulator, { role_name: role.name });

    await expect(connected(before)).rejects.toThrow(/authentication failed/);
    expect(await queried(after, "SELECT 3 AS n")).toEqual([{ n: 3 }]);
    await finished(emulator, await emulator.call("DELETE", path));
    await expect(connected(after)).rejects.toThrow(/no such user|authentication failed/);
  });

  test("takes the roles that SQL makes until they run out, and no one for the superuser", async () => {
    const uri = new URL(await pooledUri(emulator));
    await emulator.sql("CREATE ROLE sql_made LOGIN PASSWORD 'four words of mine'");
    [uri.username, uri.password] = ["sql_made", "four words of mine"];
    expect(await queried(uri.href, "SELECT 1 AS n")).toEqual([{ n: 1 }]);

    await emulator.sql("ALTER ROLE sql_made VALID UNTIL '2001-02-03'");
    await expect(connected(uri.href)).rejects.toThrow(/no such user|authentication failed/);

    uri.username = "hosted_postgres";
    for (const password of ["postgres", "hosted_postgres"]) {
      uri.password = password;
      await expect(connected(uri.href)).rejects.toThrow(/authentication failed/);
    }
  });

  test("leaves no password in a file, and the pooler's files to its account alone", async () => {
    const uri = await pooledUri(emulator);
    await queried(uri, "SELECT 1");

    const folder = join(emulator.plane.folder, "poolers");
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));

    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join()).not.toContain(new URL(uri).password);
    expect(texts.join()).toContain("SCRAM-SHA-256$");
    for (const name of readdirSync(folder).filter((name) => !name.endsWith(".pid"))) {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });
});

describeWithPooler("a database that pooled clients have used", () => {
  test("can be renamed and deleted", async () => {
    const databases = `/branches/${emulator.ids.branch_id}/databases`;
    const database = { name: "shop", owner_name: OWNER.role_name };
    await finished(emulator, await emulator.call("POST", databases, { database }));
    await queried(await pooledUri(emulator, { database_name: "shop" }), "CREATE TABLE t (n int)");

    const renaming = { database: { name: "store" } };
    await finished(emulator, await emulator.call("PATCH", `${databases}/shop`, renaming));

    const uri = await pooledUri(emulator, { database_name: "store" });
    expect(await queried(uri, "SELECT n FROM t")).toEqual([]);
    await finished(emulator, await emulator.call("DELETE", `${databases}/store`));
    const found = "SELECT 1 FROM pg_database WHERE datname = 'store'";
    expect((await emulator.sql(found)).rows).toEqual([]);
  });
});

describeWithPostgres("a compute without PgBouncer", () => {
  test("has its direct address for pooled clients", async () => {
    const emulator = await started({}, { pgbouncer: false });
    const uri = await pooledUri(emulator);

    expect(addressIn(uri)).toBe(addressIn(emulator.connectionUri(emulator.ids.endpoint_id)));
    expect(await queried(uri, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
  });
});

describe("the search for PgBouncer", () => {
  test("names the program that was asked for and does not run, and why", () => {
    expect(() => findPgbouncer("/nowhere/pgbouncer")).toThrow(/\/nowhere\/pgbouncer.*ENOENT/);
    expect(() => findPgbouncer("/bin/false")).toThrow("PgBouncer, /bin/false, does not run: it");
  });

  test("says what pools, or what would have to be installed", () => {
    expect(findPgbouncer(false)).toBeUndefined();
    expect(describedPgbouncer({ path: "/p/pgbouncer", version: "1.23.1" })).toContain(
      "PgBouncer 1.23.1, /p/pgbouncer",
    );
    expect(describedPgbouncer(undefined)).toContain("HOSTED_POSTGRES_PGBOUNCER");
  });
});

describe("the configuration of a pooler", () => {
  const of = (version: string) =>
    configuration({
      pgbouncer: { path: "/usr/sbin/pgbouncer", version },
      base: "/data/poolers/ep-1",
      address: { host: "127.5.6.7", port: 20_001 },
      server: { socketFolder: "/data/sockets", port: 20_002 },
      maxConnections: 450,
      tls: { ssl_cert_file: "/data/tls/a.crt", ssl_key_file: "/data/tls/a.key" },
    });

  test("lets in as many clients as the document, on most of the server's connections", () => {
    expect(of("1.18.0")).toContain("max_client_conn = 10000\n");
    expect(of("1.18.0")).toContain("default_pool_size = 405\n");
    expect(of("1.18.0")).toContain("pool_mode = transaction\n");
  });

  test("reads passwords in one database for all from the version on that can", () => {
    expect(of("1.18.0")).not.toContain("auth_dbname");
    expect(of("1.19.0")).toContain("auth_dbname = postgres\n");
  });

  test("shares prepared statements from the version on that can", () => {
    for (const version of ["1.18.0", "1.20.1"]) {
      expect(of(version)).not.toContain("max_prepared_statements");
    }
    for (const version of ["1.21.0", "1.25.1", "2.0.0"]) {
      expect(of(version)).toContain("max_prepared_statements = 1000\n");
    }
  });
});
