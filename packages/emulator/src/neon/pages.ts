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

/** Returns the items after the cursor's. The page after the last one is empty. */
export function pageOf<T>(
  all: readonly T[],
  cursorOf: (item: T) => string,
  { limit, cursor }: PageQuery,
  bounds: { default: number; max: number },
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

/** `{ next, sort_by, sort_order }`; `next` is absent when the page is the last one. */
export function sortedPagination(
  page: Page<unknown>,
  isLast: boolean,
  sort_by: string,
  sort_order: string,
) {
  const next = isLast ? undefined : page.cursor;
  return { pagination: { ...(next !== undefined && { next }), sort_by, sort_order } };
}

/** Clients ask for `limit=10000`; more than the maximum gives the maximum. */
function limitOf(value: string | undefined, bounds: { default: number; max: number }): number {
  if (value === undefined) return bounds.default;
  const limit = Number(value);
  if (limit < 1) throw new Problem("malformed", "query.limit must be above 0", "query.limit");
  return Math.min(limit, bounds.max);
}

/** Booleans arrive as `true`, `True` or `1`. */
export function flagOf(value: string | undefined): boolean {
  return /^(true|1)$/i.test(value ?? "");
}

/** Lists arrive with commas. */
export function listOf(value: string | undefined): string[] {
  return value ? value.split(",") : [];
}
