/** Clients that send something other than they should, or misread an answer. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import { type Fault, inGroup } from "../fault.ts";
import { edited, type Json } from "../provider.ts";

const { must, should } = inGroup("client");

const COMMON = "Endpoints, Common rules";
const SHAPES = "Endpoints, Detailed shapes";
const PAGES = "Endpoints, Rules 4";
const POLLING = "Endpoints, Rules 5";
const STATES = "States and transitions, Operation";
const AUTH = "Authentication 1";

const BY_ID = /\/operations\/[^/?]+$/;
const LATER_CURSOR = "2026-03-01T00:00:00.5Z";
const STATUSES = ["scheduling", "running", "finished", "failed"];

type WrongClient = Required<Pick<Fault, "client">>;

/** A request on its way out. */
interface Sent {
  url: URL;
  init: RequestInit;
  method: string;
  headers: Headers;
  /** Rewrites the address after everything else, without encoding it again. */
  rewrite: (url: string) => string;
}

/** Handles every request itself; `next` sends it. */
const between = (
  handle: (next: Fetch, url: string, init: RequestInit) => Promise<Response>,
): WrongClient => ({
  client: (next) => (url, init) => handle(next, url, init),
});

/** Makes the fault anew for each client, so that it can keep state in a closure. */
const fresh = (make: () => WrongClient): WrongClient => ({
  client: (next) => make().client(next),
});

/** Changes requests in place. */
const sending = (change: (sent: Sent) => void): WrongClient =>
  between((next, address, { ...init }) => {
    const sent: Sent = {
      url: new URL(address),
      init,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      rewrite: (it) => it,
    };
    const before = sent.url.href;
    change(sent);
    // URL encodes an address again, so only a changed one is taken from it.
    const url = sent.url.href === before ? address : sent.url.href;
    return next(sent.rewrite(url), { ...sent.init, headers: sent.headers });
  });

const rewriting = (rewrite: (url: string) => string): WrongClient =>
  sending((sent) => {
    sent.rewrite = rewrite;
  });

/** Rewrites the path of the address and leaves the query alone. */
const rewritingPath = (rewrite: (path: string) => string): WrongClient =>
  rewriting((url) => url.replace(/^[^?]*/, rewrite));

/** Changes a header where it is sent. */
const setHeader = (name: string, change: (value: string) => string): WrongClient =>
  sending(({ headers }) => {
    const value = headers.get(name);
    if (value !== null) headers.set(name, change(value));
  });

/** Leaves a header out. */
const dropHeader = (name: string, when: (sent: Sent) => boolean = () => true): WrongClient =>
  sending((sent) => {
    if (when(sent)) sent.headers.delete(name);
  });

/** Changes the query of requests for a page of operations. */
const paging = (change: (query: URLSearchParams) => void): WrongClient =>
  sending(({ url }) => {
    if (url.pathname.endsWith("/operations")) change(url.searchParams);
  });

/** The same for the pages after the first. */
const pagingOn = (change: (query: URLSearchParams, cursor: string) => void): WrongClient =>
  paging((query) => {
    const cursor = query.get("cursor");
    if (cursor !== null) change(query, cursor);
  });

/** Edits the JSON of answers before the client reads it. */
const reading = (edit: (body: Json, url: string, method: string) => void): WrongClient =>
  between(async (next, url, init) => {
    const response = await next(url, init);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return isJson ? edited(response, (body) => edit(body, url, init.method ?? "GET")) : response;
  });

/** Reads the status of a polled operation as another. */
const readingStatus = (change: (status: string) => string): WrongClient =>
  reading(({ operation }) => {
    if (operation) operation.status = change(operation.status);
  });

const countingAsFinished = (status: string): WrongClient =>
  readingStatus((it) => (it === status ? "finished" : it));

/** Sends a request again after a 401. */
const retrying401 = (when: (method: string) => boolean): WrongClient =>
  between(async (next, url, init) => {
    const response = await next(url, init);
    return response.status === 401 && when(init.method ?? "GET") ? next(url, init) : response;
  });

const keyOf = (headers: Headers) => headers.get("authorization")?.split(" ")[1] ?? "";

export const clientFaults: Fault[] = [
  // Headers
  ...must(AUTH, {
    "client-key-without-bearer": [
      "sends the key without the word Bearer",
      setHeader("authorization", (it) => it.replace("Bearer ", "")),
    ],
    "client-bearer-lower-case": [
      "sends the scheme as bearer",
      setHeader("authorization", (it) => it.replace("B", "b")),
    ],
    "client-key-in-other-header": [
      "sends the key as X-Api-Key",
      sending(({ headers }) => {
        headers.set("x-api-key", keyOf(headers));
        headers.delete("authorization");
      }),
    ],
    "client-key-in-query": [
      "sends the key in the query",
      sending(({ headers, url }) => {
        url.searchParams.set("key", keyOf(headers));
        headers.delete("authorization");
      }),
    ],
    "client-no-key-on-delete": [
      "sends DELETE without a key",
      dropHeader("authorization", ({ method }) => method === "DELETE"),
    ],
  }),
  ...must(COMMON, {
    "client-no-accept": ["sends no Accept", dropHeader("accept")],
    "client-accepts-anything": [
      "sends Accept: */*",
      sending(({ headers }) => headers.set("accept", "*/*")),
    ],
    "client-no-accept-on-write": [
      "sends no Accept with writes",
      dropHeader("accept", ({ method }) => method !== "GET"),
    ],
    "client-no-content-type": ["sends a body without Content-Type", dropHeader("content-type")],
    "client-body-as-text": ["labels a body as text", setHeader("content-type", () => "text/plain")],
    "client-no-content-type-on-patch": [
      "sends the body of a PATCH without Content-Type",
      dropHeader("content-type", ({ method }) => method === "PATCH"),
    ],
    "client-body-as-form": [
      "sends a body as a form",
      sending(({ init }) => {
        if (typeof init.body === "string")
          init.body = String(new URLSearchParams({ body: init.body }));
      }),
    ],
  }),
  ...must(SHAPES, {
    "client-content-type-without-body": [
      "sends a Content-Type with GET",
      sending(({ headers }) => headers.set("content-type", "application/json")),
    ],
    "client-body-without-need": [
      "sends an empty object as the body of a restart",
      sending(({ init, headers }) => {
        if (init.method !== "POST" || init.body !== undefined) return;
        init.body = "{}";
        headers.set("content-type", "application/json");
      }),
    ],
  }),

  // Addresses
  ...must(COMMON, {
    "client-path-not-encoded": [
      "sends path parameters unencoded",
      rewritingPath(decodeURIComponent),
    ],
    "client-path-encoded-twice": [
      "encodes path parameters twice",
      rewritingPath((path) => path.replaceAll("%", "%25")),
    ],
  }),
  ...must("Versioning 1", {
    "client-without-version": [
      "leaves the version prefix out",
      rewriting((url) => url.replace("/api/v2", "")),
    ],
    "client-version-twice": [
      "sends the version prefix twice",
      rewriting((url) => url.replace("/api/v2", "/api/v2/api/v2")),
    ],
  }),

  // Refusals
  ...must("Authentication 8", {
    "client-401-again": ["retries after a 401", retrying401(() => true)],
    "client-401-again-for-reads": [
      "retries reads after a 401",
      retrying401((method) => method === "GET"),
    ],
    "client-401-again-for-writes": [
      "retries writes after a 401",
      retrying401((method) => method !== "GET"),
    ],
    "client-401-again-for-changes": [
      "retries a PATCH after a 401",
      retrying401((method) => method === "PATCH"),
    ],
    "client-401-old-key-again": [
      "sends the key before again when its replacement is refused too",
      fresh(() => {
        let before: string | undefined;
        return between(async (next, url, init) => {
          const response = await next(url, init);
          if (response.status !== 401) return response;
          const headers = new Headers(init.headers);
          const key = headers.get("authorization") ?? "";
          if (before === undefined || before === key) {
            before = key;
            return response;
          }
          headers.set("authorization", before);
          return next(url, { ...init, headers });
        });
      }),
    ],
  }),
  ...must("Errors, Bodies", {
    "client-401-by-body": [
      "recognizes a 401 only by a message in its body",
      between(async (next, url, init) => {
        const response = await next(url, init);
        if (response.status !== 401) return response;
        const text = await response.clone().text();
        return hasMessage(text) ? response : new Response(text, { status: 500 });
      }),
    ],
  }),
  ...should("Authentication 4", {
    "client-error-shows-key": [
      "keeps the request headers in its errors",
      between(async (next, url, init) => {
        const response = await next(url, init);
        const sent = Object.fromEntries(new Headers(init.headers));
        return response.ok ? response : Response.json({ sent }, { status: response.status });
      }),
    ],
  }),

  // Pages
  ...must(PAGES, {
    "client-no-limit-first": [
      "requests the first page without its limit",
      paging((query) => {
        if (!query.has("cursor")) query.delete("limit");
      }),
    ],
    "client-no-limit-on-next": [
      "requests the next page without the limit",
      pagingOn((query) => query.delete("limit")),
    ],
    "client-other-limit-on-next": [
      "requests the next page with a larger limit",
      pagingOn((query) => query.set("limit", String(2 * Number(query.get("limit"))))),
    ],
    "client-empty-cursor-first": [
      "requests the first page with an empty cursor",
      paging((query) => {
        if (!query.has("cursor")) query.set("cursor", "");
      }),
    ],
    "client-page-number": [
      "sends a page number beside the cursor",
      pagingOn((query) => query.set("page", "2")),
    ],
    "client-no-cursor": [
      "requests the next page without a cursor",
      paging((query) => query.delete("cursor")),
    ],
    "client-first-cursor-again": [
      "requests every page with the cursor of the first",
      fresh(() => {
        let first: string | undefined;
        return pagingOn((query, cursor) => {
          first ??= cursor;
          query.set("cursor", first);
        });
      }),
    ],
    "client-cursor-cut": [
      "truncates a cursor to milliseconds",
      pagingOn((query, cursor) => query.set("cursor", cursor.replace(/(\.\d{3})\d+/, "$1"))),
    ],
    "client-cursor-not-encoded": [
      "sends the cursor unencoded",
      rewriting((url) => url.replace(/cursor=[^&]+/, decodeURIComponent)),
    ],
    "client-cursor-encoded-twice": [
      "encodes the cursor twice",
      rewriting((url) => url.replace(/cursor=[^&]+/, (cursor) => cursor.replaceAll("%", "%25"))),
    ],
    "client-cursor-plus-not-encoded": [
      "sends the plus sign of a cursor unencoded",
      rewriting((url) => url.replaceAll("%2B", "+")),
    ],
    "client-stops-after-two-pages": [
      "stops paging after two pages",
      reading((body, url) => {
        if (body.pagination && url.includes("cursor=")) body.pagination = {};
      }),
    ],
    "client-stops-after-one-page": [
      "stops paging after one page",
      reading((body) => {
        if (body.pagination) body.pagination = {};
      }),
    ],
  }),
  ...should(PAGES, {
    "client-goes-on-without-cursor": [
      "continues after a page without a cursor",
      reading(({ pagination }) => {
        if (pagination && pagination.cursor === undefined) pagination.cursor = LATER_CURSOR;
      }),
    ],
    "client-goes-on-at-empty-cursor": [
      "continues after an empty cursor",
      reading(({ pagination }) => {
        if (pagination?.cursor === "") pagination.cursor = LATER_CURSOR;
      }),
    ],
    "client-goes-on-at-empty-page": [
      "continues after an empty page",
      fresh(() => {
        let pages = 0;
        return reading(({ operations, pagination }) => {
          if (operations?.length === 0) pagination.cursor = `2026-03-01T00:00:00.${++pages}Z`;
        });
      }),
    ],
    "client-goes-on-at-empty-first-page": [
      "continues after a first page that is empty",
      reading((body, url) => {
        if (body.operations?.length === 0 && !url.includes("cursor=")) {
          body.pagination = { cursor: LATER_CURSOR };
        }
      }),
    ],
  }),

  // Polling
  ...must(POLLING, {
    "client-looks-at-list": [
      "also reads the list of operations for each poll",
      between(async (next, url, init) => {
        if (BY_ID.test(url))
          await next(url.replace(BY_ID, "/operations?limit=1"), init).catch(() => {});
        return next(url, init);
      }),
    ],
    "client-lists-one-operation": [
      "polls a single operation by the list of its project",
      between(async (next, url, init) => {
        const [id] = BY_ID.exec(url) ?? [];
        if (id === undefined) return next(url, init);
        const response = await next(url.replace(BY_ID, "/operations?limit=100"), init);
        const { operations } = (await response.json()) as { operations: { id: string }[] };
        return Response.json({ operation: operations.find((it) => id.endsWith(`/${it.id}`)) });
      }),
    ],
    "client-looks-at-finished": [
      "polls finished operations too, until all are",
      fresh(() => {
        const finished = new Set<string>();
        return between(async (next, url, init) => {
          for (const other of finished) await next(other, init);
          const response = await next(url, init);
          if (!BY_ID.test(url)) return response;
          const body: Json = await response.clone().json();
          if (body.operation?.status === "finished") finished.add(url);
          return response;
        });
      }),
    ],
    "client-looks-between": [
      "polls again after 250 ms, however long the chosen interval",
      between((next, url, init) => {
        if (BY_ID.test(url)) setTimeout(() => next(url, init).catch(() => {}), 250);
        return next(url, init);
      }),
    ],
    "client-looks-twice": [
      "polls with two requests and no pause between them",
      between(async (next, url, init) => {
        const response = await next(url, init);
        return BY_ID.test(url) ? next(url, init).catch(() => response) : response;
      }),
    ],
    "client-running-is-finished": [
      "counts a running operation as finished",
      countingAsFinished("running"),
    ],
    "client-scheduling-is-finished": [
      "counts a scheduling operation as finished",
      countingAsFinished("scheduling"),
    ],
    "client-failed-is-finished": [
      "counts a failed operation as finished",
      countingAsFinished("failed"),
    ],
    "client-forgets-operations": [
      "drops the operations of a mutating answer",
      reading((body, _url, method) => {
        if (method !== "GET" && body.operations) body.operations = [];
      }),
    ],
  }),
  ...must("Events", {
    "client-looks-at-other-path": [
      "polls an operation below its compute",
      rewriting((url) => url.replace("/operations/", "/endpoints/ep-1/operations/")),
    ],
  }),
  ...must(COMMON, {
    "client-writes-twice": [
      "sends every write twice",
      between(async (next, url, init) => {
        if (init.method !== "GET") await next(url, init).catch(() => {});
        return next(url, init);
      }),
    ],
  }),
  ...should("Limits, Table", {
    "client-looks-too-seldom": [
      "polls only every 10 seconds",
      between(async (next, url, init) => {
        if (BY_ID.test(url) && url.includes("id-1")) await sleep(5_000);
        return next(url, init);
      }),
    ],
  }),
  ...should(STATES, {
    "client-unknown-status-failed": [
      "counts an unknown status as failed",
      readingStatus((status) => (STATUSES.includes(status) ? status : "failed")),
    ],
  }),
  ...should(POLLING, {
    "client-gives-up-quietly": [
      "ends a long wait as if everything had finished",
      fresh(() => {
        let polls = 0;
        return readingStatus((status) => (++polls > 4 ? "finished" : status));
      }),
    ],
    "client-calls-home": [
      "sends a request when it is created",
      {
        client: (next) => {
          next("http://127.0.0.1:1/", {}).catch(() => {});
          return next;
        },
      },
    ],
  }),
];

function hasMessage(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "message" in body;
  } catch {
    return false;
  }
}
