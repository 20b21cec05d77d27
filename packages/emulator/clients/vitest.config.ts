import { neonTesting } from "neon-testing/vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [neonTesting()],
  test: { include: ["branch-per-test.ts"] },
});
