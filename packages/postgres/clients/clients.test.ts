import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { drizzle as onNodePostgres } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle as onPostgresJs } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgresJs from "postgres";
import { DataSource, EntitySchema } from "typeorm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

const exec = promisify(execFile);
const migrate = fileURLToPath(new URL("node_modules/.bin/node-pg-migrate", import.meta.url));

const items = pgTable("drizzle_items", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
});
const CREATE_ITEMS = `
  CREATE TABLE IF NOT EXISTS drizzle_items (
    id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, name text NOT NULL
  )`;

interface Note {
  id?: number;
  text: string;
}
const notes = new EntitySchema<Note>({
  name: "notes",
  columns: { id: { type: Number, primary: true, generated: true }, text: { type: String } },
});

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

describe.each(["direct", "pooled"] as const)("a %s connection string, unchanged", (kind) => {
  const url = () => served.urls[kind];

  test("runs node-postgres", async () => {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    const { rows } = await client.query("SELECT $1::int + 1 AS sum", [1]);
    await client.end();

    expect(rows).toEqual([{ sum: 2 }]);
  });

  test("runs the migrations of node-pg-migrate, up and down", async () => {
    const folder = await mkdtemp(join(tmpdir(), "migrations-"));
    const run = (direction: string) =>
      exec(migrate, [direction, "--migrations-dir", folder], {
        env: { PATH: process.env.PATH, DATABASE_URL: url() },
      });
    const hasTable = () => queried(url(), "SELECT to_regclass('migrated') IS NOT NULL AS has");
    const up = `export const up = (pgm) => pgm.createTable("migrated", { id: "id" });\n`;
    await writeFile(join(folder, "1_create.mjs"), up);

    await run("up");
    expect(await hasTable()).toEqual([{ has: true }]);
    await run("down");
    expect(await hasTable()).toEqual([{ has: false }]);
    await rm(folder, { recursive: true });
  });

  test("runs Drizzle on node-postgres, with a transaction that is rolled back", async () => {
    const pool = new pg.Pool({ connectionString: url() });
    const db = onNodePostgres(pool);
    await db.execute(CREATE_ITEMS);
    const [made] = await db.insert(items).values({ name: kind }).returning();
    const undone = db.transaction(async (tx) => {
      await tx
        .update(items)
        .set({ name: "lost" })
        .where(eq(items.id, Number(made?.id)));
      tx.rollback();
    });

    await expect(undone).rejects.toThrow(/rollback/i);
    expect(
      await db
        .select()
        .from(items)
        .where(eq(items.id, Number(made?.id))),
    ).toEqual([made]);
    await pool.end();
  });

  test("runs Drizzle on postgres.js", async () => {
    const sql = postgresJs(url(), { onnotice: () => {} });
    const db = onPostgresJs(sql);
    await db.execute(CREATE_ITEMS);
    const [made] = await db.insert(items).values({ name: kind }).returning();

    expect(
      await db
        .select()
        .from(items)
        .where(eq(items.id, Number(made?.id))),
    ).toEqual([made]);
    await sql.end();
  });

  test("runs TypeORM, which makes its tables", async () => {
    const source = new DataSource({
      type: "postgres",
      url: url(),
      entities: [notes],
      synchronize: true,
    });
    await source.initialize();
    const repository = source.getRepository(notes);
    const { id = 0 } = await repository.save({ text: kind });

    expect(await repository.findOneBy({ id })).toEqual({ id, text: kind });
    await source.destroy();
  });
});

async function queried(connectionString: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(query).finally(() => client.end());
  return rows;
}
