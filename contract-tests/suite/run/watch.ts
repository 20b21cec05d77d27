/** Watches all traffic of a run: counts how each route was answered and asks the observers. */
import type { Onlooker } from "./context.ts";
import { curlLines } from "./curl.ts";
import { type Answer, bearerOf } from "./exchange.ts";
import type { Coverage, Failure, Outcome } from "./outcome.ts";
import type { Observer, Rule } from "./rule.ts";
import type { Target } from "./target.ts";

export interface Watch extends Onlooker {
  /** By the name of the route. */
  coverage: Map<string, Coverage>;
  hasFailed(id: string): boolean;
  outcomeOf(rule: Rule & Observer): Outcome;
}

export function createWatch(observers: readonly (Rule & Observer)[]): Watch {
  const routesOf = new Map<string, Set<string>>(observers.map(({ id }) => [id, new Set()]));
  const failures = new Map<string, Failure>();
  const coverage: Watch["coverage"] = new Map();

  return {
    requests: 0,
    coverage,
    look(answer, target, secrets) {
      cover(coverage, answer, target);
      const route = answer.route?.name ?? `${answer.method} ${answer.path}`;
      for (const rule of observers) {
        if (failures.has(rule.id)) continue;
        try {
          if (rule.observe(answer, target)) routesOf.get(rule.id)?.add(route);
        } catch (error) {
          failures.set(rule.id, {
            kind: "failed",
            message: secrets.hide(`${route}: ${messageOf(error)}`),
            curl: curlLines([answer], target.url, secrets),
            routes: [route],
            durationMs: 0,
          });
        }
      }
    },
    hasFailed: (id) => failures.has(id),
    outcomeOf({ id }) {
      const failure = failures.get(id);
      if (failure) return failure;
      const routes = [...(routesOf.get(id) ?? [])];
      if (routes.length > 0) return { kind: "passed", routes, durationMs: 0 };
      return { kind: "blocked", reason: "no answer that shows it was seen" };
    },
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function cover(
  coverage: Watch["coverage"],
  { route, headers, status, answer }: Answer,
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
  else if (key === target.apiKey && answer.ok) covered.success = true;
}
