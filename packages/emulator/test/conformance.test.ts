import { describe, expect, test } from "vitest";
import { promises } from "../src/conformance.ts";
import { SimulatedDataPlane } from "../src/index.ts";

const ofAll = promises.filter(({ needsQuery }) => !needsQuery);

describe("the simulated data plane", () => {
  test.each(ofAll.map((it) => [it.promise, it.check] as const))("%s", async (_, check) => {
    await check({ create: () => new SimulatedDataPlane() });
  });
});

describe("the conformance test", () => {
  test("fails a data plane that leaves connections open", async () => {
    class Careless extends SimulatedDataPlane {
      override stop(): void {}
    }
    const failed: string[] = [];
    for (const { promise, check } of ofAll.filter(({ promise }) => promise.startsWith("closes"))) {
      await check({ create: () => new Careless() }).catch(() => failed.push(promise));
    }
    expect(failed).toHaveLength(3);
  });
});
