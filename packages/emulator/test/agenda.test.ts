import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Agenda } from "../src/agenda.ts";

describe("the agenda", () => {
  test("takes events in order of time, and in order of entry at the same time", () => {
    const step = fc.record({ key: fc.nat(30).map(String), dueMs: fc.option(fc.nat(20)) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const agenda = new Agenda();
        const expected = new Map<string, number>();
        const taken: [string, number][] = [];
        for (const { key, dueMs } of steps) {
          expected.delete(key);
          if (dueMs === null) agenda.cancel(key);
          else {
            expected.set(key, dueMs);
            agenda.set(key, dueMs, () => taken.push([key, dueMs]));
          }
          expect(agenda.size).toBe(expected.size);
          const next = Math.min(...expected.values());
          expect(agenda.nextMs).toBe(expected.size > 0 ? next : undefined);
        }

        for (let nowMs = 0; nowMs <= 20; nowMs++) {
          for (let event = agenda.take(nowMs); event; event = agenda.take(nowMs)) event.run();
        }

        expect(taken).toEqual([...expected].sort(([, a], [, b]) => a - b));
        expect(agenda.size).toBe(0);
      }),
    );
  });

  test("leaves events that are not due yet", () => {
    const agenda = new Agenda();
    agenda.set("a", 10, () => {});

    expect(agenda.take(9)).toBeUndefined();
    expect(agenda.take(10)?.dueMs).toBe(10);
  });

  test("calls back after each change, and not when there was none", () => {
    const agenda = new Agenda();
    const onChange = vi.fn();
    const calls = () => onChange.mock.calls.splice(0).length;
    agenda.watch(onChange);

    agenda.cancel("a");
    agenda.take(10);
    expect(calls()).toBe(0);
    agenda.set("a", 10, () => {});
    expect(calls()).toBe(1);
    agenda.take(10);
    expect(calls()).toBe(1);
    agenda.set("b", 10, () => {});
    agenda.cancel("b");
    expect(calls()).toBe(2);
  });
});
