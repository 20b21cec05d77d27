import { describe, it } from "vitest";
import { runNeonModel } from "./model.ts";

describe("the emulator as neon", () => {
  it("keeps every rule of branches and computes over random changes", async () => {
    await runNeonModel({ runs: 8, seed: 20_260_301 });
  });
});
