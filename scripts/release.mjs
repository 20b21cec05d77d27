/** Prepares a release: moves the waiting changesets into CHANGELOG.md, and sets the version of each package. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { withRelease } from "./changelog.ts";
import { quietly } from "./quietly.mjs";

const PLAN = "node_modules/.release-plan.json";
const CHANGELOG = "CHANGELOG.md";

await run("pnpm", "--dir", "release", "install", "--frozen-lockfile");
await changeset("status", `--output=${PLAN}`);
const changelog = withRelease(
  readFileSync(CHANGELOG, "utf8"),
  JSON.parse(readFileSync(PLAN, "utf8")),
);
rmSync(PLAN);
await changeset("version");
writeFileSync(CHANGELOG, changelog);
await run("biome", "format", "--write", ".");
console.log("Look at CHANGELOG.md, then commit and tag: see CONTRIBUTING.md");

function changeset(...args) {
  return run("pnpm", "--dir", "release", "run", "changeset", ...args);
}

async function run(command, ...args) {
  const code = await quietly(command, ...args);
  if (code !== 0) process.exit(code);
}
