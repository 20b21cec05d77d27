import { errorBody, REFUSED } from "./assumptions.ts";

/** Refuses a request with a 4xx; the message names the reason. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: keyof typeof REFUSED;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  /** @param field such as `body.endpoint.branch_id`, `query.limit` or `header.content-type` */
  constructor(
    code: keyof typeof REFUSED,
    message: string,
    field?: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.status = REFUSED[code];
    this.body = errorBody(code, message, field);
  }
}

/** @param what such as `project project-1` */
export function notFound(what: string, field?: string): Problem {
  return new Problem("notFound", `${what} does not exist`, field);
}

/** @throws {Problem} 404 when the value is undefined */
export function found<T>(value: T | undefined, what: string, field?: string): T {
  if (value === undefined) throw notFound(what, field);
  return value;
}
