/** SARIF 2.1.0: a run for each target, a result for each broken rule, at its route in the spec. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { renderJson } from "./json.ts";
import type { Failure, Report, RuleReport } from "./model.ts";
import { sentenceOf, verdictOf } from "./verdict.ts";

const { resolve } = createRequire(import.meta.url);

/** As a path in the repository, which is what viewers open. */
const SPEC = "openapi/openapi.yaml";

const LEVELS = { failed: "error", warning: "warning", noted: "note" } as const;

/** @param spec the text of openapi.yaml */
export function renderSarif(report: Report, spec = specText()): string {
  const log = {
    $schema:
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: report.targets.map((_, place) => runOf(report, place, spec)),
  };
  return renderJson(log);
}

/** Line of a route's path in openapi.yaml, or that of `paths`; from 1. */
export function lineOf(spec: string, route: string | undefined): number {
  const lines = spec.split("\n");
  const path = lines.indexOf(`  ${route?.replace(/^\S+ /, "")}:`);
  return (path === -1 ? Math.max(lines.indexOf("paths:"), 0) : path) + 1;
}

function specText(): string {
  return readFileSync(resolve("@hosted-postgres/openapi/openapi.yaml"), "utf8");
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
    // Code scanning takes several runs of a tool only if they name what tells them apart.
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
      if (outcome?.kind !== "failed" && outcome?.kind !== "noted") return [];
      return [resultOf(rule, ruleIndex, outcome, spec)];
    }),
  };
}

function descriptorOf(report: Report, rule: RuleReport) {
  const level = { MUST: "error", SHOULD: "warning", NOTE: "note" }[rule.level];
  return {
    id: rule.id,
    shortDescription: { text: message(rule.text) },
    help: { text: message(sentenceOf(report, rule)) },
    defaultConfiguration: { level },
  };
}

function resultOf(rule: RuleReport, ruleIndex: number, failure: Failure, spec: string) {
  // The order of requests may depend on the seed; the order of the spec does not.
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

/** In a SARIF message braces stand for arguments and brackets for links, unless they are escaped. */
function message(text: string): string {
  return text.replace(/[{}]/g, "$&$&").replace(/[\\[\]]/g, "\\$&");
}
