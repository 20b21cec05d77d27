/** Every answer under the profile fits the provider's schemas, by a validator of its own. */
import { describe, expect, it } from "vitest";
import { routesInOrder } from "./requests.ts";
import { newWalk, runWalk } from "./walk.ts";

describe("the emulator as neon", () => {
  it("answers each of the 168 routes with success, in the provider's shape", async () => {
    const { walk, refused } = newWalk();
    const routes = routesInOrder();
    for (const route of routes) await walk(route);

    expect(refused).toEqual([]);
    expect(routes).toHaveLength(168);
  });

  it("keeps to the provider's shapes on a random walk, and never fails", async () => {
    const statuses = await runWalk({ steps: 500, seed: 1 });

    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "201", "404"]));
  });
});
