/** The routes and schemas of a spec; the documented ones, read from its bundle. */
import { createRequire } from "node:module";

export interface Route {
  operationId: string;
  method: string;
  /** As in the spec: `/projects/{project_id}`. */
  path: string;
  /** Its path parameters, each with the index of its segment. */
  parameters: { index: number; name: string }[];
  /** The schema of its JSON request body; undefined if it takes none. */
  body: SchemaPlace | undefined;
  requiresBody: boolean;
  /** Its integer parameters; every other parameter is free text. */
  integers: { in: "path" | "query"; name: string }[];
  /** Its query parameters with one value. */
  query: string[];
  /** Its query parameters with many: after commas, or given more than once. */
  lists: string[];
  /** Those of both that a request has to give. */
  required: string[];
  /** Its first success status; undefined if the spec shows none. */
  status: number | undefined;
  /** Media type of its success response; undefined if it has no body. */
  produces: string | undefined;
  /** The schema of its success response. */
  response: object | undefined;
  /** True if the document shows nothing of its response but `operations`. */
  listsOperations: boolean;
}

/** A schema inside a spec. */
export interface SchemaPlace {
  spec: Spec;
  /** A JSON pointer, `/components/schemas/Project`. */
  pointer: string;
}

/** A bundled spec: references point into its components. */
export interface Spec {
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, object>> & {
    schemas: Record<string, { properties?: object }>;
  };
}

interface PathItem extends Partial<Record<(typeof METHODS)[number], SpecOperation>> {
  parameters?: MaybeReference<Parameter>[];
}

interface SpecOperation {
  operationId: string;
  parameters?: MaybeReference<Parameter>[];
  requestBody?: MaybeReference<Content & { required?: boolean }>;
  responses: Record<string, MaybeReference<Content>>;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: MaybeReference<{ type?: string }>;
}

interface Content {
  content?: Record<string, { schema: MaybeReference<object> }>;
}

interface Reference {
  $ref: string;
}

type MaybeReference<T> = T | Reference;

const METHODS = ["get", "put", "post", "patch", "delete"] as const;

// Required, not imported: importing JSON prints a warning on Node 20.
export const documentedSpec = createRequire(import.meta.url)("#openapi.json") as Spec;

export const documentedMethods = METHODS.map((method) => method.toUpperCase());

export const documentedRoutes: Route[] = routesOf(documentedSpec);

export function routesOf(spec: Spec): Route[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { [method]: operation } = item;
      return operation ? [routeOf(spec, path, method, item, operation)] : [];
    }),
  );
}

function routeOf(
  spec: Spec,
  path: string,
  method: string,
  item: PathItem,
  operation: SpecOperation,
): Route {
  const { operationId, requestBody, responses } = operation;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((at) =>
    resolved(spec, at),
  );
  const integers = parameters.filter(({ schema }) => "type" in schema && schema.type === "integer");
  const queries = parameters
    .filter(({ in: place }) => place === "query")
    .map(({ name, required, schema }) => {
      const { type } = resolved<{ type?: string }>(spec, schema);
      return { name, required, type };
    });
  const namesOf = (isKept: (type: string | undefined) => boolean) =>
    queries.filter(({ type }) => isKept(type)).map(({ name }) => name);
  const body = requestBody && resolved(spec, requestBody);
  const [status = "2XX", success] =
    Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const { content = {} } = success ? resolved(spec, success) : {};
  const [[produces, media] = []] = Object.entries(content);
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: parametersIn(path),
    body: bodyPlace(spec, path, method, operation),
    requiresBody: body?.required === true,
    integers: integers.map(({ in: place, name }) => ({ in: place as "path" | "query", name })),
    query: namesOf((type) => type !== "object" && type !== "array"),
    lists: namesOf((type) => type === "array"),
    required: queries.filter(({ required }) => required).map(({ name }) => name),
    status: status === "2XX" ? undefined : Number(status),
    produces,
    response: media?.schema,
    listsOperations: isReference(success) && success.$ref.endsWith("/UndocumentedMutation"),
  };
}

function parametersIn(path: string): Route["parameters"] {
  return path
    .split("/")
    .map((segment, index) => ({ index, name: segment.slice(1, -1), segment }))
    .filter(({ segment }) => segment.startsWith("{"));
}

function bodyPlace(
  spec: Spec,
  path: string,
  method: string,
  { requestBody }: SpecOperation,
): SchemaPlace | undefined {
  if (!requestBody) return undefined;
  const { content } = resolved(spec, requestBody);
  const schema = content?.["application/json"]?.schema;
  if (!schema) return undefined;
  if (isReference(schema)) return { spec, pointer: schema.$ref.slice(1) };
  const at = isReference(requestBody)
    ? requestBody.$ref.slice(1)
    : `/paths/${path.replaceAll("/", "~1")}/${method}/requestBody`;
  return { spec, pointer: `${at}/content/application~1json/schema` };
}

function resolved<T extends object>(spec: Spec, at: MaybeReference<T>): T {
  if (!isReference(at)) return at;
  const [, , kind = "", name = ""] = at.$ref.split("/");
  return spec.components[kind]?.[name] as T;
}

function isReference(at: object | undefined): at is Reference {
  return at !== undefined && "$ref" in at;
}
