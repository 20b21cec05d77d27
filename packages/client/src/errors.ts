/**
 * The errors of the client, one class per thing a caller would do differently. Messages name the
 * route as the spec writes it, never a URL; bodies, headers and causes are not enumerable, so logging
 * an error shows no secret.
 */
import type { Operation } from "@hosted-postgres/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** Control, format and unpaired characters, and line separators. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

/** Characters of a message. Our choice. */
const MAX_MESSAGE = 1_000;

const BRAND = Symbol.for("@hosted-postgres/client/error");

/** The class every error of this client extends. `code` stays the same under a minifier. */
export abstract class ClientError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(shown(message, MAX_MESSAGE), options);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Text from outside for a message: cut, with control characters escaped. */
export function shown(text: string, length = 200): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text;
  return cut.replace(UNPRINTABLE, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}

/** The end of an HttpError's message, for responses of this client. */
export const notes = new WeakMap<Response, string>();

/** The first text in `message`, `detail` or `error` of an error body, or of the object in `error`. */
export function detailOf(body: unknown): string | undefined {
  const { message, detail, error } = Object(body);
  const text = [message, detail, error, Object(error).message].find(
    (item) => item && typeof item === "string",
  );
  return text && shown(text);
}

/** A request id as servers write it; longer or stranger ones are left out. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id") ?? headers.get("request-id");
  return id && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

/** True for an error of this client or of another copy of it. */
export function isClientError(error: unknown): error is ClientError {
  try {
    return error instanceof Error && BRAND in error;
  } catch {
    return false;
  }
}

/** The message of whatever was thrown, even when reading it throws. */
export function messageOf(error: unknown): string {
  try {
    return String((error as Error | undefined)?.message ?? error);
  } catch {
    return "an error that cannot be read";
  }
}

/** Nothing was sent: an option, a parameter or a body is invalid. The message names it. */
export class InvalidRequestError extends ClientError {
  override readonly name = "InvalidRequestError";
  readonly code = "invalid_request";
}

/** The status was outside 2xx. The document shows no error body. */
export class HttpError extends ClientError {
  override readonly name: "HttpError" | "AuthenticationError" = "HttpError";
  readonly code: "http_error" | "authentication_error" = "http_error";
  declare readonly status: number;
  /** Parsed JSON, or else the text; `undefined` when empty. Not enumerable. */
  declare readonly body: unknown;
  /** Not enumerable. */
  declare readonly headers: Headers;
  /**
   * The server's own message, if the body has one where most APIs put it: the document shows no error
   * body. Cut; not enumerable.
   */
  declare readonly detail: string | undefined;
  /** The `x-request-id` or `request-id` of the response. Not enumerable. */
  declare readonly requestId: string | undefined;

  constructor(message: string, response: Response, body: unknown) {
    super(message);
    this.status = response.status;
    const { headers } = response;
    hide(this, { body, headers, detail: detailOf(body), requestId: requestIdOf(headers) });
  }
}

/** 401: the key is missing, invalid or revoked. Revocation is final, so it is not retried. */
export class AuthenticationError extends HttpError {
  override readonly name = "AuthenticationError";
  override readonly code = "authentication_error";
}

/** No response, or one that broke off. `reason` is the system's code (`ECONNREFUSED`) or message. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
  readonly code = "network_error";
  declare readonly reason: string;

  constructor(route: string, reason: string, cause?: unknown) {
    super(`${route} failed: ${reason}`, cause ? { cause } : {});
    this.reason = reason;
  }
}

/** The response was not complete in time. The server may still have acted on the request. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  declare readonly timeoutMs: number;

  constructor(route: string, timeoutMs: number) {
    super(`${route} was not answered within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** A 2xx whose body is not JSON, for example the HTML of a proxy, or does not fit a schema. */
export class ParseError extends ClientError {
  override readonly name = "ParseError";
  readonly code = "parse_error";
  declare readonly status: number;
  /**
   * The schema's own issues, when the data does not fit the schema given to `unwrap`; messages may
   * quote the data. Not enumerable.
   */
  declare readonly issues: readonly StandardSchemaV1.Issue[] | undefined;
  /** The `x-request-id` or `request-id` of the response. Not enumerable. */
  declare readonly requestId: string | undefined;

  constructor(route: string, response: Response, issues?: readonly StandardSchemaV1.Issue[]) {
    const { headers, status } = response;
    const problem = issues
      ? `with data that does not fit the schema: ${issues.map(placeOf).join(", ")}`
      : `without JSON (${headers.get("content-type") ?? "no content type"})`;
    super(`${route} answered ${status} ${problem}`);
    this.status = status;
    hide(this, { issues, requestId: requestIdOf(headers) });
  }
}

/** The path of an issue. Its message stays out: some libraries quote the data, which may be a secret. */
function placeOf({ path = [] }: StandardSchemaV1.Issue): string {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  return keys.join(".") || "the body";
}

/** The body had more than `maxResponseBytes`, after decompression. The server may have acted. */
export class ResponseTooLargeError extends ClientError {
  override readonly name = "ResponseTooLargeError";
  readonly code = "response_too_large";
  declare readonly maxResponseBytes: number;

  constructor(route: string, maxResponseBytes: number) {
    super(`${route} answered more than ${maxResponseBytes} bytes`);
    this.maxResponseBytes = maxResponseBytes;
  }
}

/** At least one operation became `failed`. */
export class OperationFailedError extends ClientError {
  override readonly name = "OperationFailedError";
  readonly code = "operation_failed";
  /** Every operation waited for, as last read. */
  declare readonly operations: Operation[];
  /** Those that failed. */
  declare readonly failed: Operation[];

  constructor(operations: Operation[], failed: Operation[]) {
    super(`failed: ${list(failed)}`);
    this.operations = operations;
    this.failed = failed;
  }
}

/** The deadline passed first. The operations go on; `waitForOperations(client, error.pending)` resumes. */
export class OperationTimeoutError extends ClientError {
  override readonly name = "OperationTimeoutError";
  readonly code = "operation_timeout";
  /** Every operation waited for, as last read. */
  declare readonly operations: Operation[];
  /** Those that were not finished. */
  declare readonly pending: Operation[];

  constructor(operations: Operation[], pending: Operation[], timeoutMs: number) {
    super(`not finished after ${timeoutMs} ms: ${list(pending, ({ status }) => ` ${status}`)}`);
    this.operations = operations;
    this.pending = pending;
  }
}

/** A list cannot be followed: a page has no items array, or repeats a cursor. */
export class PaginationError extends ClientError {
  override readonly name = "PaginationError";
  readonly code = "pagination_error";
}

/** Adds properties that are not enumerable. */
function hide(error: Error, fields: object) {
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value });
}

function list(operations: Operation[], more = (_: Operation) => ""): string {
  const named = operations.slice(0, 10).map((item) => `${item.action} ${item.id}${more(item)}`);
  const others = operations.length > 10 ? ` and ${operations.length - 10} more` : "";
  return shown(named.join(", "), MAX_MESSAGE - 100) + others;
}
