import { defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      restoreMocks: true,
      // A part of the catalogue may have no fault.
      passWithNoTests: true,
    },
  }),
);
