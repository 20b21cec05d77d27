/** Lists the sentences of the document in order, each with its rules or the reason for none. */
import type { Outcome } from "../../run/outcome.ts";
import { type Markup, markup } from "../markup.ts";
import type { Report, RuleReport, StatementReport } from "../model.ts";
import {
  countOf,
  groupBy,
  SIGNS,
  sectionOf,
  VERDICTS,
  type Verdict,
  verdictOf,
  worstOf,
} from "../verdict.ts";
import { anchorOf, groupOf, labelled, ruleCells } from "./cell.ts";
import { anchorOfLine } from "./source.ts";

export function renderDocument(report: Report): Markup {
  const homes = homesOf(report);
  const homeless = report.rules.filter(({ id }) => !homes.has(id));
  return markup`<section aria-labelledby="document">
<h2 id="document">Document</h2>
<p class="quiet">Each sentence in our words, with its rules, or the reason why it has none.</p>
${[...groupBy(report.statements, sectionOf)].map(([section, statements]) => group(report, section, statements, homes))}
${homeless.length > 0 ? markup`<h3>${report.profile ? `Rules of the profile ${report.profile.name}` : "Rules without a sentence"}</h3>${homeless.map((rule) => entry(report, rule))}` : undefined}
</section>`;
}

/** The sentence that shows a rule in full: the one its source names, else its first. */
function homesOf({ rules, statements }: Report): Map<string, StatementReport> {
  const homes = rules.flatMap(({ id, source }) => {
    const places = statements.filter((statement) => statement.rules?.includes(id));
    const home = places.find((statement) => statement.source === source) ?? places[0];
    return home ? [[id, home] as const] : [];
  });
  return new Map(homes);
}

function group(
  report: Report,
  section: string,
  statements: StatementReport[],
  homes: Map<string, StatementReport>,
): Markup {
  const verdicts = statements.map((statement) => verdictOfStatement(report, statement));
  return markup`<details class="group">
<summary><h3>${section} <small>${countOf(statements.length, "sentence")}</small></h3>
<span class="strip" aria-hidden="true">${verdicts.map((verdict) => markup`<i class="${groupOf(verdict)}">${SIGNS[verdict]}</i>`)}</span></summary>
<ol class="statements">
${statements.map((statement) => item(report, statement, homes))}
</ol>
</details>`;
}

function rulesOf({ rules }: Report, { rules: ids = [] }: StatementReport): RuleReport[] {
  return ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
}

function verdictOfStatement(report: Report, statement: StatementReport): Verdict {
  const verdicts = rulesOf(report, statement).map(worstOf);
  return VERDICTS.find((verdict) => verdicts.includes(verdict)) ?? "excused";
}

function item(
  report: Report,
  statement: StatementReport,
  homes: Map<string, StatementReport>,
): Markup {
  const { source, says, line, excuse } = statement;
  const groups = new Set([verdictOfStatement(report, statement)].map(groupOf));
  const rules = rulesOf(report, statement);
  const place = source.slice(sectionOf(statement).length).replace(/^,? /, "");
  return markup`<li data-group="${[...groups].join(" ")}">
<p class="says"><a href="#${anchorOfLine(line)}">${place || "line"}</a> ${says}</p>
<div>${excuse ? markup`<p class="excuse">${labelled("excused", "no rule")} ${excuse}</p>` : undefined}
${rules.map((rule) => (homes.get(rule.id) === statement ? entry(report, rule) : reference(report, rule)))}</div>
</li>`;
}

function reference({ targets }: Report, rule: RuleReport): Markup {
  return markup`<p class="rule">${ruleCells(rule, targets)} <a href="#${anchorOf(rule.id)}">${rule.text}</a></p>`;
}

function entry({ targets }: Report, rule: RuleReport): Markup {
  const { id, level, text, source, outcomes } = rule;
  return markup`<details class="rule" id="${anchorOf(id)}">
<summary>${ruleCells(rule, targets)} <span>${text}</span></summary>
<p class="quiet"><code>${id}</code> · ${level} · ${source}</p>
<ul class="plain">${outcomes.map((outcome, place) => markup`<li><b>${targets[place]?.name}:</b> ${verdictOf(rule, outcome)}${more(outcome)}</li>`)}</ul>
</details>`;
}

function more(outcome: Outcome): string {
  if ("reason" in outcome) return `: ${outcome.reason}`;
  const where = outcome.routes.length > 3 ? countOf(outcome.routes.length, "route") : "";
  const on = where || outcome.routes.join(", ");
  return `${on ? ` on ${on}` : ""}${"message" in outcome ? `: ${outcome.message}` : ""}`;
}
