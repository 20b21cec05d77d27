/** Words shared by all reports: verdicts, their signs, and the order of the document. */
import type { Outcome } from "../run/outcome.ts";
import type { BaselineReport, Report, RuleReport, StatementReport, Verdicts } from "./model.ts";

/** A broken SHOULD is a warning; one that the profile knows of is neither. */
export type Verdict = Outcome["kind"] | "warning" | "known deviation";

/** From the most to the least urgent. */
export const VERDICTS: readonly Verdict[] = [
  "failed",
  "warning",
  "known deviation",
  "passed",
  "blocked",
  "not run",
  "not showable",
  "excused",
];

export const SIGNS: Record<Verdict, string> = {
  failed: "✗",
  warning: "!",
  "known deviation": "≠",
  passed: "✓",
  blocked: "·",
  "not run": "·",
  "not showable": "·",
  excused: "·",
};

export function verdictOf({ level }: Pick<RuleReport, "level">, outcome: Outcome): Verdict {
  if (outcome.kind !== "failed") return outcome.kind;
  if (outcome.deviations) return "known deviation";
  return level === "MUST" ? "failed" : "warning";
}

/** The worst verdict of a rule on any target. */
export function worstOf(rule: Pick<RuleReport, "level" | "outcomes">): Verdict {
  const verdicts = rule.outcomes.map((outcome) => verdictOf(rule, outcome));
  return VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? "not run";
}

export function isJudged(verdict: Verdict): boolean {
  return ["failed", "warning", "known deviation", "passed"].includes(verdict);
}

/** "171 passed, 2 failed, 57 not judged"; omits zeros except for passed and failed. */
export function countsOf(verdicts: Verdict[]): string {
  const count = (verdict: Verdict) => verdicts.filter((it) => it === verdict).length;
  const unchecked = verdicts.filter((verdict) => !isJudged(verdict)).length;
  return [
    `${count("passed")} passed`,
    `${count("failed")} failed`,
    ...(count("warning") > 0 ? [countOf(count("warning"), "warning")] : []),
    ...(count("known deviation") > 0 ? [countOf(count("known deviation"), "known deviation")] : []),
    ...(unchecked > 0 ? [`${unchecked} not judged`] : []),
  ].join(", ");
}

export function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The line under every report's title, with the share of rules that the run could judge. */
export function conclusionOf(report: Verdicts): string {
  const { rules, ended } = report;
  const judged = rules.filter((rule) => isJudged(worstOf(rule))).length;
  const share = `${judged} of ${countOf(rules.length, "rule")} judged`;
  const broken = brokenIn(report);
  const verdict =
    ended !== undefined ? "no verdict" : judged > 0 ? "the contract holds" : undefined;
  const parts = broken.length > 0 ? broken : verdict ? [verdict] : [];
  return [...parts, share].join(", ") + (ended === undefined ? "" : `; ${ended}`);
}

function brokenIn({ rules, baseline }: Verdicts): string[] {
  const broken = rules.filter((rule) => worstOf(rule) === "failed").length;
  const lost = baseline?.lost.length ?? 0;
  return [
    ...(broken > 0
      ? [`${countOf(broken, "rule")} that MUST hold ${broken === 1 ? "is" : "are"} broken`]
      : []),
    ...(lost > 0 ? [`${lost} of the baseline ${lost === 1 ? "is" : "are"} no longer shown`] : []),
  ];
}

/** Sums up the baseline, in the line under its losses. */
export function gainOf({ file, lost, gained }: BaselineReport): string {
  const more =
    gained > 0 ? `${gained} shown that it does not list; --write-baseline adds them` : "";
  return [`Baseline ${file}: ${lost.length === 0 ? "all shown" : `${lost.length} not shown`}`, more]
    .filter(Boolean)
    .join("; ");
}

/** "Endpoints, Rules 1" is in the section "Endpoints". */
export function sectionOf({ source }: { source: string }): string {
  return source.replace(/,.*| \d+$/, "");
}

/** Groups rules by section, in the order of the document. */
export function rulesBySection({ rules, statements }: Report): Map<string, RuleReport[]> {
  const places = new Map(statements.map(({ source }, place) => [source, place]));
  const placeOf = ({ source }: RuleReport) => places.get(source) ?? statements.length;
  return groupBy(
    rules.toSorted((a, b) => placeOf(a) - placeOf(b)),
    sectionOf,
  );
}

/** The main sentence of the document that a rule comes from. */
export function statementOf(
  { statements }: Pick<Report, "statements">,
  { id, source }: Pick<RuleReport, "id" | "source">,
): StatementReport | undefined {
  return statements.find((it) => it.source === source && it.rules?.includes(id));
}

/** The same in our words, after its source. */
export function sentenceOf(
  report: Pick<Report, "statements">,
  rule: Pick<RuleReport, "id" | "source">,
): string {
  const statement = statementOf(report, rule);
  return statement ? `${rule.source}: ${statement.says}` : rule.source;
}

export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group) group.push(item);
    else groups.set(nameOf(item), [item]);
  }
  return groups;
}

/** Groups unchecked rules by reason; a reason that holds on some targets names them. */
export function reasonsOf({ rules, targets }: Report): Map<string, RuleReport[]> {
  const found = rules.flatMap((rule) => {
    const reasons = groupBy([...rule.outcomes.entries()], ([, outcome]) =>
      "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : "",
    );
    reasons.delete("");
    return [...reasons].map(([reason, places]) => {
      const names = places.map(([place]) => targets[place]?.name).join(" and ");
      const all = places.length === targets.length;
      return { rule, reason: all ? reason : `${reason} (${names})` };
    });
  });
  const place = ({ reason }: { reason: string }) =>
    VERDICTS.findIndex((verdict) => reason.startsWith(`${verdict}: `));
  const groups = groupBy(
    found.toSorted((a, b) => place(a) - place(b)),
    ({ reason }) => reason,
  );
  const rulesOf = new Map(
    [...groups].map(([reason, members]) => [reason, members.map(({ rule }) => rule)]),
  );
  return withUnservedOnce(rulesOf);
}

/** Says once which routes are not served, for all rules that need one of them. */
function withUnservedOnce(reasons: Map<string, RuleReport[]>): Map<string, RuleReport[]> {
  const unserved = [...reasons].flatMap(([reason, rules]) => {
    const [, route] = /^blocked: (\S+ \/\S*) is not served/.exec(reason) ?? [];
    return route === undefined ? [] : [{ reason, route, rules }];
  });
  if (unserved.length < 2) return reasons;
  const routes = [...new Set(unserved.map(({ route }) => route))];
  const once = `blocked: ${countOf(routes.length, "route")} not served: ${routes.join(", ")}`;
  const rest = [...reasons].filter(([reason]) => !unserved.some((it) => it.reason === reason));
  return new Map([[once, [...new Set(unserved.flatMap(({ rules }) => rules))]], ...rest]);
}
