/**
 * Merges a profile, an OpenAPI document of one provider, into the document: what the document shows
 * stays, what it leaves open comes from the profile, and where the two contradict each other the
 * profile stands only if `deviations.yaml` lists that.
 */
import { type Operation, type PathItem, resolved, type Spec } from "../compare/openapi.ts";
import { METHODS } from "../methods.js";
import { type Contradiction, type Deviations, settleAll } from "./deviations.ts";
import { labelOperation, labelSchemas } from "./labels.ts";
import { dropUnused, importBorrowed, type Names } from "./names.ts";
import type { Profile } from "./profile.ts";
import { type BothRoutes, completeRequest, completeResponses, type Origin } from "./routes.ts";

export interface Merged {
  spec: Spec;
  /** Contradictions that no deviation allows, and deviations that are none. */
  problems: string[];
  /** Routes that the profile lacks. */
  missing: string[];
  /** Routes that only the profile has. */
  leftOut: string[];
}

interface Found {
  path: string;
  item: PathItem;
  operation: Operation;
}

/** The origin of each part of a route in a merged spec. */
export interface RouteOrigin {
  request: Origin;
  response: Origin;
}

export function mergeProfile(document: Spec, profile: Profile): Merged {
  const spec = structuredClone(document);
  const [own, theirs] = [routesOf(spec), routesOf(profile.spec)];
  const names: Names = new Map();
  const contradictions: Contradiction[] = [];
  const origins = new Map<string, RouteOrigin>();
  for (const [key, { path, operation }] of own) {
    const their = theirs.get(key);
    if (!their) continue;
    const route = nameOf(key, path);
    const both: BothRoutes = {
      document: spec,
      profile: profile.spec,
      ours: operation,
      theirs: their.operation,
      theirItem: their.item,
      at: `#/paths/${path.replaceAll("/", "~1")}/${key.split(" ")[0]}`,
      names,
      contradict: (found) => contradictions.push({ route, ...found }),
    };
    nameDeviations(both);
    origins.set(route, { request: completeRequest(both), response: completeResponses(both) });
  }
  const { byRoute, problems } = settleAll(contradictions, profile.deviations);
  dropUnused(spec);
  const imported = importBorrowed(spec, profile.spec, names, capitalized(profile.name));
  labelSchemas(spec, new Set(imported), profile);
  for (const [key, { path, operation }] of own) {
    const route = nameOf(key, path);
    const origin = origins.get(route) ?? notKnown(operation);
    const deviations = [...(byRoute.get(route) ?? [])];
    labelOperation(operation, theirs.get(key)?.operation, profile, { ...origin, deviations });
  }
  dropUnused(spec);
  spec["x-profile"] = { name: profile.name, deviations: withoutPlaces(profile.deviations) };
  const only = (some: Map<string, Found>, others: Map<string, Found>) =>
    [...some].filter(([key]) => !others.has(key)).map(([key, { path }]) => nameOf(key, path));
  return { spec, problems, missing: only(own, theirs), leftOut: only(theirs, own) };
}

/** Routes by method and path, whatever the path's parameters are called: `get /projects/{}`. */
function routesOf(spec: Spec): Map<string, Found> {
  const routes = new Map<string, Found>();
  for (const [path, ref] of Object.entries(spec.paths ?? {})) {
    const item = resolved(spec, ref);
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      const key = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
      if (operation) routes.set(key, { path, item, operation });
    }
  }
  return routes;
}

/** The deviations that the profile names on the operation, since no shape can show them. */
function nameDeviations({ theirs, at, contradict }: BothRoutes) {
  for (const id of theirs["x-deviations"] ?? []) {
    contradict({ at, says: "contradicts it", id, settle: () => {} });
  }
}

/** The merged spec has them in place. */
function withoutPlaces(deviations: Deviations): object {
  const entries = Object.entries(deviations).map(([id, { at, ...entry }]) => [id, entry]);
  return Object.fromEntries(entries);
}

function notKnown({ "x-documented": documented }: Operation): RouteOrigin {
  const origin = (part?: string) => (part === "not-shown" ? "not known" : "documented");
  return { request: origin(documented?.request), response: origin(documented?.response) };
}

function nameOf(key: string, path: string): string {
  return `${key.split(" ")[0]?.toUpperCase()} ${path}`;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/\W/g, "");
}
