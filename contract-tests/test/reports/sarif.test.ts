import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { lineOf, renderSarif } from "../../suite/reports/sarif.ts";
import { routes } from "../../suite/spec/routes.ts";
import { CURL, everything, failure, HOSTILE, passed, report, rule } from "./build.ts";

const SPEC = `openapi: 3.1.1
paths:
  /projects/{project_id}/endpoints:
    $ref: "./one.yaml"
  /projects:
    $ref: "./other.yaml"
`;

const CREATE = "POST /projects/{project_id}/endpoints";

const resultsOf = (text: string) => JSON.parse(text).runs.map((run: Run) => run.results);

interface Run {
  tool: { driver: { name: string; rules: { id: string }[] } };
  automationDetails: { id: string };
  results: { ruleId: string; ruleIndex: number }[];
}

describe("renderSarif", () => {
  test("finds a different line of the spec for each path", () => {
    const { resolve } = createRequire(import.meta.url);
    const spec = readFileSync(resolve("@hosted-postgres/openapi/openapi.yaml"), "utf8");
    const lines = spec.split("\n");

    const found = new Map(routes.map(({ name, path }) => [path, lineOf(spec, name)]));

    for (const [path, line] of found) expect(lines[line - 1]).toBe(`  ${path}:`);
    expect(new Set(found.values()).size).toBe(found.size);
  });

  test("points a result at each of its routes, in the order of the spec", () => {
    const failed = failure({ routes: ["GET /projects", CREATE, "GET /projects"] });

    const [[result]] = resultsOf(renderSarif(report({ rules: [rule("key", [failed])] }), SPEC));

    expect(result.locations).toEqual(
      [3, 5].map((startLine) => ({
        physicalLocation: {
          artifactLocation: { uri: "openapi/openapi.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine },
        },
      })),
    );
  });

  test.each([
    ["without a route", [], 2],
    ["with a route nobody knows", ["GET /unknown"], 2],
  ])("a result %s points at the paths", (_, routes, line) => {
    const found = report({ rules: [rule("key", [failure({ routes })])] });

    const [[result]] = resultsOf(renderSarif(found, SPEC));

    expect(result.locations[0].physicalLocation.region.startLine).toBe(line);
  });

  test("makes the fingerprint of rule and route alone", () => {
    const one = failure({ routes: ["GET /projects", CREATE], message: "one", curl: [] });
    const other = failure({ routes: [CREATE, "GET /projects"], message: "other" });
    const results = [one, other].flatMap((outcome) =>
      resultsOf(renderSarif(report({ rules: [rule("key", [outcome])] }), SPEC)),
    );

    for (const [result] of results) {
      expect(result.partialFingerprints).toEqual({ "ruleAndRoute/v1": `key ${CREATE}` });
    }
  });

  test("makes MUST an error and SHOULD a warning", () => {
    const text = renderSarif(
      report({
        rules: [
          rule("must", [failure()]),
          rule("should", [failure()], { level: "SHOULD" }),
          rule("kept", [passed()]),
        ],
      }),
      SPEC,
    );

    const [results] = resultsOf(text);
    expect(results.map(({ level }: { level: string }) => level)).toEqual(["error", "warning"]);
  });

  test("makes each target a run with its own id, whose results name their rules", () => {
    const { version, runs } = JSON.parse(renderSarif(everything(), SPEC));

    expect(version).toBe("2.1.0");
    expect(new Set(runs.map((run: Run) => run.automationDetails.id)).size).toBe(2);
    for (const { tool, results } of runs as Run[]) {
      expect(tool.driver.rules).toHaveLength(everything().rules.length);
      expect(results.length).toBeGreaterThan(0);
      for (const { ruleId, ruleIndex } of results) {
        expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      }
    }
  });

  test("describes a rule by text, sentence and level", () => {
    const text = renderSarif(
      report({
        rules: [rule("key", [passed()], { level: "SHOULD" })],
        statements: [{ source: "Authentication 2", says: "no header: 401", rules: ["key"] }],
      }),
      SPEC,
    );

    expect(JSON.parse(text).runs[0].tool.driver.rules).toEqual([
      {
        id: "key",
        shortDescription: { text: "key holds" },
        help: { text: "Authentication 2: no header: 401" },
        defaultConfiguration: { level: "warning" },
      },
    ]);
  });

  test("keeps curl lines unchanged, and escapes arguments and links in a message", () => {
    const failed = failure({ message: HOSTILE });

    const [[result]] = resultsOf(renderSarif(report({ rules: [rule("key", [failed])] }), SPEC));

    expect(result.properties.curl).toEqual(CURL);
    expect(result.message.text).toContain("{{0}}");
    expect(result.message.text).toContain("!\\[x\\](http");
  });
});
