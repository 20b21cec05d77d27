/** Joins a world to a data plane that takes real time: what is due by a timer, and what it reports. */
import { endpointAt, useCompute } from "./control.ts";
import type { PlaneControl } from "./data-plane.ts";
import { lose, whenUp } from "./endpoint-lifecycle.ts";
import type { World } from "./world.ts";

/** Later timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Settles a world when its next event is due. The timer alone keeps no process alive. */
export function keepTime(world: World): void {
  let timer: NodeJS.Timeout | undefined;
  let isChanged = false;
  const arm = () => {
    isChanged = false;
    clearTimeout(timer);
    const ms = world.isClosed ? undefined : world.untilNextMs;
    if (ms === undefined) return;
    const settle = () => {
      world.change(() => {});
      arm();
    };
    timer = setTimeout(settle, Math.min(Math.ceil(ms), LONGEST_TIMER_MS)).unref();
  };
  world.agenda.watch(() => {
    // One request changes the agenda many times.
    if (!isChanged) queueMicrotask(arm);
    isChanged = true;
  });
  arm();
}

/** @param current the world; it is another one after a reset */
export function planeControl(current: () => World): PlaneControl {
  return {
    async use(endpoint_id) {
      const world = current();
      let up: Promise<void> | undefined;
      world.change(() => {
        useCompute(world, endpointAt(world, endpoint_id));
        up = whenUp(world, endpoint_id);
      });
      await up;
    },
    died(endpoint_id, reason) {
      const world = current();
      world.change(() => lose(world, endpoint_id, reason));
    },
  };
}
