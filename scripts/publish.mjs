/**
 * Publishes the packages that `npm run pack` has put into a folder, each after those it depends on;
 * those that the registry has already are left out, so a failed run can be repeated. `--dry-run` does
 * everything but publish.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FOLDERS } from "./packed.ts";

const { GITHUB_REPOSITORY: here, GITHUB_REF_NAME: tag } = process.env;
const [folder = "", ...options] = process.argv.slice(2);
const { repository } = read("package.json");
// Provenance is refused for any other address.
if (repository.url !== `git+https://github.com/${here}.git`)
  fail(`package.json has the repository ${repository.url}, and this is ${here}`);

for (const [name, from] of Object.entries(FOLDERS)) {
  const { version } = read(join(from, "package.json"));
  if (tag !== `v${version}`) fail(`the tag is ${tag}, and ${name} has the version ${version}`);
  if (!readFileSync("CHANGELOG.md", "utf8").includes(`\n## ${version}\n`))
    fail(`CHANGELOG.md has no section ${version}`);
  const tarball = resolve(folder, `hosted-postgres-${name}-${version}.tgz`);
  if (!existsSync(tarball)) fail(`${tarball} is missing`);
  const id = `@hosted-postgres/${name}@${version}`;
  if (npm(["view", id, "version"], "ignore") === 0) {
    console.log(`${id} is published already`);
    continue;
  }
  const code = npm(["publish", tarball, "--provenance", "--access", "public", ...options]);
  if (code !== 0) fail(`${id} is not published`);
}

function npm(args, stdio = "inherit") {
  return spawnSync("npm", args, { stdio, shell: process.platform === "win32" }).status;
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
