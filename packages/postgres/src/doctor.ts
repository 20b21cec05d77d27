#!/usr/bin/env node
/** Says which Postgres serves which projects on this machine, and why others are refused. */
import { described, lookForPostgres } from "./binaries.ts";
import { describedPgbouncer, findPgbouncer } from "./pgbouncer.ts";
import { served } from "./versions.ts";

const found = lookForPostgres();
const installed = found.flatMap(({ binaries = [] }) => binaries);
const parts = [
  "Postgres on this machine, the first one that runs is the default:",
  described(found),
  ...(installed.length > 0 ? ["", "New data by the pg_version of its project:"] : []),
  ...served(installed),
  "",
  pooling(),
];
process.stdout.write(`${parts.join("\n")}\n`);
process.exitCode = installed.length > 0 ? 0 : 1;

/** One that is asked for and does not run is no reason to say nothing of Postgres. */
function pooling(): string {
  try {
    return describedPgbouncer(findPgbouncer());
  } catch (error) {
    return (error as Error).message;
  }
}
