/** The API's document: the one source of every statement, as a file with lines. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** The file: in the repository, or beside the packed command. */
export const documentFile = resolve("#document.md");

export const documentText = readFileSync(documentFile, "utf8");

const lines = documentText.split("\n");

/**
 * Returns the line, counted from 1, that has the quoted words under their source, as in
 * "Endpoints, Rules 1": a section, a heading below it, and the number of a list item. Undefined if
 * the document does not say this there.
 */
export function lineOf(source: string, quote: string): number | undefined {
  const [, section, part = "", number] =
    /^(.+?)(?:, (.+?))?(?: Rules)?(?: (\d+))?$/.exec(source) ?? [];
  const [from, to] = under(`### ${part}`, under(`## ${section}`, [0, lines.length]));
  const isMeant = (line: string) =>
    line.includes(quote) && (number === undefined || line.startsWith(`${number}. `));
  const place = lines.slice(from, to).findIndex(isMeant);
  return place === -1 ? undefined : from + place + 1;
}

/** The lines from a heading to the next one of its kind; all of them without this heading. */
function under(heading: string, [from, to]: [number, number]): [number, number] {
  const within = lines.slice(from, to);
  const start = within.findIndex((line) => line.replace(/ \(.*/, "") === heading);
  if (start === -1) return [from, to];
  const [marks] = heading.split(" ", 1);
  const end = within.findIndex((line, place) => place > start && line.startsWith(`${marks} `));
  return [from + start, end === -1 ? to : from + end];
}
