import { changed, fromTo, type RouteChange } from "./change.ts";
import { resolved, type SecurityRequirement, type Spec } from "./openapi.ts";
import type { Route } from "./route.ts";

/** One alternative of a route's security: its credentials and scopes, whatever their schemes are called. */
interface Demand {
  name: string;
  credentials: Set<string>;
}

/** Loosening lets every old caller in: one of the new demands asks for no more than the old one did. */
export function compareSecurity(b: Route, a: Route): RouteChange[] {
  const [old, now] = [demandsOf(b), demandsOf(a)];
  const what = fromTo(namesOf(old), namesOf(now));
  const changes: RouteChange[] = [];
  if (!old.every((had) => now.some((demand) => meets(had, demand)))) {
    changes.push(changed("security-tightened", true, what, "security"));
  }
  if (!now.every((has) => old.some((demand) => meets(has, demand)))) {
    changes.push(changed("security-loosened", false, what, "security"));
  }
  return changes;
}

/** Whether a caller with the credentials of one demand meets another. */
function meets(had: Demand, { credentials }: Demand): boolean {
  return [...credentials].every((credential) => had.credentials.has(credential));
}

function namesOf(demands: Demand[]): string {
  return demands.map(({ name }) => name).join(" or ");
}

function demandsOf({ spec, operation }: Route): Demand[] {
  const demands = operation.security ?? spec.security ?? [];
  return (demands.length > 0 ? demands : [{}]).map((demand) => demandOf(demand, spec));
}

function demandOf(requirement: SecurityRequirement, spec: Spec): Demand {
  const schemes = Object.entries(requirement).map(([name, scopes]) => {
    const declared = spec.components?.securitySchemes?.[name];
    if (!declared) throw new Error(`there is no security scheme ${name}`);
    const { description, ...scheme } = resolved(spec, declared);
    return { scheme, scopes };
  });
  const names = schemes.map(({ scheme, scopes }) =>
    [scheme.scheme ?? scheme.name ?? scheme.type, ...scopes].join(" "),
  );
  const credentials = schemes.flatMap(({ scheme, scopes }) =>
    ["", ...scopes].map((scope) => `${JSON.stringify(scheme)} ${scope}`),
  );
  return { name: names.join(" and ") || "nothing", credentials: new Set(credentials) };
}
