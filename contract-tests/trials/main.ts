/** The command of the catalogue, as a function. */
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countOf } from "@hosted-postgres/contract-tests/reports/verdict";
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { mockTarget } from "@hosted-postgres/contract-tests/targets/mock";
import { whyNoPostgres } from "./connected-target.ts";
import type { Fault } from "./fault.ts";
import { derivedFaults } from "./faults/index.ts";
import { type Measured, measure } from "./measure.ts";
import { type Options, optionsIn } from "./options.ts";
import { inShard } from "./shard.ts";
import { isGood, renderFaults } from "./table.ts";

/** Runs the command and resolves to its exit code; what is wrong with the options goes to stderr. */
export async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  let options: Options;
  try {
    options = optionsIn(args);
  } catch (error) {
    process.stderr.write(`faults: ${(error as Error).message}\n`);
    return 2;
  }
  const { chosen, shard } = options;
  const here = chosen.filter(({ plane }) => plane === undefined || whyNoPostgres === undefined);
  if (shard !== undefined) return measureShard(here, shard, options);
  const left = chosen.length - here.length;
  if (left > 0) process.stderr.write(`left out ${countOf(left, "fault")}: ${whyNoPostgres}\n`);
  return here.length === 0 ? 2 : measureAll(here, args, options);
}

type Settings = Pick<Options, "first" | "isWhole" | "jobs">;

/** Measures one part of the faults and sends each result to the parent process. */
async function measureShard(chosen: Fault[], shard: string, { first }: Settings): Promise<0> {
  const { startMock } = await import("@hosted-postgres/contract-tests/targets/prism");
  const derivedIds = new Set(derivedFaults.map(({ id }) => id));
  const { url, close } = await startMock();
  const mock = async () => mockTarget(url);
  for (const fault of chosen.filter(inShard(shard))) {
    const every =
      fault.level === "benign" || !(first || derivedIds.has(fault.id) || fault.group === "profile");
    process.send?.(await measure(fault, rules, { mock, every }));
  }
  await close();
  process.disconnect?.();
  return 0;
}

async function measureAll(
  chosen: Fault[],
  args: readonly string[],
  { first, isWhole, jobs }: Settings,
): Promise<0 | 1> {
  const measured: Measured[] = [];
  const startedMs = performance.now();
  const onMeasured = (one: Measured) => {
    measured.push(one);
    showProgress(measured.length, chosen.length);
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, place) => startShard(args, `${place}/${jobs}`, onMeasured)),
  );
  const places = new Map(chosen.map(({ id }, place) => [id, place]));
  measured.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));

  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  // A dead rule shows only when every rule ran against every fault.
  const judged = isWhole && !first ? rules : [];
  write(measured);
  console.log(renderFaults(measured, judged));
  console.log(
    `${countOf(measured.length, "fault")} in ${seconds} s; details in contract-tests/trials/results/faults.json`,
  );
  return isGood(measured, judged) ? 0 : 1;
}

/** Starts this command again for one part; resolves when that process has ended. */
function startShard(
  args: readonly string[],
  shard: string,
  onMeasured: (measured: Measured) => void,
): Promise<void> {
  const child = fork(join(import.meta.dirname, "cli.ts"), [...args, `--shard=${shard}`]);
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

function showProgress(done: number, all: number) {
  const progress = `${done} of ${countOf(all, "fault")}`;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`);
  else if (done % 50 === 0) process.stderr.write(`${progress}\n`);
}
