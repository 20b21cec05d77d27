/** Watches all traffic of a run: counts how each route was answered and asks the observers. */
import { stripVTControlCharacters } from "node:util";
import { isAbsentId } from "./changes.ts";
import { curlLines } from "./curl.ts";
import { type Answer, bearerOf, requestNameOf } from "./exchange.ts";
import type { Coverage, Failure, Outcome } from "./outcome.ts";
import type { Onlooker } from "./recorded-fetch.ts";
import type { Observer, Rule } from "./rule.ts";
import { shownAnswer } from "./shown-answer.ts";
import type { Target } from "./target.ts";

export interface Watch extends Onlooker {
  /** By the name of the route. */
  coverage: Map<string, Coverage>;
  hasFailed(id: string): boolean;
  /** The first MUST that broke on an answer of one of these routes. */
  brokenOn(routes: readonly string[]): string | undefined;
  outcomeOf(rule: Rule & Observer): Outcome;
}

export function createWatch(observers: readonly (Rule & Observer)[]): Watch {
  const routesOf = new Map<string, Set<string>>(observers.map(({ id }) => [id, new Set()]));
  const failures = new Map<string, Failure>();
  const coverage: Watch["coverage"] = new Map();
  /** The first MUST that broke on each route. */
  const broken = new Map<string, string>();

  return {
    requests: 0,
    coverage,
    look(answer, target, secrets) {
      cover(coverage, answer, target);
      if (answer.isWrong) return;
      const route = requestNameOf(answer);
      for (const rule of observers) {
        try {
          if (rule.observe(answer, target)) routesOf.get(rule.id)?.add(route);
        } catch (error) {
          if (rule.level === "MUST" && !broken.has(route)) broken.set(route, rule.id);
          if (failures.has(rule.id)) continue;
          failures.set(rule.id, {
            kind: "failed",
            message: secrets.hide(`${route}: ${messageOf(error)}`),
            curl: curlLines([answer], target.url, secrets),
            answer: shownAnswer(answer, target.url, secrets),
            routes: [route],
            durationMs: 0,
          });
        }
      }
    },
    hasFailed: (id) => failures.has(id),
    brokenOn: (routes) => routes.map((route) => broken.get(route)).find((id) => id !== undefined),
    outcomeOf({ id }) {
      const failure = failures.get(id);
      if (failure) return failure;
      const routes = [...(routesOf.get(id) ?? [])].toSorted();
      if (routes.length > 0) return { kind: "passed", routes, durationMs: 0 };
      return { kind: "blocked", reason: "no answer that shows it was seen" };
    },
  };
}

export function messageOf(error: unknown): string {
  // node:assert colours its messages when stderr is a terminal.
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error));
}

function cover(
  coverage: Watch["coverage"],
  { route, headers, ids, isWrong, status, answer }: Answer,
  target: Target,
) {
  if (!route) return;
  const covered = coverage.get(route.name) ?? {};
  coverage.set(route.name, covered);
  const key = bearerOf({ headers });
  if (key === undefined) covered.missing401 = covered.missing401 !== false && status === 401;
  // A target that does not distinguish keys answers 401 because the request demands it.
  else if (key === target.rejected.apiKey && target.lacks.keys === undefined)
    covered.invalid401 = covered.invalid401 !== false && status === 401;
  else if (key === target.apiKey && answer.ok) {
    covered.success = true;
    delete covered.status;
  } else if (key === target.apiKey && !isWrong && !Object.values(ids).some(isAbsentId)) {
    covered.success ??= false;
    if (!covered.success) covered.status = status;
  }
}
