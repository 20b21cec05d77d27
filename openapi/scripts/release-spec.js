/**
 * Makes the spec as it is the released one, which later changes are compared with. Refuses when it
 * breaks callers of the last release under a version that does not say so.
 */
import { writeFileSync } from "node:fs";
import { refusal, table } from "../compare/report.js";
import { compareSpecs } from "../compare/specs.js";
import { readSpec, released, source } from "./specs.js";

const [before, after] = [await readSpec(released), await readSpec(source)];
const [old, now] = [before.info.version, after.info.version];
const changes = compareSpecs(before, after);
console.log(table(changes, old, now));

const refused = refusal(changes, old, now);
if (refused) {
  console.error(refused);
  process.exitCode = 1;
} else {
  writeFileSync(released, JSON.stringify(after, null, 2));
  console.log(`${now} is the released spec now`);
}
