/** Shared by the benchmarks: an emulator with Postgres behind it, clocks, and the table of results. */
import { chmodSync, chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import pg from "pg";
import { account } from "../../src/account.ts";
import { postgres } from "../../src/index.ts";

export const ROUNDS = Number(process.env.ROUNDS ?? 7);

export const plane = postgres();
export const emulator = await startEmulator({
  profile: neon,
  lockMs: 0,
  dataPlane: plane,
  seedData: { projects: [{ name: "bench" }] },
});
export const { project_id, endpoint_id } = emulator.ids;
export const uri = emulator.connectionUri(endpoint_id);
export const { folder: bin, version } = plane.binaries;

/** Prints a row of the table. */
export function report(what: string, ours: string, beside: string, ratio = "-"): void {
  console.log(`| ${what} | ${ours} | ${beside} | ${ratio} |`);
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hosted-bench-"));
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql = "SELECT 1"): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Sends a request, waits for its operations, and returns the response. */
export async function change(method: string, path: string, body?: object): Promise<Changed> {
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
  const changed = (await call(method, path, body)) as Changed;
  for (const { id, project_id } of changed.operations ?? []) {
    for (let status = ""; status !== "finished"; ) {
      const answer = await call("GET", `/projects/${project_id}/operations/${id}`);
      status = (answer as { operation: { status: string } }).operation.status;
    }
  }
  return changed;
}

interface Changed {
  operations?: { id: string; project_id: string }[];
  branch?: { id: string };
  endpoints?: { id: string }[];
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}

export function add(what: string, ours: number[], beside: number[], unit: string): void {
  const shown = (all: number[]) => {
    const sorted = all.map(Math.round).sort((a, b) => a - b);
    return `${Math.round(median(all))} ${unit} (${sorted[0]} to ${sorted.at(-1)})`;
  };
  report(what, shown(ours), shown(beside), (median(ours) / median(beside)).toFixed(2));
}

function median(all: number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
