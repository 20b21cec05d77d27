/**
 * Writes dist/docs.html, and dist/docs.neon.html with the profile: one page each with Redoc and the
 * spec that works without a network. The page of `redocly build-docs` would fetch Redoc from a CDN.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type { Operation, PathItem, Spec } from "../compare/openapi.ts";
import { routesOf } from "../compare/route.ts";
import type { RouteProfile } from "../merge/labels.ts";
import { folder } from "./specs.ts";

const COLORS = { documented: "#1a7f37", observed: "#9a6700", "not known": "#6e7781" };

// Redoc's sidebar would fetch this image.
const LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

const redoc = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
const script = readFileSync(redoc, "utf8").replaceAll(LOGO, "data:,");

writePage("docs.html", "openapi.json");
writePage("docs.neon.html", "openapi.neon.json");

function writePage(page: string, file: string) {
  const spec = JSON.parse(readFileSync(join(folder, "dist", file), "utf8"));
  const path = join(folder, "dist", page);
  writeFileSync(path, html(spec, file));
  console.log(`Documentation page: ${relative(join(folder, ".."), path)}`);
}

function html(spec: Spec & { info: { title: string } }, file: string): string {
  const options = {
    downloadUrls: [{ title: file, url: file }],
    jsonSampleExpandLevel: "all",
  };
  return `<!doctype html>
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
Redoc.init(${embedded(withBadges(successFirst(spec)))}, ${embedded(options)}, document.getElementById("redoc"));
</script>
</body>
</html>
`;
}

/** With a profile, each operation says where its response comes from. */
function withBadges(spec: Spec): Spec {
  for (const { operation } of routesOf(spec).values()) {
    const { response } = (operation["x-profile"] ?? {}) as Partial<RouteProfile>;
    if (response) operation["x-badges"] = [{ name: response, color: COLORS[response] }];
  }
  return spec;
}

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
