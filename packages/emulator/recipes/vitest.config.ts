import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["msw/*.test.ts", "postgres/*.test.ts"],
    // A database on a busy machine: the limit is against hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
