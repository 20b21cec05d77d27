import { InvalidRequestError, isClientError, messageOf } from "./errors.ts";

/**
 * Serializes to JSON and passes FormData on. Refuses what JSON would silently change: bytes become
 * `{}`, NaN becomes null.
 */
export function serializeBody(body: unknown): string | FormData {
  if (body instanceof FormData) return body;
  if (isBytes(body)) {
    throw new InvalidRequestError("a body of bytes needs bodySerializer");
  }
  let json: string | undefined;
  try {
    json = JSON.stringify(body);
    // NaN serializes to null, so look again only when the JSON contains one.
    if (json?.includes("null")) JSON.stringify(body, refuseNaN);
  } catch (error) {
    throw notJson(messageOf(error).split("\n")[0]);
  }
  if (json === undefined) throw notJson(`it is a ${typeof body}`);
  return json;
}

function notJson(reason: string | undefined): InvalidRequestError {
  return new InvalidRequestError(`the body is not JSON: ${reason}`);
}

/** Turns the errors of the caller's serializer into an InvalidRequestError. */
export function withTypedError(bodySerializer: (body: unknown) => unknown) {
  return (body: unknown) => {
    try {
      return bodySerializer(body);
    } catch (cause) {
      if (isClientError(cause)) throw cause;
      throw new InvalidRequestError(`bodySerializer failed: ${messageOf(cause)}`);
    }
  };
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
