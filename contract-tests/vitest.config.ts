import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/setup.ts",
    // No test changes a module, so files of one worker may share them.
    isolate: false,
  },
});
