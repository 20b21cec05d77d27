/** The findings as plain text for a terminal of 100 columns. */
import type { Outcome } from "../run/outcome.ts";
import { PROBES, tallyOf, tallyTexts } from "./coverage.ts";
import { exitCodeOf, type Report, type RuleReport } from "./model.ts";
import {
  conclusionOf,
  countOf,
  countsOf,
  reasonsOf,
  rulesBySection,
  SIGNS,
  sentenceOf,
  verdictOf,
  worstOf,
} from "./verdict.ts";

const WIDTH = 100;

const HEADINGS = { failed: "FAILED", warning: "WARNING" };

export function renderTable(report: Report): string {
  const lines = [
    `Contract of the management API, version ${report.version}`,
    `${exitCodeOf(report) === 0 ? SIGNS.passed : SIGNS.failed} ${conclusionOf(report)}`,
    "",
    ...report.targets.flatMap((_, place) => targetLines(report, place)),
  ];
  for (const [section, rules] of rulesBySection(report)) {
    lines.push("", section, ...rules.flatMap((rule) => ruleLines(rule, report)));
  }
  const reasons = reasonsOf(report);
  if (reasons.size > 0) lines.push("", "Not checked, and why");
  for (const [reason, rules] of reasons) {
    lines.push(
      ...indent(2, printable(reason)),
      ...indent(6, rules.map(({ id }) => printable(id)).join(" ")),
    );
  }
  return [...lines, "", ...totals(report), ""].join("\n");
}

/** The sign of a target stands in the column that it has in the lines of the rules. */
function targetLines({ targets, rules, routes }: Report, place: number): string[] {
  const outcomes = rules.map(({ level, outcomes }) => ({ level, outcomes: [outcomes[place]] }));
  const failed = outcomes.some(
    ({ level, outcomes: [it] }) => it && verdictOf({ level }, it) === "failed",
  );
  const sign = failed ? SIGNS.failed : SIGNS.passed;
  const { name, url, requests } = targets[place] as Report["targets"][number];
  const title = name.includes(url) ? name : `${name}, ${url}`;
  const signs = targets.map((_, index) => (index === place ? sign : " ")).join(" ");
  return [
    ...hang(`  ${signs} `, `${printable(title)}, ${countOf(requests, "request")}`),
    ...PROBES.flatMap(({ name, kind }) => {
      const tally = tallyOf(routes, place, kind);
      const margin = " ".repeat(2 * targets.length + 4);
      return [
        `${margin}${name.padEnd(12)} ${tallyTexts(tally).join(", ")}`,
        ...some(tally.otherwise, 3).map((route) => `${margin}  ${printable(route)}`),
      ];
    }),
  ];
}

function some(names: string[], most: number): string[] {
  const rest = names.length - most;
  return [...names.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function ruleLines(rule: RuleReport, report: Report): string[] {
  const { id, level, text, outcomes } = rule;
  const signs = outcomes.map((outcome) => SIGNS[verdictOf(rule, outcome)]).join(" ");
  const title = `${text} (${id}${level === "MUST" ? "" : `, ${level}`})`;
  const margin = 2 * outcomes.length + 4;
  const failures = outcomes.flatMap((outcome, place) =>
    failureLines(rule, outcome, report.targets[place]?.name ?? ""),
  );
  const sentence = failures.length > 0 ? [sentenceOf(report, rule)] : [];
  return [
    ...hang(`  ${signs} `, printable(title)),
    ...sentence.flatMap((text) => indent(margin, printable(text))),
    ...failures.flatMap(({ text, wraps }) =>
      wraps ? indent(margin, printable(text)) : [" ".repeat(margin) + printable(text)],
    ),
  ];
}

/** Shell lines are not wrapped. */
function failureLines(rule: RuleReport, outcome: Outcome, target: string) {
  if (outcome.kind !== "failed") return [];
  const heading = HEADINGS[verdictOf(rule, outcome) as keyof typeof HEADINGS];
  return [
    { text: `${heading} on ${target}: ${outcome.message}`, wraps: true },
    ...outcome.curl.map((line) => ({ text: line, wraps: false })),
  ];
}

/** A rule counts once, by its worst outcome on any target. */
function totals({ rules, targets, seed, durationMs }: Report): string[] {
  const failed = rules.filter((rule) => worstOf(rule) === "failed");
  const perTarget = targets.map(({ name }, place) => {
    const verdicts = rules.flatMap((rule) => {
      const outcome = rule.outcomes[place];
      return outcome ? [verdictOf(rule, outcome)] : [];
    });
    return `${name}: ${countsOf(verdicts)}`;
  });
  return [
    ...(failed.length > 0 ? [`FAILED: ${failed.map(({ id }) => id).join(" ")}`] : []),
    `${countOf(rules.length, "rule")}: ${countsOf(rules.map(worstOf))}`,
    ...(targets.length > 1 ? perTarget.map(printable) : []),
    `${(durationMs / 1_000).toFixed(1)} s, seed ${seed}`,
  ].flatMap((line) => hang("", line));
}

/** Escapes invisible characters, so that a server's text cannot control the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) =>
    character === "\t" ? " " : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function indent(margin: number, text: string): string[] {
  return text.split("\n").flatMap((line) => hang(" ".repeat(margin), line));
}

/** Wraps text after a heading, with a hanging indent of its width. */
function hang(heading: string, text: string): string[] {
  const margin = " ".repeat(heading.length);
  return wrap(text, WIDTH - heading.length).map((line, at) =>
    `${at === 0 ? heading : margin}${line}`.trimEnd(),
  );
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/).flatMap((word) => pieces(word, width))) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

function pieces(word: string, width: number): string[] {
  return word.match(new RegExp(`.{1,${width}}`, "gs")) ?? [];
}
