/** Puts what was found on each target into one report. */
import manifest from "../../package.json" with { type: "json" };
import { statements } from "../rules/statements.ts";
import type { Rule } from "../run/rule.ts";
import type { StageRun } from "../run/run.ts";
import { routes } from "../spec/routes.ts";
import type { Report } from "./model.ts";

export interface NamedRun {
  name: string;
  url: string;
  run: StageRun;
}

export function reportOf(
  rules: readonly Rule[],
  runs: NamedRun[],
  { seed, startedAt }: { seed: number; startedAt: Date },
): Report {
  return {
    version: manifest.version,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(runs.reduce((sum, { run }) => sum + run.durationMs, 0)),
    seed,
    targets: runs.map(({ name, url, run }) => ({ name, url, requests: run.watch.requests })),
    rules: rules.toSorted(inOrderOfDocument).map(({ id, level, text, source }) => ({
      id,
      level,
      text,
      source,
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
    statements,
  };
}

function inOrderOfDocument(a: Rule, b: Rule): number {
  const place = ({ source }: Rule) =>
    statements.findIndex((statement) => statement.source === source);
  return place(a) - place(b);
}
