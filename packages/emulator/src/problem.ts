import { errorBody, REFUSED } from "./assumptions.ts";

/** A request that is refused; the message names what was wrong with it. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly body: unknown;

  /** @param field what was wrong, as `body.endpoint.branch_id`, `query.limit` or `header.content-type` */
  constructor(code: keyof typeof REFUSED, message: string, field?: string) {
    super(message);
    this.status = REFUSED[code];
    this.body = errorBody(code, message, field);
  }
}

/** The value, or a 404 that names what is missing. */
export function found<T>(value: T | undefined, what: string, field?: string): T {
  if (value === undefined) throw new Problem("notFound", `${what} does not exist`, field);
  return value;
}
