/** The documented routes and schemas, read from the bundled spec. */
import { createRequire } from "node:module";

export interface Route {
  operationId: string;
  method: string;
  /** As in the spec: `/projects/{project_id}`. */
  path: string;
  /** Its path parameters, each with the index of its segment. */
  parameters: { index: number; name: string }[];
  /** Schema of its request body; undefined if it takes none. */
  bodySchema: string | undefined;
  requiresBody: boolean;
  /** Its integer parameters; every other parameter is free text. */
  integers: { in: "path" | "query"; name: string }[];
  /** Its documented query parameters. */
  query: string[];
  /** Media type of its success response. */
  produces: string;
  /** True if the document shows nothing of its response but `operations`. */
  listsOperations: boolean;
}

interface Spec {
  paths: Record<string, PathItem>;
  components: {
    parameters: Record<string, Parameter>;
    requestBodies: Record<string, Content & { required?: boolean }>;
    responses: Record<string, Content>;
    schemas: Record<string, { properties?: object }>;
  };
}

interface PathItem extends Partial<Record<(typeof METHODS)[number], SpecOperation>> {
  parameters?: Reference[];
}

interface SpecOperation {
  operationId: string;
  parameters?: Reference[];
  requestBody?: Reference;
  responses: { "2XX": Reference };
}

interface Parameter {
  in: string;
  name: string;
  schema: { type?: string };
}

interface Content {
  content: Record<string, { schema: Reference }>;
}

interface Reference {
  $ref: string;
}

const METHODS = ["get", "put", "post", "patch", "delete"] as const;

// Required, not imported: importing JSON prints a warning on Node 20.
const { paths, components } = createRequire(import.meta.url)("#openapi.json") as Spec;

export const { schemas } = components;

export const documentedMethods = METHODS.map((method) => method.toUpperCase());

export const documentedRoutes: Route[] = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const { [method]: operation } = item;
    return operation ? [routeOf(path, method, item, operation)] : [];
  }),
);

function routeOf(path: string, method: string, item: PathItem, operation: SpecOperation): Route {
  const { operationId, requestBody, responses } = operation;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((at) =>
    resolved(components.parameters, at),
  );
  const body = requestBody && resolved(components.requestBodies, requestBody);
  const bodySchema = body?.content["application/json"]?.schema;
  const { "2XX": success } = responses;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: path
      .split("/")
      .map((segment, index) => ({ index, name: segment.slice(1, -1), segment }))
      .filter(({ segment }) => segment.startsWith("{")),
    bodySchema: bodySchema && nameOf(bodySchema),
    requiresBody: body?.required === true,
    integers: parameters
      .filter(({ schema }) => schema.type === "integer")
      .map(({ in: place, name }) => ({ in: place as "path" | "query", name })),
    query: parameters
      .filter((parameter) => parameter.in === "query" && parameter.schema.type !== "object")
      .map(({ name }) => name),
    produces: Object.keys(resolved(components.responses, success).content)[0] ?? "",
    listsOperations: nameOf(success) === "UndocumentedMutation",
  };
}

function resolved<T>(named: Record<string, T>, reference: Reference): T {
  return named[nameOf(reference)] as T;
}

function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
