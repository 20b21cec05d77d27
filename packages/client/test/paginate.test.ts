import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  AuthenticationError,
  HttpError,
  InvalidRequestError,
  type Operation,
  PaginationError,
  paginate,
} from "../src/index.ts";
import { withNamedCalls } from "../src/named-calls.ts";
import {
  clientOf,
  collectGarbage,
  hang,
  json,
  operationsOf,
  pause,
  rejection,
  type Sent,
} from "./builders.ts";

const path = "/projects/{project_id}/operations";
const params = { path: { project_id: "project-1" } };

/** A page as the API returns it. */
function page(operations: Operation[], cursor?: unknown): Response {
  return json({ operations, pagination: { cursor } });
}

/** Serves the pages in turn, with the number of the next one as cursor; the last has none. */
function pagesOf(pages: Operation[][]) {
  return ({ query }: Sent) => {
    const index = Number(query.get("cursor") ?? 0);
    return page(pages[index] ?? [], index + 1 < pages.length ? String(index + 1) : undefined);
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function ids(items: AsyncIterable<Operation>): Promise<string[]> {
  return (await all(items)).map(({ id }) => id);
}

describe("paginate", () => {
  test("yields every item in page order", async () => {
    const [a, b, c, d, e] = operationsOf(5) as [
      Operation,
      Operation,
      Operation,
      Operation,
      Operation,
    ];
    const { api, requests } = clientOf(pagesOf([[a, b], [c, d], [e]]));

    expect(await ids(paginate(api, path, params))).toEqual([
      "op-1",
      "op-2",
      "op-3",
      "op-4",
      "op-5",
    ]);
    expect(requests).toHaveLength(3);
  });

  test("yields every item once, in order, however they are split into pages", async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 });

    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), async (split, prefetch) => {
        const items = operationsOf(split.reduce((sum, size) => sum + size, 0));
        const rest = [...items];
        const pages = split.map((size) => rest.splice(0, size));
        const { api, requests } = clientOf(pagesOf(pages));

        const found = await ids(paginate(api, path, params, { prefetch }));

        expect(found).toEqual(items.map(({ id }) => id));
        expect(requests).toHaveLength(pages.length);
      }),
      { numRuns: 200 },
    );
  });

  test("sends the limit with every page: the caller's, or 100", async () => {
    const pages = operationsOf(3).map((operation) => [operation]);
    const given = clientOf(pagesOf(pages));
    const none = clientOf(pagesOf(pages));

    await all(paginate(given.api, path, { ...params, query: { limit: 1 } }));
    await all(paginate(none.api, path, params));

    expect(given.requests.map(({ query }) => query.get("limit"))).toEqual(["1", "1", "1"]);
    expect(none.requests.map(({ query }) => query.get("limit"))).toEqual(["100", "100", "100"]);
  });

  test("sends the cursor back unchanged, encoded", async () => {
    const cursors = ["2026-03-01T09:30:00.123456+00:00", "a&b=c#d%20/é ", "0"];
    const { api, requests } = clientOf((_, count) => page(operationsOf(1), cursors[count - 1]));

    await all(paginate(api, path, params));

    expect(requests.map(({ query }) => query.get("cursor"))).toEqual([null, ...cursors]);
    expect(requests[1]?.url).toContain("&cursor=2026-03-01T09%3A30%3A00.123456%2B00%3A00");
  });

  test("sends path and other query parameters with every page", async () => {
    const { api, requests } = clientOf(pagesOf(operationsOf(2).map((operation) => [operation])));
    const query = { undocumented: { kind: "start" } } as object;

    await all(paginate(api, path, { path: { project_id: "a/b" }, query }));

    expect(requests.map((request) => request.path)).toEqual([
      "/projects/a%2Fb/operations",
      "/projects/a%2Fb/operations",
    ]);
    expect(requests.map((request) => request.query.get("kind"))).toEqual(["start", "start"]);
  });

  describe("the last page", () => {
    test.each([
      ["without pagination", {}],
      ["whose pagination is null", { pagination: null }],
      ["with an empty pagination", { pagination: {} }],
      ["with cursor null", { pagination: { cursor: null } }],
      ["with an empty cursor", { pagination: { cursor: "" } }],
    ])("is one %s", async (_, end) => {
      const [first, second] = operationsOf(2) as [Operation, Operation];
      const { api, requests } = clientOf((_, count) =>
        count === 1 ? page([first], "next") : json({ operations: [second], ...end }),
      );

      expect(await ids(paginate(api, path, params))).toEqual(["op-1", "op-2"]);
      expect(requests).toHaveLength(2);
    });

    test("is an empty one that repeats the cursor it was requested with", async () => {
      const { api, requests } = clientOf((_, count) =>
        page(count === 1 ? operationsOf(1) : [], "same"),
      );

      expect(await ids(paginate(api, path, params))).toEqual(["op-1"]);
      expect(requests).toHaveLength(2);
    });

    test("is an empty one that repeats the cursor of any earlier page", async () => {
      const cursors = ["a", "b", "a"];
      const { api, requests } = clientOf((_, count) =>
        page(count === 3 ? [] : operationsOf(1), cursors[count - 1]),
      );

      expect(await ids(paginate(api, path, params))).toEqual(["op-1", "op-1"]);
      expect(requests).toHaveLength(3);
    });

    test("is the first one when that is empty", async () => {
      const { api, requests } = clientOf(() => page([]));

      expect(await ids(paginate(api, path, params))).toEqual([]);
      expect(requests).toHaveLength(1);
    });
  });

  test("continues after an empty page with a new cursor", async () => {
    const [first, second] = operationsOf(2) as [Operation, Operation];
    const { api, requests } = clientOf(pagesOf([[], [first], [], [], [second]]));

    expect(await ids(paginate(api, path, params))).toEqual(["op-1", "op-2"]);
    expect(requests).toHaveLength(5);
  });

  describe("a page with items that repeats a cursor", () => {
    test.each([
      ["the cursor it was requested with", ["a", "a"], 2],
      ["the cursor of an earlier page", ["a", "b", "c", "a"], 4],
    ])("throws a PaginationError after the items before it: %s", async (_, cursors, count) => {
      const { api, requests } = clientOf((_, count) => page(operationsOf(1), cursors[count - 1]));
      const found: string[] = [];

      const error = await rejection(
        (async () => {
          for await (const { id } of paginate(api, path, params)) found.push(id);
        })(),
      );

      expect(error).toBeInstanceOf(PaginationError);
      expect(error.message).toContain(
        "GET /projects/{project_id}/operations answered the cursor a twice",
      );
      expect(found).toHaveLength(count - 1);
      expect(requests).toHaveLength(count);
    });

    test("throws a PaginationError when the walk was resumed with that cursor", async () => {
      const { api, requests } = clientOf(() => page(operationsOf(1), "start"));

      const error = await rejection(
        all(paginate(api, path, { ...params, query: { cursor: "start" } })),
      );

      expect(error).toBeInstanceOf(PaginationError);
      expect(requests).toHaveLength(1);
    });
  });

  test.each([
    ["without the list", () => json({ pagination: {} })],
    ["whose list is not an array", () => json({ operations: {}, pagination: {} })],
    ["that is null", () => json(null)],
    ["without a body", () => new Response(null, { status: 204 })],
  ])("throws a PaginationError on a page %s", async (_, answer) => {
    const { api, requests } = clientOf(answer);

    expect(await rejection(all(paginate(api, path, params)))).toBeInstanceOf(PaginationError);
    expect(requests).toHaveLength(1);
  });

  test("throws the HttpError of a page that is not 2xx, after the items before it", async () => {
    for (const [status, kind] of [
      [403, HttpError],
      [401, AuthenticationError],
    ] as const) {
      const { api, requests } = clientOf((_, count) =>
        count === 1 ? page(operationsOf(2), "next") : json({}, { status }),
      );
      const found: string[] = [];

      const error = await rejection(
        (async () => {
          for await (const { id } of paginate(api, path, params)) found.push(id);
        })(),
      );

      expect(error).toBeInstanceOf(kind);
      expect(found).toEqual(["op-1", "op-2"]);
      expect(requests).toHaveLength(2);
    }
  });

  test("rejects missing params by name and sends nothing", async () => {
    const { api, requests } = clientOf();
    const named = withNamedCalls(api);

    for (const missing of [undefined, {}, { path: undefined }, { path: {} }]) {
      for (const list of [
        paginate(api, path, missing as never),
        paginate(named.operations.listOperations, missing as never),
      ]) {
        const error = await rejection(all(list));
        expect(error).toBeInstanceOf(InvalidRequestError);
        expect(error.message).toContain("path parameter project_id ");
      }
    }

    expect(requests).toEqual([]);
  });

  test("sends nothing before the first item is requested", async () => {
    const { api, requests } = clientOf(() => page([]));

    paginate(api, path, params);
    paginate(api, path, params).pages();
    await pause(10);

    expect(requests).toEqual([]);
  });

  test("sends one request when left after the first item", async () => {
    const { api, requests } = clientOf((_, count) => page(operationsOf(2), String(count)));

    for await (const { id } of paginate(api, path, params)) {
      expect(id).toBe("op-1");
      break;
    }
    await pause(10);

    expect(requests).toHaveLength(1);
  });

  test("does not fetch the next page when left at the last item of one", async () => {
    const { api, requests } = clientOf((_, count) => page(operationsOf(2), String(count)));

    for await (const { id } of paginate(api, path, params)) {
      if (id === "op-2") break;
    }
    await pause(10);

    expect(requests).toHaveLength(1);
  });

  test("yields pages unchanged with pages(), and resumes from any of their cursors", async () => {
    const pages = [operationsOf(2), operationsOf(1, { action: "create_branch" }), operationsOf(3)];
    const { api, requests } = clientOf(pagesOf(pages));

    const answered = await all(paginate(api, path, params).pages());
    const cursor = answered[0]?.pagination.cursor as string;
    const rest = await all(paginate(api, path, { ...params, query: { cursor } }));

    expect(answered.map(({ operations }) => operations)).toEqual(pages);
    expect(rest).toEqual(pages.slice(1).flat());
    expect(requests[3]?.query.get("cursor")).toBe(cursor);
  });

  test("does not modify the caller's params", async () => {
    const frozen = Object.freeze({
      path: Object.freeze({ project_id: "project-1" }),
      query: Object.freeze({ limit: 1 }),
    });
    const { api, requests } = clientOf(pagesOf(operationsOf(3).map((operation) => [operation])));

    expect(await ids(paginate(api, path, frozen))).toHaveLength(3);
    expect(frozen).toEqual({ path: { project_id: "project-1" }, query: { limit: 1 } });
    expect(requests).toHaveLength(3);
  });

  test("keeps concurrent iterations independent, by item and by page", async () => {
    const pages = operationsOf(4).map((operation) => [operation]);
    const { api, requests } = clientOf(async (request) => {
      await pause(Math.random() * 5);
      return pagesOf(pages)(request);
    });
    const list = paginate(api, path, params);

    const [first, second, third] = await Promise.all([ids(list), ids(list), all(list.pages())]);

    expect(first).toEqual(["op-1", "op-2", "op-3", "op-4"]);
    expect(second).toEqual(first);
    expect(third).toHaveLength(4);
    expect(requests).toHaveLength(12);
  });

  test("queues concurrent next() calls", async () => {
    const pages = [operationsOf(3), [], operationsOf(2)];
    const { api, requests } = clientOf(async (request) => {
      await pause(1);
      return pagesOf(pages)(request);
    });
    const items = paginate(api, path, params)[Symbol.asyncIterator]();

    const first = items.next();
    const third = first.then(() => items.next());
    const second = items.next();
    const begin = await Promise.all([first, second, third]);
    const rest = await Promise.all(Array.from({ length: 4 }, () => items.next()));

    const found = [...begin, ...rest].map(({ value }) => value?.id);
    expect(found).toEqual(["op-1", "op-2", "op-3", "op-1", "op-2", undefined, undefined]);
    expect(rest.at(-1)?.done).toBe(true);
    expect(requests).toHaveLength(3);
  });

  test("yields nothing after an error or return()", async () => {
    const { api, requests } = clientOf((_, count) =>
      count === 1 ? page(operationsOf(3), "next") : json({}, { status: 403 }),
    );
    const failed = paginate(api, path, params)[Symbol.asyncIterator]();
    const left = paginate(api, path, params)[Symbol.asyncIterator]();

    for (let item = 0; item < 3; item++) await failed.next();
    const [error, end] = await Promise.all([rejection(failed.next()), failed.next()]);
    expect(error).toBeInstanceOf(HttpError);
    expect(end).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(2);

    requests.length = 0;
    await left.next();
    expect(await left.return?.()).toEqual({ done: true, value: undefined });
    expect(await left.next()).toEqual({ done: true, value: undefined });
  });

  test("rejects with the signal's reason on abort", async () => {
    const controller = new AbortController();
    const reason = new Error("not needed");
    const { api, requests } = clientOf((_, count) => page(operationsOf(1), String(count)));
    const found: string[] = [];

    const error = await rejection(
      (async () => {
        for await (const { id } of paginate(api, path, params, { signal: controller.signal })) {
          found.push(id);
          if (found.length === 2) controller.abort(reason);
        }
      })(),
    );

    expect(error).toBe(reason);
    expect(requests).toHaveLength(2);
  });

  test("applies timeoutMs, retries and headers to each page", async () => {
    const { api, requests } = clientOf((request, count) =>
      count === 1 ? page(operationsOf(1), "next") : hang(request),
    );
    const settings = { timeoutMs: 80, retries: 0, headers: { "X-Trace": "1" } };

    const error = await rejection(all(paginate(api, path, params, settings)));

    expect(error).toMatchObject({ name: "TimeoutError", timeoutMs: 80 });
    expect(requests.map(({ headers }) => headers.get("x-trace"))).toEqual(["1", "1"]);
  });

  describe("with prefetch", () => {
    test("fetches the next page while the consumer works on this one", async () => {
      const { api, requests } = clientOf(pagesOf(operationsOf(3).map((operation) => [operation])));
      const seen: number[] = [];

      for await (const _ of paginate(api, path, params, { prefetch: true })) {
        await pause(10);
        seen.push(requests.length);
      }

      expect(seen).toEqual([2, 3, 3]);
    });

    test("cancels the request under way when left", async () => {
      const { api, requests } = clientOf((request, count) =>
        count === 1 ? page(operationsOf(1), "next") : hang(request),
      );

      for await (const _ of paginate(api, path, params, { prefetch: true })) {
        await vi.waitFor(() => expect(requests).toHaveLength(2));
        break;
      }

      expect(requests[1]?.signal.aborted).toBe(true);
    });

    test("throws a failure only when its page is due", async () => {
      const { api } = clientOf((_, count) =>
        count === 1 ? page(operationsOf(2), "next") : json({}, { status: 404 }),
      );
      const found: string[] = [];

      const error = await rejection(
        (async () => {
          for await (const { id } of paginate(api, path, params, { prefetch: true })) {
            await pause(10);
            found.push(id);
          }
        })(),
      );

      expect(error).toMatchObject({ name: "HttpError", status: 404 });
      expect(found).toEqual(["op-1", "op-2"]);
    });

    test("throws a PaginationError on a page with items that repeats a cursor", async () => {
      const { api, requests } = clientOf(() => page(operationsOf(1), "same"));

      expect(await rejection(all(paginate(api, path, params, { prefetch: true })))).toBeInstanceOf(
        PaginationError,
      );
      expect(requests).toHaveLength(2);
    });

    test("aborts the request under way, even after a garbage collection", async () => {
      const controller = new AbortController();
      const { api, requests } = clientOf((request, count) =>
        count === 1 ? page(operationsOf(1), "next") : hang(request),
      );

      const walk = rejection(
        all(paginate(api, path, params, { prefetch: true, signal: controller.signal })),
      );
      await vi.waitFor(() => expect(requests).toHaveLength(2));
      await collectGarbage();
      controller.abort("not needed");

      expect(await walk).toBe("not needed");
    });
  });
});
