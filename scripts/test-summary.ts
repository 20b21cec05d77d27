/** The end of `npm test` as text: packages, other tasks, skipped tests, the contract, the count. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A task in turbo's summary of a run. */
export interface Task {
  task: string;
  directory: string;
  cache?: { status: string };
  execution?: { startTime: number; endTime: number; exitCode: number };
}

/** The JSON report of vitest. */
export interface TestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

interface Suite {
  task: Task;
  passed: number;
  failed: number;
  /** The reason of each skipped test, or its title. */
  skipped: string[];
}

/** A title may give the reason in parentheses. */
const REASON = /\(not available: (.+?)\)/;

/** @param brief the verdict of the contract tests */
export function summaryOf(
  tasks: Task[],
  testsOf: (directory: string) => TestReport | undefined,
  brief = "",
): { text: string; passed: number; failed: number; skipped: number } {
  const suites = tasks
    .filter(({ task }) => task === "test")
    .map((task) => suiteOf(task, testsOf(task.directory)))
    .toSorted((a, b) => (a.task.directory < b.task.directory ? -1 : 1));
  const paragraphs = [
    suites.map(suiteLine),
    otherLines(tasks.filter(({ task }) => task !== "test")),
    skippedLines(suites),
    brief.split("\n").filter(Boolean),
    tasks.filter(hasFailed).map((task) => `✗ ${task.directory || "root"}: ${task.task} failed`),
  ];
  const sum = (of: (suite: Suite) => number) => suites.reduce((total, it) => total + of(it), 0);
  return {
    text: paragraphs.flatMap((lines) => (lines.length > 0 ? [...lines, ""] : [])).join("\n"),
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped.length),
  };
}

/** Tests that only hold types: the compiler runs them, for all packages at once. */
export function countTypeTests(tasks: Task[], root = "."): number {
  const compiler = tasks.find(({ task, directory }) => task === "typecheck" && directory === "");
  if (!compiler || hasFailed(compiler)) return 0;
  const folders = tasks.map(({ directory }) => join(root, directory, "test"));
  return [...new Set(folders)]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".test-d.ts"))
    .reduce(
      (count, file) => count + (readFileSync(file, "utf8").match(/^\s*test\(/gm) ?? []).length,
      0,
    );
}

export function hasFailed({ execution }: Task): boolean {
  return execution?.exitCode !== 0;
}

function suiteOf(task: Task, report?: TestReport): Suite {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
  return {
    task,
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: tests
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => REASON.exec(fullName)?.[1] ?? fullName),
  };
}

function suiteLine({ task, passed, failed, skipped }: Suite): string {
  const counts = [
    `${passed} passed`.padStart(12),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
  ].join(", ");
  const sign = hasFailed(task) ? "✗" : "✓";
  return `${sign} ${task.directory.padEnd(24)}${counts.padEnd(40)}${timeOf(task)}`;
}

function timeOf({ cache, execution }: Task): string {
  const ms = execution ? execution.endTime - execution.startTime : 0;
  return (cache?.status === "HIT" ? "cached" : `${(ms / 1_000).toFixed(1)} s`).padStart(8);
}

/** All tasks beside the tests, in one line. */
function otherLines(tasks: Task[]): string[] {
  if (tasks.length === 0) return [];
  const names = [...new Set(tasks.map(({ task }) => task))].sort().join(", ");
  const failed = tasks.filter(hasFailed).length;
  const cached = tasks.filter(({ cache }) => cache?.status === "HIT").length;
  const counts = `${tasks.length - failed} of ${tasks.length} tasks passed, ${cached} cached`;
  return [`${failed === 0 ? "✓" : "✗"} ${names}: ${counts}`];
}

function skippedLines(suites: Suite[]): string[] {
  const tests = suites.flatMap(({ task, skipped }) =>
    skipped.map((reason) => ({ reason, directory: task.directory })),
  );
  return [...new Set(tests.map(({ reason }) => reason))].map((reason) => {
    const alike = tests.filter((test) => test.reason === reason);
    const places = [...new Set(alike.map(({ directory }) => directory))].join(", ");
    return `${alike.length} skipped: ${reason} (${places})`;
  });
}
