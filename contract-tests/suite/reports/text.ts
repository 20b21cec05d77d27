/** The findings as plain text: a screen for a terminal; with `verbose` everything, as in report.txt. */
import { PROBES, tallyOf, tallyTexts } from "./coverage.ts";
import { findingsOf } from "./findings.ts";
import { exitCodeOf, type Report, type RuleReport } from "./model.ts";
import { COLOURS, findingLines, lineOfFinding, type Style } from "./text/finding.ts";
import { cut, hang, pad, painting, printable, widthOf } from "./text/layout.ts";
import { profileLines } from "./text/profile.ts";
import {
  conclusionOf,
  countOf,
  countsOf,
  gainOf,
  isJudged,
  reasonsOf,
  rulesBySection,
  SIGNS,
  type Verdict,
  verdictOf,
  worstOf,
} from "./verdict.ts";

export interface TextOptions {
  /** Of the terminal. Default: 100. */
  columns?: number;
  /** Default: none. */
  inColours?: boolean;
  /** Default: true. */
  verbose?: boolean;
}

/** Findings that a screen shows in full; the others have one line. */
const FULL_FINDINGS = 2;

/** Reasons that a screen lists for rules that were not judged. */
const FEW_REASONS = 3;

/** Findings come last, and the verdict at the very end, where a terminal stops scrolling. */
export function renderText(
  report: Report,
  { columns = 100, inColours = false, verbose = true }: TextOptions = {},
): string {
  const style = { columns: Math.max(columns, 20), paint: painting(inColours), verbose };
  const parts = [
    [
      style.paint(
        "bold",
        cut(`Contract of the management API, version ${report.version}`, columns),
      ),
    ],
    ...(verbose ? ruleParts(report, style) : []),
    tableLines(report, style),
    targetLines(report, style),
    profileLines(report, style),
    reasonLines(report, style),
    ...findingParts(report, style),
    baselineLines(report, style),
    conclusionLines(report, style),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/** The verdict per target in a line each, under the conclusion. */
export function renderBrief(report: Report): string {
  const lines = report.targets.map(
    ({ name }, place) => `  ${printable(name)}: ${countsOf(verdictsOn(report, place))}`,
  );
  return `${signOf(report)} ${conclusionOf(report)}\n${lines.join("\n")}\n`;
}

function signOf(report: Report): string {
  return exitCodeOf(report) === 0 ? SIGNS.passed : SIGNS.failed;
}

/** Every rule with its verdicts, under the sections of the document. */
function ruleParts(report: Report, { columns, paint }: Style): string[][] {
  return [...rulesBySection(report)].map(([section, rules]) => [
    paint("bold", cut(section, columns)),
    ...rules.flatMap(({ id, level, text, outcomes }) => {
      const signs = outcomes.map((outcome) => SIGNS[verdictOf({ level }, outcome)]).join(" ");
      const title = `${text} (${id}${level === "MUST" ? "" : `, ${level}`})`;
      return hang(`  ${signs} `, title, columns);
    }),
  ]);
}

interface Column {
  heading: string;
  counts: (verdict: Verdict) => boolean;
}

const COLUMNS: readonly Column[] = [
  { heading: `${SIGNS.passed} passed`, counts: (verdict) => verdict === "passed" },
  { heading: `${SIGNS.failed} failed`, counts: (verdict) => verdict === "failed" },
  { heading: `${SIGNS.warning} warning`, counts: (verdict) => verdict === "warning" },
  { heading: `${SIGNS.blocked} not judged`, counts: (verdict) => !isJudged(verdict) },
];

/** Only a run with a profile has known deviations. */
function columnsIn({ profile }: Report): Column[] {
  const known: Column = {
    heading: `${SIGNS["known deviation"]} known`,
    counts: (verdict) => verdict === "known deviation",
  };
  return profile ? COLUMNS.toSpliced(3, 0, known) : [...COLUMNS];
}

/** Counts the verdicts of each section. */
function tableLines(report: Report, { columns, paint }: Style): string[] {
  const sections = [...rulesBySection(report)];
  const shown = columnsIn(report);
  const headings = shown.map(({ heading }) => heading);
  const room = columns - headings.join("  ").length - 2;
  const names = sections.map(([section]) => cut(section, room));
  const width = Math.max(0, ...names.map(widthOf));
  const rows = sections.map(([, rules], place) => {
    const cells = shown.map(({ heading, counts }) => {
      const count = rules.map(worstOf).filter(counts).length;
      const text = `${count}`.padStart(heading.length);
      return count === 0 ? paint("dim", text) : painted(heading, text, paint);
    });
    return `${pad(names[place] as string, width)}  ${cells.join("  ")}`;
  });
  if (room < 8 || rows.length === 0) return [];
  return [`${pad("", width)}  ${headings.join("  ")}`, ...rows];
}

function painted(heading: string, text: string, paint: Style["paint"]): string {
  const colour = COLOURS[heading.slice(2) as Verdict];
  return colour ? paint(colour, text) : text;
}

function verdictsOn({ rules }: Report, place: number): Verdict[] {
  return rules.flatMap((rule) => {
    const outcome = rule.outcomes[place];
    return outcome ? [verdictOf(rule, outcome)] : [];
  });
}

function targetLines(report: Report, { columns, verbose }: Style): string[] {
  const { targets, routes } = report;
  return targets.flatMap(({ name, url, requests, ended }, place) => {
    const title = !verbose || name.includes(url) ? name : `${name}, ${url}`;
    const counts = targets.length > 1 ? `${countsOf(verdictsOn(report, place))}; ` : "";
    const tallies = PROBES.map(({ name, kind }) => ({ name, tally: tallyOf(routes, place, kind) }));
    const lines = tallies.flatMap(({ name, tally }) => [
      ...hang("  ", `${name}: ${tallyTexts(tally).join(", ")}`, columns),
      ...some(tally.otherwise, 3).flatMap((route) => hang("    ", route, columns)),
    ]);
    const answered = tallies.map(({ name, tally }) => `${name} ${tally.answered}`).join(", ");
    const brief = `of ${countOf(routes.length, "route")}: ${answered}`;
    return [
      ...hang("", `${title}: ${counts}${countOf(requests, "request")}`, columns),
      ...(ended ? hang("  ", `ended early: ${ended}`, columns) : []),
      ...(verbose ? lines : targets.length > 1 ? [] : hang("  ", brief, columns)),
    ];
  });
}

function some(names: string[], most: number): string[] {
  const rest = names.length - most;
  return [...names.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

/** Lists why rules were not judged; a screen has the most frequent reasons of those judged nowhere. */
function reasonLines(report: Report, style: Style): string[] {
  const rules = report.rules.filter((rule) => style.verbose || !isJudged(worstOf(rule)));
  const reasons = [...reasonsOf({ ...report, rules })];
  if (reasons.length === 0) return [];
  const lines = style.verbose ? everyReason(reasons, style) : frequentReasons(reasons, style);
  return [style.paint("bold", "Not judged, and why"), ...lines];
}

type Reason = [reason: string, rules: RuleReport[]];

function everyReason(reasons: Reason[], { columns }: Style): string[] {
  return reasons.flatMap(([reason, rules]) => [
    ...hang("  ", reason, columns),
    ...hang("      ", rules.map(({ id }) => id).join(" "), columns),
  ]);
}

function frequentReasons(reasons: Reason[], { columns }: Style): string[] {
  const frequent = reasons.toSorted(([, a], [, b]) => b.length - a.length);
  const others = frequent.slice(FEW_REASONS);
  const left = [...new Set(others.flatMap(([, rules]) => rules))];
  const rest = `for ${countOf(others.length, "other reason")}; see --verbose`;
  const shown: Reason[] = [...frequent.slice(0, FEW_REASONS), [rest, left]];
  return shown
    .filter(([, rules]) => rules.length > 0)
    .map(([reason, rules]) => `${`${rules.length}`.padStart(5)}  ${cut(reason, columns - 7)}`);
}

/** Findings in full, and then each in one line. */
function findingParts(report: Report, style: Style): string[][] {
  const findings = findingsOf(report);
  const full = style.verbose ? findings : findings.slice(0, FULL_FINDINGS);
  const lines = findings.toReversed().map((finding) => lineOfFinding(finding, style));
  return [...full.map((finding) => findingLines(report, finding, style)), lines];
}

function baselineLines({ baseline }: Report, { columns, paint }: Style): string[] {
  if (!baseline) return [];
  return [
    ...baseline.lost.flatMap(({ name, now }) =>
      hang(`${SIGNS.failed} `, `${name}: no longer shown, but ${now}`, columns),
    ),
    ...hang("", gainOf(baseline), columns).map((line) => paint("dim", line)),
  ];
}

function conclusionLines(report: Report, { columns, paint }: Style): string[] {
  const { rules, seed, durationMs } = report;
  const isKept = exitCodeOf(report) === 0;
  const isClean = rules.every(({ outcomes }) => outcomes.every(({ kind }) => kind !== "failed"));
  const legend = `${SIGNS.passed} passed, ${SIGNS.failed} a MUST is broken, ${SIGNS.warning} a SHOULD is broken, ${SIGNS.blocked} not judged`;
  const counts = `${countOf(rules.length, "rule")}: ${countsOf(rules.map(worstOf))}`;
  const conclusion = hang(`${signOf(report)} `, conclusionOf(report), columns);
  return [
    ...(isClean ? [] : hang("", legend, columns).map((line) => paint("dim", line))),
    ...hang("", `${counts}; ${(durationMs / 1_000).toFixed(1)} s, seed ${seed}`, columns),
    ...conclusion.map((line) => paint("bold", paint(isKept ? "green" : "red", line))),
  ];
}
