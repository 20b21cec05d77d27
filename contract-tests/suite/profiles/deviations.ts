/** Rules of the document that a provider is known to break: they fail nothing under its profile. */
import type { Outcome } from "../run/outcome.ts";
import type { Rule } from "../run/rule.ts";
import type { DeviationEntry } from "./spec.ts";

export interface Deviation extends DeviationEntry {
  id: string;
}

export type Deviations = readonly Deviation[];

/** Names the entries that know of a failure. */
export function excused(deviations: Deviations, rule: Rule, outcome: Outcome): Outcome {
  if (outcome.kind !== "failed" || rule.profile !== undefined) return outcome;
  const known = deviations.filter(({ statement }) => rule.states.includes(statement));
  return known.length > 0 ? { ...outcome, deviations: known.map(({ id }) => id) } : outcome;
}
