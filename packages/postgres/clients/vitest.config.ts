import { defineConfig } from "vitest/config";

// A database on a busy machine: the limit is against hangs.
export default defineConfig({ test: { testTimeout: 120_000, hookTimeout: 120_000 } });
