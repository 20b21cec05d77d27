/** A baseline records what a server once showed, so that a later run fails when it no longer does. */
import type { Outcome } from "../run/outcome.ts";
import type { BaselineReport, Loss, Report } from "./model.ts";
import { worstOf } from "./verdict.ts";

/** Sorted, so that a change of the file shows in review. */
export interface Baseline {
  /** The rules that passed. */
  rules: string[];
  /** The routes that were answered 2xx. */
  routes: string[];
}

type Seen = Pick<Report, "rules" | "routes">;

export function baselineOf({ rules, routes }: Seen): Baseline {
  const shown = rules.filter((rule) => worstOf(rule) === "passed").map(({ id }) => id);
  const served = routes.filter(({ coverage }) => coverage.some(({ success }) => success));
  return { rules: shown.toSorted(), routes: served.map(({ name }) => name).toSorted() };
}

export function renderBaseline(baseline: Baseline): string {
  return `${JSON.stringify(baseline, undefined, 2)}\n`;
}

/** @throws {Error} when the text is no baseline */
export function parseBaseline(text: string): Baseline {
  const { rules, routes, ...others } = Object(JSON.parse(text)) as Partial<Baseline>;
  const isList = (value: unknown) =>
    Array.isArray(value) && value.every((it) => typeof it === "string");
  if (!isList(rules) || !isList(routes) || Object.keys(others).length > 0)
    throw new Error("it must have the lists rules and routes, and nothing else");
  return { rules: rules as string[], routes: routes as string[] };
}

/** Compares a whole run with the baseline. */
export function comparedWith(baseline: Baseline, report: Seen, file: string): BaselineReport {
  const now = baselineOf(report);
  const lostRules = baseline.rules.filter((id) => !now.rules.includes(id));
  const lostRoutes = baseline.routes.filter((name) => !now.routes.includes(name));
  const lost = (lost: string[], nowOf: (name: string, report: Seen) => string): Loss[] =>
    lost.map((name) => ({ name, now: nowOf(name, report) }));
  return {
    file,
    lost: [...lost(lostRules, stateOfRule), ...lost(lostRoutes, stateOfRoute)],
    gained:
      now.rules.filter((id) => !baseline.rules.includes(id)).length +
      now.routes.filter((name) => !baseline.routes.includes(name)).length,
  };
}

function stateOfRule(id: string, { rules }: Seen): string {
  const rule = rules.find((it) => it.id === id);
  if (!rule) return "not a rule of this run";
  return [...new Set(rule.outcomes.map(stateOf))].join("; ");
}

function stateOf(outcome: Outcome): string {
  if ("reason" in outcome) return `${outcome.kind}: ${outcome.reason}`;
  return outcome.kind === "failed" ? `failed: ${outcome.message.split("\n", 1)[0]}` : outcome.kind;
}

function stateOfRoute(name: string, { routes }: Seen): string {
  const coverage = routes.find((route) => route.name === name)?.coverage;
  if (!coverage) return "not a documented route";
  const statuses = coverage.flatMap(({ status }) => status ?? []);
  return statuses.length > 0 ? `answered ${[...new Set(statuses)].join(", ")}` : "not asked";
}
