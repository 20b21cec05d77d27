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

// Required, not imported: importing JSON prints a warning on Node 20.
export const spec = createRequire(import.meta.url)("#openapi.neon.json") as Spec;

export const routes: ReadonlyMap<string, Route> = new Map(
  routesOf(spec).map((route) => [route.operationId, route]),
);

/** The schema of a refusal with this status; undefined if the route shows none of its own. */
export function refusalSchema({ operationId }: Pick<Route, "operationId">, status: number) {
  const response = operations.get(operationId)?.responses[status];
  return response?.content?.["application/json"]?.schema as Schema | undefined;
}

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const operations = new Map(
  Object.values(spec.paths as Record<string, Record<string, Operation>>).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      operation.operationId ? [[operation.operationId, operation] as const] : [],
    ),
  ),
);

const components = spec.components.schemas as Record<string, Schema>;

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
  return components[name] as Schema;
}

function componentAt(reference: string): Schema {
  return componentNamed(reference.slice(reference.lastIndexOf("/") + 1));
}
