/** The command of the emulator with `--postgres`, as a process that is stopped and killed: 50 times under `pnpm soak`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { findPgbouncer } from "../src/pgbouncer.ts";
import { describeWithPostgres } from "./support.ts";

const cli = fileURLToPath(import.meta.resolve("@hosted-postgres/emulator")).replace(
  "index.ts",
  "cli.ts",
);
/** Under `npm run soak`, as often as a store is killed there. */
const KILLS = process.env.MODE === "soak" ? 50 : 1;
const PATIENCE = { timeout: 60_000, interval: 50 };

/** A folder that every account gets to. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hosted-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes with this text in their command line. */
function processesWith(text: string): Process[] {
  return execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 1e8 })
    .split("\n")
    .filter((line) => line.includes(text) && !line.includes("cli.ts"))
    .map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/ +/, 2).map(Number);
      return { pid, parent, command: line };
    });
}

/** The servers and poolers on a folder. A process that a server has just started still looks like it. */
function serversOn(folder: string): Process[] {
  const found = processesWith(`${folder}/`).filter(({ command }) => / -D |\.ini/.test(command));
  return found.filter(({ parent }) => !found.some(({ pid }) => pid === parent));
}

/** Ends the shell that would end a server once the command has ended. */
function endWatcherOf(pid: number): void {
  const watcher = processesWith(`"$0" ${pid}`)[0];
  if (watcher) process.kill(watcher.pid, "SIGKILL");
}

interface Run {
  child: ChildProcess;
  uri: string;
  output: () => string;
}

async function run(...args: string[]): Promise<Run> {
  let output = "";
  const child = spawn(
    process.execPath,
    ["--import", "tsx", cli, "--postgres", "--profile", "neon", "--port", "0", ...args],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  onTestFinished(() => void child.kill("SIGKILL"));
  await vi.waitFor(() => expect(output).toContain("Ctrl-C"), PATIENCE);
  const [, uri = ""] = /psql '(.*)'/.exec(output) ?? [];
  return { child, uri, output: () => output };
}

async function sql(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the pooler too, where there is one. */
async function sqlPooled({ output }: Run, text: string) {
  const found = (pattern: RegExp) => `${pattern.exec(output())?.[1]}`;
  const project = `${found(/listens at (\S+)/)}/projects/${found(/project {2,}(\S+)/)}`;
  const query = "role_name=neondb_owner&database_name=neondb&pooled=true";
  const response = await fetch(`${project}/connection_uri?${query}`, {
    headers: { authorization: `Bearer ${found(/admin key +(\S+)/)}` },
  });
  return sql(((await response.json()) as { uri: string }).uri, text);
}

async function ended({ child }: Run, signal: NodeJS.Signals): Promise<number | null> {
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return exit;
}

describeWithPostgres("the command", () => {
  test("leaves nothing behind when it is stopped", async () => {
    const emulator = await run();
    await sqlPooled(emulator, "SELECT 1");
    const [data = ""] = readdirSync(tmpdir()).filter((name) =>
      name.startsWith(`hosted-postgres-data-${emulator.child.pid}-`),
    );
    expect(processesWith(data).length).toBeGreaterThan(0);

    expect(await ended(emulator, "SIGINT")).toBe(0);

    expect(processesWith(data)).toEqual([]);
    expect(existsSync(join(tmpdir(), data))).toBe(false);
  });

  test("serves the same data after kill -9: its servers end by themselves, or by its next start", async () => {
    const folder = newFolder();
    const state = join(folder, "state");
    const first = await run("--state", state);
    await sql(first.uri, "CREATE TABLE t AS SELECT 1 AS n");

    for (let n = 2; n < 2 + KILLS; n++) {
      const killed = n === 2 ? first : await run("--state", state);
      await sqlPooled(killed, `INSERT INTO t VALUES (${n})`);
      await ended(killed, "SIGKILL");
      await vi.waitFor(() => expect(processesWith(folder)).toEqual([]), PATIENCE);
    }

    const leaving = await run("--state", state);
    const rows = await sqlPooled(leaving, "SELECT n FROM t ORDER BY n");
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 1 + KILLS }, (_, at) => 1 + at));
    expect(leaving.uri).toBe(first.uri);
    const servers = serversOn(folder);
    const hasPooler = servers.some(({ command }) => command.includes(".ini"));
    expect(hasPooler).toBe(findPgbouncer() !== undefined);
    for (const { pid } of servers) endWatcherOf(pid);
    await ended(leaving, "SIGKILL");
    const left = () => {
      const living = processesWith(`${folder}/`).map(({ pid }) => pid);
      return servers.filter(({ pid }) => living.includes(pid));
    };
    expect(left()).toEqual(servers);

    const last = await run("--state", state);

    expect(left()).toEqual([]);
    expect(await sql(last.uri, "SELECT n FROM t ORDER BY n")).toEqual(rows);
    await ended(last, "SIGTERM");
    expect(processesWith(folder)).toEqual([]);
  });

  test("names each place it looked at when there is no Postgres", async () => {
    const child = spawn(process.execPath, ["--import", "tsx", cli, "--postgres", "--port", "0"], {
      env: { ...process.env, HOSTED_POSTGRES_BIN: "/nowhere/bin" },
    });
    let output = "";
    child.stderr.on("data", (text) => {
      output += text;
    });

    const code = await new Promise((resolve) => child.once("exit", resolve));

    expect(code).toBe(1);
    expect(output).toMatch(/no Postgres .*\n.*\/nowhere\/bin: refused: it has no postgres/);
  });
});
