import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      // The clients need packages of their own: `npm run clients` installs and runs them.
      exclude: [...configDefaults.exclude, "clients/**"],
      // To load the emulator takes longer than most of the files do.
      isolate: false,
      restoreMocks: true,
    },
  }),
);
