/** Links of built pages that lead nowhere: to no file, or to no anchor of its page. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * @param folder the built site
 * @param base the path that it is served under
 * @returns each as `page → target`; links to other hosts are not followed
 */
export function brokenLinks(folder: string, base: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => file.endsWith(".html")).map((file) => posix.normalize(file));
  const html = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  const anchors = new Map([...html].map(([page, text]) => [page, anchorsOf(text)]));
  const broken: string[] = [];
  for (const [page, text] of html) {
    for (const target of targetsOf(text)) {
      const goal = goalOf(page, target, base);
      if (goal === "elsewhere") continue;
      const { file, anchor } = goal;
      const known = anchors.get(file ?? "");
      const isFound = known ? !anchor || known.has(anchor) : file && existsSync(join(folder, file));
      if (!isFound) broken.push(`${page} → ${target}`);
    }
  }
  return broken;
}

function targetsOf(html: string): string[] {
  const found = [...html.matchAll(/<[^>]+?\s(?:href|src)="([^"]*)"/g)];
  return [...new Set(found.map(([, target = ""]) => target.replaceAll("&amp;", "&")))];
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id));
}

interface Goal {
  /** Undefined for an address of this host that is not the site's. */
  file: string | undefined;
  anchor: string;
}

function goalOf(page: string, target: string, base: string): Goal | "elsewhere" {
  if (/^[a-z][a-z+.-]*:|^\/\//.test(target)) return "elsewhere";
  const { pathname, hash } = new URL(target, `http://site${base}${page}`);
  const anchor = decodeURIComponent(hash.slice(1));
  if (!pathname.startsWith(base)) return { file: undefined, anchor };
  const path = decodeURIComponent(pathname.slice(base.length));
  return { file: path === "" || path.endsWith("/") ? `${path}index.html` : path, anchor };
}
