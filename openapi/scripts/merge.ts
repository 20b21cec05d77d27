/**
 * Merges a profile into the built document: `merge [--profile neon|FILE]`, by default `neon`. Writes
 * dist/openapi.<name>.json. Exits with 1, and writes nothing, on a contradiction without a deviation.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { mergeProfile } from "../merge/merge.ts";
import { readProfile } from "../merge/read.ts";
import { built, folder, readSpec } from "./specs.ts";

const { values } = parseArgs({ options: { profile: { type: "string", default: "neon" } } });
const profile = await readProfile(values.profile);
const { spec, problems, missing, leftOut } = mergeProfile(await readSpec(built), profile);

for (const route of missing) console.log(`not in the profile: ${route}`);
if (leftOut.length > 0) console.log(`${leftOut.length} routes of the profile are not documented`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  process.exitCode = 1;
} else {
  const file = join(folder, `dist/openapi.${profile.name}.json`);
  writeFileSync(file, `${JSON.stringify(spec, null, 2)}\n`);
  console.log(`the document with the profile ${profile.name}: ${basename(file)}`);
}
