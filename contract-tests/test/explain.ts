/** Explains a rule that did not pass, so that a red test needs no report. */
import type { Outcome } from "../suite/run/outcome.ts";

export function explain(outcome: Outcome): string {
  if ("reason" in outcome) return `${outcome.kind}: ${outcome.reason}`;
  if (outcome.kind === "passed") return "passed";
  return [outcome.message, "", "Reproduce with:", ...outcome.curl].join("\n");
}
