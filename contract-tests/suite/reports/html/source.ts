/** The document as HTML, with an anchor for each line, so that every finding links to its sentence. */
import { documentText } from "../../spec/document.ts";
import { type Markup, markup } from "../markup.ts";

interface Line {
  text: string;
  /** Counted from 1. */
  number: number;
}

/** Each kind of line, and how a run of such lines is written. The last one fits every line. */
const KINDS: readonly { begins: RegExp; write: (lines: Line[]) => Markup }[] = [
  { begins: /^#+ /, write: (lines) => markup`${lines.map(heading)}` },
  { begins: /^\|/, write: table },
  { begins: /^\d+\. /, write: (lines) => markup`<ol class="plain">${lines.map(item)}</ol>` },
  { begins: /^- /, write: (lines) => markup`<ul class="plain">${lines.map(item)}</ul>` },
  { begins: /^/, write: (lines) => markup`${lines.map(paragraph)}` },
];

export function anchorOfLine(line: number): string {
  return `L${line}`;
}

export function renderSource(text = documentText): Markup {
  const lines = text
    .split("\n")
    .map((text, place) => ({ text, number: place + 1 }))
    .filter(({ text }) => text !== "");
  const runs: { kind: number; lines: Line[] }[] = [];
  for (const line of lines) {
    const kind = KINDS.findIndex(({ begins }) => begins.test(line.text));
    const last = runs.at(-1);
    if (last?.kind === kind && last.lines.at(-1)?.number === line.number - 1) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return markup`<section aria-labelledby="source">
<h2 id="source">Source</h2>
<details class="group source">
<summary><h3>The document <small>${lines.length} lines</small></h3></summary>
${runs.map(({ kind, lines }) => KINDS[kind]?.write(lines))}
</details>
</section>`;
}

function heading({ text, number }: Line): Markup {
  return markup`<h4 id="${anchorOfLine(number)}">${inline(text.replace(/^#+ /, ""))}</h4>`;
}

function paragraph({ text, number }: Line): Markup {
  return markup`<p id="${anchorOfLine(number)}">${inline(text)}</p>`;
}

/** Keeps its number, which sources name. */
function item({ text, number }: Line): Markup {
  return markup`<li id="${anchorOfLine(number)}">${inline(text)}</li>`;
}

function table([head, , ...rows]: Line[]): Markup {
  const cells = ({ text }: Line) =>
    text
      .slice(1, -1)
      .split("|")
      .map((cell) => inline(cell.trim()));
  return markup`<div class="scroll"><table>
<caption class="hidden">Table at line ${head?.number}</caption>
${head && markup`<tr id="${anchorOfLine(head.number)}">${cells(head).map((cell) => markup`<th scope="col">${cell}</th>`)}</tr>`}
${rows.map((row) => markup`<tr id="${anchorOfLine(row.number)}">${cells(row).map((cell) => markup`<td>${cell}</td>`)}</tr>`)}
</table></div>`;
}

/** Text with code in backticks. */
export function inline(text: string): Markup {
  const parts = text.split("`");
  return markup`${parts.map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}
