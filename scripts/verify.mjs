/**
 * Checks everything that must hold before a change lands: lint, generated types, compiler, tests.
 * Prints the contract table, names the tests that were skipped, says which results come from the
 * cache, and ends with the count of all tests.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const RUNS = ".turbo/runs";
const TABLE = "contract-tests/results/report.txt";

rmSync(RUNS, { recursive: true, force: true });
rmSync(TABLE, { force: true });
const options = ["--continue", "--output-logs=new-only", "--summarize", ...process.argv.slice(2)];
const { status } = spawnSync("turbo", ["run", "lint", "check", "typecheck", "test", ...options], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
const tasks = existsSync(RUNS)
  ? readdirSync(RUNS).flatMap((file) => read(join(RUNS, file)).tasks)
  : [];
const suites = tasks.filter(({ task }) => task === "test");

if (existsSync(TABLE)) console.log(`\n${readFileSync(TABLE, "utf8")}`);
const count = { passed: 0, failed: 0, skipped: 0 };
for (const { directory } of suites) {
  const results = join(directory, "results/tests.json");
  if (!existsSync(results)) continue;
  const { numPassedTests, numFailedTests, testResults } = read(results);
  count.passed += numPassedTests;
  count.failed += numFailedTests;
  for (const { status, fullName } of testResults.flatMap((file) => file.assertionResults)) {
    if (status === "passed" || status === "failed") continue;
    count.skipped += 1;
    console.log(`skipped in ${directory}: ${fullName}`);
  }
}
const cached = suites.filter(({ cache }) => cache.status === "HIT");
if (cached.length > 0) {
  console.log(`from the cache: ${cached.map(({ directory }) => directory).join(", ")}`);
}
// A task that fails without a failed test (lint, types, a crash) counts as one.
if (status !== 0 && count.failed === 0) count.failed = 1;
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
process.exitCode = count.failed === 0 ? 0 : 1;

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
