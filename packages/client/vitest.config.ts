import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // What a garbage collection breaks shows only when one happens.
    execArgv: ["--expose-gc"],
    reporters: ["default", ["json", { outputFile: "results/tests.json" }]],
    coverage: { include: ["src/**"] },
  },
});
