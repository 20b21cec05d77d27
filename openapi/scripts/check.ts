/**
 * Compares the built spec with the last release, or one spec with another: `check before after`.
 * Exits with 1 on a breaking change, unless `info.version` announces it.
 */
import { compareCommand } from "./compare-command.ts";

const specs = process.argv.slice(2);
if (specs.length > 2) throw new Error("give two specs, or none");
const isAllowed = await compareCommand(specs, {
  isGitHub: Boolean(process.env.GITHUB_ACTIONS),
  print: console.log,
});
if (!isAllowed) process.exitCode = 1;
