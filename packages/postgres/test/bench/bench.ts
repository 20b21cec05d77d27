/** Compares the data plane with Postgres itself: both sides in turns, medians, one table. */
import { benchBranches, benchCreation } from "./copies.ts";
import { emulator, query, ROUNDS, report, uri, version } from "./harness.ts";
import { benchMemory } from "./memory.ts";
import { benchThroughput, benchWake } from "./servers.ts";

console.log(`Postgres ${version}, ${ROUNDS} rounds in turns, medians (lowest to highest)\n`);
report("Measured", "Here", "Beside", "Ratio");
report("---", "---", "---", "---");
try {
  await query(uri);
  await benchWake();
  for (const clients of [1, 50]) await benchThroughput(clients);
  await benchCreation();
  await benchMemory();
  await benchBranches();
} finally {
  await emulator.close();
}
