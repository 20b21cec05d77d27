#!/usr/bin/env node
import { main } from "./main.ts";

const { stdout, stderr, env } = process;
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // A second one ends the process at once.
  process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
}
const { signal } = interruption;
process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, signal });
