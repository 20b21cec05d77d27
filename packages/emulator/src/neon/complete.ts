/** Completes what a handler knows to the provider's shape. */
import { memoized } from "../memoized.ts";
import type { World } from "../world.ts";
import { flat, type Schema } from "./spec.ts";

/** The part of an answer that its request gives. */
export interface Known {
  /** Values by the name of their property, such as ids. */
  path: Readonly<Record<string, string>>;
  /** Has the time of the answer, for required times. */
  world: Pick<World, "timestamp">;
}

type Property = readonly [name: string, schema: Schema];

/** The demands of a schema, read once: a schema is walked for each answer. */
interface Plan {
  schema: Schema;
  kind: "object" | "array" | "leaf";
  required: Property[];
  /** The properties whose values may need completion themselves. */
  nested: Property[];
  alternatives: Schema[] | undefined;
}

const planOf = memoized((given: Schema): Plan => {
  const schema = flat(given);
  const { properties = {}, required = [] } = schema;
  const all = Object.entries(properties);
  const alternatives = schema.oneOf ?? schema.anyOf;
  const isObject = schema.properties !== undefined || schema.type === "object";
  return {
    schema,
    kind: isObject ? "object" : schema.type === "array" ? "array" : "leaf",
    required: all.filter(([name]) => required.includes(name)),
    nested: all.filter(([, property]) => !isLeaf(property)),
    alternatives,
  };
});

function isLeaf(schema: Schema): boolean {
  const { oneOf, anyOf, properties, type } = flat(schema);
  return (oneOf ?? anyOf)?.every(isLeaf) ?? (!properties && type !== "object" && type !== "array");
}

/**
 * Returns the value with every required property that it lacks; the value itself stays as it is.
 * Values come from the schema: its example, default or first allowed value, else an empty value of
 * its type.
 */
export function complete(schema: Schema, value: unknown, known: Known): unknown {
  const plan = alternativeFor(planOf(schema), value);
  if (plan.kind === "object") return completeObject(plan, value, known);
  if (plan.kind === "array") return completeArray(plan, value, known);
  return value === undefined ? emptyOf(plan.schema, known) : value;
}

function completeArray({ schema: { items } }: Plan, value: unknown, known: Known): unknown {
  if (!Array.isArray(value) || !items || isLeafItem(items)) return value ?? [];
  const all = value.map((item) => complete(items, item, known));
  return all.every((item, index) => item === value[index]) ? value : all;
}

const isLeafItem = memoized(isLeaf);

function completeObject({ nested, required }: Plan, value: unknown, known: Known): unknown {
  if (value === null) return null;
  const given = typeof value === "object" ? (value as Record<string, unknown>) : {};
  let more: Record<string, unknown> | undefined;
  for (const [name, schema] of nested) {
    const { [name]: before } = given;
    const after = before === undefined ? undefined : complete(schema, before, known);
    if (after === before) continue;
    more ??= {};
    more[name] = after;
  }
  for (const [name, schema] of required) {
    if (given[name] !== undefined) continue;
    more ??= {};
    more[name] = known.path[name] ?? complete(schema, undefined, known);
  }
  return more ? { ...given, ...more } : given;
}

/** The first alternative whose required properties are there, else the first one. */
function alternativeFor(plan: Plan, value: unknown): Plan {
  const { alternatives } = plan;
  if (!alternatives) return plan;
  const has = (name: string) => typeof value === "object" && value !== null && name in value;
  const plans = alternatives.map(planOf);
  const fits = plans.find(
    ({ schema: { required = [] } }) => required.length > 0 && required.every(has),
  );
  return fits ?? (plans[0] as Plan);
}

function emptyOf(schema: Schema, { world }: Known): unknown {
  if (schema.format === "date-time") return world.timestamp();
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
