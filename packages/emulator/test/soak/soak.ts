/**
 * Runs the random tests at full length: `pnpm soak`. SOAK scales the length (default 1), SEED changes
 * the seed (default 1). Fails at the first error.
 */
import { runDamages } from "../damage.ts";
import { runHostile, runHostileSockets } from "../hostile.ts";
import { runKills } from "../kill.ts";
import { runModel } from "../model.ts";
import { runStops } from "../stop.ts";

const share = Number(process.env.SOAK ?? 1);
const seed = Number(process.env.SEED ?? 1);
const sized = (full: number) => Math.max(1, Math.ceil(full * share));

await timed("model", async () => {
  const steps = await runModel({ steps: sized(10_000), seed });
  return `${steps} steps, every rule held`;
});
await timed("hostile, in process", async () => {
  const result = await runHostile({ requests: sized(100_000), seed });
  levelsOff(result.heapMb);
  return `${result.requests} requests ${JSON.stringify(result.statuses)}, MB ${result.heapMb}`;
});
await timed("hostile, sockets", async () => {
  const result = await runHostileSockets({ requests: sized(20_000), seed });
  levelsOff(result.heapMb);
  return `${result.requests} requests ${JSON.stringify(result.statuses)}, MB ${result.heapMb}`;
});
await timed("kill -9", async () => {
  const { kills, acknowledged } = await runKills({ kills: sized(50), seed });
  return `${kills} kills, ${acknowledged} acknowledged changes, none lost`;
});
await timed("stops under load", async () => {
  const { late, responses, exits, ...unkept } = await runStops({ stops: sized(30), seed });
  if (Object.values(unkept).some((count) => count > 0)) throw new Error(JSON.stringify(unkept));
  if (exits.some((exit) => exit)) throw new Error(`exits ${exits}`);
  return `${responses} responses, none cut; ${late} requests on connections just closed`;
});
await timed("damaged stores", async () => {
  const { cases, ...outcomes } = await runDamages({ cases: sized(10_000), seed });
  return `${cases} cases ${JSON.stringify(outcomes)}, none ended the process`;
});

async function timed(name: string, run: () => Promise<string>): Promise<void> {
  const startedMs = performance.now();
  const what = await run();
  console.log(`${name}: ${what} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`);
}

/** @throws {Error} when the second half of a run peaks more than 10 % above the first */
function levelsOff(heapMb: number[]): void {
  const half = Math.ceil(heapMb.length / 2);
  const [first, second] = [Math.max(...heapMb.slice(0, half)), Math.max(...heapMb.slice(half))];
  if (second > first * 1.1) throw new Error(`memory grows: ${heapMb.join(", ")} MB`);
}
