import { mergeConfig } from "vitest/config";
import shared from "../vitest.config.ts";
import { isServerNamed } from "./targets/target.ts";

const readOnly = isServerNamed(process.env);

export default mergeConfig(shared, {
  test: {
    include: ["*.test.ts", "test/*.test.ts"],
    // These ask for the mock's examples, or write.
    exclude: readOnly ? ["examples.test.ts", "bodies.test.ts", "workflows.test.ts"] : [],
    globalSetup: "targets/setup.ts",
    testTimeout: readOnly ? 120_000 : 10_000,
    reporters: ["./report.ts"],
  },
});
