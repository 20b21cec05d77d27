import { InvalidRequestError } from "./errors.ts";

/**
 * JSON, or FormData as it is. What JSON would silently spoil is refused: bytes become `{}`, NaN
 * becomes null.
 */
export function serializeBody(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  if (isBytes(body)) {
    throw new InvalidRequestError(
      "a body of bytes needs a bodySerializer and a Content-Type header",
    );
  }
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
    // Looking at every value takes twice as long; only a null can hide a number that is none.
    if (json?.includes("null")) JSON.stringify(body, refuseNaN);
  } catch (error) {
    throw new InvalidRequestError(
      `the body is no JSON: ${(error as Error).message.split("\n")[0]}`,
    );
  }
  if (json === undefined)
    throw new InvalidRequestError(`the body is no JSON: it is a ${typeof body}`);
  return json;
}

function refuseNaN(key: string, value: unknown) {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`${key || "it"} is ${value}`);
  }
  return value;
}

function isBytes(body: unknown): boolean {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}
