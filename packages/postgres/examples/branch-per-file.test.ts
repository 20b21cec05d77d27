/** A branch for each test file: it has the data of main, and nobody else changes it. */
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { lookForPostgres, postgres } from "@hosted-postgres/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const isHere = lookForPostgres().some(({ binaries }) => binaries);

describe.skipIf(!isHere)("orders, on a branch of their own", () => {
  let emulator: RunningEmulator;
  let db: pg.Client;

  beforeAll(async () => {
    // In a `globalSetup` of Vitest, these three lines serve every test file.
    emulator = await startEmulator({ profile: neon, dataPlane: postgres() });
    const main = await connect(emulator.connectionUri(emulator.ids.endpoint_id));
    await main.query("CREATE TABLE orders AS SELECT n AS id FROM generate_series(1, 3) AS n");
    await main.end();

    db = await connect(await createBranch(emulator, "orders.test"));
  });
  afterAll(async () => {
    await db?.end();
    await emulator?.close();
  });

  test("begin with the data of main", async () => {
    expect((await db.query("SELECT id FROM orders")).rows).toHaveLength(3);
  });

  test("change on the branch alone", async () => {
    await db.query("DELETE FROM orders");

    const main = await connect(emulator.connectionUri(emulator.ids.endpoint_id));
    const { rows } = await main.query("SELECT id FROM orders");
    await main.end();
    expect(rows).toHaveLength(3);
  });
});

/** @returns the connection string of the new branch */
async function createBranch(emulator: RunningEmulator, name: string): Promise<string> {
  const { url, keys, ids } = emulator;
  const response = await fetch(`${url}/projects/${ids.project_id}/branches`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
    body: JSON.stringify({ branch: { name }, endpoints: [{ type: "read_write" }] }),
  });
  const { endpoints } = (await response.json()) as { endpoints: { id: string }[] };
  return emulator.connectionUri(`${endpoints[0]?.id}`);
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
