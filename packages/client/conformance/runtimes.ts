/** `npm run runtimes`: runs the checks on every runtime and prints a table. */
import { CHECK_NAMES } from "./checks.ts";
import { chromium, conform, installedRuntimes } from "./runtime.ts";

const faults: string[] = [];
const missing: string[] = [];

row(["runtime", "version", ...CHECK_NAMES, "seconds"]);
for (const runtime of [...installedRuntimes(), chromium]) {
  if (!runtime.binary) {
    row([runtime.name, "not available"]);
    missing.push(`${runtime.name}: ${runtime.missing}`);
    continue;
  }
  try {
    const { version, report, durationMs } = await conform(runtime);
    const verdicts = CHECK_NAMES.map((check) => (report[check] === null ? "pass" : "FAIL"));
    row([runtime.name, version, ...verdicts, (durationMs / 1_000).toFixed(1)]);
    for (const check of CHECK_NAMES) {
      if (report[check] !== null) faults.push(`${runtime.name}, ${check}: ${report[check]}`);
    }
  } catch (error) {
    row([runtime.name, "FAIL"]);
    faults.push(`${runtime.name}: ${(error as Error).message}`);
  }
}

if (faults.length > 0) console.log(`\nFailed:\n${faults.join("\n")}`);
if (missing.length > 0) console.log(`\nNot available, so not checked:\n${missing.join("\n")}`);
process.exitCode = faults.length > 0 ? 1 : 0;

function row(cells: string[]) {
  const [name = "", version = "", ...rest] = cells;
  const line = [name.padEnd(10), version.padEnd(15), ...rest.map((cell) => cell.padEnd(8))];
  console.log(line.join("").trimEnd());
}
