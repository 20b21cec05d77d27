/** The findings as SARIF 2.1.0: a run per target, a result per broken rule at its sentence in the document. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Failure, ShownAnswer } from "../run/outcome.ts";
import { routes as documented } from "../spec/routes.ts";
import { renderJson } from "./json.ts";
import type { Loss, Report, RuleReport } from "./model.ts";
import { sentenceOf, statementOf, verdictOf } from "./verdict.ts";

const LEVELS = { failed: "error", warning: "warning", "known deviation": "note" } as const;

export function renderSarif(report: Report): string {
  const log = {
    $schema:
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: report.targets.map((_, place) => runOf(report, place)),
  };
  return renderJson(log);
}

function runOf(report: Report, place: number) {
  const { version, startedAt, durationMs, rules, targets, ended } = report;
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
        executionSuccessful: ended === undefined,
        ...(ended !== undefined && {
          toolExecutionNotifications: [{ level: "error", message: { text: message(ended) } }],
        }),
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
      },
    ],
    results: [
      ...rules.flatMap((rule, ruleIndex) => {
        const outcome = rule.outcomes[place];
        if (outcome?.kind !== "failed") return [];
        return [resultOf(report, rule, ruleIndex, outcome)];
      }),
      // The baseline is of all targets.
      ...(place === 0 ? (report.baseline?.lost ?? []) : []).map((loss) => lossOf(report, loss)),
    ],
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

function resultOf(report: Report, rule: RuleReport, ruleIndex: number, failure: Failure) {
  // The order of the document, since the order of requests may change from run to run.
  const place = (route: string) => documented.findIndex(({ name }) => name === route);
  const routes = failure.routes.toSorted((a, b) => place(a) - place(b));
  return {
    ruleId: rule.id,
    ruleIndex,
    level: LEVELS[verdictOf(rule, failure) as keyof typeof LEVELS],
    message: { text: message(failure.message) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifactOf(report.document),
          region: { startLine: statementOf(report, rule)?.line ?? 1 },
        },
        logicalLocations: routes.map((route) => ({ fullyQualifiedName: route, kind: "resource" })),
      },
    ],
    partialFingerprints: { "ruleAndRoute/v1": [rule.id, ...routes.slice(0, 1)].join(" ") },
    ...(failure.answer && { webResponse: webResponseOf(failure.answer) }),
    properties: { routes, curl: failure.curl },
  };
}

function lossOf(report: Report, { name, now }: Loss) {
  return {
    ruleId: "baseline",
    level: "error",
    message: { text: message(`${name}: no longer shown, but ${now}`) },
    locations: [{ physicalLocation: { artifactLocation: artifactOf(report.document) } }],
    partialFingerprints: { "ruleAndRoute/v1": `baseline ${name}` },
  };
}

/** Viewers open a relative path below the root of the checkout. */
function artifactOf(path: string) {
  return isAbsolute(path)
    ? { uri: pathToFileURL(path).href }
    : { uri: encodeURI(path), uriBaseId: "%SRCROOT%" };
}

function webResponseOf({ status, headers, body }: ShownAnswer) {
  return { statusCode: status, headers: Object.fromEntries(headers), body: { text: body } };
}

/** Escapes braces and brackets, which mean arguments and links in a SARIF message. */
function message(text: string): string {
  return text.replace(/[{}]/g, "$&$&").replace(/[\\[\]]/g, "\\$&");
}
