/** The command: `hosted-postgres-contract --target …`, or `npm run contract -- --target …`. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startProgress } from "./progress.ts";
import { type NamedRun, reportOf } from "./reports/build.ts";
import { FORMATS } from "./reports/formats.ts";
import { exitCodeOf } from "./reports/model.ts";
import { rules } from "./rules/index.ts";
import { createSession } from "./run/context.ts";
import { Ledger } from "./run/ledger.ts";
import type { Rule } from "./run/rule.ts";
import { runOn } from "./run/run.ts";
import { type Stage, sharedStage } from "./run/stage.ts";
import { sweep } from "./run/sweep.ts";
import type { Changes, Target } from "./run/target.ts";
import { createWatch } from "./run/watch.ts";
import { emulatorStage } from "./targets/emulator.ts";
import { mockTarget, startMock } from "./targets/mock.ts";
import { type Fixtures, serverTarget } from "./targets/server.ts";

const HELP = `Holds a server of the hosted Postgres management API to its document.

  contract --target mock|emulator|<url> [options]
  contract sweep --target <url> --ledger <file> [options]

  --target <where>     mock, emulator, or the base address of a server, with its version prefix;
                       may be given more than once
  --key <key>          a key the server accepts; better in CONTRACT_API_KEY, where no list of
                       processes shows it. Default: the administrator's of the fixtures
  --fixtures <file>    JSON: ids, keys and routes of the server that may be used (see README)
  --changes <which>    none: only read, the default for a server
                       own: make things, and remove them again
                       all: the server is there to be used up
  --only <ids>         these rules, with * for any letters; comma-separated
  --budget <number>    requests at most; what is left is not run. Default: no bound
  --seed <number>      gives the names and numbers of an earlier run again
  --ledger <file>      what is made on a server, until it is removed.
                       Default: contract-ledger.jsonl in the folder of the reports
  --out <folder>       where the reports go: report.txt, .json, .html, .sarif, .md and junit.xml.
                       Default: contract-report
  --help, --version

Exit code: 0 no MUST is broken, 1 one is, 2 it could not run.`;

const FILES = {
  table: "report.txt",
  json: "report.json",
  html: "report.html",
  sarif: "report.sarif",
  summary: "report.md",
  junit: "junit.xml",
} as const;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`contract: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

async function main(args: string[]): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      target: { type: "string", multiple: true, default: [] },
      key: { type: "string" },
      fixtures: { type: "string" },
      changes: { type: "string", default: "none" },
      only: { type: "string" },
      budget: { type: "string" },
      seed: { type: "string" },
      ledger: { type: "string" },
      out: { type: "string", default: "contract-report" },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
  const [command = "run", ...rest] = positionals;
  if (rest.length > 0 || !["run", "sweep"].includes(command))
    throw new Error(`${positionals.join(" ")} is no command; --help lists what there is`);
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.version) {
    console.log(
      (JSON.parse(read(new URL("../package.json", import.meta.url))) as Manifest).version,
    );
    return 0;
  }
  if (values.target.length === 0) throw new Error("--target is missing; --help tells more");

  const out = fromWhereItWasCalled(values.out);
  const ledgerFile = values.ledger
    ? fromWhereItWasCalled(values.ledger)
    : join(out, "contract-ledger.jsonl");
  const server = (url: string) =>
    serverTarget({
      url,
      apiKey: values.key ?? process.env.CONTRACT_API_KEY,
      fixtures: values.fixtures ? fixturesIn(fromWhereItWasCalled(values.fixtures)) : undefined,
      changes: changesOf(values.changes),
    });
  if (command === "sweep") return sweepAll(values.target.map(server), ledgerFile);

  const chosen = rules.filter(filterOf(values.only));
  if (chosen.length === 0) throw new Error(`--only ${values.only} names no rule`);
  const seed = wholeNumber("seed", values.seed) ?? Math.floor(Math.random() * 2 ** 31);
  const budget = wholeNumber("budget", values.budget);
  mkdirSync(out, { recursive: true });
  const startedAt = new Date();
  const runs: NamedRun[] = [];
  for (const where of values.target) {
    const { stage, url, close } = await stageOf(where, server);
    const progress = startProgress(stage.name, chosen.length);
    try {
      const ledger = where === url ? new Ledger(ledgerFile) : new Ledger();
      const run = await runOn(stage, chosen, { seed, budget, ledger, onOutcome: progress.step });
      runs.push({ name: stage.name, url, run });
      progress.end();
      const left = ledger.left().length;
      if (left > 0) console.error(`${left} things could not be removed; see ${ledgerFile}`);
    } finally {
      progress.end();
      await close();
    }
  }

  const report = reportOf(chosen, runs, { seed, startedAt });
  for (const [format, render] of Object.entries(FORMATS)) {
    writeFileSync(join(out, FILES[format as keyof typeof FILES]), render(report));
  }
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, FORMATS.summary(report));
  console.log(FORMATS.table(report));
  console.log(`seed ${seed}; reports in ${out}`);
  return exitCodeOf(report);
}

interface Manifest {
  version: string;
}

async function stageOf(
  where: string,
  server: (url: string) => Target,
): Promise<{ stage: Stage; url: string; close: () => Promise<void> }> {
  if (where === "emulator") {
    return { stage: emulatorStage, url: "one for each check", close: async () => {} };
  }
  if (where === "mock") {
    const { url, close } = await startMock();
    return { stage: sharedStage(mockTarget(url)), url, close };
  }
  const target = server(where);
  await reach(target);
  return { stage: sharedStage(target), url: where, close: async () => {} };
}

/** That nothing answers, or that the key is refused, is no fault of the service. */
async function reach({ url, apiKey }: Target) {
  const headers = { authorization: `Bearer ${apiKey}`, accept: "application/json" };
  const signal = AbortSignal.timeout(30_000);
  const { status } = await fetch(`${url}/projects`, { headers, signal, redirect: "manual" }).catch(
    (error: Error) => {
      throw new Error(
        `${url} does not answer: ${(error.cause as Error)?.message ?? error.message}`,
      );
    },
  );
  if (status === 401) throw new Error(`${url} refuses the key: GET /projects answered 401`);
}

async function sweepAll(targets: Target[], ledgerFile: string): Promise<0 | 1> {
  let isClean = true;
  for (const target of targets) {
    const ledger = new Ledger(ledgerFile);
    const session = createSession({ ...target, changes: "own" }, createWatch([], {}), { ledger });
    const { removed, left } = await sweep(session);
    for (const path of removed) console.log(`removed ${path}`);
    for (const path of left) console.log(`still there: ${path}`);
    console.log(`${removed.length} removed, ${left.length} left on ${target.url}`);
    isClean &&= left.length === 0;
  }
  return isClean ? 0 : 1;
}

function changesOf(value: string): Changes {
  if (value === "none" || value === "own" || value === "all") return value;
  throw new Error(`--changes is none, own or all, not ${value}`);
}

function filterOf(only?: string): (rule: Rule) => boolean {
  const patterns = only?.split(",").map((id) => new RegExp(`^${id.trim().replaceAll("*", ".*")}$`));
  return ({ id }) => patterns?.some((pattern) => pattern.test(id)) ?? true;
}

function wholeNumber(name: string, value?: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} is a whole number, not ${value}`);
  return number;
}

function fixturesIn(file: string): Fixtures {
  try {
    return JSON.parse(read(file)) as Fixtures;
  } catch (error) {
    throw new Error(`--fixtures ${file} cannot be read: ${(error as Error).message}`);
  }
}

function read(file: string | URL): string {
  return readFileSync(file, "utf8");
}

/** npm runs a script in its package, and tells from where it was called. */
function fromWhereItWasCalled(path: string): string {
  return resolve(process.env.INIT_CWD ?? "", path);
}
