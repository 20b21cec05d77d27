/**
 * `npm run faults`: the suite against every wrong and every unusual provider, as a table by group.
 *
 *   --only=<ids or groups>   these, with * for any letters; comma-separated
 *   --operators              those derived from the spec too
 *   --first                  until one rule has caught it; says nothing of dead rules
 *   --jobs=<number>          processes at a time. Default: as many as there are processors
 *
 * Writes results/faults.json. Exits 1 when a fault that MUST be caught is not, when less than 95 %
 * of those that SHOULD be are, when a benign one is flagged, or when a rule catches nothing.
 */
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rules } from "@hosted-postgres/contract-tests/rules/index";
import { mockTarget, startMock } from "@hosted-postgres/contract-tests/targets/mock";
import { faults, operators } from "./faults/index.ts";
import { type Measured, measure } from "./measure.ts";
import { isGood, renderFaults } from "./table.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    operators: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
    jobs: { type: "string", default: String(availableParallelism()) },
    shard: { type: "string" },
  },
});
const patterns = values.only?.split(",").map((it) => new RegExp(`^${it.replaceAll("*", ".*")}$`));
const chosen = [...faults, ...(values.operators ? operators : [])].filter(
  ({ id, group }) => patterns?.some((it) => it.test(id) || it.test(group)) ?? true,
);

if (values.shard !== undefined) await work(values.shard);
else process.exitCode = await lead();

/** Measures every n-th of what was chosen, and tells the process that started this one. */
async function work(shard: string) {
  const [place = 0, of = 1] = shard.split("/").map(Number);
  const operatorIds = new Set(operators.map(({ id }) => id));
  const { url, close } = await startMock();
  const mock = mockTarget(url);
  for (const fault of chosen.filter((_, index) => index % of === place)) {
    const every = fault.level === "benign" || !(values.first || operatorIds.has(fault.id));
    process.send?.(await measure(fault, rules, { mock, every }));
  }
  await close();
  process.disconnect?.();
}

async function lead(): Promise<0 | 1> {
  const jobs = Math.max(1, Number(values.jobs) || 1);
  const measured: Measured[] = [];
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: jobs }, (_, place) => {
      const child = fork(fileURLToPath(import.meta.url), [
        ...process.argv.slice(2),
        `--shard=${place}/${jobs}`,
      ]);
      child.on("message", (one: Measured) => {
        measured.push(one);
        showProgress(measured.length);
      });
      return new Promise<void>((resolve, reject) => {
        child.on("exit", (code) =>
          code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`)),
        );
      });
    }),
  );
  const place = new Map(chosen.map(({ id }, index) => [id, index]));
  measured.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));

  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  // Whether a rule is dead shows only where all of them ran against all faults.
  const judged = values.only || values.first ? [] : rules;
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "faults.json"), `${JSON.stringify(measured, null, 2)}\n`);
  console.log(renderFaults(measured, judged));
  console.log(
    `${measured.length} providers in ${seconds} s; all in contract-tests/trials/results/faults.json`,
  );
  return isGood(measured, judged) ? 0 : 1;
}

function showProgress(done: number) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${done} of ${chosen.length} providers`);
  else if (done % 50 === 0) process.stderr.write(`${done} of ${chosen.length} providers\n`);
}
