/** Those of `packages/postgres` keep its data in memory, where there is room. */
export { default } from "../../packages/postgres/vitest.config.ts";
