import type { paths } from "@hosted-postgres/types";
import type { ApiClient, CallSettings, PathsWith, Result, Success } from "./api-client.ts";
import { PaginationError } from "./errors.ts";
import type { NamedCall, NamedOptions } from "./named-calls.ts";
import { unwrap } from "./unwrap.ts";

/** Items per request if no `limit` is given. Our choice: no default or maximum is documented. */
const DEFAULT_LIMIT = 100;

/** The paths whose GET answers a `pagination` object. */
export type PaginatedPath = {
  [P in PathsWith<"get">]: Success<paths[P]["get"]> extends { pagination: unknown } ? P : never;
}[PathsWith<"get">];

/** The elements of the array that the last segment of the path names. */
export type Item<Page> = {
  [K in keyof Page]: Page[K] extends (infer I)[] ? I : never;
}[keyof Page];

/** A walk over a list: its items by `for await`, or its pages. Each loop is a walk of its own. */
export interface Paginated<Page> extends AsyncIterable<Item<Page>> {
  /** Page by page. The `pagination.cursor` of any of them resumes a walk, as `query.cursor`. */
  pages(): AsyncIterable<Page>;
}

/** What every page of a walk is asked for with. */
export interface PageSettings extends CallSettings {
  /** Fetch the next page while the consumer works on this one. Default false. */
  prefetch?: boolean | undefined;
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
  settings?: PageSettings,
): Paginated<Success<paths[P]["get"]>>;
/** The same for a named call: `paginate(api.listOperations, { project_id })`. */
export function paginate<Op>(
  call: NamedCall<Op>,
  options: Success<Op> extends { pagination: unknown } ? NamedOptions<Op, "json"> : never,
  settings?: PageSettings,
): Paginated<Success<Op>>;
export function paginate(
  source: ApiClient | NamedCall<never>,
  ...rest: unknown[]
): Paginated<never> {
  if (typeof source === "function") {
    const [{ query, signal, ...values } = {}, settings] = rest as [Options?, PageSettings?];
    const read = source as unknown as (options: object) => Promise<Result<Body>>;
    return walk(source.route, { query, settings: { signal, ...settings } }, (options) =>
      read({ ...values, ...options }),
    );
  }
  const [path, params, settings] = rest as [string, Options?, PageSettings?];
  const GET = source.GET as unknown as (path: string, options: object) => Promise<Result<Body>>;
  return walk(`GET ${path}`, { query: params?.query, settings }, ({ query, ...options }) =>
    GET(path, { params: { ...params, query }, ...options }),
  );
}

function walk<Page>(
  route: string,
  { query: first = {}, settings: { prefetch = false, signal, ...settings } = {} }: Start,
  read: (options: CallSettings & { query: Query }) => Promise<Result<Body>>,
): Paginated<Page> {
  const list = route.slice(route.lastIndexOf("/") + 1);

  async function* pages(): AsyncGenerator<Page> {
    const leaving = prefetch ? new AbortController() : undefined;
    const fetchPage = (cursor: string | undefined) =>
      unwrap(
        read({
          ...settings,
          signal: leaving ? AbortSignal.any([...(signal ? [signal] : []), leaving.signal]) : signal,
          query: { limit: DEFAULT_LIMIT, ...first, cursor },
        }),
      );
    const seen = new Set([first.cursor]);
    let next = fetchPage(first.cursor);
    try {
      for (;;) {
        const page = await next;
        const items = page?.[list];
        if (!Array.isArray(items)) throw new PaginationError(`${route} answered no ${list}`);
        const cursor = page?.pagination?.cursor;
        if (cursor && seen.has(cursor) && items.length > 0) {
          throw new PaginationError(
            `${route} answered the cursor ${cursor} twice: the walk would not end`,
          );
        }
        const ended = !cursor || seen.has(cursor);
        if (prefetch && !ended) {
          next = fetchPage(cursor);
          // Its failure is told when its page is due, not while the consumer works on this one.
          next.catch(() => {});
        }
        yield page as Page;
        if (ended) return;
        seen.add(cursor);
        if (!prefetch) next = fetchPage(cursor);
      }
    } finally {
      leaving?.abort();
    }
  }

  return {
    pages,
    [Symbol.asyncIterator]: () =>
      itemsOf(pages(), (page) => page[list as keyof Page] as Item<Page>[]),
  };
}

/** By hand: an async generator would wait several times per item, a tenth of a page in all. */
function itemsOf<Page, Item>(
  pages: AsyncGenerator<Page, undefined>,
  listOf: (page: Page) => Item[],
): AsyncIterator<Item, undefined> {
  let items: Item[] = [];
  let at = 0;
  let turn: Promise<IteratorResult<Item, undefined>> | undefined;

  const take = () => ({ value: items[at++] as Item, done: false }) as const;

  async function takeFromNextPage() {
    while (at >= items.length) {
      const { value, done } = await pages.next();
      if (done) return { value, done };
      items = listOf(value);
      at = 0;
    }
    return take();
  }

  return {
    next() {
      if (!turn && at < items.length) return Promise.resolve(take());
      // Who asks again without waiting gets the item after that.
      const own = turn ? turn.then(takeFromNextPage, takeFromNextPage) : takeFromNextPage();
      const release = () => {
        if (turn === own) turn = undefined;
      };
      own.then(release, release);
      turn = own;
      return own;
    },
    async return() {
      items = [];
      await pages.return(undefined);
      return { value: undefined, done: true };
    },
  };
}

interface Query {
  limit?: number;
  cursor?: string | undefined;
}

interface Options extends CallSettings {
  query?: Query;
}

interface Start {
  query: Query | undefined;
  settings: PageSettings | undefined;
}

type Body = { pagination?: { cursor?: string }; [list: string]: unknown } | undefined;
