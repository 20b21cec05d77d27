/**
 * Measures the time per call relative to raw fetch. Peers take turns in short blocks, in a new random
 * order each round. A ratio compares two blocks of one round, so other load slows both alike.
 */
import { startServer } from "./loopback.ts";
import { progress, report, settings } from "./part.ts";
import { BASELINE } from "./peer-names.ts";
import type { Peer } from "./peers/peer.ts";
import { makePeers, placesOf } from "./peers.ts";
import { median, type Spread, seededRandom, shuffled, spread } from "./statistics.ts";

export interface CallRow {
  where: "in process" | "loopback";
  method: "GET" | "POST";
  inFlight: number;
  peer: string;
  rounds: number;
  microseconds: number;
  ratio: Spread;
  /** Processor time of this process, which is steadier than wall time on a busy machine. */
  cpuMicroseconds: number;
  cpuRatio: Spread;
}

interface Cost {
  wallMs: number;
  cpuMs: number;
}

const { quick } = settings();
const SECONDS_PER_TABLE = quick ? 0.8 : 12;
const BLOCK_MS = 4;
const IN_FLIGHT = 50;

const random = seededRandom(1);
const rows: CallRow[] = [];
const server = await startServer();
for (const { where, target } of placesOf(server.baseUrl)) {
  const peers = await makePeers(target);
  for (const method of ["GET", "POST"] as const) {
    for (const inFlight of [1, IN_FLIGHT]) {
      progress(`calls: ${method} ${where}, ${inFlight} in flight`);
      rows.push(...(await table({ where, method, inFlight }, peers)));
    }
  }
}
server.close();
report(rows);

async function table(
  { where, method, inFlight }: Pick<CallRow, "where" | "method" | "inFlight">,
  peers: Map<string, Peer>,
): Promise<CallRow[]> {
  const calls = new Map(
    [...peers].map(([name, peer]) => [name, () => (method === "GET" ? peer.get() : peer.post())]),
  );
  const sizes = new Map<string, number>();
  for (const [name, call] of calls) sizes.set(name, await warmUp(call, inFlight));

  const costs = new Map([...calls.keys()].map((name) => [name, [] as Cost[]]));
  const end = performance.now() + SECONDS_PER_TABLE * 1_000;
  let rounds = 0;
  for (; performance.now() < end; rounds++) {
    for (const [name, call] of shuffled([...calls], random)) {
      const size = sizes.get(name) ?? inFlight;
      const { wallMs, cpuMs } = await block(call, size, inFlight);
      costs.get(name)?.push({ wallMs: wallMs / size, cpuMs: cpuMs / size });
    }
  }

  const base = costs.get(BASELINE) ?? [];
  return [...costs].map(([peer, own]) => {
    const beside = (part: keyof Cost) =>
      spread(own.map((cost, round) => cost[part] / (base[round]?.[part] ?? Number.NaN)));
    return {
      where,
      method,
      inFlight,
      peer,
      rounds,
      microseconds: median(own.map(({ wallMs }) => wallMs)) * 1_000,
      ratio: beside("wallMs"),
      cpuMicroseconds: median(own.map(({ cpuMs }) => cpuMs)) * 1_000,
      cpuRatio: beside("cpuMs"),
    };
  });
}

/** Returns the number of calls that fill a block. */
async function warmUp(call: () => Promise<unknown>, inFlight: number): Promise<number> {
  await block(call, quick ? 60 : 500, inFlight);
  const msPerCall = (await block(call, 100, inFlight)).wallMs / 100;
  return Math.max(1, Math.round(BLOCK_MS / msPerCall / inFlight)) * inFlight;
}

async function block(call: () => Promise<unknown>, calls: number, inFlight: number): Promise<Cost> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let left = calls;
  async function lane() {
    while (left-- > 0) await call();
  }
  await Promise.all(Array.from({ length: inFlight }, lane));
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000 };
}
