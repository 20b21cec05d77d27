import { changed, fromTo, type RouteChange } from "./change.ts";
import { compareRequests } from "./requests.ts";
import { compareResponses } from "./responses.ts";
import type { Route } from "./route.ts";
import { compareSecurity } from "./security.ts";

/** The changes of a route: its name, the keys it needs, its request and its responses. */
export function compareRoutes(b: Route, a: Route): RouteChange[] {
  return [
    ...compareNames(b, a),
    ...compareSecurity(b, a),
    ...compareRequests(b, a),
    ...compareResponses(b, a),
  ];
}

function compareNames({ operation: b }: Route, { operation: a }: Route): RouteChange[] {
  const changes: RouteChange[] = [];
  if (b.operationId !== a.operationId) {
    const what = `operationId ${fromTo(b.operationId, a.operationId)}`;
    changes.push(changed("operation-id-changed", true, what));
  }
  if (a.deprecated && !b.deprecated) {
    changes.push(changed("route-deprecated", false, "was deprecated"));
  }
  return changes;
}
