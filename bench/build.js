/**
 * Builds into dist: the declarations of the client, the client that Hey API generates from the spec,
 * and the benchmarks, which bundle the client.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { build } from "esbuild";

const local = (path) => fileURLToPath(new URL(path, import.meta.url));
const aliases = {
  "@hosted-postgres/client/named-calls": local("../packages/client/src/named-calls.ts"),
  "@hosted-postgres/client": local("../packages/client/src/index.ts"),
  "@hosted-postgres/types/routes": local("../packages/types/src/routes.ts"),
  "@hosted-postgres/types": local("../packages/types/src/index.ts"),
  "#hey-api/client": local("dist/hey-api/client/index.ts"),
  "#hey-api": local("dist/hey-api/index.ts"),
};
const spec = local("../openapi/dist/openapi.json");
if (!existsSync(spec)) {
  throw new Error("openapi/dist/openapi.json is missing: run `npm run generate` at the root first");
}

process.chdir(local("."));
rmSync("dist", { recursive: true, force: true });
await createClient({
  input: withPlainStatuses(JSON.parse(readFileSync(spec, "utf8"))),
  output: "dist/hey-api",
  logs: { level: "silent", file: false },
});

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
for (const project of ["tsconfig.declarations.json", "tsconfig.hey-api.json"]) {
  const { status } = spawnSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${project} does not compile`);
}

await build({
  entryPoints: readdirSync(".").filter((name) => name.endsWith(".ts")),
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  alias: aliases,
});
// The bundle-size part builds its bundles later, from the same sources.
writeFileSync("dist/aliases.json", JSON.stringify(aliases));

/** Hey API takes `default` for a success and ignores `2XX`, so all its responses would be unknown. */
function withPlainStatuses(document) {
  for (const { parameters, ...operations } of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      const { default: _, "2XX": success, ...others } = operation.responses;
      operation.responses = { 200: success, ...others };
    }
  }
  return document;
}
