/** Combines the runs on all targets into one report. */

import { rules as allRules } from "../rules/index.ts";
import { statements } from "../rules/statements.ts";
import { type Rule, sourceOf } from "../run/rule.ts";
import type { Run } from "../run/run.ts";
import { lineOf } from "../spec/document.ts";
import { routes } from "../spec/routes.ts";
import { version } from "../version.ts";
import type { Report, TargetSummary } from "./model.ts";

export interface NamedRun {
  name: string;
  url: string;
  run: Run;
}

export function reportOf(
  rules: readonly Rule[],
  runs: NamedRun[],
  { seed, startedAt, document }: { seed: number; startedAt: Date; document: string },
): Report {
  return {
    version: version(),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(runs.reduce((sum, { run }) => sum + run.durationMs, 0)),
    seed,
    document,
    targets: runs.map(({ name, url, run }) => ({
      name,
      url,
      requests: run.watch.requests,
      judged: judgedBy(run, rules),
      ...(run.ended !== undefined && { ended: run.ended }),
    })),
    rules: rules.toSorted(inOrderOfDocument).map(({ id, level, text, states }) => ({
      id,
      level,
      text,
      source: sourceOf({ states }),
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
  };
}

function judgedBy({ outcomes }: Run, rules: readonly Rule[]): TargetSummary["judged"] {
  const showable = rules.filter(({ excused }) => excused === undefined);
  const judged = showable.filter(({ id }) =>
    ["passed", "failed"].includes(outcomes.get(id)?.kind ?? ""),
  );
  return { rules: judged.length, of: showable.length };
}

function inOrderOfDocument(a: Rule, b: Rule): number {
  const place = (rule: Rule) => statements.findIndex(({ source }) => source === sourceOf(rule));
  return place(a) - place(b);
}
