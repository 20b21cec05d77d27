import { METHODS } from "../methods.js";
import { type Operation, type PathItem, resolved, type Spec } from "./openapi.ts";
import type { SchemaReader } from "./schema/read.ts";

/** A route and the spec it belongs to. */
export interface Route {
  spec: Spec;
  /** Shared by all routes of the spec. */
  schemas: SchemaReader;
  item: PathItem;
  operation: Operation;
}

/** The routes of a spec by name: `GET /projects`. */
export function routesOf(spec: Spec): Map<string, Route> {
  const schemas: SchemaReader = { spec, known: new Map() };
  const routes = new Map<string, Route>();
  for (const [path, ref] of Object.entries(spec.paths ?? {})) {
    const item = resolved(spec, ref);
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      routes.set(`${method.toUpperCase()} ${path}`, { spec, schemas, item, operation });
    }
  }
  return routes;
}
