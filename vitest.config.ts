import { defineConfig } from "vitest/config";

/** Every package's tests report to people and, for the sum at the end, to a file. */
export default defineConfig({
  test: { reporters: ["default", "json"], outputFile: { json: "results/tests.json" } },
});
