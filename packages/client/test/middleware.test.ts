import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  AuthenticationError,
  InvalidRequestError,
  type Middleware,
  NetworkError,
  ParseError,
  TimeoutError,
  unwrap,
} from "../src/index.ts";
import { withNamedCalls } from "../src/named-calls.ts";
import {
  API_KEY,
  BASE_URL,
  clientOf,
  hang,
  json,
  pause,
  rejection,
  stopwatch,
  untyped,
} from "./builders.ts";
import { faultServer, redirectTo } from "./fault-server.ts";

const path = "/projects/{project_id}/branches";
const params = { path: { project_id: "p" } };

/** Passes a request on unchanged. */
const idle: Middleware = { onRequest: () => {} };

describe("use", () => {
  test("runs an auth middleware, whose Authorization replaces the key", async () => {
    const apiKey = vi.fn(() => API_KEY);
    const { api, requests } = clientOf(undefined, { apiKey });
    api.use({
      onRequest({ request }) {
        request.headers.set("Authorization", "Bearer of-middleware");
      },
    });

    await api.GET("/projects");

    expect(requests[0]?.headers.get("authorization")).toBe("Bearer of-middleware");
    expect(apiKey).not.toHaveBeenCalled();
  });

  test("runs a header middleware on path-style and named calls", async () => {
    const { api, requests } = clientOf();
    const named = withNamedCalls(api);
    named.use({
      onRequest({ request, schemaPath }) {
        request.headers.set("X-Path", schemaPath);
        return request;
      },
    });

    await api.GET("/projects/{project_id}", { params });
    await named.getProject({ project_id: "p" });

    const sent = requests.map(({ headers }) => headers.get("x-path"));
    expect(sent).toEqual(["/projects/{project_id}", "/projects/{project_id}"]);
  });

  test("runs a logging middleware that reads both bodies and never sees the key", async () => {
    const log: unknown[] = [];
    const { api, requests } = clientOf(() => json({ branch: { id: "b" } }, { status: 201 }));
    api.use({
      async onRequest({ request, params }) {
        log.push(request.method, request.url, params.path, await request.clone().text());
      },
      async onResponse({ request, response }) {
        log.push(response.status, await response.clone().json());
        log.push([...request.headers.keys()].sort());
      },
    });

    const { data, response } = await api.POST(path, { params, body: { branch: { name: "dev" } } });

    expect(log).toEqual([
      "POST",
      `${BASE_URL}/projects/p/branches`,
      { project_id: "p" },
      '{"branch":{"name":"dev"}}',
      201,
      { branch: { id: "b" } },
      ["accept", "content-type"],
    ]);
    expect(data).toEqual({ branch: { id: "b" } });
    expect(response.status).toBe(201);
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${API_KEY}`);
  });

  test("runs requests in order and responses in reverse", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: () => void order.push(`${name} request`),
      onResponse: () => void order.push(`${name} response`),
    });
    const { api } = clientOf();
    api.use(named("a"), named("b"));

    await api.GET("/projects");

    expect(order).toEqual(["a request", "b request", "b response", "a response"]);
  });

  test("gives the same envelopes as without middleware", async () => {
    const bodies: [number, string | null][] = [
      [200, '{"a":1}'],
      [200, "null"],
      [200, ""],
      [204, null],
      [304, null],
      [404, '{"message":"no"}'],
      [404, "no"],
      [500, ""],
      [500, "null"],
    ];
    for (const [status, body] of bodies) {
      const { api } = clientOf(() => new Response(body, { status }), { retries: 0 });
      const plain = await api.GET("/projects");
      api.use(idle);
      const seen = await api.GET("/projects");

      const { data, error, route } = seen;
      expect({ data, error, route }).toEqual({
        data: plain.data,
        error: plain.error,
        route: plain.route,
      });
      expect(seen.response.status).toBe(status);
    }
  });

  test("keeps the URL of the response", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("chunked"), fetch: undefined });
    api.use(idle);

    const { response, data } = await api.GET("/projects");

    expect(response.url).toBe(`${server.at("chunked")}/projects`);
    expect(data).toEqual({ projects: [] });
  });

  test("refuses what is no middleware", () => {
    const { api } = clientOf();

    expect(() => api.use({} as Middleware)).toThrow(/Middleware must be/);
  });
});

test("eject removes middleware, and only that", async () => {
  const header = (name: string): Middleware => ({
    onRequest: ({ request }) => request.headers.set(name, "1"),
  });
  const [first, second] = [header("X-First"), header("X-Second")];
  const { api, requests } = clientOf();
  const named = withNamedCalls(api);
  api.use(first, second);

  await api.GET("/projects");
  named.eject(first);
  await api.GET("/projects");

  expect(requests.map(({ headers }) => headers.has("x-first"))).toEqual([true, false]);
  expect(requests.map(({ headers }) => headers.has("x-second"))).toEqual([true, true]);
});

describe("a middleware that returns a new Request", () => {
  test("changes URL, method, headers and body of what is sent", async () => {
    const { api, requests } = clientOf();
    api.use({
      onRequest: ({ request }) =>
        new Request(`${request.url}?dry_run=true`, {
          method: "PUT",
          headers: { ...Object.fromEntries(request.headers), "X-Added": "1" },
          body: '{"changed":true}',
        }),
    });

    await api.POST(path, { params, body: { changed: false } });

    const [request] = requests;
    expect(request).toMatchObject({
      method: "PUT",
      url: `${BASE_URL}/projects/p/branches?dry_run=true`,
    });
    expect(new TextDecoder().decode(request?.body as ArrayBuffer)).toBe('{"changed":true}');
    expect(request?.headers.get("x-added")).toBe("1");
    expect(request?.headers.get("authorization")).toBe(`Bearer ${API_KEY}`);
  });

  test("keeps method and body of a copy", async () => {
    const server = await faultServer((_, response) => void response.end("{}"));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    api.use({ onRequest: ({ request }) => new Request(request, { headers: { "X-Only": "1" } }) });

    await api.POST(path, { params, body: { branch: { name: "é" } } });

    expect(server.requests[0]).toMatchObject({
      method: "POST",
      body: '{"branch":{"name":"é"}}',
      headers: { "x-only": "1", authorization: `Bearer ${API_KEY}` },
    });
  });

  test("keeps the boundary of a form", async () => {
    const server = await faultServer((_, response) => void response.end("{}"));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    const form = new FormData();
    form.set("file", new Blob(["content"]), "name.txt");
    api.use({ onRequest: ({ request }) => new Request(request) });

    await api.POST(path, { params, body: form });

    const [received] = server.requests;
    const type = received?.headers["content-type"] ?? "";
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    expect(received?.body).toContain(`--${type.split("boundary=")[1]}\r\n`);
  });

  test("cannot lose the deadline", async () => {
    const { api, requests } = clientOf(hang);
    api.use({ onRequest: ({ request }) => new Request(request.url) });
    const ran = stopwatch();

    const error = await rejection(api.POST("/projects", { timeoutMs: 300 }));

    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toBe("POST /projects was not answered within 300 ms");
    expect(ran()).toBeLessThan(300 * 1.2);
    await vi.waitFor(() => expect(requests.every(({ signal }) => signal.aborted)).toBe(true));
  });

  test("cannot lose the caller's abort, and may add a signal", async () => {
    const caller = new AbortController();
    const own = new AbortController();
    const { api } = clientOf(hang);
    api.use({ onRequest: ({ request }) => new Request(request.url, { signal: own.signal }) });

    const first = rejection(api.GET("/projects", { signal: caller.signal }));
    await pause(5);
    caller.abort("of the caller");
    const second = rejection(api.GET("/projects"));
    await pause(5);
    own.abort("of middleware");

    expect(await first).toBe("of the caller");
    expect(await second).toBe("of middleware");
  });

  test("cannot make a redirect followed", async () => {
    const elsewhere = await faultServer((_, response) => void response.end("{}"));
    const server = await faultServer(redirectTo(elsewhere.baseUrl));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    api.use({ onRequest: ({ request }) => new Request(request, { redirect: "follow" }) });

    const error = await rejection(unwrap(api.GET("/projects")));

    expect(error).toMatchObject({ name: "HttpError", status: 302 });
    expect(elsewhere.requests).toEqual([]);
  });

  test("cannot send the key to another origin, but its own Authorization", async () => {
    const { api, requests } = clientOf();
    const urls = ["https://other.test/a", "https://host.test:8443/a", "https://host.test.evil/a"];
    const own = { Authorization: "Bearer own" };
    api.use({
      onRequest: ({ request }) => new Request(urls.shift() ?? "https://x.test", request),
    });

    for (const headers of [{}, {}, {}, own]) await api.GET("/projects", { headers });

    const sent = requests.map(({ headers }) => headers.get("authorization"));
    expect(sent).toEqual([null, null, null, "Bearer own"]);
  });

  test("cannot send anything over http, unless to loopback or where it is allowed", async () => {
    const { api, requests } = clientOf();
    const insecure = clientOf(undefined, { allowInsecureHttp: true });
    const loopback = clientOf();
    const to = (url: string): Middleware => ({ onRequest: () => new Request(url) });
    api.use(to("http://host.test/api/v2/projects"));
    insecure.api.use(to("http://host.test/api/v2/projects"));
    loopback.api.use(to("http://127.0.0.1:1/projects"));

    const error = await rejection(api.GET("/projects"));
    await insecure.api.GET("/projects");
    await loopback.api.GET("/projects");

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toContain("https://");
    expect(requests).toEqual([]);
    const sent = [...insecure.requests, ...loopback.requests];
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([null, null]);
  });

  test("decides by its method whether a fault is retried", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { api, requests } = clientOf(() => json({}, { status: 503 }));
    const as = (method: string): Middleware => ({
      onRequest: ({ request }) => new Request(request.url, { method }),
    });
    const toPost = as("POST");

    api.use(toPost);
    await api.GET("/projects");
    api.eject(toPost);
    api.use(as("GET"));
    await api.POST("/projects");

    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
    vi.restoreAllMocks();
  });
});

describe("a middleware that returns a Response", () => {
  test("answers in place of the server", async () => {
    const { api, requests, events } = clientOf();
    api.use({ onRequest: () => Response.json({ projects: [{ id: "cached" }] }) });

    expect(await unwrap(api.GET("/projects"))).toEqual({ projects: [{ id: "cached" }] });
    expect(requests).toEqual([]);
    expect(events).toEqual([]);
  });

  test("with an error status becomes the typed error", async () => {
    const { api } = clientOf();
    api.use({ onRequest: () => Response.json({}, { status: 401 }) });

    const error = await rejection(unwrap(api.GET("/projects")));

    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toBe("GET /projects was answered 401");
  });

  test("replaces the response of the server, and decides whether it is JSON", async () => {
    const { api } = clientOf(() => new Response("id\na"));
    const broken = clientOf();
    api.use({
      onResponse: async ({ response }) => Response.json((await response.text()).split("\n")),
    });
    broken.api.use({ onResponse: () => new Response("<html>") });

    expect((await api.GET("/projects")).data).toEqual(["id", "a"]);
    expect(await rejection(broken.api.GET("/projects"))).toBeInstanceOf(ParseError);
  });

  test("that never ends is cut by the deadline", async () => {
    const { api } = clientOf();
    api.use({ onResponse: () => new Response(new ReadableStream()) });

    expect(await rejection(api.GET("/projects", { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  });
});

describe("a middleware that throws", () => {
  test("rejects the call with that error, and nothing is sent", async () => {
    const reason = new Error("no token");
    const { api, requests } = clientOf();
    api.use({ onRequest: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toEqual([]);
  });

  test("after the response rejects too, after one request", async () => {
    const reason = new Error("not understood");
    const { api, requests } = clientOf();
    api.use({ onResponse: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toHaveLength(1);
  });

  test("never hangs: the deadline and an abort end it", async () => {
    const { api, requests } = clientOf();
    api.use({ onRequest: () => new Promise(() => {}) });
    const controller = new AbortController();

    const call = rejection(api.GET("/projects", { signal: controller.signal }));
    controller.abort("not needed");

    expect(await call).toBe("not needed");
    expect(await rejection(api.GET("/projects", { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test("sends nothing when it ends after the deadline", async () => {
    const { api, requests } = clientOf();
    api.use({ onRequest: () => pause(60) });

    expect(await rejection(api.POST("/projects", { timeoutMs: 20 }))).toBeInstanceOf(TimeoutError);
    await pause(80);
    expect(requests).toEqual([]);
  });
});

describe("onError", () => {
  const failing = () => clientOf(() => Promise.reject(new TypeError("fetch failed")));

  test("is told the typed error of the last attempt, once", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { api, requests } = failing();
    const told: unknown[] = [];
    api.use({ onError: ({ error }) => void told.push(error) });

    const error = await rejection(api.GET("/projects"));

    expect(error).toBeInstanceOf(NetworkError);
    expect(told).toEqual([error]);
    expect(requests).toHaveLength(3);
    vi.restoreAllMocks();
  });

  test("may replace the error, or answer in its place", async () => {
    const replaced = failing();
    const answered = failing();
    const other = new Error("offline");
    replaced.api.use({ onError: () => other });
    answered.api.use({ onError: () => Response.json({ projects: [] }) });

    expect(await rejection(replaced.api.POST("/projects"))).toBe(other);
    expect((await answered.api.POST("/projects")).data).toEqual({ projects: [] });
  });
});

describe("below middleware", () => {
  test("a retry repeats the request of middleware without running it again", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    let runs = 0;
    const { api, requests } = clientOf((_, count) =>
      count < 3 ? json({}, { status: 503 }) : json({ projects: [] }),
    );
    api.use({
      onRequest({ request }) {
        runs += 1;
        request.headers.set("X-Run", String(runs));
      },
    });

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(requests.map(({ headers }) => headers.get("x-run"))).toEqual(["1", "1", "1"]);
    expect(runs).toBe(1);
    vi.restoreAllMocks();
  });

  test("a new key after a 401 repeats the body", async () => {
    const keys = ["old-key", "new-key"];
    const { api, requests } = clientOf(
      (_, count) => json({}, { status: count === 1 ? 401 : 200 }),
      { apiKey: () => keys.shift() ?? "" },
    );
    api.use(idle);

    await api.POST(path, { params, body: { branch: { name: "dev" } } });

    const bodies = requests.map(({ body }) => new TextDecoder().decode(body as ArrayBuffer));
    expect(bodies).toEqual(['{"branch":{"name":"dev"}}', '{"branch":{"name":"dev"}}']);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer old-key",
      "Bearer new-key",
    ]);
  });

  test.each(["truncate", "cut-401"])("%s is what it is without middleware", async (fault) => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });
    api.use(idle);

    const error = await rejection(unwrap(api.GET("/projects", { retries: 0 })));

    expect(error).toBeInstanceOf(fault === "cut-401" ? AuthenticationError : NetworkError);
  });

  test("values that cannot be sent are refused before it runs", async () => {
    const onRequest = vi.fn();
    const { api } = clientOf();
    api.use({ onRequest });

    const missing = await rejection(untyped(api).GET("/projects/{project_id}"));
    const spoilt = await rejection(api.POST(path, { params, body: { size: Number.NaN } }));

    expect(missing).toBeInstanceOf(InvalidRequestError);
    expect(spoilt).toBeInstanceOf(InvalidRequestError);
    expect(onRequest).not.toHaveBeenCalled();
  });

  test("a download is streamed, and an abort still ends it", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("stall"), fetch: undefined });
    api.use(idle);
    const controller = new AbortController();

    const { data } = await api.GET("/projects", {
      parseAs: "stream",
      signal: controller.signal,
      timeoutMs: 200,
      retries: 0,
    });
    const reader = data?.getReader() as ReadableStreamDefaultReader;
    const { value } = await reader.read();
    await pause(250);
    const reading = rejection(reader.read());
    controller.abort(new Error("not needed"));

    expect(Buffer.from(value).toString()).toBe('{"projects":');
    expect(await reading).toBe(controller.signal.reason);
  });

  test.each(["text", "blob", "arrayBuffer"] as const)("a body is read as %s", async (parseAs) => {
    const { api } = clientOf(() => new Response("one two three"));
    api.use(idle);

    const { data } = await untyped(api).GET("/projects", { parseAs });

    expect(await new Response(data as string | Blob | ArrayBuffer).text()).toBe("one two three");
  });

  test("no listener stays on the caller's signal", async () => {
    const { api } = clientOf();
    api.use(idle);
    const { signal } = new AbortController();

    await api.GET("/projects", { signal });

    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
