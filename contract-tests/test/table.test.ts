import { expect, test } from "vitest";
import { type Outcome, type Report, renderTable } from "../table.ts";

const rule = (
  id: string,
  outcomes: Outcome[],
  source = "Authentication 2",
): Report["rules"][number] => ({
  id,
  level: "MUST",
  text: `${id} holds`,
  source,
  outcomes,
});

const report = (...rules: Report["rules"]): Report => ({
  targets: ["one", "other"],
  routes: [
    {
      probe: "2xx",
      counts: [
        { passed: 166, failed: 2 },
        { passed: 70, failed: 0 },
      ],
      of: 168,
    },
  ],
  rules,
});

const passed: Outcome = { kind: "passed" };
const withoutClock: Outcome = { kind: "not checkable", reason: "no clock" };

test("the routes come first, then the rules by section, then the totals", () => {
  const excused: Outcome = { kind: "excused", reason: "of the console" };

  const table = renderTable(
    report(
      rule("one", [passed, passed]),
      rule("two", [excused, excused], "Limits, Table"),
      rule("three", [withoutClock, withoutClock], "Authentication 9"),
      rule("four", [withoutClock, passed], "Authentication 9"),
    ),
  );

  expect(table).toBe(`Contract of the management API
  ✓   on one
    ✓ on other

Routes
  2xx            166 of 168   FAILED 2    70 of 168

Authentication
  ✓ ✓ one holds (one)
  · ✓ four holds (four)
  not checkable: no clock
  · · three holds (three)

Limits
  excused: of the console
  · · two holds (two)

4 rules: 2 checked, 1 not checkable here, 1 excused, 0 FAILED
passed: 1 on one, 2 on other
`);
});

test("a failed rule says where and why, and an unwritten one counts as failed", () => {
  const table = renderTable(
    report(
      rule("one", [passed, { kind: "failed", message: "expected 401" }]),
      rule("two", [withoutClock, { kind: "unwritten" }]),
    ),
  );

  expect(table).toContain("  ✓ ✗ one holds (one)\n      FAILED on other: expected 401\n");
  expect(table).toContain("  not checkable: no clock; UNWRITTEN\n  · ✗ two holds (two)\n");
  expect(table).toContain("2 FAILED\npassed: 1 on one, 0 on other\n");
});

test("no line is wider than 100 columns", () => {
  const message = "word ".repeat(50);

  const table = renderTable(report(rule("one", [passed, { kind: "failed", message }])));

  expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});
