/** The two commands: run the rules on targets, and sweep up after a killed run. */
import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { DataPlane } from "@hosted-postgres/emulator";
import { folderOf, resolveFromInitCwd, serverAt } from "./given.ts";
import type { ExitCode, Surroundings, Values } from "./options.ts";
import { withPackages } from "./packages.ts";
import { readProfile } from "./profiles/read.ts";
import { startProgress } from "./progress.ts";
import { type AnnotatedFile, renderAnnotations } from "./reports/annotations.ts";
import {
  type Baseline,
  baselineOf,
  comparedWith,
  parseBaseline,
  renderBaseline,
} from "./reports/baseline.ts";
import { type NamedRun, reportOf } from "./reports/build.ts";
import { FILES, FORMATS, type Format } from "./reports/formats.ts";
import { exitCodeOf, type Report } from "./reports/model.ts";
import { placeDocument } from "./reports/place-document.ts";
import { renderText } from "./reports/text.ts";
import { countOf } from "./reports/verdict.ts";
import { rules } from "./rules/index.ts";
import { BOUNDS, type Bounds, Deadline, OutOfTime } from "./run/bounds.ts";
import { Ledger } from "./run/ledger.ts";
import { matching } from "./run/only.ts";
import { runOn } from "./run/run.ts";
import { sweep } from "./run/sweep.ts";
import type { Target } from "./run/target.ts";
import { mockTarget } from "./targets/mock.ts";
import { pgClient } from "./targets/postgres.ts";
import { prepared } from "./targets/prepare.ts";
import { columnsOf, isColoured } from "./terminal.ts";

const PRISM = ["@stoplight/prism-core", "@stoplight/prism-http", "@stoplight/prism-http-server"];

/** Runs the chosen rules on every target and writes the reports. */
export async function run(values: Values, io: Surroundings): Promise<ExitCode> {
  const isChosen = matching(values.only);
  const profile =
    values.profile === undefined
      ? undefined
      : await readProfile(values.profile, (file) => resolveFromInitCwd(file, io));
  const chosen = [...rules, ...(profile?.rules ?? [])].filter(({ id }) => isChosen(id));
  if (chosen.length === 0) throw new Error(`--only ${values.only} matches no rule`);
  const seed = wholeNumber("seed", values.seed) ?? Math.floor(Math.random() * 2 ** 31);
  const budget = wholeNumber("budget", values.budget);
  const bounds = boundsOf(values.timeouts);
  const held = baselineFor(values, io);
  if (values.postgres && !values.target.includes("emulator"))
    throw new Error("--postgres is for --target emulator; see connection_uri of the fixtures");
  const { out, ledgerFile } = placesOf(values, io);
  mkdirSync(out, { recursive: true });
  const startedAt = new Date();
  const runs: NamedRun[] = [];
  for (const where of values.target) {
    const { target, url } = await targetAt(where, values, io);
    const progress = startProgress(target.name, chosen.length, io);
    try {
      const ledger = where === url ? new Ledger(ledgerFile) : undefined;
      const { signal } = io;
      const options = { seed, budget, bounds, signal, onOutcome: progress.step };
      const { deviations } = profile ?? {};
      const run = await runOn(target, chosen, { ...options, deviations, ledger });
      runs.push({ name: target.name, url, run });
      progress.end();
      if (ledger && ledger.open().length > 0) await sweepInTime(target, ledger, bounds);
      const left = ledger?.left().length ?? 0;
      if (left > 0) io.stderr.write(`not removed: ${countOf(left, "thing")}; see ${ledgerFile}\n`);
    } finally {
      progress.end();
      await target.close?.();
    }
    if (io.signal?.aborted) break;
  }

  // Code scanning resolves paths from the checkout, which may contain this one.
  const document = placeDocument(out, io.env.GITHUB_WORKSPACE ?? folderOf(io));
  const ended = io.signal?.aborted ? (io.signal.reason as Error).message : undefined;
  const report = held(reportOf(chosen, runs, { seed, startedAt, document, profile, ended }));
  writeReports(report, out, io);
  print(report, out, values, io);
  if (report.ended !== undefined) {
    io.stderr.write(`contract: ${report.ended}; the reports have what was judged until then\n`);
  }
  return io.signal?.aborted ? 130 : exitCodeOf(report);
}

/** Reads the baseline before the run; the function compares a report with it, or writes it. */
function baselineFor(
  { baseline: file, only, "write-baseline": writes }: Values,
  io: Surroundings,
): (report: Report) => Report {
  if (file === undefined) {
    if (writes) throw new Error("--write-baseline needs --baseline, the file to write");
    return (report) => report;
  }
  if (only !== undefined) throw new Error("--baseline is about a whole run; leave out --only");
  const path = resolveFromInitCwd(file, io);
  const baseline = writes ? undefined : readBaseline(path, file);
  return (report) => {
    // Rules that did not run are not lost.
    if (report.ended !== undefined) return report;
    if (baseline) return { ...report, baseline: comparedWith(baseline, report, file) };
    writeFileSync(path, renderBaseline(baselineOf(report)));
    return report;
  };
}

function readBaseline(path: string, file: string): Baseline {
  try {
    return parseBaseline(readFileSync(path, "utf8"));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`--baseline ${file} cannot be read: ${message}; --write-baseline writes it`);
  }
}

/** Finds what requests without an answer made, and removes it. */
async function sweepInTime(target: Target, ledger: Ledger, { waitMs }: Bounds) {
  const deadline = new Deadline(waitMs, () => new OutOfTime("the sweep took too long"));
  // The ledger keeps what is left, and the run names the ledger.
  await deadline.race(() => sweep(target, ledger)).catch(() => {});
  deadline.end();
}

/** Removes the things that the ledger lists from every target. */
export async function sweepAll(values: Values, io: Surroundings): Promise<0 | 1> {
  const { ledgerFile } = placesOf(values, io);
  let isClean = true;
  for (const url of values.target) {
    const target = serverAt(url, { ...values, changes: "own" }, io);
    const { removed, left } = await sweep(target, new Ledger(ledgerFile));
    const lines = [
      ...removed.map((path) => `removed ${path}`),
      ...left.map((path) => `still there: ${path}`),
      `${removed.length} removed, ${left.length} left on ${target.url}`,
    ];
    io.stdout.write(`${lines.join("\n")}\n`);
    isClean &&= left.length === 0;
  }
  return isClean ? 0 : 1;
}

function print(report: Report, out: string, values: Values, io: Surroundings) {
  const { stdout, env } = io;
  const { verbose } = values;
  const columns = columnsOf(stdout, env);
  const inColours = isColoured(stdout, env);
  const path = relative(folderOf(io), join(out, FILES.html));
  const page = path.startsWith("..") ? join(out, FILES.html) : path;
  const files = `Reports: ${page} and others\n`;
  const text = `${renderText(report, { columns, inColours, verbose })}${files}`;
  stdout.write(env.GITHUB_ACTIONS === "true" ? forActions(text, report, values, io) : text);
}

/** The runner takes lines that begin with `::` as commands: those of the text are not meant so. */
function forActions(text: string, report: Report, values: Values, io: Surroundings): string {
  const token = randomUUID();
  const root = io.env.GITHUB_WORKSPACE ?? folderOf(io);
  const fileOf = (name?: string): AnnotatedFile | undefined => {
    if (name === undefined) return undefined;
    const path = resolveFromInitCwd(name, io);
    return { path: relative(root, path), text: readFileSync(path, "utf8") };
  };
  const files = { fixtures: fileOf(values.fixtures), baseline: fileOf(values.baseline) };
  return `::stop-commands::${token}\n${text}::${token}::\n${renderAnnotations(report, files)}`;
}

function writeReports(report: Report, out: string, { env }: Surroundings) {
  for (const [format, render] of Object.entries(FORMATS)) {
    writeFileSync(join(out, FILES[format as Format]), render(report));
  }
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary) appendFileSync(summary, FORMATS.summary(report));
}

/** `url` is the one to report. */
async function targetAt(
  where: string,
  values: Values,
  io: Surroundings,
): Promise<{ target: Target; url: string }> {
  if (where === "emulator") {
    const { emulatorTarget } = await import("./targets/emulator.ts");
    const options = values.profile === "neon" ? await neonOptions() : {};
    const createPlane = values.postgres ? await postgresPlane() : undefined;
    return { target: await emulatorTarget(options, createPlane), url: "one for each check" };
  }
  if (where === "mock") {
    const { startMock } = await withPackages(
      "the mock needs Prism",
      PRISM,
      () => import("./targets/prism.ts"),
    );
    const { url, close } = await startMock();
    return { target: { ...mockTarget(url), close }, url };
  }
  const target = await prepared(serverAt(where, values, io));
  if (target.postgres) await pgClient();
  return { target, url: where };
}

/** @throws {Error} when a package is missing, or no Postgres is found, with the places looked at */
async function postgresPlane(): Promise<() => DataPlane> {
  await pgClient();
  const { described, lookForPostgres, postgres } = await withPackages(
    "--postgres needs a Postgres",
    ["@hosted-postgres/postgres"],
    () => import("@hosted-postgres/postgres"),
  );
  const found = lookForPostgres();
  if (!found.some(({ binaries }) => binaries)) throw new Error(`--postgres: ${described(found)}`);
  // Each check has a world of its own, which nobody needs after a crash.
  return () => postgres({ settings: { fsync: "off" } });
}

async function neonOptions() {
  const { NEON_OPTIONS } = await import("./targets/neon.ts");
  return NEON_OPTIONS;
}

function wholeNumber(name: string, value?: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, not ${value}`);
  return number;
}

function boundsOf(list = ""): Bounds {
  const bounds = { ...BOUNDS };
  for (const part of list.split(",").filter(Boolean)) {
    const [, name = "", value] = /^\s*(\w+)=(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (!(`${name}Ms` in bounds) || Number(value) === 0)
      throw new Error(`--timeouts must be like request=30,wait=30,rule=180,run=900, not ${part}`);
    bounds[`${name}Ms` as keyof Bounds] = Number(value) * 1_000;
  }
  return bounds;
}

function placesOf({ out: folder, ledger }: Values, io: Surroundings) {
  const out = resolveFromInitCwd(folder, io);
  const ledgerFile = ledger ? resolveFromInitCwd(ledger, io) : join(out, "contract-ledger.jsonl");
  return { out, ledgerFile };
}
