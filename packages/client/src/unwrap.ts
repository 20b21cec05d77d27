import type { Result } from "./api-client.ts";
import { AuthenticationError, HttpError, notes } from "./errors.ts";

/**
 * Resolves to the data of a call, or rejects with a typed error; null stands for a 2xx without a body.
 * Takes the result of any openapi-fetch client.
 *
 * @throws {AuthenticationError} on 401
 * @throws {HttpError} on any other status outside 2xx, whatever the body
 */
export async function unwrap<Data>(call: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error, response, route = "the request" } = await call;
  if (response.ok) return (data ?? null) as Data;
  const { status, headers } = response;
  // A browser hides the status of a redirect.
  const isRedirect = status < 400 && (!status || headers.has("location"));
  const message = `${route} was answered ${isRedirect ? "a redirect" : status}${notes.get(response) ?? ""}`;
  throw status === 401
    ? new AuthenticationError(message, response, error)
    : new HttpError(message, response, error);
}
