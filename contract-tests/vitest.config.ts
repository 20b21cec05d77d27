import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";

export default mergeConfig(shared, {
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/setup.ts",
  },
});
