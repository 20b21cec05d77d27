/**
 * Compares the built spec with the last release, without and with the profile neon, or one spec with
 * another: `check before after`.
 * Exits with 1 on a breaking change, unless `info.version` announces it.
 */
import { compareCommand } from "./compare-command.ts";
import { neon } from "./specs.ts";

const specs = process.argv.slice(2);
if (specs.length > 2) throw new Error("give two specs, or none");
const layers = specs.length > 0 ? [specs] : [[], [neon.released, neon.built]];
for (const pair of layers) {
  const isAllowed = await compareCommand(pair, {
    isGitHub: Boolean(process.env.GITHUB_ACTIONS),
    print: console.log,
  });
  if (!isAllowed) process.exitCode = 1;
}
