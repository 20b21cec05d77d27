/**
 * Everything that must hold before a change lands: lint, generated types, compiler, tests. Shows the
 * contract table and ends with the count of tests, also when turbo took them from its cache.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";

const TASKS = ["lint", "check", "typecheck", "test"];
const folders = [
  "openapi",
  ...readdirSync("packages").map((name) => `packages/${name}`),
  "contract-tests",
  "contract-tests/trials",
];

for (const folder of folders) rmSync(`${folder}/results`, { recursive: true, force: true });
const { status } = spawnSync("turbo", ["run", ...TASKS, "--continue", "--output-logs=new-only"], {
  stdio: "inherit",
  shell: process.platform === "win32",
});

const table = "contract-tests/results/report.txt";
if (existsSync(table)) console.log(`\n${readFileSync(table, "utf8")}`);

let passed = 0;
let failed = 0;
for (const folder of folders) {
  const results = `${folder}/results/tests.json`;
  if (!existsSync(results)) continue;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests;
}
// A task that failed without a failed test (lint, types, a crash) counts as one.
if (status !== 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
