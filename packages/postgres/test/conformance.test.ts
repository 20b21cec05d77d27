import { promises } from "@hosted-postgres/emulator/conformance";
import pg from "pg";
import { test } from "vitest";
import { postgres } from "../src/index.ts";
import { describeWithPostgres } from "./support.ts";

async function query(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describeWithPostgres("the data plane of Postgres", () => {
  test.each(promises.map((it) => [it.promise, it.check] as const))("%s", async (_, check) => {
    await check({ create: () => postgres({ settings: { fsync: "off" } }), query });
  });
});
