import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  // Building the site leaves copies of samples in `vitepress/pages`.
  test: { include: ["samples/*.test.ts", "test/*.test.ts"] },
});
