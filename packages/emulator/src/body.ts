/** Reads request bodies. */
import { isUtf8 } from "node:buffer";
import { FIELDS_OF_OTHER_VALUES, MAX_BODY } from "./assumptions.ts";
import type { PlainRequest } from "./http.ts";
import { Problem } from "./problem.ts";
import type { Route } from "./spec.ts";
import { validateBody } from "./validate.ts";

/**
 * Parses the body of a request and checks it against the route's schema. An absent optional body
 * reads as `{}`.
 *
 * @throws {Problem} 400, 413 or 415 naming the reason
 */
export function readBody(request: PlainRequest, route: Route): Record<string, unknown> {
  const { body = "", contentType, contentEncoding } = request;
  if (body.length === 0 && !route.requiresBody) return {};
  if (body.length === 0) throw new Problem("malformed", "body is missing", "body");
  if (body.length > MAX_BODY.bytes) throw bodyTooLarge();
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(`${contentType}`)) {
    const field = "header.content-type";
    throw new Problem("unsupportedMedia", `${field} must be application/json`, field);
  }
  if (contentEncoding && contentEncoding !== "identity") {
    const field = "header.content-encoding";
    throw new Problem("unsupportedMedia", `${field} is not supported`, field);
  }
  const value = parse(textOf(body));
  validateBody(route, value);
  return isObject(value) ? value : FIELDS_OF_OTHER_VALUES;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function bodyTooLarge(): Problem {
  return new Problem("tooLarge", `body is larger than ${MAX_BODY.bytes} bytes`, "body");
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === "string") return body;
  if (!isUtf8(body)) throw new Problem("malformed", "body is not UTF-8", "body");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}

function parse(text: string): unknown {
  if (depthOf(text) > MAX_BODY.depth) {
    throw new Problem("malformed", `body nests deeper than ${MAX_BODY.depth}`, "body");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem("malformed", `body is not JSON: ${(error as Error).message}`, "body");
  }
}

/** Depth of the brackets outside strings. JSON.stringify overflows the stack on deep values. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) inString = !inString;
    else if (code === 0x5c) index++;
    else if (inString) continue;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
