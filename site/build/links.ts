/** Links of Markdown files, from file to file, as links from page to page. */
import { posix } from "node:path";

export interface Places {
  /** The page of a file of the repository, if it is one. */
  pageOf(file: string): string | undefined;
  /** The address of a file that is no page, if the repository's own is known; throws without a file. */
  addressOf(file: string): string | undefined;
}

/**
 * Rewrites the relative links of a file. A link to a file that is no page leads to the repository, or
 * stays plain text where nobody knows its address.
 */
export function relinked(markdown: string, file: string, places: Places): string {
  const page = places.pageOf(file) ?? file;
  let isCode = false;
  const lines = markdown.split("\n").map((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    return isCode ? line : line.replace(LINK, relink);
  });
  return lines.join("\n");

  function relink(link: string, text: string, target: string) {
    if (/^([a-z]+:|#|\/)/.test(target)) return link;
    const [path = "", anchor] = target.split("#");
    const absolute = posix.normalize(posix.join(posix.dirname(file), path));
    const goal = places.pageOf(absolute);
    const hash = anchor ? `#${anchor}` : "";
    if (goal) {
      const relative = posix.relative(posix.dirname(page), goal);
      return `[${text}](${relative.startsWith(".") ? "" : "./"}${relative}${hash})`;
    }
    const address = places.addressOf(absolute);
    return address ? `[${text}](${address}${hash})` : text;
  }
}

/** The text may hold code with brackets. */
const LINK = /\[((?:`[^`]*`|[^[\]`])+)\]\(([^)\s]+)\)/g;
