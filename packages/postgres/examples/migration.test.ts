/** Tries a migration on a branch of the real data; main gets it when it has worked there. */
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { lookForPostgres, postgres } from "@hosted-postgres/postgres";
import pg from "pg";
import { expect, test } from "vitest";

const isHere = lookForPostgres().some(({ binaries }) => binaries);

test.skipIf(!isHere)("a migration that fails on a branch never gets to main", async () => {
  const emulator = await startEmulator({ profile: neon, dataPlane: postgres() });
  try {
    const main = emulator.connectionUri(emulator.ids.endpoint_id);
    await run(main, "CREATE TABLE users AS SELECT 'a@example.com' AS email, 1 AS id");
    await run(main, "INSERT INTO users VALUES ('a@example.com', 2)");

    const migrate = async (sql: string) => {
      const response = await fetch(`${emulator.url}/projects/${emulator.ids.project_id}/branches`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${emulator.keys.admin}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ endpoints: [{ type: "read_write" }] }),
      });
      const { endpoints } = (await response.json()) as { endpoints: { id: string }[] };
      await run(emulator.connectionUri(`${endpoints[0]?.id}`), sql);
      await run(main, sql);
    };

    await expect(migrate("ALTER TABLE users ADD UNIQUE (email)")).rejects.toThrow(
      /could not create unique index/,
    );
    await migrate("ALTER TABLE users ADD UNIQUE (id)");

    const { rows } = await run(main, "SELECT indexname FROM pg_indexes WHERE tablename = 'users'");
    expect(rows).toEqual([{ indexname: "users_id_key" }]);
  } finally {
    await emulator.close();
  }
});

async function run(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
