import { describe, expect, test } from "vitest";
import { renderSummary } from "../../suite/reports/summary.ts";
import { CURL, everything, failure, passed, report, route, rule, statement } from "./build.ts";

describe("renderSummary", () => {
  test("starts with a line of totals per target", () => {
    const summary = renderSummary(
      report({
        rules: [rule("one", [passed()]), rule("two", [{ kind: "excused", reason: "" }])],
        routes: [route("GET /projects")],
      }),
    );

    expect(
      summary,
    ).toBe(`## ✓ Contract of the management API: the contract holds, 1 of 2 rules judged

|  | ✓ passed | ✗ failed | ! warning | not judged | 2xx | 401 missing | 401 invalid | requests |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| the mock | 1 | 0 | 0 | 1 | 1 of 1 | 1 of 1 | 1 of 1 | 1612 |
`);
  });

  test("shows a broken rule with its message and curl lines", () => {
    const summary = renderSummary(
      report({
        rules: [rule("key", [failure()])],
        statements: [statement({ source: "Authentication 2", says: "no header", rules: ["key"] })],
      }),
    );

    expect(summary).toContain(`
<details>
<summary>✗ key holds (key)</summary>

Authentication 2&#58; no header

MUST on the mock:

\`\`\`text
expected a refusal, got 201
\`\`\`

\`\`\`sh
${CURL.join("\n")}
\`\`\`

</details>
`);
  });

  test("puts failures of the run first", () => {
    const summary = renderSummary(
      report({
        rules: [rule("advice", [failure()], { level: "SHOULD" }), rule("must", [failure()])],
      }),
    );

    const signs = [...summary.matchAll(/<summary>(.) /g)].map(([, sign]) => sign);
    expect(signs).toEqual(["✗", "!"]);
  });

  test("stays below the limit, and says how many rules it leaves out", () => {
    const rules = Array.from({ length: 50 }, (_, at) =>
      rule(`rule-${at}`, [failure({ message: `${at} ${"ü".repeat(500)}` })]),
    );

    const summary = renderSummary(report({ rules }), 20_000);

    const shown = summary.match(/<details>/g)?.length ?? 0;
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(20_000);
    expect(shown).toBeGreaterThan(5);
    expect(summary).toContain(`\n${50 - shown} more findings left out`);
  });

  test("leaves out a single message beyond the 1 MiB limit of a step", () => {
    const message = "x".repeat(2 * 1024 * 1024);

    const summary = renderSummary(report({ rules: [rule("key", [failure({ message })])] }));

    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toContain("\n1 more finding left out");
  });

  test("puts a message with a fence inside a longer one", () => {
    const message = "```\n# not a heading\n`````";

    const summary = renderSummary(report({ rules: [rule("key", [failure({ message })])] }));

    expect(summary).toContain(`\n\`\`\`\`\`\`text\n${message}\n\`\`\`\`\`\`\n`);
  });

  test("keeps hostile text in code or escapes it", () => {
    const summary = renderSummary(everything());

    const prose = summary.replace(/^(`{3,})[a-z]+\n[\s\S]*?\n\1$/gm, "");
    expect(prose).not.toBe(summary);
    expect(prose).not.toContain("<script>");
    expect(prose).not.toContain("![");
    expect(prose).not.toContain("@everyone");
    expect(prose.match(/<\/?\w+>/g)?.every((tag) => /^<\/?(details|summary)>$/.test(tag))).toBe(
      true,
    );
  });
});
