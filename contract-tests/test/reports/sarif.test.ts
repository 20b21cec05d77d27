import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { renderSarif } from "../../suite/reports/sarif.ts";
import {
  ANSWER,
  CURL,
  everything,
  failure,
  HOSTILE,
  passed,
  report,
  rule,
  statement,
} from "./build.ts";

const CREATE = "POST /projects/{project_id}/endpoints";

const resultsOf = (text: string) => JSON.parse(text).runs.map((run: Run) => run.results);

interface Run {
  tool: { driver: { name: string; rules: { id: string }[] } };
  automationDetails: { id: string };
  results: { ruleId: string; ruleIndex: number }[];
}

describe("renderSarif", () => {
  test("points a result at its sentence in the document, and names its routes in order", () => {
    const found = report({
      rules: [rule("key", [failure({ routes: [CREATE, "GET /projects", "GET /unknown"] })])],
      statements: [statement({ source: "Authentication 2", rules: ["key"], line: 12 })],
    });

    const [[result]] = resultsOf(renderSarif(found));

    expect(result.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "openapi/document.md", uriBaseId: "%SRCROOT%" },
          region: { startLine: 12 },
        },
        logicalLocations: ["GET /unknown", CREATE, "GET /projects"].map((route) => ({
          fullyQualifiedName: route,
          kind: "resource",
        })),
      },
    ]);
  });

  test("gives a document outside the checkout by its own address", () => {
    const document = join(tmpdir(), "a report", "document.md");

    const [[result]] = resultsOf(
      renderSarif(report({ document, rules: [rule("key", [failure()])] })),
    );

    const { artifactLocation } = result.locations[0].physicalLocation;
    expect(artifactLocation).toEqual({ uri: pathToFileURL(document).href });
  });

  test("has the answer", () => {
    const [[result]] = resultsOf(
      renderSarif(report({ rules: [rule("key", [failure({ answer: ANSWER })])] })),
    );

    expect(result.webResponse).toEqual({
      statusCode: 201,
      headers: { "content-type": "application/json", "x-request-id": "7" },
      body: { text: ANSWER.body },
    });
  });

  test("makes the fingerprint of rule and route alone", () => {
    const one = failure({ routes: ["GET /projects", CREATE], message: "one", curl: [] });
    const other = failure({ routes: [CREATE, "GET /projects"], message: "other" });
    const results = [one, other].flatMap((outcome) =>
      resultsOf(renderSarif(report({ rules: [rule("key", [outcome])] }))),
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
    );

    const [results] = resultsOf(text);
    expect(results.map(({ level }: { level: string }) => level)).toEqual(["error", "warning"]);
  });

  test("makes each target a run with its own id, whose results name their rules", () => {
    const { version, runs } = JSON.parse(renderSarif(everything()));

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
        statements: [
          statement({ source: "Authentication 2", says: "no header: 401", rules: ["key"] }),
        ],
      }),
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

    const [[result]] = resultsOf(renderSarif(report({ rules: [rule("key", [failed])] })));

    expect(result.properties.curl).toEqual(CURL);
    expect(result.message.text).toContain("{{0}}");
    expect(result.message.text).toContain("!\\[x\\](http");
  });
});
