/**
 * Saves the built spec as the released one, which later changes are compared with. Exits with 1 when it
 * breaks callers of the last release and `info.version` does not announce that.
 */
import { writeFileSync } from "node:fs";
import { compareCommand } from "./compare-command.ts";
import { built, readSpec, released } from "./specs.ts";

if (await compareCommand([], { isGitHub: false, print: console.log })) {
  const spec = await readSpec(built);
  writeFileSync(released, JSON.stringify(spec, null, 2));
  console.log(`${spec.info.version} is now the released spec`);
} else {
  process.exitCode = 1;
}
