/** The documented routes, from the bundled spec: how a request finds its operation and is validated. */
import { createRequire } from "node:module";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { Problem } from "./problem.ts";
import type { Key, World } from "./world.ts";

/** What a handler gets: the parameters of the path and the query as text, the body as its schema says. */
export interface Request<Body = Record<string, unknown>> {
  world: World;
  principal: Key;
  route: Route;
  /** Every parameter of the route's path is there. */
  path: Record<string, string> & { [name in PathParameter]: string };
  query: Record<string, string | undefined>;
  body: Body;
}

export interface Route {
  operationId: string;
  method: string;
  /** As the spec writes it: `/projects/{project_id}`. */
  path: string;
  /** The parameters of its path, by the segment each is. */
  parameters: { index: number; name: string }[];
  /** Names of the schema of its body, if it takes one. */
  bodySchema: string | undefined;
  requiresBody: boolean;
  /** Parameters that are not any text. */
  integers: { in: "path" | "query"; name: string }[];
  /** Names of its query parameters, if the document shows them. */
  query: string[];
  /** The media type of its answer. */
  produces: string;
  /** Whether the document shows nothing of its answer but the operations it lists. */
  listsOperations: boolean;
}

type PathParameter =
  | "project_id"
  | "branch_id"
  | "endpoint_id"
  | "operation_id"
  | "org_id"
  | "key_id";

interface Parameter {
  in: string;
  name: string;
  schema: { type?: string };
}

interface Reference {
  $ref: string;
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

interface Spec {
  paths: Record<string, PathItem>;
  components: Record<"parameters" | "requestBodies" | "responses" | "schemas", object>;
}

const METHODS = ["get", "put", "post", "patch", "delete"] as const;
const require = createRequire(import.meta.url);
// Not imported: JSON modules come with a warning on Node 20.
const { paths, components } = require("#openapi.json") as Spec;

export const routes: Route[] = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const { [method]: operation } = item;
    return operation ? [routeOf(path, method, item, operation)] : [];
  }),
);

/** Where a path may go on, and the routes that end here, by method. */
interface Step {
  literals: Map<string, Step>;
  parameter?: Step;
  routes: Map<string, Route>;
}

const newStep = (): Step => ({ literals: new Map(), routes: new Map() });
const root = newStep();
for (const route of routes) addRoute(route);

/**
 * The route of a request, with the values in its path.
 *
 * @throws {Problem} when there is none, when another method is documented, when a value is malformed
 */
export function findRoute(method: string, pathname: string) {
  const segments = pathname.split("/");
  const route = routeFrom(root, method, segments);
  if (route) return { route, path: valuesOf(route, segments) };
  const allowed = METHODS.map((name) => name.toUpperCase()).filter((name) =>
    routeFrom(root, name, segments),
  );
  throw allowed.length > 0
    ? new Problem("methodNotAllowed", `${allowed.join(", ")} is documented here, this is not`)
    : new Problem("notFound", "no documented route has this path");
}

/** @throws {Problem} that names the first parameter that does not fit the spec */
export function checkParameters({ integers, query }: Route, path: object, text: string) {
  const search = text === "" ? undefined : new URLSearchParams(text);
  const given: Record<string, string> = search ? Object.fromEntries(search) : {};
  const values = { path: path as Record<string, string>, query: given };
  for (const { in: place, name } of integers) {
    const value = values[place][name];
    if (value !== undefined && !/^-?\d{1,15}$/.test(value)) {
      throw new Problem("malformed", `${place}.${name} must be a whole number`, `${place}.${name}`);
    }
  }
  for (const name of query) {
    if (search && search.getAll(name).length > 1) {
      throw new Problem("malformed", `query.${name} is given more than once`, `query.${name}`);
    }
  }
  return given;
}

/** @throws {Problem} that names the first field that does not fit the spec */
export function validateBody({ bodySchema }: Route, body: unknown): void {
  if (bodySchema !== undefined) validate(bodySchema, "body", body);
}

/** The same for some of the attributes a schema has, which the body's own schema leaves open. */
export function validateAttributes(
  schema: "Endpoint" | "Project",
  where: string,
  attributes: object,
) {
  validate(`Some of ${schema}`, where, attributes);
}

/**
 * An object in a body whose shape is not shown; empty if it is not there.
 *
 * @throws {Problem} when it is something else
 */
export function objectOf(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = Object.hasOwn(body, name) ? body[name] : {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Problem("malformed", `body.${name} must be object`, `body.${name}`);
}

function routeOf(path: string, method: string, item: PathItem, operation: SpecOperation): Route {
  const { operationId, requestBody, responses } = operation;
  const shown = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(({ $ref }) =>
    named<Parameter>(components.parameters, $ref),
  );
  const body = requestBody && named<Body>(components.requestBodies, requestBody.$ref);
  const answer = nameOf(responses["2XX"].$ref);
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: path
      .split("/")
      .map((segment, index) => ({ index, name: segment.slice(1, -1), segment }))
      .filter(({ segment }) => segment.startsWith("{")),
    bodySchema: body && nameOf(body.content["application/json"].schema.$ref),
    requiresBody: body?.required === true,
    integers: shown
      .filter(({ schema }) => schema.type === "integer")
      .map(({ in: place, name }) => ({ in: place as "path" | "query", name })),
    query: shown
      .filter((parameter) => parameter.in === "query" && parameter.schema.type !== "object")
      .map(({ name }) => name),
    produces:
      Object.keys(named<Body>(components.responses, responses["2XX"].$ref).content)[0] ?? "",
    listsOperations: answer === "UndocumentedMutation",
  };
}

interface Body {
  required?: boolean;
  content: { "application/json": { schema: Reference } };
}

function named<T>(list: object, $ref: string): T {
  return (list as Record<string, T>)[nameOf($ref)] as T;
}

function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

function addRoute(route: Route): void {
  let step = root;
  for (const segment of route.path.split("/")) {
    const isParameter = segment.startsWith("{");
    const next = (isParameter ? step.parameter : step.literals.get(segment)) ?? newStep();
    if (isParameter) step.parameter = next;
    else step.literals.set(segment, next);
    step = next;
  }
  step.routes.set(route.method, route);
}

/** What a path says literally wins over a parameter. */
function routeFrom(step: Step, method: string, segments: string[], index = 0): Route | undefined {
  const { [index]: segment } = segments;
  if (segment === undefined) return step.routes.get(method);
  const literal = step.literals.get(segment);
  const parameter = segment === "" ? undefined : step.parameter;
  return (
    (literal && routeFrom(literal, method, segments, index + 1)) ??
    (parameter && routeFrom(parameter, method, segments, index + 1))
  );
}

function valuesOf({ parameters }: Route, segments: string[]): Request["path"] {
  const path: Record<string, string> = {};
  for (const { index, name } of parameters) {
    const value = segments[index] as string;
    try {
      path[name] = value.includes("%") ? decodeURIComponent(value) : value;
    } catch {
      throw new Problem("malformed", `path.${name} is not percent-encoded UTF-8`, `path.${name}`);
    }
  }
  return path as Request["path"];
}

/** Loaded and compiled when the first body comes, which keeps the start short. */
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

function validate(name: string, where: string, value: unknown): void {
  let check = validators.get(name);
  if (!check) {
    check = compile(name);
    validators.set(name, check);
  }
  if (check(value)) return;
  // Of alternatives that all fail, the last error is that none fits.
  const { instancePath = "", message, params, keyword } = check.errors?.at(-1) ?? {};
  const missing = keyword === "required" ? `.${params?.missingProperty}` : "";
  const field = `${where}${decodePointer(instancePath)}${missing}`;
  const why = missing
    ? "is missing"
    : keyword === "anyOf"
      ? "is none of the values allowed"
      : message;
  throw new Problem("malformed", `${field} ${why}`, field);
}

function compile(name: string): ValidateFunction {
  if (!ajv) {
    const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
    ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema({ $id: "spec", components: { schemas: components.schemas } });
  }
  const some = /^Some of (\w+)$/.exec(name)?.[1];
  if (some === undefined) return ajv.compile({ $ref: `spec#/components/schemas/${name}` });
  const properties = Object.keys(
    named<{ properties: object }>(components.schemas, some).properties,
  );
  const of = (property: string) => `spec#/components/schemas/${some}/properties/${property}`;
  const open = properties.map((property) => [property, { $ref: of(property) }]);
  return ajv.compile({ type: "object", properties: Object.fromEntries(open) });
}

function decodePointer(pointer: string): string {
  return pointer.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
