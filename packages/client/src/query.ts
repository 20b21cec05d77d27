import { InvalidRequestError } from "./errors.ts";
import { encode, isNumber } from "./path.ts";

/**
 * Serializes a query: arrays repeat their name, a Date becomes ISO text, `undefined` is left out, and
 * the entries of `undocumented` become ordinary parameters.
 */
export function serializeQuery(query: Record<string, unknown>): string {
  const pairs: string[] = [];
  for (const [name, value] of entries("query", query)) {
    if (name !== "undocumented") append(pairs, name, value);
    else
      for (const [own, item] of entries("query parameter undocumented", value))
        append(pairs, own, item);
  }
  return pairs.join("&");
}

/** A Map or URLSearchParams has no properties: it would be sent as nothing. */
function entries(name: string, values: unknown = {}) {
  if (Object(values) === values && !(Symbol.iterator in (values as object))) {
    return Object.entries(values as object);
  }
  throw new InvalidRequestError(`${name} must be an object`);
}

function append(pairs: string[], name: string, value: unknown) {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (item === undefined) continue;
    const encoded = encode(text(name, item), `query parameter ${name}`);
    pairs.push(`${encode(name, "a query name")}=${encoded}`);
  }
}

function text(name: string, value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (!(typeof value === "string" || typeof value === "boolean" || isNumber(value))) {
    throw new InvalidRequestError(
      `query parameter ${name} must be a string, number, boolean or Date`,
    );
  }
  return String(value);
}
