/** Combines the runs on all targets into one report. */

import type { Profile } from "../profiles/read.ts";
import { rules as allRules } from "../rules/index.ts";
import { statements } from "../rules/statements.ts";
import { type Rule, sourceOf } from "../run/rule.ts";
import type { Run } from "../run/run.ts";
import { lineOf } from "../spec/document.ts";
import { routes } from "../spec/routes.ts";
import { version } from "../version.ts";
import type { DeviationReport, ProfileReport, Report, TargetSummary } from "./model.ts";

export interface NamedRun {
  name: string;
  url: string;
  run: Run;
}

interface About {
  seed: number;
  startedAt: Date;
  document: string;
  profile?: Pick<Profile, "name" | "deviations"> | undefined;
  /** The reason the run ended, if none of its targets knows it. */
  ended?: string | undefined;
}

export function reportOf(
  rules: readonly Rule[],
  runs: NamedRun[],
  { seed, startedAt, document, profile, ended: interrupted }: About,
): Report {
  const ended = runs.map(({ run }) => run.ended).find(Boolean) ?? interrupted;
  const ofDocument = rules.filter((rule) => rule.profile === undefined);
  const ofProfile = rules.filter((rule) => rule.profile !== undefined);
  return {
    version: version(),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(runs.reduce((sum, { run }) => sum + run.durationMs, 0)),
    seed,
    document,
    ...(ended !== undefined && { ended }),
    targets: runs.map(({ name, url, run }) => ({
      name,
      url,
      requests: run.watch.requests,
      judged: judgedBy(run, ofDocument),
      ...(profile && { profileJudged: judgedBy(run, ofProfile) }),
      ...(run.ended !== undefined && { ended: run.ended }),
    })),
    rules: rules.toSorted(inOrderOfDocument).map(({ id, level, text, states, profile }) => ({
      id,
      level,
      text,
      source: sourceOf({ states, profile }),
      outcomes: runs.map(
        ({ run }) => run.outcomes.get(id) ?? { kind: "not run", reason: "the run ended before it" },
      ),
    })),
    routes: routes.map(({ name, section, responseShown }) => ({
      name,
      section,
      responseShown,
      coverage: runs.map(({ run }) => run.watch.coverage.get(name) ?? {}),
    })),
    statements: statements.map(({ key, ...statement }) => {
      const standing = allRules.filter(({ states }) => states.includes(key)).map(({ id }) => id);
      const line = lineOf(statement.source, statement.quote) ?? 1;
      return { ...statement, line, ...(standing.length > 0 && { rules: standing }) };
    }),
    ...(profile && { profile: profileReport(profile, ofDocument, runs) }),
  };
}

function profileReport(
  { name, deviations }: NonNullable<About["profile"]>,
  rules: readonly Rule[],
  runs: NamedRun[],
): ProfileReport {
  return {
    name,
    deviations: deviations.map(({ statement, ...deviation }) => {
      const standing = rules.filter(({ states }) => states.includes(statement));
      return {
        ...deviation,
        source: sourceOf({ states: [statement] }),
        rules: standing.map(({ id }) => id),
        seen: runs.map(({ run }) => seenIn(run, standing)),
      };
    }),
  };
}

function seenIn({ outcomes }: Run, rules: readonly Rule[]): DeviationReport["seen"][number] {
  const kinds = rules.map(({ id }) => outcomes.get(id)?.kind);
  if (kinds.includes("failed")) return "shown";
  return kinds.includes("passed") ? "holds" : "not judged";
}

function judgedBy({ outcomes }: Run, rules: readonly Rule[]): TargetSummary["judged"] {
  const judged = rules.filter(({ id }) =>
    ["passed", "failed"].includes(outcomes.get(id)?.kind ?? ""),
  );
  return { rules: judged.length, of: rules.length };
}

/** The place in the document of each source. */
const PLACES = new Map([...statements.entries()].reverse().map(([at, { source }]) => [source, at]));

/** The rules of a profile come last. */
function inOrderOfDocument(a: Rule, b: Rule): number {
  const place = (rule: Rule) => PLACES.get(sourceOf(rule)) ?? statements.length;
  return place(a) - place(b);
}
