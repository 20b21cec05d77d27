import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import shared from "../vitest.config.ts";

/** Starts the longest file first. Vitest would start it last: it runs the contract while it is loaded. */
class ContractFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isContract = ({ moduleId }: TestSpecification) => moduleId.endsWith("/contract.test.ts");
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isContract(b)) - Number(isContract(a)));
  }
}

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      include: ["test/**/*.test.ts"],
      globalSetup: "test/setup.ts",
      sequence: { sequencer: ContractFirst },
    },
  }),
);
