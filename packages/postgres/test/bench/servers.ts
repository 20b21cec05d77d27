/** Compares a compute with its bare server: the cost of waking it, and of reaching it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { account } from "../../src/account.ts";
import {
  add,
  bin,
  change,
  emulator,
  endpoint_id,
  newFolder,
  plane,
  project_id,
  query,
  ROUNDS,
  report,
  timed,
  uri,
} from "./harness.ts";

const SECONDS = 3;

/** Idle to the first query, beside a server on a copy of the folder that is started by hand. */
export async function benchWake(): Promise<void> {
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

export async function benchThroughput(clients: number): Promise<void> {
  const pgbench = join(bin, "pgbench");
  if (!existsSync(pgbench)) return report("throughput", "-", "no pgbench here");
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

function suspend(): Promise<unknown> {
  return change("POST", `/projects/${project_id}/endpoints/${endpoint_id}/suspend`);
}
