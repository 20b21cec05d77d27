/** The findings as Markdown for the summary of a GitHub Actions step. */
import { PROBES, tallyOf, tallyTexts } from "./coverage.ts";
import { exitCodeOf, type Report, type RuleReport } from "./model.ts";
import {
  conclusionOf,
  countOf,
  isChecked,
  rulesBySection,
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
  const head = `## ${sign} Contract of the management API: ${conclusionOf(report)}\n\n${table(report)}`;
  const broken = [...rulesBySection(report).values()].flat().filter(isBroken).toSorted(worstFirst);
  const parts = [head];
  let room = limit - RESERVE - Buffer.byteLength(head);
  for (const rule of broken) {
    const part = details(report, rule);
    room -= Buffer.byteLength(part);
    if (room < 0) break;
    parts.push(part);
  }
  const left = broken.length - (parts.length - 1);
  if (left > 0) {
    parts.push(
      `\n${countOf(left, "more broken rule")} left out: a summary is limited to ${limit} bytes.\n`,
    );
  }
  return parts.join("");
}

function isBroken(rule: RuleReport): boolean {
  return rule.outcomes.some(({ kind }) => kind === "failed");
}

function worstFirst(a: RuleReport, b: RuleReport): number {
  return TOTALS.indexOf(worstOf(a)) - TOTALS.indexOf(worstOf(b));
}

function table({ targets, rules, routes }: Report): string {
  const headings = [
    "",
    ...TOTALS.map((verdict) => `${SIGNS[verdict]} ${verdict}`),
    "not checked",
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
      verdicts.filter((verdict) => !isChecked(verdict)).length,
      ...PROBES.map(({ kind }) => tallyTexts(tallyOf(routes, place, kind)).join(", ")),
      requests,
    ];
  });
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  return [headings, headings.map(() => "---"), ...rows].map(line).join("");
}

function details(report: Report, rule: RuleReport): string {
  const sign = SIGNS[worstOf(rule)];
  const failures = rule.outcomes.flatMap((outcome, place) =>
    outcome.kind === "failed"
      ? [
          `${rule.level} on ${text(report.targets[place]?.name ?? "")}:\n\n`,
          block("text", outcome.message),
          ...(outcome.curl.length > 0 ? [block("sh", outcome.curl.join("\n"))] : []),
        ]
      : [],
  );
  return [
    `\n<details>\n<summary>${sign} ${text(rule.text)} (${text(rule.id)})</summary>\n\n`,
    `${text(sentenceOf(report, rule))}\n\n`,
    ...failures,
    "</details>\n",
  ].join("");
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
