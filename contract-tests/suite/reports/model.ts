/** The findings of a run as plain data: the JSON report, and the source of the others. */
import type { Deviation } from "../profiles/deviations.ts";
import type { Coverage, Outcome } from "../run/outcome.ts";
import type { Rule } from "../run/rule.ts";

export interface Report {
  /** Version of the suite. */
  version: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** Repeats the names of this run. */
  seed: number;
  /** The file with the document, relative to the folder of the call where that is possible. */
  document: string;
  /** Set when the run ended before its last rule, with the reason: then it has no verdict. */
  ended?: string;
  targets: TargetSummary[];
  rules: RuleReport[];
  routes: RouteReport[];
  statements: StatementReport[];
  /** The profile of the run, if it has one. */
  profile?: ProfileReport;
  /** The comparison with the baseline, if the run has one and came to its end. */
  baseline?: BaselineReport;
}

export interface BaselineReport {
  /** As the call names it. */
  file: string;
  lost: Loss[];
  /** The number of rules and routes that are shown but not listed in the file. */
  gained: number;
}

/** Listed in the baseline, and not shown by this run. */
export interface Loss {
  /** The id of a rule, or the name of a route. */
  name: string;
  /** The outcome that the run saw instead. */
  now: string;
}

export interface ProfileReport {
  name: string;
  /** Places where the provider is known to contradict the document. */
  deviations: DeviationReport[];
}

export interface DeviationReport extends Omit<Deviation, "statement"> {
  /** Section and number, or the name of the table or paragraph. */
  source: string;
  /** The rules that stand on its sentence. */
  rules: string[];
  /** Per target: a rule is broken, all that were judged hold, or none was judged. */
  seen: ("shown" | "holds" | "not judged")[];
}

/** A sentence of the document, with the rules that stand on it or the reason why none does. */
export interface StatementReport {
  /** Section and number, or the name of the table or paragraph. */
  source: string;
  says: string;
  /** The document's own words, and the line of the document that has them, counted from 1. */
  quote: string;
  line: number;
  rules?: string[];
  excuse?: string;
}

export interface TargetSummary {
  /** For display: "the mock", "https://host/api/v2, read-only". */
  name: string;
  url: string;
  requests: number;
  /** The rules of the document that passed or failed here, of those that were asked for. */
  judged: { rules: number; of: number };
  /** The rules of the profile. */
  profileJudged?: { rules: number; of: number };
  /** Set when the run ended before its last rule, with the reason. */
  ended?: string;
}

export interface RuleReport extends Pick<Rule, "id" | "level" | "text"> {
  /** The source of its main sentence. */
  source: string;
  /** One per target, in their order. */
  outcomes: Outcome[];
}

/** The answers of one route, over all requests of the run. */
export interface RouteReport {
  /** Method and path as the spec writes them. */
  name: string;
  /** The section of the document that lists it. */
  section: string;
  /** Whether the document shows the shape of the answer. */
  responseShown: boolean;
  /** One per target, in their order. */
  coverage: Coverage[];
}

export type Verdicts = Pick<Report, "rules" | "ended" | "baseline">;

/** 1 if a MUST is broken, or the baseline is not reached; else 2 if the run ended early. */
export function exitCodeOf({ rules, ended, baseline }: Verdicts): 0 | 1 | 2 {
  const broken = rules.some(
    ({ level, outcomes }) =>
      level === "MUST" && outcomes.some((it) => it.kind === "failed" && !it.deviations),
  );
  if (broken || (baseline?.lost.length ?? 0) > 0) return 1;
  return ended === undefined ? 0 : 2;
}
