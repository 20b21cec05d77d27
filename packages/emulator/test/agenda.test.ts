import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Agenda } from "../src/agenda.ts";

describe("the agenda", () => {
  test("takes events in order of time, and in order of entry at the same time", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), (dues) => {
        const agenda = new Agenda();
        const taken: [number, number][] = [];
        for (const [order, dueMs] of dues.entries()) {
          agenda.add(dueMs, () => taken.push([dueMs, order]));
        }

        for (let nowMs = 0; nowMs <= 20; nowMs++) {
          for (let event = agenda.take(nowMs); event; event = agenda.take(nowMs)) event.run();
        }

        const entered = dues.map((dueMs, order): [number, number] => [dueMs, order]);
        expect(taken).toEqual(entered.sort(([a, i], [b, j]) => a - b || i - j));
        expect(agenda.size).toBe(0);
      }),
    );
  });

  test("leaves events that are not due yet", () => {
    const agenda = new Agenda();
    agenda.add(10, () => {});

    expect(agenda.take(9)).toBeUndefined();
    expect(agenda.take(10)?.dueMs).toBe(10);
  });
});
