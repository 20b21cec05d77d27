/** Clients that send, or take for an answer, something else than they should. */
import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Fault } from "../fault.ts";
import { edited, type Json } from "../provider.ts";

const COMMON = "Endpoints, Common rules";
const PAGES = "Endpoints, Rules 4";
const POLLING = "Endpoints, Rules 5";
const STATES = "States and transitions, Operation";
const AUTH = "Authentication 1";

const BY_ID = /\/operations\/[^/?]+$/;

export const clientFaults: Fault[] = [
  // Headers.
  must("client-key-without-bearer", AUTH, "the key is sent without the word Bearer", (next) =>
    sending(next, ({ headers }) =>
      header(headers, "authorization", (it) => it.replace("Bearer ", "")),
    ),
  ),
  must("client-bearer-lower-case", AUTH, "the scheme is sent as bearer", (next) =>
    sending(next, ({ headers }) => header(headers, "authorization", (it) => it.replace("B", "b"))),
  ),
  must("client-key-in-other-header", AUTH, "the key is sent as X-Api-Key", (next) =>
    sending(next, ({ headers }) => {
      const key = headers.get("authorization")?.split(" ")[1] ?? "";
      headers.delete("authorization");
      headers.set("x-api-key", key);
    }),
  ),
  must("client-key-in-query", AUTH, "the key is sent in the query", (next) =>
    sending(next, ({ headers, url }) => {
      url.searchParams.set("key", headers.get("authorization")?.split(" ")[1] ?? "");
      headers.delete("authorization");
    }),
  ),
  must("client-no-key-on-delete", AUTH, "a DELETE has no key", (next) =>
    sending(next, ({ headers, init }) => {
      if (init.method === "DELETE") headers.delete("authorization");
    }),
  ),
  must("client-no-accept", COMMON, "Accept is left out", (next) =>
    sending(next, ({ headers }) => headers.delete("accept")),
  ),
  must("client-accepts-anything", COMMON, "Accept is */*", (next) =>
    sending(next, ({ headers }) => headers.set("accept", "*/*")),
  ),
  must("client-no-accept-on-write", COMMON, "Accept is left out of what writes", (next) =>
    sending(next, ({ headers, init }) => {
      if (init.method !== "GET") headers.delete("accept");
    }),
  ),
  must("client-no-content-type", COMMON, "a body has no Content-Type", (next) =>
    sending(next, ({ headers }) => headers.delete("content-type")),
  ),
  must("client-body-as-text", COMMON, "a body is labelled as text", (next) =>
    sending(next, ({ headers }) => header(headers, "content-type", () => "text/plain")),
  ),
  must(
    "client-no-content-type-on-patch",
    COMMON,
    "the body of a PATCH has no Content-Type",
    (next) =>
      sending(next, ({ headers, init }) => {
        if (init.method === "PATCH") headers.delete("content-type");
      }),
  ),
  must("client-body-as-form", COMMON, "a body is sent as a form", (next) =>
    sending(next, ({ init }) => {
      if (typeof init.body === "string")
        init.body = String(new URLSearchParams({ body: init.body }));
    }),
  ),
  must(
    "client-content-type-without-body",
    "Endpoints, Detailed shapes",
    "a GET has a Content-Type",
    (next) => sending(next, ({ headers }) => headers.set("content-type", "application/json")),
  ),
  must(
    "client-body-without-need",
    "Endpoints, Detailed shapes",
    "a restart has an empty object as body",
    (next) =>
      sending(next, ({ init, headers }) => {
        if (init.method !== "POST" || init.body !== undefined) return;
        init.body = "{}";
        headers.set("content-type", "application/json");
      }),
  ),

  // Addresses.
  must("client-path-not-encoded", COMMON, "a path parameter is sent as it is", (next) =>
    sending(next, (request) => {
      request.address = (it) => {
        const [path = "", query] = it.split("?");
        return [decodeURIComponent(path), ...(query === undefined ? [] : [query])].join("?");
      };
    }),
  ),
  must("client-path-encoded-twice", COMMON, "a path parameter is encoded twice", (next) =>
    sending(next, (request) => {
      request.address = (it) => {
        const [path = "", query] = it.split("?");
        return [path.replaceAll("%", "%25"), ...(query === undefined ? [] : [query])].join("?");
      };
    }),
  ),
  must("client-without-version", "Versioning 1", "the version prefix is left out", (next) =>
    sending(next, (request) => {
      request.address = (it) => it.replace("/api/v2", "");
    }),
  ),
  must("client-version-twice", "Versioning 1", "the version prefix is sent twice", (next) =>
    sending(next, (request) => {
      request.address = (it) => it.replace("/api/v2", "/api/v2/api/v2");
    }),
  ),

  // Refusals.
  must("client-401-again", "Authentication 8", "a 401 is tried again", (next) =>
    trying(next, () => true),
  ),
  must(
    "client-401-again-for-reads",
    "Authentication 8",
    "a read that was answered 401 is tried again",
    (next) => trying(next, (method) => method === "GET"),
  ),
  must(
    "client-401-again-for-writes",
    "Authentication 8",
    "a write that was answered 401 is tried again",
    (next) => trying(next, (method) => method !== "GET"),
  ),
  must(
    "client-401-by-body",
    "Errors, Bodies",
    "a 401 counts only with a message in its body",
    (next) => async (url, init) => {
      const response = await next(url, init);
      if (response.status !== 401) return response;
      const text = await response.clone().text();
      return isObject(text) ? response : new Response(text, { status: 500 });
    },
  ),
  should(
    "client-error-shows-key",
    "Authentication 4",
    "the error of a call keeps the headers it sent",
    (next) => async (url, init) => {
      const response = await next(url, init);
      const sent = Object.fromEntries(new Headers(init.headers));
      return response.ok ? response : Response.json({ sent }, { status: response.status });
    },
  ),

  // Pages.
  must("client-no-limit-first", PAGES, "the first request for a list has no limit", (next) =>
    paging(next, (query) => {
      if (!query.has("cursor")) query.delete("limit");
    }),
  ),
  must("client-no-limit-on-next", PAGES, "the next request for a list has no limit", (next) =>
    paging(next, (query) => {
      if (query.has("cursor")) query.delete("limit");
    }),
  ),
  must("client-other-limit-on-next", PAGES, "the next request has a larger limit", (next) =>
    paging(next, (query) => {
      if (query.has("cursor")) query.set("limit", String(2 * Number(query.get("limit"))));
    }),
  ),
  must("client-empty-cursor-first", PAGES, "the first request has an empty cursor", (next) =>
    paging(next, (query) => {
      if (!query.has("cursor")) query.set("cursor", "");
    }),
  ),
  must(
    "client-page-number",
    PAGES,
    "the next request has a page number beside its cursor",
    (next) =>
      paging(next, (query) => {
        if (query.has("cursor")) query.set("page", "2");
      }),
  ),
  must("client-no-cursor", PAGES, "the next request has no cursor", (next) =>
    paging(next, (query) => query.delete("cursor")),
  ),
  must(
    "client-first-cursor-again",
    PAGES,
    "every next request has the cursor of the first page",
    (next) => {
      let first: string | null = null;
      return paging(next, (query) => {
        first ??= query.get("cursor");
        if (query.has("cursor")) query.set("cursor", `${first}`);
      });
    },
  ),
  must("client-cursor-cut", PAGES, "a cursor is sent to the millisecond", (next) =>
    paging(next, (query) => {
      const cursor = query.get("cursor");
      if (cursor !== null) query.set("cursor", cursor.replace(/(\.\d{3})\d+/, "$1"));
    }),
  ),
  must("client-cursor-not-encoded", PAGES, "the cursor is not URL-encoded", (next) =>
    sending(next, (request) => {
      request.address = (it) => it.replace(/cursor=[^&]+/, decodeURIComponent);
    }),
  ),
  must("client-cursor-encoded-twice", PAGES, "the cursor is URL-encoded twice", (next) =>
    sending(next, (request) => {
      request.address = (it) => it.replace(/cursor=[^&]+/, (all) => all.replaceAll("%", "%25"));
    }),
  ),
  must(
    "client-cursor-plus-not-encoded",
    PAGES,
    "the plus sign of a cursor is sent as it is",
    (next) =>
      sending(next, (request) => {
        request.address = (it) => it.replaceAll("%2B", "+");
      }),
  ),
  must("client-stops-after-two-pages", PAGES, "a walk ends after two pages", (next) =>
    seeing(next, (body, url) => {
      if (body.pagination && url.includes("cursor=")) body.pagination = {};
    }),
  ),
  must("client-stops-after-one-page", PAGES, "a walk is one page", (next) =>
    seeing(next, (body) => {
      if (body.pagination) body.pagination = {};
    }),
  ),
  should(
    "client-goes-on-without-cursor",
    PAGES,
    "a page without a cursor is not the last",
    (next) =>
      seeing(next, ({ pagination }) => {
        if (pagination && pagination.cursor === undefined)
          pagination.cursor = "2026-03-01T00:00:00.5Z";
      }),
  ),
  should("client-goes-on-at-empty-cursor", PAGES, "an empty cursor is followed", (next) =>
    seeing(next, ({ pagination }) => {
      if (pagination?.cursor === "") pagination.cursor = "2026-03-01T00:00:00.5Z";
    }),
  ),
  should(
    "client-goes-on-at-empty-page",
    PAGES,
    "an empty page is asked for again and again",
    (next) => {
      let pages = 0;
      return seeing(next, ({ operations, pagination }) => {
        if (operations?.length === 0) pagination.cursor = `2026-03-01T00:00:00.${++pages}Z`;
      });
    },
  ),

  // Polling.
  must(
    "client-looks-at-list",
    POLLING,
    "a look reads the list of operations too",
    (next) => async (url, init) => {
      if (BY_ID.test(url))
        await next(url.replace(BY_ID, "/operations?limit=1"), init).catch(() => {});
      return next(url, init);
    },
  ),
  must("client-looks-at-other-path", "Events", "an operation is polled below its compute", (next) =>
    sending(next, (request) => {
      request.address = (it) => it.replace("/operations/", "/endpoints/ep-1/operations/");
    }),
  ),
  must(
    "client-looks-twice",
    POLLING,
    "each look is two requests without a pause",
    (next) => async (url, init) => {
      const response = await next(url, init);
      return BY_ID.test(url) ? next(url, init).catch(() => response) : response;
    },
  ),
  should(
    "client-looks-too-seldom",
    "Limits, Table",
    "looks settle at one every 10 seconds",
    (next) => async (url, init) => {
      if (BY_ID.test(url) && url.includes("id-1")) await new Promise((go) => setTimeout(go, 5_000));
      return next(url, init);
    },
  ),
  must(
    "client-running-is-finished",
    POLLING,
    "an operation that is running counts as finished",
    (next) => statuses(next, (status) => (status === "running" ? "finished" : status)),
  ),
  must(
    "client-scheduling-is-finished",
    POLLING,
    "an operation that is scheduling counts as finished",
    (next) => statuses(next, (status) => (status === "scheduling" ? "finished" : status)),
  ),
  must(
    "client-failed-is-finished",
    POLLING,
    "an operation that failed counts as finished",
    (next) => statuses(next, (status) => (status === "failed" ? "finished" : status)),
  ),
  should(
    "client-unknown-status-failed",
    STATES,
    "a status nobody listed counts as failed",
    (next) => statuses(next, (status) => (KNOWN.includes(status) ? status : "failed")),
  ),
  should(
    "client-gives-up-quietly",
    POLLING,
    "a wait that takes long ends as if all was finished",
    (next) => {
      let looks = 0;
      return statuses(next, (status) => (++looks > 4 ? "finished" : status));
    },
  ),
  must(
    "client-forgets-operations",
    POLLING,
    "the operations of a mutating answer are dropped",
    (next) =>
      seeing(next, (body, _, method) => {
        if (method !== "GET" && body.operations) body.operations = [];
      }),
  ),
  must("client-writes-twice", COMMON, "what writes is sent twice", (next) => async (url, init) => {
    if (init.method !== "GET") await next(url, init).catch(() => {});
    return next(url, init);
  }),
  should("client-calls-home", POLLING, "a client sends a request when it is made", (next) => {
    next("http://127.0.0.1:1/", {}).catch(() => {});
    return next;
  }),
];

const KNOWN = ["scheduling", "running", "finished", "failed"];

type Apply = (next: Fetch) => Fetch;

function must(id: string, source: string, text: string, client: Apply): Fault {
  return { id, group: "client", level: "MUST", text, source, client };
}

function should(id: string, source: string, text: string, client: Apply): Fault {
  return { id, group: "client", level: "SHOULD", text, source, client };
}

interface Sent {
  url: URL;
  init: RequestInit;
  headers: Headers;
  /** The last word on the address. */
  address: (url: string) => string;
}

function sending(next: Fetch, change: (sent: Sent) => void): Fetch {
  return (address, { ...init }) => {
    const sent: Sent = {
      url: new URL(address),
      init,
      headers: new Headers(init.headers),
      address: (it) => it,
    };
    const before = sent.url.href;
    change(sent);
    // A URL that is written anew is encoded anew.
    const url = sent.url.href === before ? address : sent.url.href;
    return next(sent.address(url), { ...sent.init, headers: sent.headers });
  };
}

function paging(next: Fetch, change: (query: URLSearchParams) => void): Fetch {
  return sending(next, ({ url }) => {
    if (url.pathname.endsWith("/operations")) change(url.searchParams);
  });
}

function seeing(next: Fetch, edit: (body: Json, url: string, method: string) => void): Fetch {
  return async (url, init) => {
    const response = await next(url, init);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return isJson ? edited(response, (body) => edit(body, url, init.method ?? "GET")) : response;
  };
}

function statuses(next: Fetch, change: (status: string) => string): Fetch {
  return seeing(next, ({ operation }) => {
    if (operation) operation.status = change(operation.status);
  });
}

function trying(next: Fetch, isTriedAgain: (method: string) => boolean): Fetch {
  return async (url, init) => {
    const response = await next(url, init);
    return response.status === 401 && isTriedAgain(init.method ?? "GET")
      ? next(url, init)
      : response;
  };
}

function header(headers: Headers, name: string, change: (value: string) => string) {
  const value = headers.get(name);
  if (value !== null) headers.set(name, change(value));
}

function isObject(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "message" in body;
  } catch {
    return false;
  }
}
