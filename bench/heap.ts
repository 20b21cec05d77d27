/**
 * Measures the heap bytes that one call allocates. The young generation is large enough for a whole
 * block, so nothing is collected while it runs; a block with a collection is measured again. The
 * smallest block counts, because compilation adds bytes and nothing takes any away.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { startServer } from "./loopback.ts";
import { progress, report, settings } from "./part.ts";
import { BASELINE, OURS, OURS_NAMED } from "./peer-names.ts";
import { makePeers, placesOf } from "./peers.ts";

export interface HeapRow {
  where: "in process" | "loopback";
  method: "GET" | "POST";
  peer: string;
  bytes: number;
  /** The excess of the largest block over the smallest, relative to the smallest. */
  deviation: number;
  ratio: number;
}

const { quick, gate } = settings();
const WARM_UP_CALLS = quick ? 300 : 2_000;
const CALLS = quick ? 200 : 400;
const BLOCKS = quick ? 3 : 5;
const TRIES = 40;

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ["gc"] });

const rows: HeapRow[] = [];
const server = await startServer();
for (const { where, target } of placesOf(server.baseUrl)) {
  const peers = await makePeers(target);
  for (const method of ["GET", "POST"] as const) {
    progress(`heap: ${method} ${where}`);
    const measured = new Map<string, number[]>();
    for (const [name, peer] of peers) {
      if (gate && ![BASELINE, OURS, OURS_NAMED].includes(name)) continue;
      const call = () => (method === "GET" ? peer.get() : peer.post());
      for (let done = 0; done < WARM_UP_CALLS; done++) await call();
      measured.set(name, await blocks(name, call));
    }
    const base = Math.min(...(measured.get(BASELINE) ?? []));
    for (const [peer, values] of measured) {
      const bytes = Math.min(...values);
      const deviation = Math.max(...values) / bytes - 1;
      rows.push({ where, method, peer, bytes, deviation, ratio: bytes / base });
    }
  }
}
server.close();
report(rows);

async function blocks(name: string, call: () => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let tries = 0; values.length < BLOCKS; tries++) {
    if (tries === TRIES) throw new Error(`${name}: every block had a garbage collection`);
    globalThis.gc?.();
    await delay(20);
    const before = collections;
    const started = process.memoryUsage().heapUsed;
    for (let done = 0; done < CALLS; done++) await call();
    const allocated = process.memoryUsage().heapUsed - started;
    // The observer learns of a collection with a delay.
    await delay(20);
    if (collections === before) values.push(allocated / CALLS);
  }
  return values;
}
