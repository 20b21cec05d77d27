import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    include: ["*.test.ts", "test/**/*.test.ts"],
    globalSetup: "targets/setup.ts",
    testTimeout: 20_000,
  },
});
