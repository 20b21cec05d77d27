/** A clock that jumps to the next timer, for what would take minutes. */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

/** In ms since the start of the task. */
export type Now = () => number;

interface Clock {
  nowMs: number;
  timers: Map<NodeJS.Timeout, { dueMs: number; run: () => void }>;
}

type Callback = (...args: unknown[]) => void;

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
const running = new AsyncLocalStorage<Clock>();
let clocks = 0;

/** Runs a task on such a clock; the timers of other tasks keep to real time. */
export async function onFastTime<T>(task: (now: Now) => Promise<T>): Promise<T> {
  const clock: Clock = { nowMs: 0, timers: new Map() };
  if (clocks++ === 0) Object.assign(globalThis, { setTimeout: setFast, clearTimeout: clearFast });
  try {
    let isOver = false;
    const result = running.run(clock, () => task(() => clock.nowMs));
    const over = () => {
      isOver = true;
    };
    result.then(over, over);
    while (!isOver) {
      for (let i = 0; i < 10; i++) await turn();
      if (!isOver) jump(clock);
    }
    return await result;
  } finally {
    if (--clocks === 0) Object.assign(globalThis, real);
  }
}

function jump(clock: Clock) {
  const [next] = [...clock.timers.values()].sort((a, b) => a.dueMs - b.dueMs);
  assert.ok(next, "nothing is waited for");
  running.run(clock, next.run);
}

/** Makes a real timer too, because the platform's fetch keeps timers that outlive the task. */
function setFast(callback: Callback, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  const clock = running.getStore();
  if (!clock) return real.setTimeout(callback, ms, ...args);
  const dueMs = clock.nowMs + ms;
  const run = () => {
    clock.nowMs = Math.max(clock.nowMs, dueMs);
    clearFast(timer);
    callback(...args);
  };
  const timer = real.setTimeout(run, ms);
  clock.timers.set(timer, { dueMs, run });
  return timer;
}

function clearFast(timer: NodeJS.Timeout) {
  running.getStore()?.timers.delete(timer);
  real.clearTimeout(timer);
}
