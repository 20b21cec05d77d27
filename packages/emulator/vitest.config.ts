import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      // They need packages of their own: `npm run recipes` installs and runs them.
      exclude: [...configDefaults.exclude, "recipes/{msw,postgres}/**"],
    },
  }),
);
