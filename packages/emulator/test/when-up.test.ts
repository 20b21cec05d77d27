import { describe, expect, test } from "vitest";
import { whenUp } from "../src/endpoint-lifecycle.ts";
import type { World } from "../src/world.ts";

describe("whenUp", () => {
  /** Asks for a compute whose queue has these operations; returns how many wait for it then. */
  const waiting = (...actions: string[]) => {
    const queue = actions.map((action) => ({ operation: { action } }));
    const world = { queues: new Map(queue.length > 0 ? [["ep", queue]] : []), waiting: new Map() };
    const up = whenUp(world as unknown as World, "ep");
    return { up, count: world.waiting.get("ep")?.length ?? 0 };
  };

  test.each([[[]], [["suspend_compute"]]])("resolves at once where %j waits", async (actions) => {
    const { up, count } = waiting(...actions);

    expect(count).toBe(0);
    await expect(up).resolves.toBeUndefined();
  });

  test("waits for a start, wherever it stands in the queue", () => {
    expect(waiting("suspend_compute", "start_compute").count).toBe(1);
  });
});
