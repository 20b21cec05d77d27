/** Lists each route with its answers and the rules that sent requests to it. */
import { PROBES } from "../coverage.ts";
import { type Markup, markup } from "../markup.ts";
import type { Report, RouteReport, RuleReport } from "../model.ts";
import { countOf, groupBy, rulesBySection, SIGNS, type Verdict, worstOf } from "../verdict.ts";
import { anchorOf, groupOf, labelled } from "./cell.ts";

export function renderRoutes(report: Report): Markup {
  const rulesOf = rulesByRoute(report);
  const sections = groupBy(report.routes, ({ section }) => section);
  return markup`<section aria-labelledby="routes">
<h2 id="routes">Routes</h2>
<dl class="legend">${PROBES.map(({ name, says }) => markup`<div><dt>${name}</dt><dd>${says}</dd></div>`)}
<div><dt>rules</dt><dd>rules that sent requests to the route or looked at its answers; hover over a sign to read its rule</dd></div></dl>
${[...sections].map(([section, routes]) => group(report, section, routes, rulesOf))}
</section>`;
}

type RulesOf = Map<string, RuleReport[]>;

/** In the order of the document. */
function rulesByRoute(report: Report): RulesOf {
  const rulesOf: RulesOf = new Map(report.routes.map(({ name }) => [name, []]));
  for (const rule of [...rulesBySection(report).values()].flat()) {
    const routes = rule.outcomes.flatMap((outcome) => ("routes" in outcome ? outcome.routes : []));
    for (const route of new Set(routes)) rulesOf.get(route)?.push(rule);
  }
  return rulesOf;
}

function group(
  { targets }: Report,
  section: string,
  routes: RouteReport[],
  rulesOf: RulesOf,
): Markup {
  const of = ({ name }: RouteReport) => rulesOf.get(name) ?? [];
  const [first] = routes;
  const common = new Set(
    (first ? of(first) : []).filter((rule) => routes.every((route) => of(route).includes(rule))),
  );
  return markup`<details class="group">
<summary><h3>${section} <small>${countOf(routes.length, "route")}</small></h3>
<span class="strip" aria-hidden="true">${routes.map((route) => sign(answered(route)))}</span></summary>
${common.size > 0 ? markup`<p class="common">On every route here: ${[...common].map(chip)}</p>` : undefined}
<div class="scroll" tabindex="0" role="region" aria-label="Routes of ${section}">
<table class="matrix">
<caption class="hidden">${section}: how each route was answered, and by which rules it was checked</caption>
<colgroup><col/></colgroup>${targets.map(() => markup`<colgroup class="answers" span="${PROBES.length}"></colgroup>`)}<colgroup><col/></colgroup>
<thead>
<tr><td></td>${targets.map(({ name }) => markup`<th scope="colgroup" colspan="${PROBES.length}">${name}</th>`)}<td></td></tr>
<tr><th scope="col">route</th>${targets.map(() => PROBES.map(({ name }) => markup`<th scope="col" class="probe"><span>${name}</span></th>`))}<th scope="col">rules</th></tr>
</thead>
<tbody>
${routes.map((route) =>
  row(
    route,
    of(route).filter((rule) => !common.has(rule)),
  ),
)}
</tbody>
</table>
</div>
</details>`;
}

function row(route: RouteReport, rules: RuleReport[]): Markup {
  const { name, responseShown, coverage } = route;
  const [method, path = ""] = name.split(" ", 2);
  const groups = new Set([answered(route), ...rules.map(worstOf)].map(groupOf));
  const note = responseShown ? markup` <small>shape shown</small>` : undefined;
  return markup`<tr data-group="${[...groups].join(" ")}"><th scope="row"><code><b>${method}</b> ${breakable(path)}</code>${note}</th>${coverage.map(
    (answers) =>
      PROBES.map(({ kind, says }) => {
        const answer = answers[kind];
        return markup`<td>${labelled(verdictOf(answer), labelOf(answer, says))}</td>`;
      }),
  )}<td class="rules">${rules.map(chip)}</td></tr>
`;
}

/** A path may end a line before each of its segments. */
function breakable(path: string): Markup[] {
  return path.split(/(?=\/)/).map((segment) => markup`<wbr/>${segment}`);
}

function verdictOf(answer: boolean | undefined): Verdict {
  if (answer === undefined) return "not run";
  return answer ? "passed" : "failed";
}

function labelOf(answer: boolean | undefined, says: string): string {
  if (answer === undefined) return "not sent";
  return answer ? says : `not ${says}`;
}

/** On all targets together. */
function answered({ coverage }: RouteReport): Verdict {
  const answers = coverage.flatMap((it) => PROBES.map(({ kind }) => it[kind]));
  if (answers.includes(false)) return "failed";
  return answers.includes(true) ? "passed" : "not run";
}

function sign(verdict: Verdict): Markup {
  return markup`<i class="${groupOf(verdict)}">${SIGNS[verdict]}</i>`;
}

function chip(rule: RuleReport): Markup {
  const verdict = worstOf(rule);
  return markup`<a class="cell ${groupOf(verdict)}" href="#${anchorOf(rule.id)}" aria-label="${verdict}: ${rule.text} (${rule.id})">${SIGNS[verdict]}</a>`;
}
