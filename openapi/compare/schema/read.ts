import type { AnySchema, Schema, Spec } from "../openapi.ts";
import { combined, type Form, ownForms, simplified } from "./form.ts";
import { nodeOf, type Part, partOf, type SchemaNode, targetOf } from "./node.ts";

/** Reads the schemas of one spec and remembers each. */
export interface SchemaReader {
  spec: Spec;
  known: Map<string, Reading>;
}

export interface Reading {
  /** None if no value is allowed. */
  forms: Form[];
  default: unknown;
  readOnly: boolean;
  writeOnly: boolean;
}

/** Follows references, merges `allOf`, and lists the alternatives as forms. */
export function read(reader: SchemaReader, node: SchemaNode): Reading {
  const known = reader.known.get(node.key);
  if (known) return known;
  // A choice that contains itself adds nothing to itself.
  reader.known.set(node.key, { forms: [], default: undefined, readOnly: false, writeOnly: false });
  const parts = node.parts.flatMap((part) => unfolded(reader.spec, part));
  const schemas = parts.map(({ schema }) => schema);
  const reading = {
    forms: simplified(combined(parts.map((part) => formsOf(reader, part)))),
    default: schemas.find((schema) => schema.default !== undefined)?.default,
    readOnly: schemas.some(({ readOnly }) => readOnly === true),
    writeOnly: schemas.some(({ writeOnly }) => writeOnly === true),
  };
  reader.known.set(node.key, reading);
  return reading;
}

/** The schema itself, its reference and the parts of its `allOf`, each once. */
function unfolded(spec: Spec, part: Part, visited = new Set<Schema>()): Part[] {
  const { schema, at } = part;
  if (visited.has(schema)) return [];
  visited.add(schema);
  const target = targetOf(spec, schema);
  const parts = (schema.allOf ?? []).map((one) => partOf(one, at));
  if (target) parts.unshift(target);
  return [part, ...parts.flatMap((one) => unfolded(spec, one, visited))];
}

function formsOf(reader: SchemaReader, { schema, at }: Part): Form[] {
  const choice = (choices: AnySchema[]) =>
    choices.flatMap((one) => read(reader, nodeOf(one, at)).forms);
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (list ? [choice(list)] : []));
  return combined([ownForms(schema, at), ...choices]);
}
