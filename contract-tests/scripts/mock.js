/**
 * Serves the Prism mock of the built spec; `--profile neon` or `--profile FILE` adds a profile. All
 * other arguments are Prism's.
 */
import { spawnSync } from "node:child_process";
import { basename } from "node:path";

const args = process.argv.slice(2);
const at = args.indexOf("--profile");
const [, profile] = at < 0 ? [] : args.splice(at, 2);
const name = profile ? `.${basename(profile).replace(/\W.*$/, "")}` : "";
if (profile) run("pnpm", ["--silent", "--dir", "../openapi", "run", "merge", "--profile", profile]);
run("prism", ["mock", "--errors", `../openapi/dist/openapi${name}.json`, ...args]);

function run(command, given) {
  const shell = process.platform === "win32";
  const { status } = spawnSync(command, given, { stdio: "inherit", shell });
  if (status !== 0) process.exit(status ?? 1);
}
