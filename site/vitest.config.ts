import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    // Building the site leaves copies of samples in `vitepress/pages`.
    include: ["samples/*.test.ts", "test/*.test.ts"],
    // Test files share their modules, which hold no state but caches.
    pool: "threads",
    isolate: false,
  },
});
