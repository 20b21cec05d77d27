/** What a run found, as plain data: all reports are made of this, and it is the JSON report itself. */

import type { Rule } from "../run/rule.ts";

export interface Report {
  /** Version of the suite. */
  version: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  /** Gives the same order of rules and the same names again. */
  seed: number;
  targets: TargetSummary[];
  rules: RuleReport[];
  routes: RouteReport[];
  statements: StatementReport[];
}

/** A sentence of the document, with the rules that stand on it or the reason why none does. */
export interface StatementReport {
  /** Section and number, or the name of the table or paragraph. */
  source: string;
  says: string;
  rules?: string[];
  excuse?: string;
}

export interface TargetSummary {
  /** For people: "the mock", "https://host/api/v2, read-only". */
  name: string;
  url: string;
  requests: number;
}

export interface RuleReport extends Pick<Rule, "id" | "level" | "text"> {
  /** That of its main sentence. */
  source: string;
  /** One for each target, in their order. */
  outcomes: Outcome[];
}

export type Outcome =
  /** `routes`: what it sent requests to, or looked at. `durationMs` has no meaning for observers. */
  | { kind: "passed"; routes: string[]; durationMs: number }
  | Failure
  /** What is missing to check it here, for example a second free branch in the fixtures file. */
  | { kind: "blocked"; reason: string }
  /** Why this kind of target can never show it. */
  | { kind: "not showable"; reason: string }
  /** Why no server can show it through HTTP. */
  | { kind: "excused"; reason: string }
  /** Left out by a filter, or by the budget. */
  | { kind: "not run"; reason: string };

export interface Failure {
  /** Only a rule whose level is MUST fails the run; "noted" is what a broken NOTE becomes. */
  kind: "failed" | "noted";
  /** One line or more; no secret is in it. */
  message: string;
  /** The requests that led to it, in order, as lines for a shell with $BASE_URL and $API_KEY. */
  curl: string[];
  routes: string[];
  durationMs: number;
}

/** How requests to a route were answered, over everything that the run sent. */
export interface RouteReport {
  /** Method and path as the spec writes them. */
  name: string;
  /** The document's table it stands in. */
  section: string;
  /** Whether the document shows the shape of its answer. */
  responseShown: boolean;
  /** One for each target, in their order. */
  coverage: Coverage[];
}

/** `undefined`: never sent; otherwise whether every such request was answered so. */
export interface Coverage {
  /** A valid key, and an answer 2xx at least once. */
  success?: boolean;
  /** Without Authorization, or with one of another form: always 401. */
  missing401?: boolean;
  /** With a key that is none, or revoked: always 401. */
  invalid401?: boolean;
}

export function exitCodeOf({ rules }: Pick<Report, "rules">): 0 | 1 {
  const broken = rules.some(
    ({ level, outcomes }) => level === "MUST" && outcomes.some(({ kind }) => kind === "failed"),
  );
  return broken ? 1 : 0;
}
