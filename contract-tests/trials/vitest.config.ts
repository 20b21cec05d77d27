import { defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(
  shared,
  defineConfig({
    // To load the suite, the emulator and the catalogue takes longer than many of the files do.
    test: { isolate: false, restoreMocks: true },
  }),
);
