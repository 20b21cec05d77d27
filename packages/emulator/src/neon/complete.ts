/** Completes what a handler knows to the provider's shape. */
import type { RoutedRequest } from "../router.ts";
import { flat, type Schema } from "./spec.ts";

export interface Known extends Readonly<Record<string, unknown>> {
  /** The time of the answer, for required times. */
  now: string;
}

/** Values of required properties that nothing in the emulator decides, by name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  creation_source: "console",
  plan: "free",
};

/**
 * Returns the value with every required property that it lacks. Values come from the schema: its
 * example, default or first allowed value, else an empty value of its type.
 *
 * @param known values by the name of their property, such as the ids in the request's path
 */
export function complete(schema: Schema, value: unknown, known: Known): unknown {
  const { properties, required = [], items, ...rest } = alternativeFor(flat(schema), value);
  if (properties || rest.type === "object") {
    return completeObject({ properties: properties ?? {}, required }, value, known);
  }
  if (rest.type === "array") {
    return Array.isArray(value) && items
      ? value.map((item) => complete(items, item, known))
      : (value ?? []);
  }
  return value === undefined ? emptyOf(rest, known) : value;
}

function completeObject(
  { properties, required }: Required<Pick<Schema, "properties" | "required">>,
  value: unknown,
  known: Known,
): unknown {
  if (value === null) return null;
  const given = typeof value === "object" ? { ...(value as Record<string, unknown>) } : {};
  for (const [name, schema] of Object.entries(properties)) {
    if (given[name] !== undefined) given[name] = complete(schema, given[name], known);
    else if (required.includes(name)) {
      given[name] = known[name] ?? BY_NAME[name] ?? complete(schema, undefined, known);
    }
  }
  return given;
}

/** The first alternative whose required properties are there, else the first one. */
function alternativeFor(schema: Schema, value: unknown): Schema {
  const alternatives = (schema.oneOf ?? schema.anyOf)?.map(flat);
  if (!alternatives) return schema;
  const has = (name: string) => typeof value === "object" && value !== null && name in value;
  const fits = alternatives.find(({ required = [] }) => required.length > 0 && required.every(has));
  return fits ?? (alternatives[0] as Schema);
}

function emptyOf(schema: Schema, { now }: Known): unknown {
  if (schema.format === "date-time") return now;
  const { const: constant, example, examples, default: preset, enum: values } = schema;
  const shown = [constant, example, examples?.[0], preset, values?.[0]];
  const first = shown.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const [type] = [schema.type].flat();
  if (type === "string") return EMPTY_BY_FORMAT[`${schema.format}`] ?? "";
  if (type === "boolean") return false;
  return type === "integer" || type === "number" ? Math.max(0, schema.minimum ?? 0) : null;
}

const EMPTY_BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: "00000000-0000-4000-8000-000000000000",
  email: "user@emulator.invalid",
  uri: "https://emulator.invalid/",
};

/** The time, and the ids in the path of a request. */
export function knownIn({ world, path }: Pick<RoutedRequest, "world" | "path">): Known {
  return { ...path, now: world.timestamp() };
}
