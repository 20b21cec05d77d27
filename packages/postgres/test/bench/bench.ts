/** What the data plane costs beside Postgres itself: both sides in turns, medians, one table. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import pg from "pg";
import { account } from "../../src/account.ts";
import { postgres } from "../../src/index.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const SECONDS = 3;

const plane = postgres();
const emulator = await startEmulator({
  profile: neon,
  lockMs: 0,
  dataPlane: plane,
  seedData: { projects: [{ name: "bench" }] },
});
const { project_id, endpoint_id } = emulator.ids;
const uri = emulator.connectionUri(endpoint_id);
const { folder: bin, version } = plane.binaries;
const rows: [what: string, ours: string, beside: string, ratio: string][] = [];

try {
  await query(uri);
  await benchWake();
  for (const clients of [1, 50]) await benchThroughput(clients);
  await benchCreation();
} finally {
  await emulator.close();
}
console.log(`Postgres ${version}, ${ROUNDS} rounds in turns, medians (lowest to highest)\n`);
console.log("| Measured | Here | Beside | Ratio |\n| --- | --- | --- | --- |");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);

/** Idle to the first query, beside a server on a copy of the folder that is started by hand. */
async function benchWake(): Promise<void> {
  const work = newFolder();
  await suspend();
  const data = join(work, "data");
  const access = join(plane.folder, "pg_hba.conf");
  const branch = emulator.ids.branch_id;
  cpSync(join(plane.folder, "branches", branch), data, { recursive: true });
  if (account) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, work]);
  const ours: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await suspend();
    ours.push(await timed(() => query(uri)));
    const target = new URL(uri);
    [target.hostname, target.port] = ["127.0.0.1", "5999"];
    const flags = [
      "-p",
      "5999",
      "-k",
      work,
      "-c",
      "shared_buffers=16MB",
      "-c",
      `hba_file=${access}`,
    ];
    const startMs = performance.now();
    const server = spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...account, cwd: work });
    try {
      await isReady(server.stderr);
      await query(target.href);
      beside.push(performance.now() - startMs);
    } finally {
      server.kill("SIGINT");
      await once(server, "exit");
    }
  }
  add("idle to first query", ours, beside, "ms");
  rmSync(work, { recursive: true, force: true });
}

function isReady(log: Readable): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    log.on("data", (chunk) => {
      text += chunk;
      if (text.includes("ready to accept")) resolve();
    });
  });
}

async function benchThroughput(clients: number): Promise<void> {
  const pgbench = join(bin, "pgbench");
  if (!existsSync(pgbench)) return void rows.push(["throughput", "-", "no pgbench here", "-"]);
  const address = plane.serverOf(endpoint_id)?.address;
  const direct = new URL(uri);
  if (address) [direct.hostname, direct.port] = [address.host, `${address.port}`];
  execFileSync(pgbench, ["-i", "-q", "-s", "1", direct.href], { stdio: "ignore" });
  const run = (target: string) => {
    const args = ["-S", "-n", "-c", `${clients}`, "-j", "2", "-T", `${SECONDS}`, target];
    return new Promise<number>((resolve, reject) => {
      let text = "";
      const child = spawn(pgbench, args, { stdio: ["ignore", "pipe", "ignore"] });
      child.stdout.on("data", (chunk) => {
        text += chunk;
      });
      child.on("exit", () => {
        const [, tps] = /tps = ([\d.]+)/.exec(text) ?? [];
        if (tps) resolve(Number(tps));
        else reject(new Error(text));
      });
    });
  };
  const ours: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < Math.min(ROUNDS, 5); round++) {
    ours.push(await run(uri));
    beside.push(await run(direct.href));
  }
  add(`reads with ${clients} connections, beside direct ones`, ours, beside, "/s");
}

async function benchCreation(): Promise<void> {
  const work = newFolder();
  const project: number[] = [];
  const initdb: number[] = [];
  const branch: number[] = [];
  const copy: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const data = join(work, `${round}`);
    project.push(await timed(() => change("POST", "/projects", { project: {} })));
    const options = { ...account, cwd: work, stdio: "ignore" } as const;
    initdb.push(
      await timed(async () => execFileSync(join(bin, "initdb"), ["-D", data, "-N"], options)),
    );
    const path = `/projects/${project_id}/branches`;
    branch.push(await timed(() => change("POST", path, { branch: {} })));
    const source = join(plane.folder, "branches", emulator.ids.branch_id);
    copy.push(await timed(async () => execFileSync("cp", ["-a", source, `${data}.copy`])));
  }
  add("a project until its compute is up, beside initdb", project, initdb, "ms");
  add("a branch of a running parent, beside cp", branch, copy, "ms");
  rmSync(work, { recursive: true, force: true });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hosted-bench-"));
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

async function query(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  await client.query("SELECT 1");
  await client.end();
}

function suspend(): Promise<void> {
  return change("POST", `/projects/${project_id}/endpoints/${endpoint_id}/suspend`);
}

/** Sends a request and waits for its operations. */
async function change(method: string, path: string, body?: object): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const { operations } = (await call(method, path, body)) as {
    operations: { id: string; project_id: string }[];
  };
  for (const { id, project_id } of operations) {
    for (let status = ""; status !== "finished"; ) {
      const answer = await call("GET", `/projects/${project_id}/operations/${id}`);
      status = (answer as { operation: { status: string } }).operation.status;
    }
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

function add(what: string, ours: number[], beside: number[], unit: string): void {
  const shown = (all: number[]) => {
    const sorted = all.map(Math.round).sort((a, b) => a - b);
    return `${Math.round(median(all))} ${unit} (${sorted[0]} to ${sorted.at(-1)})`;
  };
  rows.push([what, shown(ours), shown(beside), (median(ours) / median(beside)).toFixed(2)]);
}

function median(all: number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
