import { describe, expect, test } from "vitest";
import { renderTable } from "../../suite/reports/table.ts";
import type { Outcome } from "../../suite/run/outcome.ts";
import { CURL, everything, failure, passed, report, route, rule } from "./build.ts";

const noClock: Outcome = { kind: "not showable", reason: "it has no clock" };
const excused: Outcome = { kind: "excused", reason: "of the console" };

describe("renderTable", () => {
  test("shows targets, then rules by section, reasons and totals", () => {
    const table = renderTable(
      report({
        targets: [
          {
            name: "the mock",
            url: "http://127.0.0.1:4010",
            requests: 12,
            judged: { rules: 9, of: 10 },
          },
          {
            name: "https://host/api/v2, read-only",
            url: "https://host/api/v2",
            requests: 1,
            judged: { rules: 9, of: 10 },
          },
        ],
        routes: [
          route("GET /projects", {
            coverage: [
              { success: true, missing401: true, invalid401: true },
              { success: true, missing401: false },
            ],
          }),
        ],
        rules: [
          rule("limit", [excused, excused], { source: "Limits, Table" }),
          rule("clock", [noClock, passed()], { source: "Authentication 9" }),
          rule("key", [passed(), passed()]),
        ],
        statements: [
          { source: "Authentication 2", says: "" },
          { source: "Authentication 9", says: "" },
          { source: "Limits, Table", says: "" },
        ],
      }),
    );

    expect(table).toBe(`Contract of the management API, version 0.1.0
✓ no rule that MUST hold is broken

  ✓   the mock, http://127.0.0.1:4010, 12 requests
        2xx          1 of 1
        401 missing  1 of 1
        401 invalid  1 of 1
    ✓ https://host/api/v2, read-only, 1 request
        2xx          1 of 1
        401 missing  0 of 1, 1 otherwise
          GET /projects
        401 invalid  0 of 1, 1 not sent

Authentication
  ✓ ✓ key holds (key)
  · ✓ clock holds (clock)

Limits
  · · limit holds (limit)

Not checked, and why
  not showable: it has no clock (the mock)
      clock
  excused: of the console
      limit

3 rules: 2 passed, 0 failed, 1 not checked
the mock: 1 passed, 0 failed, 2 not checked
https://host/api/v2, read-only: 2 passed, 0 failed, 1 not checked
14.3 s, seed 4711
`);
  });

  test("shows the sentence, message and unwrapped curl lines of a failed rule", () => {
    const table = renderTable(
      report({
        rules: [rule("key", [failure()])],
        statements: [
          { source: "Authentication 1", says: "named there, too", rules: ["key"] },
          { source: "Authentication 2", says: "no header: 401", rules: ["key"] },
        ],
      }),
    );

    expect(table).toContain("✗ 1 rule that MUST hold is broken\n");
    expect(table).toContain(`  ✗ key holds (key)
      Authentication 2: no header: 401
      FAILED on the mock: expected a refusal, got 201
${CURL.map((line) => `      ${line}\n`).join("")}`);
    expect(table).toContain("\nFAILED: key\n1 rule: 0 passed, 1 failed\n");
  });

  test("reports a broken SHOULD as a warning, which breaks nothing", () => {
    const table = renderTable(
      report({
        rules: [rule("advice", [failure()], { level: "SHOULD" })],
      }),
    );

    expect(table).toContain("✓ no rule that MUST hold is broken\n");
    expect(table).toContain("  ! advice holds (advice, SHOULD)\n");
    expect(table).toContain("      WARNING on the mock: expected a refusal");
    expect(table).toContain("\n1 rule: 0 passed, 0 failed, 1 warning\n");
  });

  test("lists blocked rules before rules that no one can check", () => {
    const blocked: Outcome = { kind: "blocked", reason: "a free branch is missing" };

    const table = renderTable(
      report({ rules: [rule("one", [excused]), rule("two", [noClock]), rule("three", [blocked])] }),
    );

    const reasons = table.match(/^ {2}(blocked|not showable|excused): .*$/gm);
    expect(reasons).toEqual([
      "  blocked: a free branch is missing",
      "  not showable: it has no clock",
      "  excused: of the console",
    ]);
  });

  test("wraps every line but curl lines at 100 columns", () => {
    const message = `${"word ".repeat(50)}\n${"x".repeat(250)}`;
    const long = report({ rules: [rule("key".repeat(40), [failure({ message, curl: [] })])] });

    const widths = renderTable(long)
      .split("\n")
      .map((line) => line.length);

    expect(Math.max(...widths)).toBe(100);
  });

  test("escapes control characters in a server's text", () => {
    const table = renderTable(everything());

    expect(table).toContain("\\u{1b}[31m");
    expect(table.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
  });
});
