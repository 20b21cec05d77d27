/** The tests that Stryker runs on each mutant: those that `mutation.json` of the package names. */
import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const { tests, setup = [] } = JSON.parse(readFileSync("mutation.json", "utf8"));

export default defineConfig({
  // Not the folder of this file, but the copy of the package that Stryker works in.
  root: process.cwd(),
  test: {
    include: tests,
    globalSetup: setup,
    pool: "threads",
    isolate: false,
    // A mutant that never answers dies here, which is cheaper than at Stryker's bound.
    testTimeout: 10_000,
  },
});
