import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // What a garbage collection breaks shows only when one happens.
    execArgv: ["--expose-gc"],
    // Most of these tests wait, so that two files at a time suit any machine.
    maxWorkers: 2,
    testTimeout: 20_000,
    reporters: ["default", ["json", { outputFile: "results/tests.json" }]],
    coverage: { include: ["src/**"] },
  },
});
