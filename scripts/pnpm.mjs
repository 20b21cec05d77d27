/**
 * Runs a script of package.json under the pinned pnpm, so that plain `npm test` is all a fresh
 * clone needs: pnpm comes by npx when nobody has it, and installs what is missing before it runs.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const env = {
  ...process.env,
  DO_NOT_TRACK: "1",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
  SCARF_ANALYTICS: "false",
  TURBO_TELEMETRY_DISABLED: "1",
};
const startedByPnpm = env.npm_config_user_agent?.startsWith("pnpm/");
const [command, ...args] = startedByPnpm ? ["pnpm"] : ["npx", "-y", packageManager];
// What an outer npx was asked to run must not reach the inner one.
delete env.npm_config_package;
delete env.npm_config_call;

const child = spawn(command, [...args, "run", ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: "inherit",
  shell: process.platform === "win32",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
