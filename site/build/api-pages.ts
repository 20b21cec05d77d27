/** The API reference: one page for the document's spec, one with the profile neon. */
import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referenceOf } from "./reference.ts";
import { readSpec, type SpecFile } from "./spec.ts";
import { staged } from "./stage.ts";

interface ApiPage {
  page: string;
  tab: string;
  title: string;
}

const API_PAGES: Record<SpecFile, ApiPage> = {
  "openapi.json": { page: "index.html", tab: "As documented", title: "API reference" },
  "openapi.neon.json": {
    page: "neon.html",
    tab: "With profile neon",
    title: "API reference with the profile neon",
  },
};

const modules = join(import.meta.dirname, "../vitepress/node_modules");
const source = join(import.meta.dirname, "../api");

export function writeApiPages(): void {
  const folder = join(staged, "public/api");
  const template = readFileSync(join(source, "page.html"), "utf8");
  cpSync(source, folder, { recursive: true, filter: (file) => !file.endsWith("page.html") });
  copyFileSync(
    join(modules, "@scalar/api-reference/dist/browser/standalone.js"),
    join(folder, "scalar.js"),
  );
  const fonts = join(modules, "vitepress/dist/client/theme-default/fonts");
  copyFileSync(join(fonts, "inter-roman-latin.woff2"), join(folder, "inter.woff2"));
  for (const [file, { page, title }] of Object.entries(API_PAGES)) {
    const spec = referenceOf(readSpec(file as SpecFile));
    writeFileSync(join(folder, file), JSON.stringify(spec));
    const values: Record<string, string> = { title, file, tabs: tabs(page) };
    const html = template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");
    writeFileSync(join(folder, page), html);
  }
}

function tabs(current: string): string {
  return Object.values(API_PAGES)
    .map(({ page, tab }) => {
      const mark = page === current ? ' aria-current="page"' : "";
      return `<a href="${page}"${mark}>${tab}</a>`;
    })
    .join("");
}
