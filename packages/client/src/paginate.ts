import type { paths } from "@hosted-postgres/types";
import type {
  AnyClient,
  ApiClient,
  CallSettings,
  PathsWith,
  Result,
  RouteOf,
  Success,
} from "./api-client.ts";
import { onAbort } from "./deadline.ts";
import { PaginationError, shown } from "./errors.ts";
import type { NamedCall, NamedOptions } from "./named-calls.ts";
import { unwrap } from "./unwrap.ts";

/** Items per request when no `limit` is given. Our choice: no default or maximum is documented. */
const DEFAULT_LIMIT = 100;

/** The paths whose GET takes a `cursor`. */
export type PaginatedPath<Paths extends object = paths> = {
  [P in PathsWith<"get", Paths>]: [Cursor<RouteOf<Paths, P, "get">>] extends [never] ? never : P;
}[PathsWith<"get", Paths>];

/** `cursor` if the operation takes one; never otherwise. */
type Cursor<Op> = Op extends
  | { parameters: { query?: infer Sent } }
  | { requestBody: { content: { "application/json": infer Sent } } }
  ? Extract<KeyOf<Sent>, "cursor">
  : never;

type KeyOf<Sent> = Sent extends object ? keyof Sent : never;

/** An element of the page's array of objects. */
export type Item<Page> = {
  [K in keyof Page]-?: Page[K] extends (infer I extends object)[] ? I : never;
}[keyof Page];

/** Describes a list that pages differently from the document's lists. */
export interface PageDialect {
  /** The field of the items. The document's: the last segment of the path. */
  items: string;
  /** The field of the next cursor, within `pagination` if there is one. The document's: `cursor`. */
  next: string;
  /** The part of the request that carries limit and cursor. Default: the query. */
  in?: "query" | "body" | undefined;
}

/** A list: `for await` yields its items, `pages()` its pages. Each loop starts from the beginning. */
export interface Paginated<Page> extends AsyncIterable<Item<Page>> {
  /** Yields page by page. Any page's `pagination.cursor`, passed as `query.cursor`, resumes there. */
  pages(): AsyncIterable<Page>;
}

/** The path parameters and the query of a list. */
type PageParams<Op> = Op extends { parameters: infer All }
  ? Pick<All, Extract<keyof All, "path" | "query">>
  : never;

/** A list that pages otherwise than the document's lists needs `pages`. */
type SettingsOf<Page> = Page extends { pagination?: { cursor?: string } }
  ? "cursor" extends keyof NonNullable<Page["pagination"]>
    ? [settings?: PageSettings]
    : [settings: ProfileSettings]
  : [settings: ProfileSettings];

type ProfileSettings = PageSettings & Required<Pick<PageSettings, "pages">>;

/** The settings of every request for a page. */
export interface PageSettings extends CallSettings {
  /** Fetch the next page while the consumer works on this one. Default false. */
  prefetch?: boolean | undefined;
  /**
   * Paging of each list of a profile, by route: `pages` of `@hosted-postgres/types/neon-data`. Default:
   * the document's way.
   */
  pages?: Readonly<Record<string, PageDialect>> | undefined;
}

/** One list stands for all in the types of the implementation. */
type ListPath = "/projects/{project_id}/operations";
type List = paths[ListPath]["get"];
type ListParams = { path: { project_id: string }; query?: Query };

type Sent = { query?: Query; body?: Query };

/** Its limit and cursor are in the query, or for some lists of a profile in the body. */
type PageRequest = CallSettings & { query: Query };

interface Query {
  limit?: number;
  cursor?: string;
}

/**
 * Yields every item of a list, newest first. Pages are fetched as they are consumed, each with the
 * same `limit` (default 100, our choice). The list ends at an absent or empty cursor, or at an empty
 * page that repeats a cursor: the document does not show the last page. `client` may be any
 * openapi-fetch client; only ours knows `timeoutMs` and `retries`.
 *
 * @throws {PaginationError} when a page with items repeats a cursor, or has no list
 * @throws {HttpError} when a page is not 2xx; and whatever a call throws
 * @remarks Source: the document, Endpoints, Rules 4.
 */
export function paginate<P extends PaginatedPath<Paths>, Paths extends object = paths>(
  client: AnyClient<Paths>,
  path: P,
  params: PageParams<RouteOf<Paths, P, "get">>,
  ...settings: SettingsOf<Success<RouteOf<Paths, P, "get">>>
): Paginated<Success<RouteOf<Paths, P, "get">>>;
/** The same for a named call: `paginate(api.operations.listOperations, { project_id })`. */
export function paginate<Op>(
  call: NamedCall<Op>,
  options: [Cursor<Op>] extends [never] ? never : NamedOptions<Op, "json">,
  ...settings: SettingsOf<Success<Op>>
): Paginated<Success<Op>>;
export function paginate(
  source: AnyClient | NamedCall<List>,
  ...rest: unknown[]
): AsyncIterable<unknown> {
  if (typeof source === "function") {
    const [options, settings] = rest as [NamedOptions<List>, PageSettings?];
    return walk(source.route, options as Sent, { signal: options?.signal, ...settings }, (own) =>
      source({ ...options, ...own }),
    );
  }
  const [path, params, settings] = rest as [ListPath, ListParams, PageSettings?];
  const { GET } = source as ApiClient;
  return walk(`GET ${path}`, params, settings, ({ query, ...options }) =>
    GET(path, { params: { ...params, query }, ...options }),
  );
}

function walk<Page extends Success<List>>(
  route: string,
  given: Sent = {},
  { prefetch = false, pages: dialects, signal, ...settings }: PageSettings = {},
  read: (request: PageRequest) => Promise<Result<Page>>,
): Paginated<Page> {
  const {
    items = route.slice(route.lastIndexOf("/") + 1),
    next = "cursor",
    in: where = "query",
  }: Partial<PageDialect> = dialects?.[route] ?? {};
  const list = items as "operations";
  const sent = given[where] ?? {};

  async function readPage(cursor: string | undefined, leaving: AbortController | undefined) {
    signal?.throwIfAborted();
    const unlisten = signal && leaving && onAbort(signal, () => leaving.abort(signal.reason));
    const page = await unwrap(
      read({
        ...settings,
        signal: leaving?.signal ?? signal,
        [where]: { limit: DEFAULT_LIMIT, ...sent, ...(cursor && { cursor }) },
      } as PageRequest),
    ).finally(unlisten);
    if (!Array.isArray(page?.[list])) throw new PaginationError(`${route} answered no ${list}`);
    return page;
  }

  /** Gives the cursor of the next page; `undefined` at the end of the list. */
  function following(page: Page, seen: Set<string | undefined>): string | undefined {
    const cursor = ((page.pagination ?? page) as Record<string, unknown>)[next];
    if ((cursor ?? "") === "") return undefined;
    if (typeof cursor !== "string")
      throw new PaginationError(`${route} answered a cursor that is not text`);
    if (!seen.has(cursor)) {
      seen.add(cursor);
      return cursor;
    }
    if (page[list].length === 0) return undefined;
    throw new PaginationError(`${route} answered the cursor ${shown(cursor)} twice`);
  }

  const pages = () => {
    const seen = new Set([sent.cursor]);
    return pagesOf(readPage, sent.cursor, (page) => following(page, seen), prefetch);
  };
  return {
    pages,
    [Symbol.asyncIterator]: () => itemsOf(pages(), (page) => page[list] as Item<Page>[]),
  };
}

/** With `prefetch`, fetches a page while the consumer works on the one before. */
async function* pagesOf<Page>(
  read: (cursor: string | undefined, leaving: AbortController | undefined) => Promise<Page>,
  first: string | undefined,
  following: (page: Page) => string | undefined,
  prefetch: boolean,
): AsyncGenerator<Page> {
  const leaving = prefetch ? new AbortController() : undefined;
  try {
    for (let next = read(first, leaving); ; ) {
      const page = await next;
      const cursor = following(page);
      const fetchNext = () => read(cursor, leaving);
      if (cursor && prefetch) {
        next = fetchNext();
        // A failure is thrown when its page is due, not while the consumer works on this one.
        next.catch(() => {});
      }
      yield page;
      if (!cursor) return;
      if (!prefetch) next = fetchNext();
    }
  } finally {
    leaving?.abort();
  }
}

/** Written by hand: an async generator awaits several times per item, a tenth of a page in all. */
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
      // Concurrent `next()` calls queue up.
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
