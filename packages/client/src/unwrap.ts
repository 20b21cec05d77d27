import type { Result } from "./api-client.ts";
import { AuthenticationError, HttpError } from "./errors.ts";

/** Statuses whose `Location` a browser would follow. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Resolves to the data of a call, or rejects with a typed error. Takes the result of any
 * openapi-fetch client.
 *
 * @throws {AuthenticationError} on 401
 * @throws {HttpError} on any other status outside 2xx, whatever the body
 */
export async function unwrap<Data>(call: Result<Data> | Promise<Result<Data>>): Promise<Data> {
  const { data, error, response, route = "the request" } = await call;
  if (response.ok) return data as Data;
  const redirected = response.type === "opaqueredirect" || REDIRECTS.has(response.status);
  const answered = redirected ? "a redirect" : response.status;
  const message = `${route} was answered ${answered}`;
  throw response.status === 401
    ? new AuthenticationError(message, response, error)
    : new HttpError(message, response, error);
}
