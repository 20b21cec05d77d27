/** The findings as Markdown for the summary of a GitHub Actions step. */
import type { ShownAnswer } from "../run/outcome.ts";
import { PROBES, tallyOf, tallyTexts } from "./coverage.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { exitCodeOf, type Report, type RuleReport } from "./model.ts";
import { summedUp } from "./text/profile.ts";
import {
  conclusionOf,
  countOf,
  gainOf,
  isJudged,
  SIGNS,
  sentenceOf,
  type Verdict,
  verdictOf,
  worstOf,
} from "./verdict.ts";

/** GitHub's limit for one step, in bytes. */
const LIMIT = 1024 * 1024;

/** Bytes reserved for the sentence about the rules left out. */
const RESERVE = 200;

const TOTALS: readonly Verdict[] = ["passed", "failed", "warning"];

export function renderSummary(report: Report, limit = LIMIT): string {
  const sign = exitCodeOf(report) === 0 ? SIGNS.passed : SIGNS.failed;
  const title = `## ${sign} Contract of the management API: ${conclusionOf(report)}`;
  const head = `${title}\n\n${table(report)}${profileOf(report)}${baselineOf(report)}`;
  const broken = findingsOf(report);
  const parts = [head];
  let room = limit - RESERVE - Buffer.byteLength(head);
  for (const finding of broken) {
    const part = details(report, finding);
    room -= Buffer.byteLength(part);
    if (room < 0) break;
    parts.push(part);
  }
  const left = broken.length - (parts.length - 1);
  if (left > 0) {
    parts.push(
      `\n${countOf(left, "more finding")} left out: a summary is limited to ${limit} bytes.\n`,
    );
  }
  return parts.join("");
}

function table({ targets, rules, routes }: Report): string {
  const headings = [
    "",
    ...TOTALS.map((verdict) => `${SIGNS[verdict]} ${verdict}`),
    "not judged",
    ...PROBES.map(({ name }) => name),
    "requests",
  ];
  const rows = targets.map(({ name, requests }, place) => {
    const verdicts = rules.flatMap((rule) => {
      const outcome = rule.outcomes[place];
      return outcome ? [verdictOf(rule, outcome)] : [];
    });
    return [
      text(name),
      ...TOTALS.map((verdict) => verdicts.filter((it) => it === verdict).length),
      verdicts.filter((verdict) => !isJudged(verdict)).length,
      ...PROBES.map(({ kind }) => tallyTexts(tallyOf(routes, place, kind)).join(", ")),
      requests,
    ];
  });
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  return [headings, headings.map(() => "---"), ...rows].map(line).join("");
}

/** Both columns, and the deviations that show, with their evidence. */
function profileOf(report: Report): string {
  const { profile, targets } = report;
  if (!profile) return "";
  const lines = targets.map(({ name }, place) => text(`${name}: ${summedUp(report, place)}`));
  const shown = profile.deviations.filter(({ seen }) => seen.includes("shown"));
  const items = shown.map(({ id, provider, evidence }) =>
    text(`${id}: ${provider} (${evidence.join(", ")})`),
  );
  const list = items.map((item) => `- ${item}\n`).join("");
  return `\n### Profile ${text(profile.name)}\n\n${lines.join("\n\n")}\n\n${list}`;
}

function baselineOf({ baseline }: Report): string {
  if (!baseline) return "";
  const items = baseline.lost.map(
    ({ name, now }) => `- ${SIGNS.failed} ${text(name)}: no longer shown, but ${text(now)}\n`,
  );
  return `\n${text(gainOf(baseline))}\n\n${items.join("")}`;
}

function details(report: Report, { rule, failures, alike, resting }: Finding): string {
  const sign = SIGNS[worstOf(rule)];
  const blocks = failures.map(({ target, failure: { message, curl, answer } }) =>
    [
      `${rule.level} on ${text(target)}:\n\n`,
      block("text", message),
      ...(answer ? [block("sh", answer.curl), block("http", written(answer))] : []),
      ...(curl.length > 0 ? [block("sh", curl.join("\n"))] : []),
    ].join(""),
  );
  const named = (heading: string, rules: RuleReport[]) =>
    rules.length > 0 ? `${heading}: ${rules.map(({ id }) => text(id)).join(", ")}\n\n` : "";
  return [
    `\n<details>\n<summary>${sign} ${text(rule.text)} (${text(rule.id)})</summary>\n\n`,
    `${text(sentenceOf(report, rule))}\n\n`,
    ...blocks,
    named("Broken alike", alike),
    named("Not judged because of it", resting),
    "</details>\n",
  ].join("");
}

function written({ status, headers, body }: ShownAnswer): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, "", body].join("\n");
}

/** Fences code with more backticks than the code contains. */
function block(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}\n\n`;
}

/** Escapes text to one line without links, images or mentions. */
function text(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[^\p{L}\p{N} ,;-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
