/** The memory of computes, where the system tells it; pages that processes share are divided among them. */
import { existsSync, readFileSync } from "node:fs";
import pg from "pg";
import { change, emulator, plane, project_id, report } from "./harness.ts";

const COMPUTES = [1, 10, 50] as const;

/** Computes on branches of their own: active with a client each, and idle. */
export async function benchMemory(): Promise<void> {
  if (!existsSync("/proc/self/smaps_rollup")) return report("memory", "-", "-");
  const ids: string[] = [];
  for (const count of COMPUTES) {
    while (ids.length < count) ids.push(await addCompute());
    const clients = await Promise.all(ids.map(connected));
    const activeMb = memoryMb(ids);
    await Promise.all(clients.map((client) => client.end()));
    const path = `/projects/${project_id}/endpoints`;
    for (const id of ids) await change("POST", `${path}/${id}/suspend`);
    const shown = `${activeMb.toFixed(0)} MB (${(activeMb / count).toFixed(1)} each)`;
    report(`memory of ${count} active, beside idle`, shown, `${memoryMb(ids)} MB`);
  }
}

async function addCompute(): Promise<string> {
  const body = { branch: {}, endpoints: [{ type: "read_write" }] };
  const { endpoints } = await change("POST", `/projects/${project_id}/branches`, body);
  return `${endpoints?.[0]?.id}`;
}

async function connected(endpoint_id: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: emulator.connectionUri(endpoint_id) });
  client.on("error", () => {});
  await client.connect();
  await client.query("SELECT count(*) FROM pg_class");
  return client;
}

function memoryMb(endpoint_ids: readonly string[]): number {
  const pids = endpoint_ids.map((id) => plane.serverOf(id)?.pid).filter((pid) => pid !== undefined);
  return pids.flatMap(familyOf).reduce((sum, pid) => sum + memoryOfMb(pid), 0);
}

/** A process and those that it has started. */
function familyOf(pid: number): number[] {
  const children = textOf(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean);
  return [pid, ...children.map(Number)];
}

function memoryOfMb(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** A process may have ended meanwhile. */
function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
