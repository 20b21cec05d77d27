import { describe, expect, test } from "vitest";
import { runModel } from "./model.ts";

describe("the emulator", () => {
  test("keeps every rule for a thousand random steps, many of them concurrent", async () => {
    const steps = await runModel({ steps: 1_000, seed: 20_260_301 });

    expect(steps).toBeGreaterThanOrEqual(1_000);
  });
});
