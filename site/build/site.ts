/**
 * Builds the site into `dist`: `npm run docs`. With `--serve`, also serves it until Ctrl-C.
 *
 * SITE_BASE is the path that it will be served under, by default `/`. REPOSITORY_URL is the address of
 * the repository's files in a browser; without it, links to files that are no pages are plain text.
 */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { writeApiPages } from "./api-pages.ts";
import { brokenLinks } from "./broken-links.ts";
import { writePackageReferences } from "./package-references.ts";
import { serve } from "./serve.ts";
import { root, stage } from "./stage.ts";

const site = join(root, "site");
const dist = join(site, "dist");
const base = process.env.SITE_BASE || "/";
const { values } = parseArgs({
  // pnpm passes on the `--` that ends its own arguments.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    serve: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
  },
});

stage(process.env.REPOSITORY_URL);
writeApiPages();
writePackageReferences();
const vitepress = join(site, "vitepress/node_modules/vitepress/bin/vitepress.js");
execFileSync(process.execPath, [vitepress, "build", "vitepress"], { cwd: site, stdio: "inherit" });

const broken = brokenLinks(dist, base);
for (const link of broken) console.error(`Broken link: ${link}`);
if (broken.length > 0) process.exit(1);
console.log(`The site is in ${relative(root, dist)}. Look at it: npm run docs -- --serve`);
if (values.serve) {
  await serve(dist, Number(values.port), base);
  console.log(`It is served at http://127.0.0.1:${values.port}${base} until Ctrl-C.`);
}
