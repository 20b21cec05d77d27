import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** Test files share their modules, which hold no state but caches. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      pool: "threads",
      isolate: false,
      // They need packages of their own: `npm run recipes` installs and runs them.
      exclude: [...configDefaults.exclude, "recipes/{msw,postgres}/**"],
    },
  }),
);
