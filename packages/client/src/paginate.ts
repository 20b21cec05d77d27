import type { paths } from "@hosted-postgres/types";
import type { ApiClient, CallSettings, PathsWith, Result, Success } from "./api-client.ts";
import { PaginationError } from "./errors.ts";
import { unwrap } from "./unwrap.ts";

/** Items per request if none is given. Our choice: neither default nor maximum is documented. */
const DEFAULT_LIMIT = 100;

/** The paths whose GET answers a `pagination` object. */
export type PaginatedPath = {
  [P in PathsWith<"get">]: Success<paths[P]["get"]> extends { pagination: unknown } ? P : never;
}[PathsWith<"get">];

/** One page as the API answers it. */
export type Page<P extends PaginatedPath> = Success<paths[P]["get"]>;

/** One element of the array that the path's last segment names. */
export type Item<P extends PaginatedPath> = {
  [K in keyof Page<P>]: Page<P>[K] extends (infer I)[] ? I : never;
}[keyof Page<P>];

export interface Paginated<P extends PaginatedPath> extends AsyncIterable<Item<P>> {
  /** Page by page. The `pagination.cursor` of any of them resumes a walk, as `query.cursor`. */
  pages(): AsyncIterable<Page<P>>;
}

/**
 * Every item of a list, newest first; a page is fetched when it is needed, with the same `limit`
 * (default 100, our choice). The walk ends at an absent or empty cursor, or at an empty page whose
 * cursor was there before: how the last page looks is not documented.
 *
 * @throws {PaginationError} when a page with items repeats a cursor, or has no list
 * @throws {HttpError} when a page is not 2xx; and what a call throws
 * @see document, Endpoints, Rules 4
 */
export function paginate<P extends PaginatedPath>(
  client: ApiClient,
  path: P,
  params: paths[P]["get"]["parameters"] extends { path: infer Path; query?: infer Query }
    ? { path: Path; query?: Query }
    : never,
  settings: CallSettings = {},
): Paginated<P> {
  const list = path.slice(path.lastIndexOf("/") + 1);
  // The compiler cannot follow the path through a type parameter; the signature above has checked it.
  const GET = client.GET as unknown as (path: P, options: object) => Promise<Result<PageBody>>;

  async function* pages(): AsyncGenerator<Page<P>> {
    const { path: where, query = {} } = params as { path: object; query?: { cursor?: string } };
    const seen = new Set([query.cursor]);
    for (let { cursor } = query; ; ) {
      const page = await unwrap(
        GET(path, {
          params: { path: where, query: { limit: DEFAULT_LIMIT, ...query, cursor } },
          ...settings,
        }),
      );
      const items = page?.[list];
      if (!Array.isArray(items)) throw new PaginationError(`GET ${path} answered no ${list}`);
      cursor = page?.pagination?.cursor;
      if (cursor && seen.has(cursor) && items.length > 0) {
        throw new PaginationError(`GET ${path} answered the cursor ${cursor} twice: the walk would not end`);
      }
      yield page as unknown as Page<P>;
      if (!cursor || seen.has(cursor)) return;
      seen.add(cursor);
    }
  }

  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page[list as keyof Page<P>] as Item<P>[];
    },
  };
}

type PageBody = { pagination?: { cursor?: string }; [list: string]: unknown } | undefined;
