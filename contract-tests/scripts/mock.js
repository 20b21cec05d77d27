/**
 * Serves the Prism mock of the built spec; `--profile neon` or `--profile FILE` adds a profile. All
 * other arguments are Prism's.
 */
import { spawn, spawnSync } from "node:child_process";
import { basename } from "node:path";

const args = process.argv.slice(2);
const at = args.indexOf("--profile");
const [, profile] = at < 0 ? [] : args.splice(at, 2);
const name = profile ? `.${basename(profile).replace(/\W.*$/, "")}` : "";
const options = { stdio: "inherit", shell: process.platform === "win32" };

if (profile) {
  const merge = ["--silent", "--dir", "../openapi", "run", "merge", "--profile", profile];
  const { status } = spawnSync("pnpm", merge, options);
  if (status !== 0) process.exit(status ?? 1);
}
const mock = spawn(
  "prism",
  ["mock", "--errors", `../openapi/dist/openapi${name}.json`, ...args],
  options,
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => mock.kill(signal));
mock.on("exit", (code) => process.exit(code ?? 0));
