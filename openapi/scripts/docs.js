/**
 * Writes dist/docs.html: Redoc and the spec in one page, which needs no network. The page of
 * `redocly build-docs` would fetch Redoc from a CDN.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

// Redoc's sidebar shows this image, which would be fetched.
const LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

const folder = join(import.meta.dirname, "..");
const page = join(folder, "dist/docs.html");
const spec = JSON.parse(readFileSync(join(folder, "dist/openapi.json"), "utf8"));
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
/* Redoc breaks code anywhere, which tears the names of states in narrow cells. */
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

/** A JavaScript object lists "401" before "2XX", and Redoc opens the first; "401 " keeps its place. */
function successFirst({ paths, ...rest }) {
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      if (!operation.responses) continue;
      const { 401: unauthorized, default: error, ...success } = operation.responses;
      operation.responses = { ...success, "401 ": unauthorized, default: error };
    }
  }
  return { ...rest, paths };
}

function embedded(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
