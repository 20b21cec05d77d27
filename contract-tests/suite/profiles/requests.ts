/** Requests as the profile shows them, where the document shows none. */
import { type MergedSpec, type Operation, operationsOf } from "./spec.ts";

type Ids = Readonly<Record<string, string | number>>;

export interface Requests {
  /** By route, as `POST /projects`. */
  bodies: Record<string, unknown>;
  /** The query parameters that a route requires. */
  queries: Record<string, Record<string, string>>;
}

/** Takes the profile's examples, with these ids in place of theirs. */
export function requestsOf(spec: MergedSpec, ids: Ids): Requests {
  const requests: Requests = { bodies: {}, queries: {} };
  for (const { name, operation } of operationsOf(spec)) {
    const example = operation.requestBody?.content?.["application/json"]?.example;
    if (example !== undefined) requests.bodies[name] = withIds(example, ids);
    const query = queryOf(operation, ids);
    if (Object.keys(query).length > 0) requests.queries[name] = query;
  }
  return requests;
}

function queryOf({ parameters = [] }: Operation, ids: Ids): Record<string, string> {
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const examples = Object.fromEntries(required.map(({ name, example }) => [name, example]));
  const known = Object.entries(withIds(examples, ids) as object);
  return Object.fromEntries(known.map(([name, value]) => [name, `${value}`]));
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
