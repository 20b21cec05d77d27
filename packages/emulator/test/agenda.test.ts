import fc from "fast-check";
import { expect, test } from "vitest";
import { Agenda } from "../src/agenda.ts";

test("takes what is due in order of time, and of entry where times are equal", () => {
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

test("leaves what is not due yet", () => {
  const agenda = new Agenda();
  agenda.add(10, () => {});

  expect(agenda.take(9)).toBeUndefined();
  expect(agenda.take(10)?.dueMs).toBe(10);
});
