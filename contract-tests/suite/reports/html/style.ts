/** Light and dark by the reader's choice. Every pair of -bg and -fg has a contrast of 4.5 or more. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page-bg: #fbfbfc; --page-fg: #1b1e26;
  --panel-bg: #ffffff; --panel-fg: #1b1e26;
  --code-bg: #f1f3f7; --code-fg: #1b1e26;
  --quiet-bg: #fbfbfc; --quiet-fg: #565d6d;
  --link-bg: #fbfbfc; --link-fg: #1a4fb0;
  --passed-bg: #dcf2e2; --passed-fg: #14592b;
  --failed-bg: #b42318; --failed-fg: #ffffff;
  --warning-bg: #fbe3a6; --warning-fg: #5e3c00;
  --unchecked-bg: #eceef3; --unchecked-fg: #565d6d;
  --line: #dcdfe7; --focus: #1a4fb0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page-bg: #14161c; --page-fg: #e7e9ef;
    --panel-bg: #1b1e26; --panel-fg: #e7e9ef;
    --code-bg: #232732; --code-fg: #e7e9ef;
    --quiet-bg: #1b1e26; --quiet-fg: #a4abbb;
    --link-bg: #1b1e26; --link-fg: #8db7ff;
    --passed-bg: #173b24; --passed-fg: #8fe3a9;
    --failed-bg: #ff8a80; --failed-fg: #3a0703;
    --warning-bg: #4a370a; --warning-fg: #f8d27c;
      --unchecked-bg: #282c37; --unchecked-fg: #a4abbb;
    --line: #343a48; --focus: #8db7ff;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 7.5rem; }
body {
  margin: 0 auto; max-width: 80rem; padding: 0 1.5rem 6rem;
  background: var(--page-bg); color: var(--page-fg);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
code, pre { font-family: ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; }
code, pre, h3, blockquote { unicode-bidi: isolate; }
a { color: var(--link-fg); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { position: fixed; left: 1rem; top: 1rem; z-index: 9; padding: .5rem 1rem; background: var(--panel-bg); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet, small, caption { color: var(--quiet-fg); }
.plain { list-style: none; margin: 0; padding: 0; }

header { padding: 2.5rem 0 1.5rem; }
.kicker { margin: 0; color: var(--quiet-fg); font-size: .9rem; letter-spacing: .02em; }
h1 { display: flex; gap: .75rem; align-items: center; margin: .35rem 0; font-size: clamp(1.5rem, 4.5vw, 2.4rem); line-height: 1.15; letter-spacing: -.015em; }
h1 .cell { width: 1.35em; height: 1.35em; font-size: .9em; border-radius: 50%; }
.lead { margin: 0 0 1.5rem; font-size: 1.05rem; }
h2 { margin: 3rem 0 .75rem; font-size: 1.45rem; letter-spacing: -.01em; }
h3, h4 { margin: 0; font-size: 1rem; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 3rem; align-items: start; }
.totals table { width: 100%; }
.totals caption { padding: 0 0 .4rem; text-align: left; font-size: .9rem; }
.totals th, .totals td { padding: .22rem 1rem .22rem 0; text-align: left; vertical-align: top; font-weight: 400; }
.totals thead th { padding-bottom: .5rem; font-weight: 600; }
.totals small { display: block; font-weight: 400; }
.totals td { font-variant-numeric: tabular-nums; }
.totals tbody th { width: 9.5rem; color: var(--quiet-fg); white-space: nowrap; }
.totals tbody tr + tr > * { border-top: 1px solid var(--line); }
.totals .cell { width: 1.25rem; height: 1.25rem; margin-right: .3rem; vertical-align: middle; }
.share { display: block; width: 100%; height: .6rem; margin: .2rem 0; border-radius: 3px; border: 1px solid var(--line); }
rect.passed { fill: var(--passed-fg); } rect.failed { fill: var(--failed-bg); }
rect.warning { fill: var(--warning-fg); } rect.unchecked { fill: var(--unchecked-bg); }

.bar { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: 0 -1.5rem; padding: .6rem 1.5rem; background: var(--page-bg); border-block: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem; }
nav a { padding: .2rem 0; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; flex: 1 1 43rem; justify-content: flex-end; }
input[type="search"], button { font: inherit; font-size: .9rem; color: inherit; background: var(--panel-bg); border: 1px solid var(--quiet-fg); border-radius: 6px; padding: .25rem .6rem; min-height: 2rem; }
.text { flex: 1 1 8rem; max-width: 18rem; }
input[type="search"] { width: 100%; }
button { cursor: pointer; }
button:hover { background: var(--code-bg); }
::placeholder { color: var(--quiet-fg); opacity: 1; }
fieldset { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: 0; border: 0; }
fieldset input { position: absolute; opacity: 0; }
fieldset span { display: block; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 99px; font-size: .88rem; cursor: pointer; }
fieldset i { font-style: normal; font-weight: 700; }
fieldset :checked + span { background: var(--page-fg); color: var(--page-bg); border-color: var(--page-fg); }
fieldset :focus-visible + span { outline: 3px solid var(--focus); outline-offset: 2px; }
output { min-width: 6.5rem; color: var(--quiet-fg); font-size: .88rem; }
output:empty { display: none; }

.cell { display: inline-grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 5px; font-size: .85rem; font-weight: 700; line-height: 1; text-decoration: none; vertical-align: -.3em; flex: none; }
.cell.passed, i.passed { background: var(--passed-bg); color: var(--passed-fg); }
.cell.failed, i.failed { background: var(--failed-bg); color: var(--failed-fg); }
.cell.warning, i.warning { background: var(--warning-bg); color: var(--warning-fg); }
.cell.unchecked, i.unchecked { background: var(--unchecked-bg); color: var(--unchecked-fg); }
.cells { display: inline-flex; gap: 2px; flex: none; }
.cell[aria-label]:hover::after, .cell[aria-label]:focus-visible::after {
  content: attr(aria-label); position: fixed; inset: auto 0 0 0; z-index: 8; padding: .8rem 1.5rem;
  background: var(--page-fg); color: var(--page-bg); font-weight: 400; font-size: .95rem; line-height: 1.4; text-align: center;
}

.finding { margin: 1rem 0; padding: 1rem 1.25rem 1.1rem; background: var(--panel-bg); border: 1px solid var(--line); border-left: 5px solid var(--failed-bg); border-radius: 8px; }
.finding.warning { border-left-color: var(--warning-fg); }
.finding h3 { display: flex; gap: .6rem; font-size: 1.1rem; line-height: 1.4; }
.finding h4 { margin: 1rem 0 .35rem; }
.finding p { margin: .35rem 0; }
blockquote { margin: .6rem 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid var(--line); }
pre { margin: .35rem 0; padding: .7rem .9rem; background: var(--code-bg); color: var(--code-fg); border-radius: 6px; line-height: 1.5; }
pre.message, pre.curl, pre.answer { white-space: pre-wrap; }
pre.curl code { display: block; padding-left: 2ch; text-indent: -2ch; font-size: 1em; }
pre.curl code + code { margin-top: .3rem; }
.copy { float: right; margin: -2.1rem 0 0; min-height: 1.7rem; padding: .05rem .6rem; }

.group { background: var(--panel-bg); border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: 0 1rem; }
.group[open] { padding-bottom: .75rem; }
summary { cursor: pointer; }
.group > summary { display: grid; grid-template-columns: .6rem minmax(0, 1fr) auto; gap: .2rem .8rem; align-items: baseline; margin: 0 -1rem; padding: .65rem 1rem; border-radius: 8px; }
.group > summary::before { content: "›"; color: var(--quiet-fg); font-weight: 700; transition: rotate .12s; }
.group[open] > summary::before { rotate: 90deg; }
.group > summary::-webkit-details-marker { display: none; }
.group > summary small { margin-left: .4rem; font-size: .92rem; font-weight: 400; }
.strip { display: inline-flex; flex-wrap: wrap; gap: 2px; align-self: center; max-width: 32rem; justify-content: flex-end; }
.strip i { display: grid; place-items: center; width: 1rem; height: 1rem; border-radius: 3px; font: 700 .62rem/1 system-ui, sans-serif; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; margin: 0 0 1rem; color: var(--quiet-fg); font-size: .9rem; }
.legend div { display: flex; gap: .4rem; } .legend dt { font-weight: 600; white-space: nowrap; } .legend dd { margin: 0; }
.common { display: flex; flex-wrap: wrap; gap: 3px; align-items: center; margin: .25rem 0 .75rem; color: var(--quiet-fg); font-size: .9rem; }
.matrix { width: 100%; min-width: 40rem; table-layout: fixed; font-size: .92rem; }
.matrix .answers { width: 2.1rem; }
.matrix colgroup:first-of-type { width: 40%; }
.matrix th, .matrix td { padding: .25rem .2rem; text-align: left; vertical-align: top; font-weight: 400; }
.matrix thead th, .matrix thead td { color: var(--quiet-fg); font-size: .82rem; vertical-align: bottom; }
.matrix thead th[scope="colgroup"] { padding-left: .5rem; border-left: 1px solid var(--line); }
.matrix tbody tr { border-top: 1px solid var(--line); }
.matrix th code { overflow-wrap: normal; }
.matrix td { text-align: center; }
.matrix .probe span { writing-mode: vertical-rl; rotate: 180deg; white-space: nowrap; }
.matrix .probe { text-align: center; }
.matrix td.rules { text-align: left; padding-left: .75rem; }
.rules .cell { margin: 0 3px 3px 0; }
.matrix tbody tr:hover { background: var(--code-bg); }

.statements { list-style: none; margin: 0; padding: 0; }
.statements > li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: .25rem 1.5rem; padding: .55rem 0; border-top: 1px solid var(--line); }
.says { margin: 0; }
.says a { margin-right: .35rem; }
.rule { margin: 0 0 .25rem; } .rule:last-child { margin-bottom: 0; }
p.rule, .rule > summary, .excuse { display: flex; gap: .6rem; align-items: flex-start; }
.rule > summary::-webkit-details-marker { display: none; }
.rule > summary:hover span:last-child { text-decoration: underline; }
.rule > summary::after { content: "›"; margin-left: auto; padding: 0 .3rem; color: var(--quiet-fg); font-weight: 700; }
.rule[open] > summary::after { rotate: 90deg; }
.rule[open] { padding: .5rem .7rem; background: var(--code-bg); border-radius: 6px; }
.rule > p, .rule > ul { margin: .4rem 0 0; font-size: .92rem; }
.excuse { margin: 0; color: var(--quiet-fg); }
.group > .plain li { padding: .2rem 0; }

.source h4 { margin: 1.25rem 0 .35rem; }
.source th, .source td { text-align: left; padding: .2rem .8rem .2rem 0; border-top: 1px solid var(--line); vertical-align: top; font-size: .92rem; }
.source :target { background: var(--warning-bg); color: var(--warning-fg); }

@media (max-width: 44rem) {
  body { padding: 0 1rem 5rem; }
  .bar { position: static; margin: 0 -1rem; padding: .6rem 1rem; }
  html { scroll-padding-top: .5rem; }
  form { justify-content: flex-start; }
  .text { flex: 1 1 100%; max-width: none; }
  .matrix { min-width: 34rem; }
  .matrix colgroup:first-of-type { width: 11rem; }
  .matrix .answers { width: 1.75rem; }
  form { flex-basis: 100%; }
  header { padding-top: 1.5rem; }
  .totals tbody th { width: 7.5rem; }
  .statements > li { grid-template-columns: 1fr; }
  .strip { grid-column: 2; justify-content: flex-start; }
  .finding { padding: .8rem .9rem; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { .bar, .copy { display: none; } .group, .finding { break-inside: avoid; } }
`;
