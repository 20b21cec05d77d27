/**
 * `npm run faults`: runs the suite against every wrong and every benign provider; prints a table by
 * group.
 *
 *   --only=<ids or groups>   only these; comma-separated, * for any letters
 *   --derived                also the faults derived from the spec
 *   --first                  stops at the first rule that catches a fault; finds no dead rules
 *   --jobs=<number>          processes at a time. Default: the number of processors
 *
 * Writes results/faults.json. Exits 1 when a MUST fault is missed, fewer than 95 % of the SHOULD
 * faults are caught, a benign provider is flagged, or a rule catches nothing.
 */
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countOf } from "@hosted-postgres/contract-tests/reports/verdict";
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { matching } from "@hosted-postgres/contract-tests/run/only";
import { mockTarget } from "@hosted-postgres/contract-tests/targets/mock";
import { startMock } from "@hosted-postgres/contract-tests/targets/prism";
import { derivedFaults, faults } from "./faults/index.ts";
import { type Measured, measure } from "./measure.ts";
import { inShard } from "./shard.ts";
import { isGood, renderFaults } from "./table.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    derived: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
    jobs: { type: "string", default: String(availableParallelism()) },
    /** Set for the processes that the command starts itself. */
    shard: { type: "string" },
  },
});
const isChosen = matching(values.only);
const chosen = [...faults, ...(values.derived ? derivedFaults : [])].filter(
  ({ id, group }) => isChosen(id) || isChosen(group),
);

if (values.shard !== undefined) await measureShard(values.shard);
else process.exitCode = await measureAll();

/** Measures one part of the chosen faults and sends each result to the parent process. */
async function measureShard(shard: string) {
  const derivedIds = new Set(derivedFaults.map(({ id }) => id));
  const { url, close } = await startMock();
  const mock = async () => mockTarget(url);
  for (const fault of chosen.filter(inShard(shard))) {
    const every =
      fault.level === "benign" ||
      !(values.first || derivedIds.has(fault.id) || fault.group === "profile");
    process.send?.(await measure(fault, rules, { mock, every }));
  }
  await close();
  process.disconnect?.();
}

async function measureAll(): Promise<0 | 1> {
  const jobs = Math.max(1, Number(values.jobs) || 1);
  const measured: Measured[] = [];
  const startedMs = performance.now();
  const onMeasured = (one: Measured) => {
    measured.push(one);
    showProgress(measured.length);
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, place) => startShard(`${place}/${jobs}`, onMeasured)),
  );
  const places = new Map(chosen.map(({ id }, place) => [id, place]));
  measured.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));

  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  // A dead rule shows only when every rule ran against every fault.
  const judged = values.only || values.first ? [] : rules;
  write(measured);
  console.log(renderFaults(measured, judged));
  console.log(
    `${countOf(measured.length, "fault")} in ${seconds} s; details in contract-tests/trials/results/faults.json`,
  );
  return isGood(measured, judged) ? 0 : 1;
}

/** Starts this command again for one part; resolves when that process has ended. */
function startShard(shard: string, onMeasured: (measured: Measured) => void): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), [
    ...process.argv.slice(2),
    `--shard=${shard}`,
  ]);
  child.on("message", onMeasured);
  return new Promise((resolve, reject) => {
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`)),
    );
  });
}

function write(measured: Measured[]) {
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "faults.json"), `${JSON.stringify(measured, null, 2)}\n`);
}

function showProgress(done: number) {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${done} of ${countOf(chosen.length, "fault")}`);
  else if (done % 50 === 0) process.stderr.write(`${done} of ${countOf(chosen.length, "fault")}\n`);
}
