import { defineConfig } from "vitest/config";

/** The settings of every package's tests; the JSON file is for the sum at the end. */
export default defineConfig({
  test: {
    reporters: ["default", "json"],
    outputFile: { json: "results/tests.json" },
    // Ends a test that hangs; a slow or busy machine must not fail one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
