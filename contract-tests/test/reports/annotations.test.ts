import { describe, expect, test } from "vitest";
import { renderAnnotations } from "../../suite/reports/annotations.ts";
import { everything, failure, HOSTILE, passed, report, rule } from "./build.ts";

const LIST = "GET /projects";
const fixtures = {
  path: "ci/fixtures.json",
  text: JSON.stringify({ ids: {}, routes: ["GET /regions", LIST] }, undefined, 2),
};

describe("renderAnnotations", () => {
  test("places a finding at the first of its routes that the fixtures list", () => {
    const found = report({
      rules: [rule("key", [failure({ message: "got 200", routes: ["GET /api_keys", LIST] })])],
    });

    expect(renderAnnotations(found, { fixtures })).toBe(
      "::error file=ci/fixtures.json,line=5,title=key%3A key holds::got 200%0AAuthentication 2\n",
    );
  });

  test("places what has no line at the first one, and without a file nowhere", () => {
    const found = report({ rules: [rule("key", [failure({ routes: [] })])] });

    expect(renderAnnotations(found, { fixtures })).toContain("file=ci/fixtures.json,line=1,");
    expect(renderAnnotations(found, {})).toMatch(/^::error title=key/);
  });

  test("warns of broken advice, and keeps quiet about what passed or is known", () => {
    const found = report({
      rules: [
        rule("advice", [failure()], { level: "SHOULD" }),
        rule("fine", [passed(LIST)]),
        rule("known", [failure({ deviations: ["a"], message: "another" })]),
      ],
    });

    expect(renderAnnotations(found, {})).toMatch(/^::warning title=advice[^\n]*\n$/);
  });

  test("names what the baseline lost at its line, and why a run ended early", () => {
    const baseline = { path: "b.json", text: '{\n  "rules": [\n    "size"\n  ]\n}' };
    const lost = [{ name: "size", now: "blocked: no org_id is known" }];

    const text = renderAnnotations(
      report({ ended: "interrupted", baseline: { file: "b.json", lost, gained: 0 } }),
      { baseline },
    );

    expect(text).toBe(
      "::error file=b.json,line=3,title=size::no longer shown, but blocked: no org_id is known\n" +
        "::error::interrupted\n",
    );
  });

  test("lets no text of a server begin a command", () => {
    const hostile = `a\n::stop-commands::x\r::add-mask::y,line=1 ${HOSTILE}`;
    const found = {
      ...everything(),
      rules: [rule("key", [failure({ message: hostile })], { text: hostile })],
    };

    const lines = renderAnnotations(found, { fixtures }).split(/[\r\n]+/);

    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=[^:]*::/);
  });
});
