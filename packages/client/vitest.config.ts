import { mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    // What a garbage collection breaks shows only when one happens.
    execArgv: ["--expose-gc"],
    // Most of these tests wait, so that two files at a time suit any machine.
    maxWorkers: 2,
    testTimeout: 20_000,
    coverage: { include: ["src/**"] },
  },
});
