import { defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      // Most tests wait, so two files at a time suit any machine.
      maxWorkers: 2,
      coverage: { include: ["src/**"] },
    },
  }),
);
