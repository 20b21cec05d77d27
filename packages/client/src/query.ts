import { InvalidRequestError } from "./errors.ts";
import { encode } from "./path.ts";

/**
 * `limit=2&cursor=…`: arrays repeat their name, a Date is sent in ISO form, `undefined` is left
 * out. The entries of `undocumented` are parameters of their own.
 */
export function serializeQuery(query: Record<string, unknown>): string {
  const { undocumented = {}, ...documented } = query;
  if (typeof undocumented !== "object" || undocumented === null || Array.isArray(undocumented)) {
    throw new InvalidRequestError("query parameter undocumented must be an object of parameters");
  }
  return [...Object.entries(documented), ...Object.entries(undocumented)]
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((item) => item !== undefined)
        .map(
          (item) =>
            `${encode(name, "a query name")}=${encode(text(name, item), `query parameter ${name}`)}`,
        ),
    )
    .join("&");
}

function text(name: string, value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  const sendable =
    typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "bigint" ||
    Number.isFinite(value);
  if (!sendable) {
    throw new InvalidRequestError(
      `query parameter ${name} must be text, a finite number, a boolean or a valid Date`,
    );
  }
  return String(value);
}
