import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Result } from "./api-client.ts";
import { AuthenticationError, HttpError, notes, ParseError } from "./errors.ts";

/**
 * Resolves to the data of a call, or rejects with a typed error; null stands for a 2xx without a body.
 * Takes the result of any openapi-fetch client.
 *
 * @throws {AuthenticationError} on 401
 * @throws {HttpError} on any other status outside 2xx, whatever the body
 */
export function unwrap<Data>(call: Result<Data> | Promise<Result<Data>>): Promise<Data>;
/**
 * Resolves to what a schema makes of the data, for a response that the document does not show. Any
 * Standard Schema will do: Zod, Valibot, ArkType and others.
 *
 * @throws {ParseError} when the data does not fit; the message and `issues` say where
 * @throws {AuthenticationError} on 401
 * @throws {HttpError} on any other status outside 2xx, whatever the body
 */
export function unwrap<Schema extends StandardSchemaV1>(
  call: Result<unknown> | Promise<Result<unknown>>,
  schema: Schema,
): Promise<StandardSchemaV1.InferOutput<Schema>>;
export async function unwrap(
  call: Result<unknown> | Promise<Result<unknown>>,
  schema?: StandardSchemaV1,
): Promise<unknown> {
  const { data = null, error, response, route = "the request" } = await call;
  const { ok, status, headers } = response;
  if (ok) {
    const checked = await schema?.["~standard"].validate(data);
    if (checked?.issues) throw new ParseError(route, response, checked.issues);
    return checked ? checked.value : data;
  }
  // A browser hides the status of a redirect.
  const isRedirect = status < 400 && (!status || headers.has("location"));
  const message = `${route} was answered ${isRedirect ? "a redirect" : status}${notes.get(response) ?? ""}`;
  throw status === 401
    ? new AuthenticationError(message, response, error)
    : new HttpError(message, response, error);
}
