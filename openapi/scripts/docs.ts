/**
 * Writes dist/docs.html: one page with Redoc and the spec that works without a network. The page of
 * `redocly build-docs` would fetch Redoc from a CDN.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type { Operation, PathItem, Spec } from "../compare/openapi.ts";
import { built, folder } from "./specs.ts";

// Redoc's sidebar would fetch this image.
const LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

const page = join(folder, "dist/docs.html");
const spec = JSON.parse(readFileSync(built, "utf8"));
const redoc = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
const script = readFileSync(redoc, "utf8").replaceAll(LOGO, "data:,");
const options = {
  downloadUrls: [{ title: "openapi.json", url: "openapi.json" }],
  jsonSampleExpandLevel: "all",
};

writeFileSync(
  page,
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${spec.info.title}</title>
<style>
body { margin: 0; }
/* Keep the names of states whole in narrow cells. */
td code { white-space: nowrap !important; }
</style>
</head>
<body>
<div id="redoc"></div>
<script>${script.replaceAll("</script", "<\\/script")}</script>
<script>
Redoc.init(${embedded(successFirst(spec))}, ${embedded(options)}, document.getElementById("redoc"));
</script>
</body>
</html>
`,
);
console.log(`Documentation page: ${relative(join(folder, ".."), page)}`);

/**
 * Redoc opens the first response, and a JavaScript object lists "401" before "2XX". The key "401 "
 * keeps its place.
 */
function successFirst(spec: Spec): Spec {
  for (const item of Object.values(spec.paths ?? {})) {
    for (const operation of Object.values(item as PathItem) as Operation[]) {
      const responses = Object.entries(operation.responses ?? {}).map(
        ([status, response]) => [status === "401" ? "401 " : status, response] as const,
      );
      if (responses.length > 0) operation.responses = Object.fromEntries(responses.sort());
    }
  }
  return spec;
}

function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
