/**
 * Saves the built spec as the released one, which later changes are compared with. Exits with 1 when it
 * breaks callers of the last release and `info.version` does not announce that.
 */
import { writeFileSync } from "node:fs";
import { compareCommand } from "./compare-command.ts";
import { built, neon, readSpec, released } from "./specs.ts";

const options = { isGitHub: false, print: console.log };
const layers = [[], [neon.released, neon.built]];
const allowed = await Promise.all(layers.map((pair) => compareCommand(pair, options)));
if (allowed.every(Boolean)) {
  const spec = await readSpec(built);
  writeFileSync(released, JSON.stringify(spec, null, 2));
  writeFileSync(neon.released, JSON.stringify(await readSpec(neon.built), null, 2));
  console.log(`${spec.info.version} is now the released spec`);
} else {
  process.exitCode = 1;
}
