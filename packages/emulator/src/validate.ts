/** Checks parameters and bodies against the spec. */
import { createRequire } from "node:module";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { memoized } from "./memoized.ts";
import { Problem } from "./problem.ts";
import { documentedSpec, type Route, type SchemaPlace, type Spec } from "./spec.ts";

/**
 * Parses the query string and checks the parameters of path and query.
 *
 * @throws {Problem} 400 naming the first parameter that does not fit the spec
 */
export function checkParameters({ integers, query, lists }: Route, path: object, search: string) {
  const parameters = search === "" ? undefined : new URLSearchParams(search);
  const given: Record<string, string> = parameters ? Object.fromEntries(parameters) : {};
  const values = { path: path as Record<string, string>, query: given };
  for (const { in: place, name } of integers) {
    const value = values[place][name];
    if (value !== undefined && !/^-?\d{1,15}$/.test(value)) {
      throw new Problem("malformed", `${place}.${name} must be a whole number`, `${place}.${name}`);
    }
  }
  for (const name of query) {
    if (parameters && parameters.getAll(name).length > 1) {
      throw new Problem("malformed", `query.${name} is given more than once`, `query.${name}`);
    }
  }
  for (const name of lists) {
    if (given[name] !== undefined) given[name] = `${parameters?.getAll(name)}`;
  }
  return given;
}

/** @throws {Problem} 400 naming the first field that does not fit the spec */
export function validateBody({ body: place }: Route, body: unknown): void {
  if (place !== undefined) check(wholeSchema(place), "body", body);
}

/**
 * Checks attributes that the body's own schema leaves open. Any of the schema's properties may be
 * absent, and unknown ones pass.
 *
 * @param where the attributes' place in the request, such as `body.endpoint`
 * @throws {Problem} 400 naming the first attribute that does not fit the spec
 */
export function validateAttributes(
  schema: "Endpoint" | "Project",
  where: string,
  attributes: object,
): void {
  check(partialSchema(schema), where, attributes);
}

/**
 * Returns a copy of an object in a body whose shape is not shown; an absent one is empty.
 *
 * @throws {Problem} 400 when the value is not an object
 */
export function objectOf(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = Object.hasOwn(body, name) ? body[name] : {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Problem("malformed", `body.${name} must be object`, `body.${name}`);
}

const wholeSchema = memoized(({ spec, pointer }: SchemaPlace) =>
  ajvOf(spec).compile({ $ref: `spec#${pointer}` }),
);

const partialSchema = memoized((name: "Endpoint" | "Project") => {
  const pointer = `spec#/components/schemas/${name}/properties`;
  const properties = Object.keys(documentedSpec.components.schemas[name]?.properties ?? {});
  const references = properties.map((property) => [property, { $ref: `${pointer}/${property}` }]);
  return ajvOf(documentedSpec).compile({ properties: Object.fromEntries(references) });
});

/** Loads ajv for the first body, which keeps start-up short. */
const ajvOf = memoized((spec: Spec): Ajv2020 => {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  return ajv.addSchema({ $id: "spec", ...spec });
});

function check(validate: ValidateFunction, where: string, value: unknown): void {
  if (validate(value)) return;
  // When every alternative fails, the last error is the one that says so.
  const { instancePath = "", message, params, keyword } = validate.errors?.at(-1) ?? {};
  const missing = keyword === "required" ? `.${params?.missingProperty}` : "";
  const field = `${where}${decodePointer(instancePath)}${missing}`;
  const why = missing
    ? "is missing"
    : keyword === "anyOf"
      ? "is none of the values allowed"
      : message;
  throw new Problem("malformed", `${field} ${why}`, field);
}

function decodePointer(pointer: string): string {
  return pointer.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
