/** The places where a provider is known to contradict the document. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** An entry of `deviations.yaml`. */
export interface Deviation {
  /** Pointers into the built document; none where the profile itself names the entry. */
  at?: string[];
  /** The sentence it breaks, as `contract-tests/suite/rules/statements.ts` names it. */
  statement: string;
  document: string;
  provider: string;
  evidence: ("types" | "example" | "recorded" | "reported")[];
}

/** By id. */
export type Deviations = Record<string, Deviation>;

/** A place where the profile contradicts the document. */
export interface Contradiction {
  route: string;
  /** Pointer into the document. */
  at: string;
  says: string;
  /** The entry that the profile names for it, by `x-deviation`. */
  id?: string | undefined;
  /** Lets the profile's part stand. */
  settle: (id: string) => void;
}

interface Line {
  id: string;
  at: string | undefined;
}

/** Reads the `deviations.yaml` beside a profile; without that file there are none. */
export function readDeviations(profile: string): Deviations {
  const file = join(dirname(profile), "deviations.yaml");
  return existsSync(file) ? (parse(readFileSync(file, "utf8")) ?? {}) : {};
}

/**
 * Lets the profile stand where an entry allows it. Returns the entries that each route uses, and a
 * sentence for each contradiction without an entry and each entry without a contradiction.
 */
export function settleAll(contradictions: Contradiction[], deviations: Deviations) {
  const lines = linesOf(deviations);
  const used = new Set<Line>();
  const byRoute = new Map<string, Set<string>>();
  const refused = new Map<string, { text: string; routes: Set<string> }>();
  for (const { route, at, says, id, settle } of contradictions) {
    const line = lines.find((one) => (id ? one.id === id && !one.at : one.at === at));
    if (!line) {
      const key = id ?? at;
      const text = id ? `names the deviation ${id}` : says;
      const found = refused.get(key) ?? { text: `${text} (${at})`, routes: new Set() };
      refused.set(key, { ...found, routes: found.routes.add(route) });
      continue;
    }
    used.add(line);
    byRoute.set(route, (byRoute.get(route) ?? new Set()).add(line.id));
    settle(line.id);
  }
  const unused = lines.filter((line) => !used.has(line));
  const problems = [
    ...[...refused.values()].map(
      ({ text, routes }) =>
        `${listed([...routes])}: the profile ${text}; deviations.yaml does not list that`,
    ),
    ...unused.map(
      ({ id, at }) => `deviations.yaml: ${id} contradicts nothing${at ? `: ${at}` : ""}`,
    ),
  ];
  return { byRoute, problems };
}

/** The first of many routes, and how many more there are. */
function listed(routes: string[]): string {
  const more = routes.length - 3;
  return routes.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function linesOf(deviations: Deviations): Line[] {
  return Object.entries(deviations).flatMap(([id, { at = [undefined] }]) =>
    at.map((place) => ({ id, at: place })),
  );
}
