/** Reads a schema as the merge needs it: with what it refers to, and with its place. */
import { type AnySchema, lookUp, type Schema, type Spec } from "../compare/openapi.ts";

/** A schema where it stands, so that it can be replaced. */
export interface Place {
  holder: Record<string, unknown>;
  key: string;
  /** Pointer: `#/components/schemas/Project/properties/id`. */
  at: string;
}

export interface Shape {
  /** The schema itself, what it refers to and the parts of its `allOf`, in this order. */
  parts: Place[];
  /** JSON types and `integer`; none if any is allowed. */
  types: string[];
  /** The only values allowed, if they are listed. */
  values: unknown[] | undefined;
  /** Values that are listed although others are allowed too. */
  known: unknown[];
  format: unknown;
  /** More than one place where parts repeat a property. */
  properties: Map<string, Place[]>;
  required: Set<string>;
  items: Place | undefined;
}

export function schemaAt({ holder, key }: Place): AnySchema {
  return holder[key] as AnySchema;
}

export function within(holder: object, key: string | number, at: string): Place {
  const step = String(key).replaceAll("~", "~0").replaceAll("/", "~1");
  return { holder: holder as Place["holder"], key: String(key), at: `${at}/${step}` };
}

/** The component that a reference leads to; a schema without one is its own home. */
export function homeOf(spec: Spec, place: Place): Place {
  const schema = schemaAt(place);
  if (typeof schema === "boolean" || !schema.$ref) return place;
  const [, parent = "", key = ""] = /^(.*)\/([^/]+)$/.exec(schema.$ref) ?? [];
  const holder = lookUp(spec, parent) as Place["holder"];
  return homeOf(spec, { holder, key, at: schema.$ref });
}

/** The name of the component that stands there. */
export function componentName({ at }: Place): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec(at)?.[1];
}

export function shapeOf(spec: Spec, place: Place): Shape {
  const parts = partsOf(spec, place);
  const schemas = parts.map(schemaAt) as Schema[];
  const first = <Value>(read: (schema: Schema) => Value) =>
    schemas.map(read).find((value) => value !== undefined);
  const items = parts.find((part) => (schemaAt(part) as Schema).items);
  return {
    parts,
    types: first((schema) => typesOf(spec, schema)) ?? [],
    values: first((schema) => valuesOf(spec, schema)),
    known: schemas.flatMap((schema) => choicesOf(spec, schema).flatMap((one) => one.enum ?? [])),
    format: first(({ format }) => format),
    properties: propertiesOf(parts),
    required: new Set(schemas.flatMap(({ required = [] }) => required)),
    items: items && within(schemaAt(items) as Schema, "items", items.at),
  };
}

function partsOf(spec: Spec, place: Place): Place[] {
  const home = homeOf(spec, place);
  const { allOf = [] } = schemaAt(home) as Schema;
  const others = allOf.flatMap((_, index) =>
    partsOf(spec, within(allOf, index, `${home.at}/allOf`)),
  );
  return [...new Set([place, home]), ...others];
}

function propertiesOf(parts: Place[]): Shape["properties"] {
  const found: Shape["properties"] = new Map();
  for (const part of parts) {
    const { properties = {} } = schemaAt(part) as Schema;
    for (const name of Object.keys(properties)) {
      const place = within(properties, name, `${part.at}/properties`);
      found.set(name, [...(found.get(name) ?? []), place]);
    }
  }
  return found;
}

/** The alternatives of a choice. */
function choicesOf(spec: Spec, { anyOf = [], oneOf = [] }: Schema): Schema[] {
  const choices = [...anyOf, ...oneOf].filter((one) => typeof one === "object");
  return choices.map((one) => (one.$ref ? (lookUp(spec, one.$ref) as Schema) : one));
}

function typesOf(spec: Spec, schema: Schema): string[] | undefined {
  const { type, enum: values = [], const: value, properties } = schema;
  const listed = value === undefined ? values : [value];
  const types = [
    ...(type ? [type].flat() : listed.map(typeOfValue)),
    ...choicesOf(spec, schema).flatMap((one) => typesOf(spec, one) ?? []),
  ];
  if (types.length === 0 && properties) types.push("object");
  return types.length > 0 ? [...new Set(types)] : undefined;
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The values of a closed list, or of a choice among closed lists. */
function valuesOf(spec: Spec, schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const choices = choicesOf(spec, schema).map((one) => valuesOf(spec, one));
  return choices.length > 0 && choices.every((list) => list) ? choices.flat() : undefined;
}
