import { expect, test } from "vitest";
import { type Outcome, type Report, renderTable } from "../table.ts";

const rule = (
  id: string,
  outcome: Outcome,
  source = "Authentication 2",
): Report["rules"][number] => ({
  id,
  level: "MUST",
  text: `${id} holds`,
  source,
  outcome,
});

const report = (...rules: Report["rules"]): Report => ({
  target: "a test",
  routes: [{ probe: "2xx", passed: 166, failed: 2, of: 168 }],
  rules,
});

test("the routes come first, then the rules by section, then the totals", () => {
  const table = renderTable(
    report(
      rule("one", { kind: "passed" }),
      rule("two", { kind: "excused", reason: "of the console" }, "Limits, Table"),
      rule("three", { kind: "not checkable", reason: "no clock" }, "Authentication 9"),
    ),
  );

  expect(table).toBe(`Contract of the management API, on a test

Routes
  2xx            166 of 168   FAILED 2

Authentication
  ✓ one holds (one)
  not checkable: no clock
  · three holds (three)

Limits
  excused: of the console
  · two holds (two)

3 rules: 1 checked, 1 not checkable here, 1 excused, 0 FAILED
`);
});

test("a failed rule shows its message, and an unwritten one counts as failed", () => {
  const table = renderTable(
    report(
      rule("one", { kind: "failed", message: "expected 401" }),
      rule("two", { kind: "unwritten" }),
    ),
  );

  expect(table).toContain("  ✗ one holds (one)\n    FAILED: expected 401\n");
  expect(table).toContain("  UNWRITTEN\n  ✗ two holds (two)\n");
  expect(table).toContain("2 FAILED\n");
});

test("no line is wider than 100 columns", () => {
  const message = "word ".repeat(50);

  const table = renderTable(report(rule("one", { kind: "failed", message })));

  expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
});
