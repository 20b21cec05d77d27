import { expect, test } from "vitest";
import { runModel } from "./model.ts";

test("a thousand random steps, also at the same time, break no rule", {
  timeout: 60_000,
}, async () => {
  const steps = await runModel({ steps: 1_000, seed: 20_260_301 });

  expect(steps).toBeGreaterThanOrEqual(1_000);
});
