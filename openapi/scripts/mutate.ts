/** Makes every small change of the spec that `test/mutants.ts` knows, and names those no test notices. */
import { mutantsOf, survivorsOf } from "../test/mutants.ts";
import { readSpec, source } from "./specs.ts";

const spec = await readSpec(source);
const mutants = mutantsOf(spec);
const survivors = survivorsOf(spec, mutants);

for (const name of survivors) console.log(`survived: ${name}`);
const score = (100 * (mutants.length - survivors.length)) / mutants.length;
console.log(`spec: ${mutants.length} mutants, ${survivors.length} survived, ${score.toFixed(1)} %`);
if (survivors.length > 0) process.exitCode = 1;
