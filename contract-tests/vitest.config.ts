import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/setup.ts",
    testTimeout: 20_000,
    // No test changes a module, so files of one worker may share them.
    isolate: false,
  },
});
