/** The findings as SARIF 2.1.0: a run per target, a result per broken rule at its route in the spec. */
import type { Failure } from "../run/outcome.ts";
import { sourceOfSpec } from "../spec/bundle.ts";
import { renderJson } from "./json.ts";
import type { Report, RuleReport } from "./model.ts";
import { sentenceOf, verdictOf } from "./verdict.ts";

/** The path in the repository, which is what viewers open. */
const SPEC = "openapi/openapi.yaml";

const LEVELS = { failed: "error", warning: "warning" } as const;

/** @param spec the text of openapi.yaml */
export function renderSarif(report: Report, spec = sourceOfSpec()): string {
  const log = {
    $schema:
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: report.targets.map((_, place) => runOf(report, place, spec)),
  };
  return renderJson(log);
}

/** Returns the line of a route's path in openapi.yaml, or that of `paths`, counted from 1. */
export function lineOf(spec: string, route: string | undefined): number {
  const lines = spec.split("\n");
  const path = lines.indexOf(`  ${route?.replace(/^\S+ /, "")}:`);
  return (path === -1 ? Math.max(lines.indexOf("paths:"), 0) : path) + 1;
}

function runOf(report: Report, place: number, spec: string) {
  const { version, startedAt, durationMs, rules, targets } = report;
  return {
    tool: {
      driver: {
        name: "hosted-postgres-contract",
        semanticVersion: version,
        rules: rules.map((rule) => descriptorOf(report, rule)),
      },
    },
    // Code scanning accepts several runs of one tool only if their ids differ.
    automationDetails: { id: `contract/${targets[place]?.name}/` },
    invocations: [
      {
        executionSuccessful: true,
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
      },
    ],
    results: rules.flatMap((rule, ruleIndex) => {
      const outcome = rule.outcomes[place];
      if (outcome?.kind !== "failed") return [];
      return [resultOf(rule, ruleIndex, outcome, spec)];
    }),
  };
}

function descriptorOf(report: Report, rule: RuleReport) {
  const level = { MUST: "error", SHOULD: "warning" }[rule.level];
  return {
    id: rule.id,
    shortDescription: { text: message(rule.text) },
    help: { text: message(sentenceOf(report, rule)) },
    defaultConfiguration: { level },
  };
}

function resultOf(rule: RuleReport, ruleIndex: number, failure: Failure, spec: string) {
  // The order of the spec, since the order of requests may change from run to run.
  const routes = failure.routes.toSorted((a, b) => lineOf(spec, a) - lineOf(spec, b));
  const lines =
    routes.length > 0 ? routes.map((route) => lineOf(spec, route)) : [lineOf(spec, undefined)];
  return {
    ruleId: rule.id,
    ruleIndex,
    level: LEVELS[verdictOf(rule, failure) as keyof typeof LEVELS],
    message: { text: message(failure.message) },
    locations: [...new Set(lines)].map((startLine) => ({
      physicalLocation: {
        artifactLocation: { uri: SPEC, uriBaseId: "%SRCROOT%" },
        region: { startLine },
      },
    })),
    partialFingerprints: { "ruleAndRoute/v1": [rule.id, ...routes.slice(0, 1)].join(" ") },
    properties: { routes, curl: failure.curl },
  };
}

/** Escapes braces and brackets, which mean arguments and links in a SARIF message. */
function message(text: string): string {
  return text.replace(/[{}]/g, "$&$&").replace(/[\\[\]]/g, "\\$&");
}
