/** One finding as text: the rule, the document's sentence, the request and the answer that broke it. */
import type { Failure, ShownAnswer } from "../../run/outcome.ts";
import type { Finding } from "../findings.ts";
import type { Report, RuleReport } from "../model.ts";
import { countOf, SIGNS, statementOf, type Verdict, worstOf } from "../verdict.ts";
import { type Colour, cut, firstOf, hang, hangShell, type Paint, widthOf } from "./layout.ts";

export interface Style {
  columns: number;
  paint: Paint;
  verbose: boolean;
}

/** Lines of a message or body that a screen has room for. */
const FEW_LINES = 3;

export const COLOURS: Partial<Record<Verdict, Colour>> = {
  passed: "green",
  failed: "red",
  warning: "yellow",
};

/** The finding in one line. */
export function lineOfFinding({ rule, failures, alike, resting }: Finding, style: Style): string {
  const more = [
    ...(alike.length > 0 ? [`${countOf(alike.length, "rule")} alike`] : []),
    ...(resting.length > 0 ? [`${resting.length} not judged`] : []),
  ];
  const end = more.length > 0 ? `  (+ ${more.join(", ")})` : "";
  const verdict = worstOf(rule);
  const id = cut(rule.id, style.columns - 2);
  const room = style.columns - widthOf(`${id}${end}`) - 4;
  const message = cut(failures[0]?.failure.message ?? "", room);
  const rest = room > 10 ? `  ${message}${end}` : "";
  return `${style.paint(COLOURS[verdict] ?? "dim", `${SIGNS[verdict]} ${id}`)}${rest}`;
}

/** The finding in full; without `verbose` cut to what fits a screen. */
export function findingLines(report: Report, finding: Finding, style: Style): string[] {
  const { columns, paint } = style;
  const { rule, failures, alike, resting } = finding;
  const verdict = worstOf(rule);
  const title = paint(COLOURS[verdict] ?? "dim", `${SIGNS[verdict]} ${cut(rule.id, columns - 9)}`);
  const named = (heading: string, rules: RuleReport[]) =>
    rules.length > 0
      ? hang("  ", `${heading}: ${rules.map(({ id }) => id).join(", ")}`, columns)
      : [];
  return [
    `${title} ${rule.level}`,
    ...hang("  ", rule.text, columns),
    ...sourceLines(report, rule, style).map((line) => paint("dim", line)),
    ...failures.flatMap(({ target, failure }) => [
      ...(report.targets.length > 1 ? hang("  ", `On ${target}:`, columns) : []),
      ...few(hang("  ", failure.message, columns), style),
      ...requestsOf(failure, style).flatMap((line) => hangShell("  ", line, columns)),
      ...(failure.answer ? answerLines(failure.answer, style) : []),
    ]),
    ...named("Broken alike", alike),
    ...named("Not judged because of it", resting),
  ];
}

/** Quotes the document, with the place. */
function sourceLines(report: Report, rule: RuleReport, { columns }: Style): string[] {
  const statement = statementOf(report, rule);
  if (!statement) return hang("  ", rule.source, columns);
  return [
    ...hang("  ", `${report.document}:${statement.line}  ${rule.source}`, columns),
    ...hang("  ", `"${wordsOf(statement.quote)}"`, columns),
  ];
}

/** Words without the bars of a table row. */
export function wordsOf(quote: string): string {
  return quote
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");
}

/** All requests, unless the one that is shown with its answer says it all. */
function requestsOf({ curl, answer }: Failure, { verbose }: Style): string[] {
  if (!answer) return curl;
  return verbose && curl.length > 1 ? curl : [];
}

function answerLines({ curl, status, headers, body }: ShownAnswer, style: Style): string[] {
  const { columns, paint, verbose } = style;
  const listed = headers.map(([name, value]) => `${name}: ${value}`);
  const shown = verbose ? listed : [cut(listed.join("; "), columns - 4)];
  return [
    ...hangShell("  ", curl, columns),
    `    ${paint("bold", `${status}`)}`,
    ...shown.flatMap((line) => hang("    ", line, columns)).map((line) => paint("dim", line)),
    ...few(hang("    ", body, columns), style),
  ];
}

function few(lines: string[], { columns, verbose }: Style): string[] {
  if (verbose || lines.length <= FEW_LINES) return lines;
  const last = lines[FEW_LINES - 1] as string;
  return [...lines.slice(0, FEW_LINES - 1), `${firstOf(last, columns - 2)} …`];
}
