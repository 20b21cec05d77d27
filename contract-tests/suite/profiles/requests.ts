/** Requests as the profile shows them, where the document shows none. */
import { type MergedSpec, type Operation, operationsOf } from "./spec.ts";

type Ids = Readonly<Record<string, string | number>>;

export interface Requests {
  /** By route, as `POST /projects`. */
  bodies: Record<string, unknown>;
  /** The query parameters that a route requires. */
  queries: Record<string, Record<string, string>>;
}

/** Finds the profile's examples once; the function returned puts its ids in place of theirs. */
export function requestsOf(spec: MergedSpec): (ids: Ids) => Requests {
  const known = operationsOf(spec);
  const bodies = known.flatMap(({ name, operation }) => {
    const example = operation.requestBody?.content?.["application/json"]?.example;
    return example === undefined ? [] : [[name, example] as const];
  });
  const queries = known.flatMap(({ name, operation }) => {
    const example = queryOf(operation);
    return Object.keys(example).length === 0 ? [] : [[name, example] as const];
  });
  return (ids) => ({
    bodies: Object.fromEntries(bodies.map(([name, example]) => [name, withIds(example, ids)])),
    queries: Object.fromEntries(
      queries.map(([name, example]) => [name, asText(withIds(example, ids) as object)]),
    ),
  });
}

/** The examples of the parameters that a route requires. */
function queryOf({ parameters = [] }: Operation): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  return Object.fromEntries(required.map(({ name, example }) => [name, example]));
}

function asText(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]));
}

function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name in ids) return [name, ids[name]];
      const one = ids[name.replace(/_ids$/, "_id")];
      return [name, one === undefined ? withIds(item, ids) : [one]];
    }),
  );
}
