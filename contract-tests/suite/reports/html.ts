/** The findings as one page that works without a server, a network or JavaScript. */
import { createHash } from "node:crypto";
import type { Failure, ShownAnswer } from "../run/outcome.ts";
import { PROBES, type Tally, tallyOf, tallyTexts } from "./coverage.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { anchorOf, cell, groupOf, ruleCells } from "./html/cell.ts";
import { renderDocument } from "./html/document.ts";
import { renderProfile } from "./html/profile.ts";
import { renderRoutes } from "./html/routes.ts";
import { SCRIPT } from "./html/script.ts";
import { anchorOfLine, inline, renderSource } from "./html/source.ts";
import { STYLE } from "./html/style.ts";
import { type Markup, markup, raw } from "./markup.ts";
import { exitCodeOf, type Report, type RuleReport } from "./model.ts";
import { wordsOf } from "./text/finding.ts";
import {
  conclusionOf,
  countOf,
  countsOf,
  gainOf,
  reasonsOf,
  SIGNS,
  statementOf,
  VERDICTS,
  type Verdict,
  verdictOf,
  worstOf,
} from "./verdict.ts";

const HEADINGS: Partial<Record<Verdict, string>> = {
  failed: "Broken",
  warning: "Broken, but only advice",
  "known deviation": "Known deviation of the provider",
};

export function renderHtml(report: Report): string {
  const findings = findingsOf(report);
  const reasons = reasonsOf(report);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${policy()}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="referrer" content="no-referrer"/>
<title>${signOf(report)} Contract of the management API</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
${header(report)}
<div class="bar">
<nav aria-label="Parts of the report">
<a href="#findings">Findings</a>
<a href="#routes">Routes</a>
<a href="#document">Document</a>
${report.profile && markup`<a href="#profile">Profile</a>\n`}<a href="#unchecked">Not judged</a>
<a href="#source">Source</a>
</nav>
${filter(report)}
</div>
<main id="main" tabindex="-1">
<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${findings.length === 0 ? markup`<p class="quiet">Every rule that was judged holds.</p>` : findings.map((it) => finding(report, it))}
</section>
${baselineOf(report)}
${renderRoutes(report)}
${renderDocument(report)}
${renderProfile(report)}
<section aria-labelledby="unchecked">
<h2 id="unchecked">Not judged, and why</h2>
${[...reasons].map(([reason, rules]) => unchecked(report, reason, rules))}
</section>
${renderSource()}
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
}

/** Allows only the inline style and script of this page; loads and sends nothing. */
function policy(): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function signOf(report: Report): string {
  return exitCodeOf(report) === 0 ? SIGNS.passed : SIGNS.failed;
}

function header(report: Report): Markup {
  const { version, startedAt, durationMs, seed, rules, targets, routes } = report;
  const verdict = exitCodeOf(report) === 0 ? "passed" : "failed";
  const conclusion = conclusionOf(report);
  const counts = targets.map(
    (_, place) => (kind: Verdict) =>
      rules.filter((rule) => rule.outcomes[place] && verdictOf(rule, rule.outcomes[place]) === kind)
        .length,
  );
  const shown = VERDICTS.filter((kind) => counts.some((count) => count(kind) > 0));
  return markup`<header>
<p class="kicker">Contract of the management API</p>
<h1>${cell(verdict)} ${conclusion.charAt(0).toUpperCase()}${conclusion.slice(1)}</h1>
<p class="lead">${countOf(rules.length, "rule")}: ${countsOf(rules.map(worstOf))}.</p>
<div class="totals">
<table>
<caption>Rules</caption>
${targetHeadings(targets)}
<tbody>
<tr><td></td>${counts.map((count) => markup`<td>${bar(shown, count)}</td>`)}</tr>
${shown.map((kind) => markup`<tr><th scope="row">${cell(kind)} ${kind}</th>${counts.map((count) => markup`<td>${count(kind)}</td>`)}</tr>`)}
</tbody>
</table>
<table>
<caption>Routes</caption>
${targetHeadings(targets)}
<tbody>
${PROBES.map(
  ({ name, kind }) =>
    markup`<tr><th scope="row">${name}</th>${targets.map((_, place) => tally(tallyOf(routes, place, kind)))}</tr>`,
)}
<tr><th scope="row">requests</th>${targets.map(({ requests }) => markup`<td>${requests}</td>`)}</tr>
</tbody>
</table>
</div>
<p class="quiet">Version ${version}, <time datetime="${startedAt}">${startedAt.replace("T", " ")}</time>, ${(durationMs / 1_000).toFixed(1)} s, seed ${seed}</p>
</header>`;
}

function targetHeadings(targets: Report["targets"]): Markup {
  const headings = targets.map(({ name, url }) => {
    const address = name.includes(url) ? undefined : markup` <small>${url}</small>`;
    return markup`<th scope="col">${name}${address}</th>`;
  });
  return markup`<thead><tr><td></td>${headings}</tr></thead>`;
}

function tally(it: Tally): Markup {
  const [answered, ...rest] = tallyTexts(it);
  return markup`<td>${answered}${rest.length > 0 ? markup` <small>${rest.join(", ")}</small>` : undefined}</td>`;
}

/** Draws the numbers of the rows below it. */
function bar(verdicts: Verdict[], count: (verdict: Verdict) => number): Markup {
  const whole = verdicts.reduce((sum, verdict) => sum + count(verdict), 0) || 1;
  let x = 0;
  const parts = verdicts.map((verdict) => {
    const width = (100 * count(verdict)) / whole;
    const part = markup`<rect class="${groupOf(verdict)}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="8"/>`;
    x += width;
    return part;
  });
  return markup`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** Hidden until the script runs, since it needs the script to work. */
function filter({ rules }: Report): Markup {
  const groups = [...new Set(VERDICTS.map(groupOf))].filter((group) =>
    rules.some(({ level, outcomes }) =>
      outcomes.some((outcome) => groupOf(verdictOf({ level }, outcome)) === group),
    ),
  );
  const choice = (value: string, label: Markup) =>
    markup`<label><input type="radio" name="verdict" value="${value}"${value === "" ? raw(' checked=""') : undefined}/><span>${label}</span></label>`;
  return markup`<form id="filter" role="search" hidden="">
<label class="text"><span class="hidden">Filter by text</span><input type="search" name="text" placeholder="Filter: rule, route, sentence …" autocomplete="off" spellcheck="false"/></label>
<fieldset><legend class="hidden">Verdict</legend>
${choice("", markup`all`)}
${groups.map((group) => choice(group, markup`<i aria-hidden="true">${SIGNS[group === "unchecked" ? "blocked" : group]}</i> ${group === "unchecked" ? "not judged" : group}`))}
</fieldset>
<button type="button" id="all" aria-pressed="false">Open all</button>
<output id="shown" aria-label="Shown"></output>
</form>`;
}

function finding(report: Report, { rule, failures, alike, resting }: Finding): Markup {
  const { id, level, text } = rule;
  const verdict = worstOf(rule);
  const statement = statementOf(report, rule);
  const source = statement
    ? markup`<p>${inline(wordsOf(statement.quote))} <a href="#${anchorOfLine(statement.line)}">${statement.source}</a></p>`
    : markup`<p>${rule.source}</p>`;
  return markup`<article class="finding ${groupOf(verdict)}" data-group="${groupOf(verdict)}">
<h3>${cell(verdict)} ${text}</h3>
<p class="quiet">${HEADINGS[verdict]} · ${level} · <a href="#${anchorOf(id)}"><code>${id}</code></a></p>
<blockquote>${source}</blockquote>
${failures.map(({ target, failure }) => failureOn(target, failure))}
${listedRules("Broken alike", alike)}
${listedRules("Not judged because of it", resting)}
</article>`;
}

function baselineOf({ baseline }: Report): Markup | undefined {
  if (!baseline) return undefined;
  const items = baseline.lost.map(
    ({ name, now }) =>
      markup`<li>${cell("failed")} <code>${name}</code>: no longer shown, but ${now}</li>`,
  );
  return markup`<section aria-labelledby="baseline">
<h2 id="baseline">Baseline</h2>
<p class="quiet">${gainOf(baseline)}</p>
<ul class="plain">${items}</ul>
</section>`;
}

function listedRules(heading: string, rules: RuleReport[]): Markup | undefined {
  if (rules.length === 0) return undefined;
  const links = rules.map(
    ({ id, text }) => markup`<li><a href="#${anchorOf(id)}">${text}</a></li>`,
  );
  return markup`<p class="quiet">${heading}:</p><ul>${links}</ul>`;
}

function failureOn(target: string, { message, curl, answer, routes }: Failure): Markup {
  const requests = markup`<pre class="curl">${curl.map((line) => markup`<code>${line}</code>`)}</pre>`;
  return markup`<h4>On ${target}</h4>
<pre class="message">${message}</pre>
${answer && answered(answer)}
${curl.length > 0 ? markup`<details><summary>${countOf(curl.length, "request")} led to it</summary>${requests}</details>` : undefined}
${routes.length > 0 ? markup`<p class="quiet">Routes: ${listed(routes)}</p>` : undefined}`;
}

function answered({ curl, status, headers, body }: ShownAnswer): Markup {
  const lines = headers.map(([name, value]) => `${name}: ${value}\n`);
  return markup`<p class="quiet">The request, and its answer:</p>
<pre class="curl"><code>${curl}</code></pre>
<pre class="answer"><b>${status}</b>
${lines}
${body}</pre>`;
}

/** Lists the first routes of a rule; the matrix has all of them. */
function listed(routes: string[]): Markup {
  const most = 8;
  const names = routes.slice(0, most).map((route) => markup`<code>${route}</code> `);
  const rest = routes.length - most;
  return markup`${names}${rest > 0 ? `and ${rest} more` : undefined}`;
}

function unchecked({ targets }: Report, reason: string, rules: RuleReport[]): Markup {
  return markup`<details class="group" data-group="unchecked">
<summary><h3>${reason} <small>${countOf(rules.length, "rule")}</small></h3></summary>
<ul class="plain">${rules.map((rule) => markup`<li>${ruleCells(rule, targets)} <a href="#${anchorOf(rule.id)}">${rule.text}</a> <code>${rule.id}</code></li>`)}</ul>
</details>`;
}
