import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline, OutOfTime, seconds } from "../suite/run/bounds.ts";

const late = () => new OutOfTime("no answer in 1 s");
const never = () => new Promise<never>(() => {});
/** Whether something new may begin. */
const goesOn = (deadline: Deadline) =>
  Promise.race([deadline.stopIfOver().then(() => true), turn().then(() => false)]);
/** Comes after every step of a promise that is under way. */
const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a deadline", () => {
  test("ends work that ignores its signal, with its reason, and not before", async () => {
    const deadline = new Deadline(1_000, late);
    const work = deadline.race(never);
    const ended = vi.fn();
    work.catch(ended);

    await vi.advanceTimersByTimeAsync(999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    await expect(work).rejects.toThrow("no answer in 1 s");
    await expect(deadline.race(() => 1)).rejects.toThrow(OutOfTime);
    expect(await goesOn(deadline)).toBe(false);
  });

  test("lets work in time have its own result, and no longer listens then", async () => {
    const deadline = new Deadline(1_000, late);

    expect(await deadline.race(() => 1)).toBe(1);
    await expect(deadline.race(() => Promise.reject(new TypeError("broken")))).rejects.toThrow(
      "broken",
    );

    expect(getEventListeners(deadline.signal, "abort")).toEqual([]);
    expect(await goesOn(deadline)).toBe(true);
  });

  test("leaves no rejection to nobody when work aborts it and throws at once", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const outer = new AbortController();
    const deadline = new Deadline(1_000, late, outer.signal);

    const work = deadline.race(() => {
      outer.abort(new Error("over"));
      throw new Error("broken");
    });

    await expect(work).rejects.toThrow();
    await setImmediate();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("looks at the clock where the timer has no turn", async () => {
    const deadline = new Deadline(1_000, late);

    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_000);

    expect(await goesOn(deadline)).toBe(false);
    expect(deadline.signal.reason).toMatchObject({ message: "no answer in 1 s" });
    vi.restoreAllMocks();
  });

  test("without a time never passes", async () => {
    const deadline = new Deadline();

    await vi.advanceTimersByTimeAsync(3_600_000);

    expect(deadline.signal.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends when the outer signal does, with the reason of that", async () => {
    const outer = new AbortController();
    const [deadline, another] = [
      new Deadline(1_000, late, outer.signal),
      new Deadline(1_000, late, outer.signal),
    ];
    another.end();

    outer.abort(new Error("Ctrl-C"));

    for (const ended of [deadline, new Deadline(1_000, late, outer.signal)]) {
      expect(ended.signal.reason).toMatchObject({ message: "Ctrl-C" });
      expect(await goesOn(ended)).toBe(false);
    }
    expect(await goesOn(another)).toBe(true);
  });

  test("lets nothing new begin once it is passed by hand", async () => {
    const deadline = new Deadline(1_000, late);

    deadline.pass();

    expect(await goesOn(deadline)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves neither a timer nor a listener when it ends", () => {
    const outer = new AbortController();

    new Deadline(1_000, late, outer.signal).end();

    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(outer.signal, "abort")).toEqual([]);
  });
});

describe("a sleep", () => {
  test("lasts its time unless the deadline passes first", async () => {
    vi.useRealTimers();
    const deadline = new Deadline();
    const order: string[] = [];
    await Promise.all([
      deadline.sleep(20).then(() => order.push("20 ms")),
      new Promise((resolve) => setTimeout(resolve, 1)).then(() => order.push("1 ms")),
    ]);

    expect(order).toEqual(["1 ms", "20 ms"]);
    await expect(new Deadline(5, late).sleep(60_000)).rejects.toThrow("no answer in 1 s");
  });
});

test.each([
  [30_000, "30 s"],
  [1_500, "1.5 s"],
  [1_234, "1.2 s"],
])("shows %d ms as %s", (ms, text) => {
  expect(seconds(ms)).toBe(text);
});

test("names an error that is out of time", () => {
  expect(late().name).toBe("OutOfTime");
});
