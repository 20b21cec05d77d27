import { describe, expect, test, vi } from "vitest";
import {
  AuthenticationError,
  type ClientOptions,
  createClient,
  HttpError,
  InvalidRequestError,
  NetworkError,
  ParseError,
  type Result,
  TimeoutError,
  unwrap,
} from "../src/index.ts";
import {
  API_KEY,
  BASE_URL,
  clientOf,
  json,
  pause,
  rejection,
  routes,
  untyped,
} from "./builders.ts";
import { faultServer, redirectTo } from "./fault-server.ts";

const download =
  "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download";
const object = {
  params: { path: { project_id: "p", branch_id: "b", bucket_name: "files", object_key: "a/b" } },
};

describe("options", () => {
  test.each([
    ["empty", ""],
    ["padded before", ` ${API_KEY}`],
    ["padded after", `${API_KEY}\n`],
    ["blank inside", "a key"],
    ["non-latin", "clé"],
    ["beyond latin-1", "ключ"],
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
  ])("a key that is %s is refused at construction", (_, apiKey) => {
    expect(() => clientOf(undefined, { apiKey } as never)).toThrow(InvalidRequestError);
    expect(() => clientOf(undefined, { apiKey } as never)).toThrow(
      /^apiKey (must be visible ASCII|is empty)$/,
    );
  });

  test.each([
    ["no URL", "host/api"],
    ["relative", "/api/v2"],
    ["empty", ""],
    ["undefined", undefined],
    ["with user name", "https://me@host.test/api"],
    ["with password", "https://:word@host.test/api"],
    ["with query", "https://host.test/api?a=b"],
    ["with an empty query", "https://host.test/api?"],
    ["with fragment", "https://host.test/api#a"],
    ["with an empty fragment", "https://host.test/api#"],
    ["another scheme", "ftp://host.test/api"],
    ["http to a public host", "http://host.test/api"],
    ["http to a private network", "http://10.0.0.1/api"],
    ["http to any address", "http://0.0.0.0/api"],
    ["http to a name that begins like loopback", "http://127.0.0.1.host.test/api"],
    ["http to a name that ends like localhost", "http://notlocalhost/api"],
  ])("a baseUrl is refused: %s", (_, baseUrl) => {
    expect(() => clientOf(undefined, { baseUrl } as never)).toThrow(InvalidRequestError);
    expect(() => clientOf(undefined, { baseUrl } as never)).toThrow(/^baseUrl must/);
  });

  test("a password in a refused baseUrl is not repeated in the message", () => {
    expect(() => clientOf(undefined, { baseUrl: "https://me:sekret@host.test" })).not.toThrow(
      /sekret/,
    );
  });

  test.each([
    "http://localhost:4010",
    "http://api.localhost",
    "http://127.0.0.1:4010",
    "http://127.1.2.3",
    "http://[::1]:4010",
    "https://host.test",
    "HTTPS://HOST.test",
  ])("%s is accepted", (baseUrl) => {
    expect(() => clientOf(undefined, { baseUrl })).not.toThrow();
  });

  test("allowInsecureHttp accepts http to any host", async () => {
    const { api, requests } = clientOf(undefined, {
      baseUrl: "http://host.test/api/v2",
      allowInsecureHttp: true,
    });

    await api.GET("/projects");

    expect(requests[0]?.url).toBe("http://host.test/api/v2/projects");
  });

  test.each(["", "/", "//", "///"])(
    "trailing slashes are cut from the baseUrl: %j",
    async (slashes) => {
      const { api, requests } = clientOf(undefined, { baseUrl: BASE_URL + slashes });

      await api.GET("/projects");

      expect(requests[0]?.url).toBe(`${BASE_URL}/projects`);
    },
  );

  test.each([0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "a timeoutMs of %s is refused, for the client and for a call",
    async (timeoutMs) => {
      const { api, requests } = clientOf();

      expect(() => clientOf(undefined, { timeoutMs } as never)).toThrow(/^timeoutMs must/);
      if (timeoutMs !== null) {
        const error = await rejection(untyped(api).GET("/projects", { timeoutMs }));
        expect(error).toBeInstanceOf(InvalidRequestError);
      }
      expect(requests).toEqual([]);
    },
  );

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2"])(
    "%s retries are refused, for the client and for a call",
    async (retries) => {
      const { api, requests } = clientOf();

      expect(() => clientOf(undefined, { retries } as never)).toThrow(/^retries must/);
      expect(await rejection(untyped(api).GET("/projects", { retries }))).toBeInstanceOf(
        InvalidRequestError,
      );
      expect(requests).toEqual([]);
    },
  );

  test("the largest delay of a timer is accepted as timeout", async () => {
    const { api } = clientOf(undefined, { timeoutMs: 2 ** 31 - 1 });

    expect((await api.GET("/projects")).response.status).toBe(200);
  });

  test("fetch is looked up when a call is made, as the platform's is the default", async () => {
    const api = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(json({ projects: [] }));

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(fetch).toHaveBeenCalledOnce();
    fetch.mockRestore();
  });
});

describe("what is sent", () => {
  test("every route is sent under its own method and path, with the key", async () => {
    const { api, requests } = clientOf();

    for (const { method, path } of routes) {
      const values = {
        get: () => "id",
        getOwnPropertyDescriptor: () => ({ value: "id", configurable: true, enumerable: true }),
      };
      await untyped(api)[method](path, { params: { path: new Proxy({}, values) } });
    }

    const sent = requests.map(({ method, path }) => `${method} ${path}`);
    expect(sent).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "id")}`),
    );
    for (const { headers } of requests)
      expect(headers.get("authorization")).toBe(`Bearer ${API_KEY}`);
  });

  test("a header that fetch adds stays with that call", async () => {
    const seen: boolean[] = [];
    const { api } = clientOf(undefined, {
      fetch: async (_url, init) => {
        seen.push(new Headers(init.headers).has("x-added"));
        Object.assign(init.headers ?? {}, { "x-added": "1" });
        return Response.json({});
      },
    });

    await api.GET("/projects");
    await api.GET("/projects");
    await api.POST("/projects", { body: {} });
    await api.POST("/projects", { body: {} });

    expect(seen).toEqual([false, false, false, false]);
  });

  test("fetch is called with a URL and an init, which refuses redirects", async () => {
    const calls: [string, RequestInit][] = [];
    const { api } = clientOf(undefined, {
      fetch: async (...call) => {
        calls.push(call);
        return json({});
      },
    });

    await api.GET("/projects");

    const [url, init] = calls[0] as [string, RequestInit];
    expect(url).toBe(`${BASE_URL}/projects`);
    expect(init).toMatchObject({ method: "GET", redirect: "manual" });
    expect(init.signal).toBeInstanceOf(AbortSignal);
    expect([...new Headers(init.headers).keys()].sort()).toEqual(["accept", "authorization"]);
  });

  test("JSON is accepted, and anything when another form is asked for", async () => {
    const { api, requests } = clientOf(() => new Response("{}"));

    await api.GET("/projects");
    await api.GET("/projects", { parseAs: "text" });
    await api.GET("/projects", { parseAs: "text", headers: { accept: "text/csv" } });

    expect(requests.map(({ headers }) => headers.get("accept"))).toEqual([
      "application/json",
      "*/*",
      "text/csv",
    ]);
  });

  test("userAgent is sent as User-Agent", async () => {
    const { api, requests } = clientOf(undefined, { userAgent: "orders/1.2" });

    await api.GET("/projects");

    expect(requests[0]?.headers.get("user-agent")).toBe("orders/1.2");
  });

  test("headers of a call are sent, as a record or as Headers", async () => {
    const { api, requests } = clientOf();

    await api.GET("/projects", { headers: { "X-Trace": "1" } });
    await api.GET("/projects", { headers: new Headers({ "X-Trace": "2" }) });

    expect(requests.map(({ headers }) => headers.get("x-trace"))).toEqual(["1", "2"]);
  });

  test("a header that cannot be sent is refused under its name, without its value", async () => {
    const { api, requests } = clientOf();

    const error = await rejection(
      api.GET("/projects", { headers: { "X-Trace": "sekret\nvalue" } }),
    );

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toContain('"X-Trace"');
    expect(error.message).not.toContain("sekret");
    expect(requests).toEqual([]);
  });
});

describe("the key", () => {
  test("a function is asked before each request, and may be async", async () => {
    const keys = ["first-key", "second-key"];
    const { api, requests } = clientOf(undefined, { apiKey: async () => keys.shift() ?? "" });

    await api.GET("/projects");
    await api.GET("/projects");

    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer first-key",
      "Bearer second-key",
    ]);
  });

  test("what a function gives is checked like a fixed key", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => "sekret\nkey" });

    const error = await rejection(api.GET("/projects"));

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).not.toContain("sekret");
    expect(requests).toEqual([]);
  });

  test("what a function throws passes unchanged, and nothing is sent", async () => {
    const reason = new Error("the vault is closed");
    const { api, requests } = clientOf(undefined, { apiKey: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toEqual([]);
  });

  test("a hanging function is cut by the timeout, and nothing is sent", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => new Promise(() => {}) });

    expect(await rejection(api.GET("/projects", { timeoutMs: 60 }))).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test("a function that answers after the timeout sends nothing any more", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => pause(120).then(() => API_KEY) });

    const error = await rejection(api.POST("/projects", { timeoutMs: 40 }));
    await pause(150);

    expect(error).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test.each(["empty-401", "chunked-401", "html-401", "json-401", "cut-401"])(
    "%s is an AuthenticationError after one request",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(unwrap(api.GET("/projects")));

      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toBeInstanceOf(HttpError);
      expect((error as HttpError).status).toBe(401);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("a 401 to a fixed key is final", async () => {
    const { api, requests } = clientOf(() => json({}, { status: 401 }));

    const { response } = await api.GET("/projects");

    expect(response.status).toBe(401);
    expect(requests).toHaveLength(1);
  });

  test("after a 401 a function is asked once more, and another key is tried once, for POST too", async () => {
    const keys = ["old-key", "new-key", "newer-key"];
    const { api, requests } = clientOf(() => json({}, { status: 401 }), {
      apiKey: () => keys.shift() ?? "",
    });

    const { response } = await api.POST("/projects", { body: { name: "orders" } });

    expect(response.status).toBe(401);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer old-key",
      "Bearer new-key",
    ]);
    expect(requests.map(({ body }) => body)).toEqual(['{"name":"orders"}', '{"name":"orders"}']);
  });

  test("after a 401 a function that gives the same key sends nothing again", async () => {
    const { api, requests } = clientOf(() => json({}, { status: 401 }), { apiKey: () => API_KEY });

    await api.GET("/projects");

    expect(requests).toHaveLength(1);
  });

  test("an Authorization of the call replaces the key, which is not asked for, nor after a 401", async () => {
    const apiKey = vi.fn(() => API_KEY);
    const { api, requests } = clientOf(() => json({}, { status: 401 }), { apiKey });

    await api.GET("/projects", { headers: { authorization: "Bearer other" } });
    await api.GET("/projects", { headers: new Headers({ Authorization: "Basic other" }) });

    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer other",
      "Basic other",
    ]);
    expect(apiKey).not.toHaveBeenCalled();
  });

  test("a redirect is an error, and neither key nor body goes where it points", async () => {
    const elsewhere = await faultServer((_, response) => void response.end("{}"));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await faultServer(redirectTo(`${elsewhere.baseUrl}/stolen`, status));
      const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });

      for (const call of [
        api.GET("/projects"),
        api.POST("/projects", { body: { name: "orders" } }),
      ]) {
        const error = await rejection(unwrap(call as Promise<Result<unknown>>));
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ status });
        expect(error.message).toContain("redirect");
      }
      expect(server.requests).toHaveLength(2);
    }

    expect(elsewhere.requests).toEqual([]);
  });
});

describe("responses", () => {
  test.each(["html-200", "broken-json"])(
    "%s is a ParseError after one request, without the body",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(api.GET("/projects"));

      expect(error).toBeInstanceOf(ParseError);
      expect(error).toMatchObject({ status: 200, code: "parse_error" });
      expect(error.message).not.toMatch(/sekret|<html|\[/);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("a ParseError names the content type, if there is one", async () => {
    const html = clientOf(
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    );
    const none = clientOf(() => new Response(new TextEncoder().encode("<html>")));

    expect((await rejection(html.api.GET("/projects"))).message).toMatch(/\(text\/html\)$/);
    expect((await rejection(none.api.GET("/projects"))).message).toMatch(/\(no content type\)$/);
  });

  test("broken JSON with a content-length is a ParseError too", async () => {
    const { api } = clientOf(() => new Response("{", { headers: { "content-length": "1" } }));

    expect(await rejection(api.GET("/projects"))).toBeInstanceOf(ParseError);
  });

  test.each(["empty", "empty-chunks", "no-content"])("%s gives undefined data", async (fault) => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

    expect(await unwrap(api.GET("/projects"))).toBeUndefined();
  });

  test("chunked JSON is read whole", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("chunked"), fetch: undefined });

    expect(await unwrap(api.GET("/projects"))).toEqual({ projects: [] });
  });

  test.each([["truncate"], ["cut-chunks"], ["reset"]])(
    "%s is a NetworkError with reason and cause",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(api.GET("/projects", { retries: 0 }));

      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({
        reason: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/),
      });
      expect(error.cause).toBeInstanceOf(Error);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("a refused port is a NetworkError with reason and cause", async () => {
    const server = await faultServer();
    await server.close();
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });

    const error = await rejection(api.GET("/projects", { retries: 0 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: "ECONNREFUSED", code: "network_error" });
    expect(error.message).toBe("GET /projects failed: ECONNREFUSED");
    expect(error.cause).toMatchObject({ name: "TypeError" });
  });

  test("a name that DNS does not know is a NetworkError with reason and cause", async () => {
    const { api } = clientOf(undefined, { baseUrl: "https://host.invalid", fetch: undefined });

    const error = await rejection(api.GET("/projects", { retries: 0 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
    expect(error.cause).toMatchObject({ name: "TypeError" });
  });

  test("a fetch that throws no error, or gives no response, is a NetworkError", async () => {
    const thrown = clientOf(() => Promise.reject("nothing there"));
    const nothing = clientOf(() => undefined as never);

    const error = await rejection(thrown.api.POST("/projects"));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: "nothing there" });
    expect(await rejection(nothing.api.POST("/projects"))).toBeInstanceOf(NetworkError);
  });

  test("unknown fields and enum values pass unchanged", async () => {
    const body = {
      operation: { id: "op-1", status: "paused", action: "fly", novelty: { a: [1] } },
      extra: true,
    };
    const { api } = clientOf(() => json(body));

    const { data } = await api.GET("/projects/{project_id}/operations/{operation_id}", {
      params: { path: { project_id: "p", operation_id: "op-1" } },
    });

    expect(data).toEqual(body);
  });

  test("a download is streamed: its first bytes arrive before its last are sent", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("slow-download"), fetch: undefined });

    const stream = await unwrap(
      api.GET(download, { ...object, parseAs: "stream", timeoutMs: 500, retries: 0 }),
    );
    const chunks: string[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>)
      chunks.push(Buffer.from(chunk).toString());

    expect(chunks).toEqual(["one ", "two"]);
  });

  test("a download can be read as blob, bytes or text", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("download"), fetch: undefined });

    const text = await unwrap(api.GET(download, { ...object, parseAs: "text" }));
    const blob = await unwrap(api.GET(download, { ...object, parseAs: "blob" }));
    const bytes = await unwrap(api.GET(download, { ...object, parseAs: "arrayBuffer" }));

    expect(text).toBe("one two three");
    expect(await blob.text()).toBe(text);
    expect(Buffer.from(bytes).toString()).toBe(text);
    expect(server.requests[0]).toMatchObject({ headers: { accept: "*/*" } });
    expect(server.requests[0]?.url).toMatch(/\/objects\/a%2Fb\/download$/);
  });

  test("the envelope has the status for every answer, and throws for none", async () => {
    for (const status of [200, 201, 202, 400, 404, 409, 418, 422, 423, 599]) {
      const { api } = clientOf(() => json({ status }, { status }));

      const { data, error, response } = await api.POST("/projects");

      expect(response.status).toBe(status);
      expect(response.ok ? data : error).toEqual({ status });
      expect(response.ok ? error : data).toBeUndefined();
    }
  });
});

describe("events", () => {
  test("tell request, retry, fault and response with the route as the spec writes it", async () => {
    const answers = [
      () => json({}, { status: 503 }),
      () => Promise.reject(new Error("no")),
      () => json({}),
    ];
    const { api, events } = clientOf(() => answers.shift()?.() ?? json({}));

    await api.GET("/projects/{project_id}", { params: { path: { project_id: "secret-project" } } });

    const route = "GET /projects/{project_id}";
    expect(events).toEqual([
      { type: "request", route, attempt: 1 },
      { type: "response", route, attempt: 1, status: 503, durationMs: expect.any(Number) },
      { type: "retry", route, attempt: 1, delayMs: expect.any(Number) },
      { type: "request", route, attempt: 2 },
      { type: "fault", route, attempt: 2, code: "network_error", durationMs: expect.any(Number) },
      { type: "retry", route, attempt: 2, delayMs: expect.any(Number) },
      { type: "request", route, attempt: 3 },
      { type: "response", route, attempt: 3, status: 200, durationMs: expect.any(Number) },
    ]);
  });

  test("show no headers, query, path values or bodies", async () => {
    const { api, events } = clientOf(() => json({ answer: "sekret-answer" }, { status: 500 }));

    await api.POST("/projects/{project_id}/endpoints", {
      params: {
        path: { project_id: "sekret-path" },
        query: { undocumented: { q: "sekret-query" } },
      } as never,
      body: { endpoint: { branch_id: "sekret-body", type: "read_write" } },
      headers: { "X-Trace": "sekret-header" },
    });

    expect(events.length).toBe(2);
    expect(JSON.stringify(events)).not.toMatch(/sekret|Bearer/);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
  });

  test("what the observer throws is ignored", async () => {
    const onEvent: ClientOptions["onEvent"] = () => {
      throw new Error("broken observer");
    };
    const { api } = clientOf(undefined, { onEvent });

    expect((await api.GET("/projects")).response.ok).toBe(true);
  });
});
