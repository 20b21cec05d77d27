/** The routes and schemas of the profile, read from its merged spec. */
import { createRequire } from "node:module";
import { type Route, routesOf, type Spec } from "../spec.ts";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Read {
  spec: Spec;
  routes: ReadonlyMap<string, Route>;
  operations: ReadonlyMap<string, Operation>;
  components: Record<string, Schema>;
}

let read: Read | undefined;

/** Reads the spec for the first request, which keeps start-up short. */
function contents(): Read {
  if (read) return read;
  // Required, not imported: importing JSON prints a warning on Node 20.
  const spec = createRequire(import.meta.url)("#openapi.neon.json") as Spec;
  const items = Object.values(spec.paths as Record<string, Record<string, Operation>>);
  const operations = items.flatMap((item) => Object.values(item));
  read = {
    spec,
    routes: new Map(routesOf(spec).map((route) => [route.operationId, route])),
    operations: new Map(operations.map((operation) => [`${operation.operationId}`, operation])),
    components: spec.components.schemas as Record<string, Schema>,
  };
  return read;
}

/** The API as the provider serves it. */
export function spec(): Spec {
  return contents().spec;
}

/** Every route by its operationId. */
export function routesById(): ReadonlyMap<string, Route> {
  return contents().routes;
}

/** The schema of a refusal with this status; undefined if the route shows none of its own. */
export function refusalSchema({ operationId }: Pick<Route, "operationId">, status: number) {
  const response = contents().operations.get(operationId)?.responses[status];
  return response?.content?.["application/json"]?.schema as Schema | undefined;
}

/** Follows a reference, and merges `allOf` into one object schema. */
export function flat(schema: Schema): Schema {
  if (schema.$ref !== undefined) return flat(componentAt(schema.$ref));
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map(flat);
  return {
    ...schema,
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
  };
}

export function componentNamed(name: string): Schema {
  return contents().components[name] as Schema;
}

function componentAt(reference: string): Schema {
  return componentNamed(reference.slice(reference.lastIndexOf("/") + 1));
}
