/** The signs of the page: one colour and one character per verdict. */
import { type Markup, markup } from "../markup.ts";
import type { Report, RuleReport } from "../model.ts";
import { isJudged, SIGNS, type Verdict, verdictOf } from "../verdict.ts";

/** The page colours and filters by group. */
export type Group = "failed" | "warning" | "passed" | "unchecked";

export function groupOf(verdict: Verdict): Group {
  if (verdict === "known deviation") return "warning";
  return isJudged(verdict) ? (verdict as Group) : "unchecked";
}

/** Renders the sign of a verdict whose words stand beside it; screen readers skip it. */
export function cell(verdict: Verdict): Markup {
  return markup`<span class="cell ${groupOf(verdict)}" aria-hidden="true">${SIGNS[verdict]}</span>`;
}

/** Renders the sign of a verdict without words beside it, labelled for screen readers. */
export function labelled(verdict: Verdict, label: string): Markup {
  return markup`<span class="cell ${groupOf(verdict)}" role="img" aria-label="${label}">${SIGNS[verdict]}</span>`;
}

/** The signs of a rule, one per target. */
export function ruleCells(rule: RuleReport, targets: Report["targets"]): Markup {
  const signs = rule.outcomes.map((outcome, place) => {
    const verdict = verdictOf(rule, outcome);
    return labelled(verdict, `${targets[place]?.name}: ${verdict}`);
  });
  return markup`<span class="cells">${signs}</span>`;
}

export function anchorOf(id: string): string {
  return `rule-${id}`;
}
