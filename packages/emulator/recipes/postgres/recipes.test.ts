/** Runs the recipes with a real Postgres, as their users would. */
import { type ExecFileOptions, execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type RunningEmulator, startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import { lookForPostgres, postgres } from "@hosted-postgres/postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

const hasPostgres = lookForPostgres().some(({ binaries }) => binaries);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Resolves to what the program prints; rejects with it when the program fails. */
async function run(command: string, args: string[], options: ExecFileOptions = {}) {
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    timeout: 60_000,
    ...options,
    env: { ...process.env, ...options.env },
    encoding: "utf8",
  });
  return `${stdout}${stderr}`;
}

const sql = async (uri: string, text: string) =>
  (await run("psql", ["-X", "-A", "-t", "-q", "-c", text, uri])).trim();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "recipe-"));
  // Postgres runs as another account where the tests run as root.
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe.skipIf(!hasPostgres)("a served emulator with Postgres", () => {
  let emulator: RunningEmulator;
  let env: Record<string, string>;
  beforeAll(async () => {
    emulator = await startEmulator({ profile: neon, dataPlane: postgres(), lockMs: 0 });
    env = { EMULATOR: new URL(emulator.url).origin };
  });
  afterAll(() => emulator?.close());

  const branches = () => emulator.exportState().projects[0]?.branches ?? [];

  test("has a database for each test in Python, and keeps no branch", async () => {
    const before = branches().length;

    const output = await run("python3", ["-B", "-m", "unittest", "test_orders"], {
      cwd: here("."),
      env,
    });

    expect(output).toMatch(/Ran 2 tests.*\nOK\n$/s);
    expect(branches()).toHaveLength(before);
  });

  test("is migrated by migrate.sh with what works on a branch, and nothing else", async () => {
    const main = emulator.connectionUri(emulator.ids.endpoint_id);
    const before = branches().length;
    const migration = join(await newFolder(), "migration.sql");
    const migrate = () => run("sh", [here("migrate.sh"), migration], { env });
    await sql(
      main,
      "CREATE TABLE users AS SELECT 'a' AS email, n AS id FROM generate_series(1, 2) n",
    );

    await writeFile(migration, "CREATE TABLE half (); ALTER TABLE users ADD UNIQUE (email);");
    await expect(migrate()).rejects.toThrow("could not create unique index");
    expect(await sql(main, "SELECT to_regclass('half') IS NULL")).toBe("t");
    await writeFile(migration, "ALTER TABLE users ADD UNIQUE (id);");
    expect(await migrate()).toContain("The default branch has it now.");

    expect(await sql(main, "SELECT indexname FROM pg_indexes WHERE tablename = 'users'")).toBe(
      "users_id_key",
    );
    expect(branches()).toHaveLength(before);
  });
});

describe.skipIf(!hasPostgres)("the local set-up of an application", () => {
  test("has a database for each git branch, which stays between runs", async () => {
    const folder = await newFolder();
    const git = (...args: string[]) => run("git", args, { cwd: folder });
    const program = (text: string) =>
      run(
        process.execPath,
        ["--import", import.meta.resolve("tsx"), here("dev.mjs")].concat([
          "sh",
          "-c",
          `psql -X -A -t -q -c "${text}" "$DATABASE_URL"`,
        ]),
        { cwd: folder },
      );
    await git("init", "--quiet", "--initial-branch", "main");
    await program("CREATE TABLE notes AS SELECT 'from main' AS note");

    await git("switch", "--quiet", "--create", "feature/notes");
    expect(await program("UPDATE notes SET note = 'changed' RETURNING note")).toContain("changed");
    expect(await program("SELECT note FROM notes")).toContain("changed");
    await git("switch", "--quiet", "--orphan", "main");

    expect(await program("SELECT note FROM notes")).toContain("from main");
  });

  test("ends as its program does", async () => {
    const folder = await newFolder();
    await run("git", ["init", "--quiet", "--initial-branch", "main"], { cwd: folder });
    const dev = ["--import", import.meta.resolve("tsx"), here("dev.mjs")];

    const failed = run(process.execPath, [...dev, "sh", "-c", "exit 7"], { cwd: folder });
    await expect(failed).rejects.toMatchObject({ code: 7 });
  });
});

describe.skipIf(!hasPostgres)("the workflow with a real Postgres", () => {
  interface Workflow {
    jobs: { test: { steps: { if?: string; run?: string }[] } };
  }

  test("serves, and tries a migration, with commands that work", async () => {
    const folder = await newFolder();
    const { jobs }: Workflow = parse(await readFile(here("../github/postgres.yml"), "utf8"));
    const own = jobs.test.steps.flatMap(({ if: condition, run = "npm" }) =>
      condition || run.startsWith("npm") ? [] : run,
    );
    expect(own).toHaveLength(2);
    const port = await freePort();
    const bin = join(folder, "bin");
    await mkdir(bin);
    // Stands for npx where the packages are installed.
    const cli = fileURLToPath(import.meta.resolve("@hosted-postgres/emulator")).replace(
      "index.ts",
      "cli.ts",
    );
    const exec = `exec "${process.execPath}" --import "${import.meta.resolve("tsx")}" "${cli}"`;
    await writeFile(
      join(bin, "npx"),
      `#!/bin/sh\nshift\necho $$ > pid\ncd "${here("..")}"\n${exec} "$@" --port ${port}\n`,
      { mode: 0o755 },
    );
    await writeFile(join(folder, "migrate.sh"), await readFile(here("migrate.sh")));
    await writeFile(join(folder, "migration.sql"), "CREATE TABLE users (id int);");
    onTestFinished(async () => {
      const pid = await readFile(join(folder, "pid"), "utf8");
      process.kill(Number(pid), "SIGTERM");
    });
    const env = { PATH: `${bin}:${process.env.PATH}`, EMULATOR: `http://127.0.0.1:${port}` };

    let output = "";
    for (const command of own) output = await run("sh", ["-ec", command], { cwd: folder, env });

    expect(output).toContain("The default branch has it now.");
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
