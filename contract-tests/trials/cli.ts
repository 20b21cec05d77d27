/**
 * `npm run faults`: runs the suite against every wrong and every benign provider; prints a table by
 * group.
 *
 *   --only=<ids or groups>   only these; comma-separated, * for any letters
 *   --derived                also the faults derived from the spec
 *   --first                  stops at the first rule that catches a fault; finds no dead rules
 *   --jobs=<number>          processes at a time. Default: the number of processors
 *
 * Writes results/faults.json. Exits 2 when an option is wrong, and 1 when a MUST fault is missed, fewer
 * than 95 % of the SHOULD faults are caught, a benign provider is flagged, or a rule catches nothing.
 */
import { main } from "./main.ts";

process.exitCode = await main(process.argv.slice(2));
