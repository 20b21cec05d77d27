import { InvalidRequestError } from "./errors.ts";
import { encode } from "./path.ts";

/**
 * Serializes a query: arrays repeat their name, a Date becomes ISO text, `undefined` is left out, and
 * the entries of `undocumented` become ordinary parameters.
 */
export function serializeQuery(query: Record<string, unknown>): string {
  const pairs: string[] = [];
  for (const name in query) {
    if (name === "undocumented") appendAll(pairs, query[name]);
    else append(pairs, name, query[name]);
  }
  return pairs.join("&");
}

function appendAll(pairs: string[], undocumented: unknown = {}) {
  if (Object(undocumented) !== undocumented || Array.isArray(undocumented)) {
    throw new InvalidRequestError("query parameter undocumented must be an object");
  }
  for (const [name, value] of Object.entries(undocumented as object)) append(pairs, name, value);
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
  const sendable =
    typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "bigint" ||
    Number.isFinite(value);
  if (!sendable) {
    throw new InvalidRequestError(
      `query parameter ${name} must be a string, number, boolean or Date`,
    );
  }
  return String(value);
}
