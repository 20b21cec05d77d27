import { changed, type RouteChange } from "./change.ts";
import type { AnySchema, Content, HasSchema } from "./openapi.ts";
import { type Comparison, compareSchemas } from "./schemas.ts";

/** Compares two bodies: their media types and the schema of each. */
export function compareContents(
  comparison: Comparison,
  old: Content = {},
  now: Content = {},
  where: string,
): RouteChange[] {
  const { side } = comparison;
  const kept = Object.entries(old).flatMap(([type, was]) => {
    const is = now[type];
    if (is) return compareSchemas(comparison, was.schema ?? true, is.schema ?? true, where);
    return [changed(`${side}-media-type-removed`, true, `no longer has ${type}`, where)];
  });
  const added = Object.keys(now)
    .filter((type) => !old[type])
    .map((type) => changed(`${side}-media-type-added`, false, `now also has ${type}`, where));
  return [...kept, ...added];
}

/** The schema of a parameter or a header, which stands there or under its one media type. */
export function schemaOf({ schema, content }: HasSchema): AnySchema {
  return schema ?? Object.values(content ?? {})[0]?.schema ?? true;
}
