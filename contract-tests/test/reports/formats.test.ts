import { describe, expect, test } from "vitest";
import { FORMATS } from "../../suite/reports/formats.ts";
import { exitCodeOf } from "../../suite/reports/model.ts";
import { conclusionOf } from "../../suite/reports/verdict.ts";
import { everything, failure, passed, report, rule } from "./build.ts";
import { all, type Element, parse } from "./elements.ts";

const formats = Object.entries(FORMATS);

test("writes the report as JSON, without lone surrogates", () => {
  const found = report({ rules: [rule("key", [failure({ message: "ä\u001b 😀 \ud800" })])] });

  const text = FORMATS.json(found);

  const message = "ä\u001b 😀 \uFFFD";
  expect(JSON.parse(text)).toEqual(report({ rules: [rule("key", [failure({ message })])] }));
});

test.each(formats)("%s renders the same run the same way", (_, render) => {
  expect(render(everything())).toBe(render(everything()));
});

test.each(formats)("%s does not change the run", (_, render) => {
  const found = everything();

  render(found);

  expect(found).toEqual(everything());
});

test.each(formats)("%s keeps $API_KEY a name, whatever the environment says", (_, render) => {
  const secret = "napi_of_nobody_0123456789";
  process.env.CONTRACT_API_KEY = secret;
  process.env.API_KEY = secret;

  const text = render(everything());

  delete process.env.CONTRACT_API_KEY;
  delete process.env.API_KEY;
  expect(text).not.toContain(secret);
  expect(text).toContain("Bearer $API_KEY");
});

test.each(formats)("%s shows a run without rules, routes or targets", (_, render) => {
  const empty = { ...everything(), rules: [], routes: [], statements: [], targets: [] };

  expect(render(empty).length).toBeGreaterThan(0);
});

describe("a run that ended early", () => {
  const ended = "interrupted by SIGINT";
  const cut = report({
    ended,
    rules: [
      rule("key", [passed("GET /projects")]),
      rule("size", [{ kind: "not run", reason: ended }]),
    ],
  });

  test.each(formats)("is no pass in %s, which says why", (_, render) => {
    const text = render(cut);

    expect(text).toContain(ended);
    expect(text).not.toMatch(/the contract holds|## ✓|^✓ no verdict/im);
  });

  test("has no verdict, and the share of rules that was judged", () => {
    expect(conclusionOf(cut)).toBe("no verdict, 1 of 2 rules judged; interrupted by SIGINT");
    expect(exitCodeOf(cut)).toBe(2);
  });

  test("is broken where a MUST broke before its end", () => {
    const broken = { ...cut, rules: [rule("key", [failure()])] };

    expect(conclusionOf(broken)).toBe(
      "1 rule that MUST hold is broken, 1 of 1 rule judged; interrupted by SIGINT",
    );
    expect(exitCodeOf(broken)).toBe(1);
  });

  test("is an error to those that read JUnit or SARIF", () => {
    const [counts] = all(parse(FORMATS.junit(cut)), "testsuites") as [Element];
    const [{ invocations }] = JSON.parse(FORMATS.sarif(cut)).runs;

    expect(counts.attributes).toMatchObject({ tests: "3", failures: "0", errors: "1" });
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error", message: { text: ended } }],
    });
  });
});
