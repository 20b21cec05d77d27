/**
 * Lets plain `npm pack` do what `pnpm pack` does: for as long as it packs, package.json points at
 * dist, names exact versions, and the LICENSE of the repository stands beside it. Run in the package
 * by `prepack` with "publish", by `postpack` with "restore".
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

const ORIGINAL = "package.json.orig";
const byPnpm = process.env.npm_config_user_agent?.startsWith("pnpm/");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

if (!existsSync("dist/index.js")) {
  throw new Error(`${manifest.name} is not built: run \`npm run build\` in it first`);
}
if (!byPnpm && process.argv[2] === "publish") publish();
if (!byPnpm && process.argv[2] === "restore") restore();

function publish() {
  copyFileSync("package.json", ORIGINAL);
  copyFileSync("../../LICENSE", "LICENSE");
  const { publishConfig, scripts, devDependencies, dependencies, ...published } = manifest;
  const exact = Object.entries(dependencies ?? {}).map(([name, version]) => [
    name,
    // Our packages have one version.
    version === "workspace:*" ? manifest.version : version,
  ]);
  Object.assign(published, publishConfig, { dependencies: Object.fromEntries(exact) });
  writeFileSync("package.json", `${JSON.stringify(published, null, 2)}\n`);
}

function restore() {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, "package.json");
  rmSync("LICENSE", { force: true });
}
