import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** The clients need packages of their own: `npm run clients` installs and runs them. */
export default mergeConfig(
  shared,
  defineConfig({ test: { exclude: [...configDefaults.exclude, "clients/**"] } }),
);
