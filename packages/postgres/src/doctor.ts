#!/usr/bin/env node
/** Says which Postgres the data plane uses on this machine, and why it refuses others. */
import { described, lookForPostgres } from "./binaries.ts";
import { describedPgbouncer, findPgbouncer } from "./pgbouncer.ts";

const found = lookForPostgres();
process.stdout.write(
  `Postgres on this machine, the first one that runs is used:\n${described(found)}\n${describedPgbouncer(findPgbouncer())}\n`,
);
process.exitCode = found.some(({ binaries }) => binaries) ? 0 : 1;
