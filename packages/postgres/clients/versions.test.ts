/** Two versions come from the registry, as `optionalDependencies` of this folder. */
import { lookForPostgres } from "@hosted-postgres/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Served, serve } from "./served.ts";

const VERSIONS = [17, 15];
const installed = lookForPostgres().map(({ binaries }) => binaries?.major);
const missing = VERSIONS.filter((version) => !installed.includes(version));

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

describe.skipIf(missing.length > 0)(`a project (not installed: ${missing})`, () => {
  test.each(VERSIONS)("runs on its Postgres %i, and so does its branch", async (version) => {
    const project = { name: `postgres-${version}`, pg_version: version };
    const made = await served.create("/projects", { project });
    expect(await answerOf(made.uri, "SHOW server_version")).toMatch(`${version}.`);
    await answerOf(made.uri, "CREATE TABLE kept AS SELECT 42 AS n");

    const branch = await served.create(`/projects/${made.project.id}/branches`, {
      endpoints: [{ type: "read_write" }],
    });
    expect(await answerOf(branch.uri, "SHOW server_version")).toMatch(`${version}.`);
    expect(await answerOf(branch.uri, "SELECT n FROM kept")).toBe(42);
  });
});

async function answerOf(connectionString: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query({ text: query, rowMode: "array" });
  await client.end();
  return rows[0]?.[0];
}
