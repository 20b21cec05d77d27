/** A change between two specs. */
export interface Change {
  /** Name of the rule that found it; a name keeps its meaning. */
  kind: string;
  /** Whether a caller of the first spec can fail with the second. */
  breaking: boolean;
  /** A route, a part of one, or a place in a schema: `Compute.status`. */
  where: string;
  /** One sentence without its subject. */
  what: string;
  /** The routes it affects, like `GET /projects`; none for the spec as a whole. */
  routes: string[];
}

/** A change inside one route; without `where`, of the route as a whole. */
export interface RouteChange {
  kind: string;
  breaking: boolean;
  where?: string;
  what: string;
}

export type Side = "request" | "response";

/** A place in the schemas of one side of a route. */
export interface Place {
  side: Side;
  at: string;
}

export function changed(
  kind: string,
  breaking: boolean,
  what: string,
  where?: string,
): RouteChange {
  return where === undefined ? { kind, breaking, what } : { kind, breaking, where, what };
}

/** A place now allows fewer values, which breaks a request. */
export function narrowed(rule: string, what: string, { side, at }: Place): RouteChange {
  return changed(`${side}-${rule}`, side === "request", what, at);
}

/** A place now allows more values, which breaks a response. */
export function widened(rule: string, what: string, { side, at }: Place): RouteChange {
  return changed(`${side}-${rule}`, side === "response", what, at);
}

/** Reads `changed from 1 to 2`. */
export function fromTo(old: unknown, now: unknown): string {
  return `changed from ${old} to ${now}`;
}
