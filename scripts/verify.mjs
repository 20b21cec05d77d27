/**
 * Checks everything that must hold before a change lands: lint, generated types, compiler, tests.
 * Shows which task runs, then the logs of tasks that failed, and ends with the count of all tests.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { shardOfToday } from "./shard.ts";
import { countTypeTests, hasFailed, summaryOf } from "./test-summary.ts";

const RUNS = ".turbo/runs";
const BRIEF = "contract-tests/results/brief.txt";
/** Turbo begins each line with the package and the task. */
const LINE = /^(?:@hosted-postgres\/)?(\S+?):(\S+?): ?(.*)$/;

rmSync(RUNS, { recursive: true, force: true });
rmSync(BRIEF, { force: true });
process.env.FAULTS_SHARD ??= shardOfToday();
const startedMs = Date.now();
const logs = new Map();
const rest = [];
const code = await turbo("lint", "check", "typecheck", "test", ...process.argv.slice(2));
const tasks = existsSync(RUNS)
  ? readdirSync(RUNS).flatMap((file) => read(join(RUNS, file)).tasks)
  : [];
// Without a task, turbo itself has something to say.
if (tasks.length === 0) console.log(rest.join("\n"));
for (const task of tasks.filter(hasFailed)) {
  const id = `${task.package.replace("@hosted-postgres/", "")} ${task.task}`;
  console.log(`\n✗ ${id}\n${(logs.get(id) ?? []).join("\n")}`);
}
const brief = existsSync(BRIEF) ? readFileSync(BRIEF, "utf8") : "";
const { text, passed, failed, skipped } = summaryOf(tasks, testsIn, brief);
// A task that fails without a failed test (lint, types, a crash) counts as one.
const failures = failed === 0 && code !== 0 ? 1 : failed;
console.log(`\n${text}`);
console.log(
  `The trials took part ${process.env.FAULTS_SHARD} of the catalogue: FAULTS_SHARD chooses another.\n`,
);
const typeTests = countTypeTests(tasks);
console.log(
  [
    `${passed} passed, ${failures} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(typeTests > 0 ? [`${typeTests} type tests compiled`] : []),
  ].join(", "),
);
process.exitCode = failures === 0 ? 0 : 1;

/** Runs tasks with their output kept apart, and shows which one is at work; resolves to the code. */
async function turbo(...args) {
  // Each package runs workers of its own; more packages at once only get in each other's way.
  const options = ["--continue", "--output-logs=new-only", "--summarize", "--concurrency=150%"];
  const child = spawn("turbo", ["run", ...args, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  let current = "starting";
  const timer = setInterval(() => show(current), 1_000);
  const keep = (line) => {
    // The same text in a terminal and in a log.
    const [, name, task, text] = LINE.exec(stripVTControlCharacters(line)) ?? [];
    if (name === undefined) return rest.push(line);
    const id = `${name} ${task}`;
    const isNew = !logs.has(id);
    logs.set(id, [...(logs.get(id) ?? []), text]);
    current = id;
    if (isNew && !process.stdout.isTTY) {
      console.log(`${seconds()} ${id}${text.startsWith("cache hit") ? ": cached" : ""}`);
    }
  };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", keep);
  }
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  clearInterval(timer);
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[K");
  return code;
}

function show(current) {
  if (!process.stdout.isTTY) return;
  const line = `${seconds()} ${logs.size} tasks, now ${current}`;
  process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
}

function seconds() {
  return `${Math.round((Date.now() - startedMs) / 1_000)} s`.padStart(6);
}

function testsIn(directory) {
  const file = join(directory, "results/tests.json");
  return existsSync(file) ? read(file) : undefined;
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
