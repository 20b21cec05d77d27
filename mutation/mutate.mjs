/**
 * Changes the code of the package in the working directory, one mutant at a time, and runs its tests on
 * each: `mutate.mjs [file ...]`. Its `mutation.json` names the files, the tests and the survivors, by the
 * reason why they may survive. Exits with 1 when another mutant survives, when a listed one does not, or
 * when fewer than 90 % die; listed survivors count as alive.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { judge } from "./judge-mutants.mjs";

const { files, survivors } = JSON.parse(readFileSync("mutation.json", "utf8"));
const chosen = process.argv.slice(2);
const mutate = chosen.length > 0 ? files.filter((file) => chosen.includes(file)) : files;
if (mutate.length === 0) throw new Error(`mutation.json names none of ${chosen.join(", ")}`);

const stryker = new Stryker({
  mutate,
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: join(import.meta.dirname, "mutation.vitest.config.ts"), related: false },
  coverageAnalysis: "perTest",
  // A mutant of what a module does once, when it is loaded, would need every test each time.
  ignoreStatic: true,
  concurrency: 2,
  // A mutant that hangs is dead; a busy machine must not make one look so.
  timeoutMS: 30_000,
  reporters: ["json"],
  jsonReporter: { fileName: "results/mutation.json" },
  ignorePatterns: ["dist", "results", "trials"],
  // TypeScript 7 has no API to rewrite a tsconfig with, and nothing here needs it.
  tsconfigFile: "none.json",
  disableTypeChecks: false,
  logLevel: "warn",
  allowConsoleColors: false,
});
await stryker.runMutationTest();

const report = JSON.parse(readFileSync("results/mutation.json", "utf8"));
const { lines, isRight } = judge(report.files, survivors);
console.log(lines.join("\n"));
if (!isRight) process.exitCode = 1;
