import { type AnySchema, lookUp, type Schema, type Spec } from "../openapi.ts";

/** A schema and where it stands: `Compute.status`. */
export interface Part {
  schema: Schema;
  at: string;
}

/** Schemas that all apply at once, most often just one. Equal schemas of a spec have equal keys. */
export interface SchemaNode {
  parts: [Part, ...Part[]];
  key: string;
}

const ANYTHING: Schema = {};
const NOTHING: Schema = { enum: [] };
const ids = new WeakMap<Schema, number>();
let lastId = 0;

export function nodeOf(schema: AnySchema, at: string): SchemaNode {
  return withKey([partOf(schema, at)]);
}

export function partOf(schema: AnySchema, at: string): Part {
  if (typeof schema === "boolean") return { schema: schema ? ANYTHING : NOTHING, at };
  return { schema, at };
}

/** The schemas of both nodes. */
export function bothOf(one: SchemaNode, other: SchemaNode): SchemaNode {
  return withKey([...one.parts, ...other.parts]);
}

function withKey(parts: SchemaNode["parts"]): SchemaNode {
  const keys = new Set(parts.map(({ schema }) => idOf(schema)));
  return { parts, key: [...keys].sort().join("&") };
}

function idOf(schema: Schema): number {
  const id = ids.get(schema) ?? ++lastId;
  ids.set(schema, id);
  return id;
}

/** The place of the node itself: `Compute.status`. */
export function whereIs({ parts: [{ at }] }: SchemaNode): string {
  return at;
}

/** The place where its schema is written: the component, if it refers to one. */
export function homeOf(spec: Spec, { parts: [part] }: SchemaNode): string {
  let { schema, at } = part;
  for (let next = targetOf(spec, schema); next; next = targetOf(spec, schema))
    ({ schema, at } = next);
  return at;
}

/** The schema that a schema refers to. */
export function targetOf(spec: Spec, { $ref }: Schema): Part | undefined {
  if ($ref === undefined) return undefined;
  return partOf(lookUp(spec, $ref) as AnySchema, $ref.split("/").at(-1) ?? $ref);
}
