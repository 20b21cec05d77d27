/** The findings as JUnit XML: a suite per target, a test case per rule. Only a broken MUST is a failure. */
import type { Failure, Outcome } from "../run/outcome.ts";
import { type Markup, markup } from "./markup.ts";
import type { BaselineReport, Report, RuleReport } from "./model.ts";
import { isJudged, sectionOf, sentenceOf, type Verdict, verdictOf } from "./verdict.ts";

export function renderJunit(report: Report): string {
  const suites = report.targets.map((_, place) => suite(report, place));
  const all = report.targets.flatMap((_, place) => verdictsAt(report, place));
  const ended = report.ended === undefined ? [] : [unended(report.ended)];
  const { baseline } = report;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Contract of the management API" ${counts(all, { errors: ended.length, lost: baseline?.lost.length })} time="${seconds(report.durationMs)}">${suites}${ended}${baseline && losses(baseline)}
</testsuites>
`.markup;
}

/** A test of the run itself, so that one that ended early is not green. */
function unended(reason: string): Markup {
  return markup`
  <testsuite name="The run" tests="1" failures="0" skipped="0" errors="1" time="0.000">
    <testcase classname="The run" name="comes to its end" time="0.000"><error message="${reason}"/></testcase>
  </testsuite>`;
}

/** A failed test for each thing that is no longer shown. */
function losses({ file, lost }: BaselineReport): Markup {
  const cases = lost.map(
    ({ name, now }) => markup`
    <testcase classname="Baseline" name="${name}" time="0.000"><failure type="baseline" message="no longer shown, but ${now}"/></testcase>`,
  );
  return markup`
  <testsuite name="Baseline ${file}" tests="${lost.length}" failures="${lost.length}" skipped="0" errors="0" time="0.000">${cases}
  </testsuite>`;
}

function suite(report: Report, place: number): Markup {
  const { version, seed, startedAt, rules, targets } = report;
  const { name, url, requests } = targets[place] as Report["targets"][number];
  const cases = rules.map((rule) => ({ rule, outcome: rule.outcomes[place] as Outcome }));
  const durationMs = cases.reduce((sum, { outcome }) => sum + durationOf(outcome), 0);
  return markup`
  <testsuite name="${name}" ${counts(verdictsAt(report, place))} time="${seconds(durationMs)}" timestamp="${startedAt}">
    <properties>
      <property name="version" value="${version}"/>
      <property name="seed" value="${seed}"/>
      <property name="url" value="${url}"/>
      <property name="requests" value="${requests}"/>
    </properties>${cases.map(({ rule, outcome }) => testCase(report, rule, outcome))}
  </testsuite>`;
}

function testCase(report: Report, rule: RuleReport, outcome: Outcome): Markup {
  const name = `${rule.text} (${rule.id})`;
  return markup`
    <testcase classname="${sectionOf(rule)}" name="${name}" time="${seconds(durationOf(outcome))}">${result(report, rule, outcome)}</testcase>`;
}

function result(report: Report, rule: RuleReport, outcome: Outcome): Markup | undefined {
  if (outcome.kind === "passed") return undefined;
  if ("reason" in outcome) {
    return markup`<skipped message="${outcome.kind}: ${outcome.reason}"/>`;
  }
  const text = [
    outcome.message,
    sentenceOf(report, rule),
    outcome.curl.join("\n"),
    answerOf(outcome),
  ]
    .filter(Boolean)
    .join("\n\n");
  const verdict = verdictOf(rule, outcome);
  return verdict === "failed"
    ? markup`<failure type="${rule.level}" message="${firstLine(outcome)}">${text}</failure>`
    : markup`<system-out>${verdict}: ${text}</system-out>`;
}

function answerOf({ answer }: Failure): string | undefined {
  return answer && `${answer.curl}\n${answer.status}\n${answer.body}`;
}

function firstLine({ message }: Failure): string {
  return message.split("\n", 1)[0] ?? "";
}

function verdictsAt({ rules }: Report, place: number): Verdict[] {
  return rules.map((rule) => verdictOf(rule, rule.outcomes[place] as Outcome));
}

function counts(verdicts: Verdict[], { errors = 0, lost = 0 } = {}): Markup {
  const failures = verdicts.filter((verdict) => verdict === "failed").length + lost;
  const skipped = verdicts.filter((verdict) => !isJudged(verdict)).length;
  return markup`tests="${verdicts.length + errors + lost}" failures="${failures}" skipped="${skipped}" errors="${errors}"`;
}

function durationOf(outcome: Outcome): number {
  return "durationMs" in outcome ? outcome.durationMs : 0;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
