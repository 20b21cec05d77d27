/** Checks values against schemas of a merged spec, which may refer to its components. */
import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";

/** Returns the first violation of a named schema with its JSON pointer; undefined if there is none. */
export type Check = (name: string, value: unknown) => string | undefined;

/** Not parts of a schema: their values may look like one. */
const NOT_SCHEMA = new Set(["description", "discriminator", "example", "examples", "xml"]);

/** Violations of these only lead to the one inside. */
const OUTER = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "allOf",
  "$ref",
]);

/** Prepares all schemas once, by name. */
export function checking(schemas: Record<string, unknown>, components: object): Check {
  const root = withoutNotes({ schemas, components }) as { schemas: Record<string, Schema> };
  const lookup = dereference(root as Schema);
  return (name, value) => {
    const { errors } = validate(value, root.schemas[name] as Schema, "2020-12", lookup);
    const first = errors.find(({ keyword }) => !OUTER.has(keyword));
    return first && written(first);
  };
}

function written({ instanceLocation, error }: OutputUnit): string {
  return `${instanceLocation}: ${error}`;
}

function withoutNotes(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((part) => withoutNotes(part));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([key]) => isMap || !(NOT_SCHEMA.has(key) || key.startsWith("x-")),
  );
  return Object.fromEntries(
    kept.map(([key, part]) => [key, withoutNotes(part, key === "properties" && !isMap)]),
  );
}
