import { InvalidRequestError } from "./errors.ts";

/**
 * Fills in the path parameters, each as one encoded segment. Refuses a value that is empty, blank, a
 * dot segment, or neither a string nor a number: `new URL()` would collapse it into another route,
 * which can turn the deletion of a compute into the deletion of its project.
 */
export function expandPath(template: string, values: Record<string, unknown>): string {
  const path = String(template).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const parameter = `path parameter ${name}`;
    if (typeof value === "string" ? /^\s*$|^(\.|%2e){1,2}$/i.test(value) : !isNumber(value)) {
      const found = typeof value === "string" ? JSON.stringify(value) : `of type ${typeof value}`;
      throw new InvalidRequestError(`${parameter} must not be ${found}`);
    }
    return encode(String(value), parameter);
  });
  if (!PATH.test(path) || DOT_SEGMENT.test(path)) {
    throw new InvalidRequestError("the path must begin with one / and have no dot segment, ? or #");
  }
  return path;
}

/** A path that `new URL()` leaves below the base URL. */
const PATH = /^\/(?!\/)[!"$-.0->@-[\]-~/]*$/;

/** A segment that `new URL()` collapses. */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i;

/** Percent-encodes a value; refuses half a surrogate pair, which has no encoding. */
export function encode(value: string, name: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidRequestError(`${name} is not well-formed text`);
  }
}

export function isNumber(value: unknown): boolean {
  return Number.isFinite(value) || typeof value === "bigint";
}
