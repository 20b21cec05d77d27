/** The pages of the provider's lists, in its dialects. */
import { Problem } from "../problem.ts";

export interface PageQuery {
  limit?: string | undefined;
  cursor?: string | undefined;
}

export interface Page<T> {
  items: T[];
  /** Cursor of the last item; undefined for an empty page. */
  cursor: string | undefined;
}

interface Bounds {
  default: number;
  max: number;
}

/** Returns the items after the cursor's. The page after the last one is empty. */
export function pageOf<T>(
  all: readonly T[],
  cursorOf: (item: T) => string,
  { limit, cursor }: PageQuery,
  bounds: Bounds,
): Page<T> {
  const after = cursor === undefined ? 0 : all.findIndex((item) => cursorOf(item) === cursor) + 1;
  if (cursor !== undefined && after === 0) {
    throw new Problem("malformed", "query.cursor is not a cursor of this list", "query.cursor");
  }
  const items = all.slice(after, after + limitOf(limit, bounds));
  const last = items.at(-1);
  return { items, cursor: last === undefined ? cursor : cursorOf(last) };
}

/** `{ cursor }`; present on the last page too. */
export function cursorPagination({ cursor }: Page<unknown>) {
  return cursor === undefined ? {} : { pagination: { cursor } };
}

/** `{ next }`, which is absent on the last page. */
export function nextPagination<T>({ items, cursor }: Page<T>, all: readonly T[]) {
  const isLast = items.at(-1) === all.at(-1);
  return isLast || cursor === undefined ? {} : { next: cursor };
}

/**
 * A page of a list that callers sort, and `{ next, sort_by, sort_order }`. An unknown order is the
 * usual one: by the first of the values, the greatest first.
 */
export function sortedPageOf<T>(
  all: readonly T[],
  cursorOf: (item: T) => string,
  query: PageQuery & { sort_by?: string | undefined; sort_order?: string | undefined },
  bounds: Bounds,
  values: Readonly<Record<string, (item: T) => string | number>>,
) {
  const names = Object.keys(values);
  const sort_by = names.find((name) => name === query.sort_by) ?? `${names[0]}`;
  const sort_order = query.sort_order === "asc" ? "asc" : "desc";
  const direction = sort_order === "asc" ? 1 : -1;
  const value = values[sort_by] as (item: T) => string | number;
  const sorted = all.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return direction * (a < b ? -1 : Number(a > b));
  });
  const page = pageOf(sorted, cursorOf, query, bounds);
  const pagination = { ...nextPagination(page, sorted), sort_by, sort_order };
  return { items: page.items, pagination };
}

/** Clients ask for `limit=10000`; more than the maximum gives the maximum. */
export function limitOf(value: string | undefined, bounds: Bounds): number {
  if (value === undefined) return bounds.default;
  const limit = Number(value);
  if (!(limit >= 1)) throw new Problem("malformed", "query.limit must be above 0", "query.limit");
  return Math.min(Math.floor(limit), bounds.max);
}

/** Booleans arrive as `true`, `True` or `1`. */
export function flagOf(value: string | undefined): boolean {
  return /^(true|1)$/i.test(value ?? "");
}

/** Lists arrive with commas. */
export function listOf(value: string | undefined): string[] {
  return value ? value.split(",") : [];
}
