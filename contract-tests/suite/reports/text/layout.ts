/** Lines that fit a terminal: wrapping, cutting and aligning by the columns that text takes. */
import { styleText } from "node:util";

export type Colour = "red" | "yellow" | "green" | "dim" | "bold";

/** Colours text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

export function painting(inColours: boolean): Paint {
  // The caller has looked at the stream.
  const options = { validateStream: false };
  return inColours ? (colour, text) => styleText(colour, text, options) : (_, text) => text;
}

const ZERO = /[\p{M}\p{Cf}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

/** The columns of a terminal that a text without escape sequences takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Escapes invisible characters, so that a server's text cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) =>
    character === "\t" ? " " : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Cuts text to one line of this many columns. */
export function cut(text: string, columns: number): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  if (widthOf(line) <= columns) return line;
  return columns < 1 ? "" : `${firstOf(line, columns - 1)}…`;
}

/** Wraps text after a heading, with a hanging indent of the heading's width. */
export function hang(heading: string, text: string, columns: number): string[] {
  const margin = " ".repeat(widthOf(heading));
  const room = Math.max(columns - margin.length, 1);
  return printable(text)
    .split("\n")
    .flatMap((line) => wrap(line, room))
    .map((line, at) => `${at === 0 ? heading : margin}${line}`.trimEnd());
}

/** Wraps a shell line between its words, so that it still runs when it is copied. */
export function hangShell(margin: string, line: string, columns: number): string[] {
  const lines = [""];
  for (const word of shellWords(printable(line))) {
    const last = lines.at(-1) as string;
    const isTooLong = widthOf(margin) + widthOf(last) + 1 + widthOf(word) > columns - 2;
    if (last && isTooLong) lines.push(`  ${word}`);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.map((text, at) => `${margin}${text}${at < lines.length - 1 ? " \\" : ""}`);
}

/** Pads text to this many columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - widthOf(text), 0));
}

function wrap(text: string, columns: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/).flatMap((word) => pieces(word, columns))) {
    const line = lines.at(-1) as string;
    if (line && widthOf(line) + 1 + widthOf(word) > columns) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

function pieces(word: string, columns: number): string[] {
  const found: string[] = [];
  let rest = word;
  while (widthOf(rest) > columns) {
    // A wide character in a single column takes two all the same.
    const piece = firstOf(rest, columns) || ([...rest][0] as string);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...found, rest];
}

/** As many characters as fit into these columns. */
export function firstOf(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Options stay with their values, quoted words whole. */
function shellWords(line: string): string[] {
  return line.match(/(?:-[a-zA-Z] )?(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'])+/gs) ?? [];
}
