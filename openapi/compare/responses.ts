import { changed, type RouteChange } from "./change.ts";
import { compareContents, schemaOf } from "./contents.ts";
import { type Content, type Response, resolved, type Schema, type Spec } from "./openapi.ts";
import type { Route } from "./route.ts";
import { type Comparison, compareSchemas } from "./schemas.ts";

/** The responses of a route by status: `200`, `2XX` or `default`. */
type Responses = Map<string, { content: Content | undefined; headers: Schema }>;

export function compareResponses(b: Route, a: Route): RouteChange[] {
  const comparison: Comparison = {
    side: "response",
    before: b.schemas,
    after: a.schemas,
    compared: new Set(),
  };
  const [old, now] = [responsesOf(b), responsesOf(a)];
  const changes: RouteChange[] = [];
  const covered = new Set<string>();
  const compare = (was: string, is: string) => {
    const [b, a] = [old.get(was), now.get(is)];
    if (!b || !a) return;
    const where = `response ${is}`;
    changes.push(
      ...compareContents(comparison, b.content, a.content, where),
      ...compareSchemas(comparison, b.headers, a.headers, where),
    );
  };
  for (const status of old.keys()) {
    const { successors, change } = successorsOf(status, now);
    if (change) changes.push(change);
    for (const successor of successors) {
      covered.add(successor);
      compare(status, successor);
    }
  }
  for (const status of now.keys()) {
    if (covered.has(status)) continue;
    changes.push(changed("response-status-added", false, "was added", `response ${status}`));
    const predecessor = predecessorOf(status, old);
    if (predecessor) compare(predecessor, status);
  }
  return changes;
}

function responsesOf({ spec, operation }: Route): Responses {
  return new Map(
    Object.entries(operation.responses ?? {}).map(([status, ref]) => {
      const { content, headers = {} } = resolved(spec, ref);
      return [status.replace(/xx$/i, "XX"), { content, headers: schemaOfHeaders(spec, headers) }];
    }),
  );
}

/** Headers compare like the properties of an object. */
function schemaOfHeaders(spec: Spec, headers: NonNullable<Response["headers"]>): Schema {
  const named = Object.entries(headers).map(
    ([name, ref]) => [`header ${name.toLowerCase()}`, resolved(spec, ref)] as const,
  );
  return {
    type: "object",
    properties: Object.fromEntries(named.map(([name, header]) => [name, schemaOf(header)])),
    required: named.filter(([, { required }]) => required).map(([name]) => name),
  };
}

/** The new statuses that take over an old one, and what that changes. */
function successorsOf(
  status: string,
  now: Responses,
): { successors: string[]; change?: RouteChange } {
  const where = `response ${status}`;
  if (now.has(status)) return { successors: [status] };
  const within = [...now.keys()].filter((other) => rangeOf(other) === status);
  if (within.length > 0) {
    const what = `is now only ${within.join(", ")}`;
    return { successors: within, change: changed("response-status-narrowed", false, what, where) };
  }
  const range = rangeOf(status);
  if (range && now.has(range)) {
    const what = `may now be any ${range}`;
    return { successors: [range], change: changed("response-status-widened", true, what, where) };
  }
  const change = changed("response-status-removed", true, "was removed", where);
  return { successors: [], change };
}

/**
 * The status that callers had to expect in place of a new one: its range; for a success another
 * success, because the body of a success has one type whatever its status; for an error the default.
 */
function predecessorOf(status: string, old: Responses): string | undefined {
  const range = rangeOf(status);
  if (range && old.has(range)) return range;
  if (status.startsWith("2")) return [...old.keys()].find((other) => other.startsWith("2"));
  return /^[45]/.test(status) && old.has("default") ? "default" : undefined;
}

/** `2XX` for 201; undefined for a range and for `default`. */
function rangeOf(status: string): string | undefined {
  return /^\d{3}$/.test(status) ? `${status[0]}XX` : undefined;
}
