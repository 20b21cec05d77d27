/**
 * A form is one alternative that a schema allows: one type with its conditions. Type lists,
 * `anyOf`, `oneOf`, `enum` and `const` become forms, so that two ways to write the same schema
 * read the same.
 */
import { type Bounds, boundsOf, showBounds, strictest } from "../bounds.ts";
import type { Schema } from "../openapi.ts";
import { bothOf, nodeOf, type SchemaNode } from "./node.ts";

export interface Form {
  /** A JSON type, `integer`, or `any`. */
  type: string;
  /** The only values allowed, if they are listed. */
  values: unknown[] | undefined;
  /** Values that are listed although others are allowed too. */
  known: unknown[];
  /** `format` and `pattern`. */
  texts: Record<string, string>;
  bounds: Bounds;
  /** `items` and `additionalProperties`. */
  parts: Record<string, SchemaNode>;
  properties: Map<string, SchemaNode>;
  required: Set<string>;
  /** Keywords that are only compared for equality. */
  others: Record<string, unknown>;
}

/** The keywords that mean something for values of one type only. */
const NUMBER = "format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" ");
const OF_TYPE: Record<string, string[]> = {
  string: "format pattern minLength maxLength".split(" "),
  number: NUMBER,
  integer: NUMBER,
  array: "items minItems maxItems uniqueItems".split(" "),
  object: "properties required additionalProperties minProperties maxProperties".split(" "),
};
/** Keywords that are not compared for equality: they become a part of the form, or allow any value. */
const READ_ELSEWHERE = new Set([
  ...Object.values(OF_TYPE).flat(),
  ..."type enum const allOf anyOf oneOf".split(" "),
  ..."title description example examples deprecated readOnly writeOnly default".split(" "),
  ..."externalDocs xml discriminator contentMediaType contentEncoding".split(" "),
  ..."$ref $id $schema $anchor $comment $defs".split(" "),
]);

/** The forms of a schema by itself, without `allOf`, `anyOf` and `oneOf`: one for each type. */
export function ownForms(schema: Schema, at: string): Form[] {
  const constant = schema.const === undefined ? undefined : [schema.const];
  const values = commonValues(constant, schema.enum);
  return typesIn(schema, values).flatMap((type) => {
    const allowed = values?.filter((value) => isOf(type, value));
    if (allowed?.length === 0) return [];
    return [formOf(schema, type, type === "null" ? undefined : allowed, at)];
  });
}

function typesIn({ type }: Schema, values: unknown[] | undefined): string[] {
  if (type) return [type].flat();
  return values ? [...new Set(values.map(typeOf))] : ["any"];
}

function formOf(schema: Schema, type: string, values: Form["values"], at: string): Form {
  const own = keywordsOf(schema, type);
  const { items, additionalProperties, properties = {}, required = [] } = own;
  const parts: Form["parts"] = {};
  if (items !== undefined) parts.items = nodeOf(items, `${at}[]`);
  if (additionalProperties !== undefined) {
    parts.additionalProperties = nodeOf(additionalProperties, `${at}[*]`);
  }
  const named = Object.entries(properties).map(
    ([name, property]) => [name, nodeOf(property, `${at}.${name}`)] as const,
  );
  return {
    type,
    values,
    known: [],
    texts: picked(own, ["format", "pattern"]) as Record<string, string>,
    bounds: boundsOf(own),
    parts,
    properties: new Map(named),
    required: new Set(required),
    others: without(schema, (keyword) => READ_ELSEWHERE.has(keyword) || keyword.startsWith("x-")),
  };
}

/** The keywords of a schema that mean something for values of the type. */
function keywordsOf(schema: Schema, type: string): Schema {
  if (type === "any") return schema;
  return picked(schema, OF_TYPE[type] ?? []) as Schema;
}

function picked(schema: Schema, keywords: string[]): Record<string, unknown> {
  return without(schema, (keyword) => !keywords.includes(keyword));
}

function without(schema: Schema, isLeftOut: (keyword: string) => boolean): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => value !== undefined && !isLeftOut(keyword),
  );
  return Object.fromEntries(kept);
}

/** Combines every form of the first list with every form of the second, and so on. */
export function combined(lists: Form[][]): Form[] {
  return lists.reduce((all, forms) =>
    all.flatMap((one) => forms.flatMap((other) => merged(one, other) ?? [])),
  );
}

/** The values that both forms allow, as one form; undefined if there are none. */
function merged(one: Form, other: Form): Form | undefined {
  const type = commonType(one.type, other.type);
  if (type === undefined) return undefined;
  const values = commonValues(one.values, other.values)?.filter((value) => isOf(type, value));
  if (values?.length === 0) return undefined;
  return {
    type,
    values,
    known: [...one.known, ...other.known],
    texts: joined(one.texts, other.texts, bothTexts),
    bounds: joined(one.bounds, other.bounds, strictest),
    parts: joined(one.parts, other.parts, bothOf),
    properties: mergedProperties(one, other),
    required: new Set([...one.required, ...other.required]),
    others: joined(one.others, other.others, (own, value) => [own, value]),
  };
}

/** All entries of both records; `both` combines those that are in both. */
function joined<Value>(
  one: Record<string, Value>,
  other: Record<string, Value>,
  both: (own: Value, value: Value, key: string) => Value,
): Record<string, Value> {
  const result = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const own = one[key];
    result[key] = own === undefined ? value : both(own, value, key);
  }
  return result;
}

function bothTexts(one: string, other: string): string {
  return one === other ? one : [one, other].sort().join(" and ");
}

/** A property that one form does not name falls under its `additionalProperties`. */
function mergedProperties(one: Form, other: Form): Form["properties"] {
  const result: Form["properties"] = new Map();
  for (const name of [...one.properties.keys(), ...other.properties.keys()]) {
    const own = one.properties.get(name) ?? one.parts.additionalProperties;
    const theirs = other.properties.get(name) ?? other.parts.additionalProperties;
    const node = own && theirs ? bothOf(own, theirs) : (own ?? theirs);
    if (node) result.set(name, node);
  }
  return result;
}

/**
 * Joins the plain forms of one type: lists of values become one list, and a list beside its whole
 * type becomes the type with known values.
 */
export function simplified(forms: Form[]): Form[] {
  const free = forms.find(isFree);
  if (free) return [free];
  const plain = forms.filter(isPlain);
  const lists = joinedByType(plain.filter(({ values }) => values));
  const open = joinedByType(plain.filter(({ values }) => !values));
  return [
    ...forms.filter((form) => !isPlain(form)),
    ...[...lists.values()].filter(({ type }) => !open.has(type)),
    ...[...open.values()].map((form) => ({
      ...form,
      known: [...form.known, ...(lists.get(form.type)?.values ?? [])],
    })),
  ];
}

function joinedByType(forms: Form[]): Map<string, Form> {
  const byType = new Map<string, Form>();
  for (const form of forms) {
    const { values: own, known = [] } = byType.get(form.type) ?? {};
    const values = form.values && [...new Set([...(own ?? []), ...form.values])];
    byType.set(form.type, { ...form, values, known: [...known, ...form.known] });
  }
  return byType;
}

/** Whether the form allows any value at all. */
export function isFree(form: Form): boolean {
  return form.type === "any" && isPlain(form) && !form.values;
}

/** Whether the form has no condition beyond its type and values. */
function isPlain({ texts, bounds, parts, properties, required, others }: Form): boolean {
  const records = [texts, bounds, parts, others].map((record) => Object.keys(record).length);
  return [...records, properties.size, required.size].every((size) => size === 0);
}

/** Lists forms for a person: `integer (minimum 1) or null`. */
export function showTypes(forms: Form[]): string {
  const names = forms.map(({ type, values, bounds }) => {
    if (values) return values.map((value) => JSON.stringify(value)).join(", ");
    return (type === "any" ? "any type" : type) + showBounds(bounds);
  });
  return [...new Set(names)].join(" or ") || "nothing";
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === "any" || typeOf(value) === type;
}

function commonType(one: string, other: string): string | undefined {
  if (one === other || other === "any") return one;
  if (one === "any") return other;
  return areNumbers(one, other) ? "integer" : undefined;
}

export function areNumbers(...types: string[]): boolean {
  return types.every((type) => type === "integer" || type === "number");
}

function commonValues(one?: unknown[], other?: unknown[]): unknown[] | undefined {
  if (!one || !other) return one ?? other;
  return one.filter((value) => other.includes(value));
}
