/** The command line: its help and its options. */
import { parseArgs } from "node:util";
import type { Stream } from "./terminal.ts";

export const HELP = `Checks a server of the hosted Postgres management API against its document.

  contract --target mock|emulator|<url> [options]
  contract init --target <url> [options]
  contract sweep --target <url> --ledger <file> [options]

init asks a server which routes it serves and writes a fixtures file. It sends GET requests only; with
--changes own the others too, without a key and at ids that do not exist. sweep removes what a killed
run left.

  --target <where>     mock, emulator, or the base URL of a server, with its version prefix;
                       may be given more than once
  --key <key>          a key the server accepts. Prefer CONTRACT_API_KEY, which does not show in
                       the process list. Default: the administrator's key of the fixtures
  --fixtures <file>    JSON: ids, keys and routes of the server that the run may use (see README);
                       init writes it. Default of init: fixtures.json
  --force              init: write the file anew; what stands in it stays, the routes are asked again
  --changes <which>    none: only read, the default for a server
                       own: create things, and change and remove only those
                       all: change and remove anything on the server
  --profile <which>    neon, or an OpenAPI file of the same routes: also holds every answer against
                       it (SHOULD); a rule that its deviations.yaml knows to be broken fails nothing.
                       With neon, the emulator answers as that provider
  --baseline <file>    fails when a rule or a route that the file lists is no longer shown
  --write-baseline     write that file from this run, in place of comparing with it
  --only <ids>         only these rules; comma-separated, * matches any letters
  --postgres           emulator: a real Postgres behind its computes, for the rules that connect;
                       a server by URL: connection_uri in the fixtures has them connect
  --budget <number>    maximum number of requests; rules beyond it are blocked. Default: no bound
  --timeouts <list>    bounds in seconds. Default: request=30,wait=30,rule=180,run=900
                       request: one answer; wait: an operation to end, or a compute to change its
                       state; a rule that runs into one of the first three has failed
  --seed <number>      repeats the names of an earlier run
  --ledger <file>      lists the things made on a server and not yet removed.
                       Default: contract-ledger.jsonl in the folder of the reports
  --out <folder>       folder of the reports: report.txt, .json, .html, .sarif, .md and junit.xml.
                       Default: contract-report
  --verbose            print every rule and every finding in full, as report.txt does
  --help, --version

Exit code: 0 no MUST is broken, 1 a MUST is broken or the baseline is not reached, 2 the run was not possible or reached its bound,
130 it was interrupted.`;

/** As the help says. */
export type ExitCode = 0 | 1 | 2 | 130;

/** The parts of `process` that the command uses. */
export interface Surroundings {
  stdout: Stream & { write(text: string): unknown };
  stderr: Stream & { write(text: string): unknown };
  env: Readonly<Record<string, string | undefined>>;
  /** Interrupts a run; its reason is an Error that says by whom. */
  signal?: AbortSignal;
}

export type Values = ReturnType<typeof parsed>["values"];

export function parsed(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      target: { type: "string", multiple: true, default: [] },
      key: { type: "string" },
      fixtures: { type: "string" },
      changes: { type: "string", default: "none" },
      profile: { type: "string" },
      baseline: { type: "string" },
      "write-baseline": { type: "boolean", default: false },
      only: { type: "string" },
      postgres: { type: "boolean", default: false },
      budget: { type: "string" },
      timeouts: { type: "string" },
      seed: { type: "string" },
      ledger: { type: "string" },
      out: { type: "string", default: "contract-report" },
      force: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
}
