import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Test files share their modules, which hold no state but caches. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      pool: "threads",
      isolate: false,
      // It needs packages of its own: `npm run recipes` installs and runs it.
      exclude: [...configDefaults.exclude, "recipes/msw/**"],
    },
  }),
);
