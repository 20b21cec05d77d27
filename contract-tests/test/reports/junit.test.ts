import { describe, expect, test } from "vitest";
import { renderJunit } from "../../suite/reports/junit.ts";
import { CURL, everything, failure, report, rule, statement } from "./build.ts";
import { all, type Element, parse } from "./elements.ts";

describe("renderJunit", () => {
  test("makes each target a suite and each rule a case", () => {
    const found = everything();

    const suites = all(parse(renderJunit(found)), "testsuite");

    expect(suites).toHaveLength(2);
    for (const suite of suites) {
      const names = all(suite, "testcase").map(({ attributes }) => attributes.name);
      expect(names).toEqual(found.rules.map(({ id, text }) => `${text} (${id})`));
    }
  });

  test("counts the cases", () => {
    const document = parse(renderJunit(everything()));

    for (const suite of [...all(document, "testsuites"), ...all(document, "testsuite")]) {
      expect(suite.attributes).toMatchObject({
        tests: `${all(suite, "testcase").length}`,
        failures: `${all(suite, "failure").length}`,
        skipped: `${all(suite, "skipped").length}`,
      });
    }
    expect(all(document, "failure")).toHaveLength(1);
    expect(all(document, "skipped")).toHaveLength(7);
  });

  test("makes a broken MUST a failure with message, sentence and curl lines", () => {
    const document = parse(
      renderJunit(
        report({
          rules: [rule("key", [failure({ message: "200 to GET /projects\nwithout a key" })])],
          statements: [
            statement({ source: "Authentication 2", says: "no header: 401", rules: ["key"] }),
          ],
        }),
      ),
    );

    const [found] = all(document, "failure") as [Element];
    expect(found.attributes).toEqual({ type: "MUST", message: "200 to GET /projects" });
    expect(found.text).toBe(
      `200 to GET /projects\nwithout a key\n\nAuthentication 2: no header: 401\n\n${CURL.join("\n")}`,
    );
  });

  test("passes a broken SHOULD and says so", () => {
    const document = parse(
      renderJunit(
        report({
          rules: [rule("advice", [failure()], { level: "SHOULD" })],
        }),
      ),
    );

    expect(all(document, "failure")).toEqual([]);
    const texts = all(document, "system-out").map(({ text }) => text.split("\n", 1)[0]);
    expect(texts).toEqual(["warning: expected a refusal, got 201"]);
  });

  test("skips unchecked rules with their reason", () => {
    const skipped = all(parse(renderJunit(everything())), "skipped");

    const reasons = skipped.map(({ attributes }) => attributes.message);
    expect(reasons).toContain("not showable: it keeps no state");
    expect(reasons).toContain("not run: left out by --rule");
    expect(reasons).toContain("excused: a recommendation");
  });

  test("keeps hostile text as text", () => {
    const document = parse(renderJunit(everything()));

    const [found] = all(document, "failure") as [Element];
    expect(found.text).toContain("<script>alert(1)</script>");
    expect(found.text).toContain("]]> -->");
    expect(all(document, "script")).toEqual([]);
  });
});
