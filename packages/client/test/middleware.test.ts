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
import { API_KEY, BASE_URL, clientOf, json, pause, rejection, untyped } from "./builders.ts";
import { faultServer } from "./fault-server.ts";

const path = "/projects/{project_id}/branches";
const params = { path: { project_id: "p" } };

/** Leaves the request unchanged. */
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
    await named.projects.getProject({ project_id: "p" });

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

  test("resolves to the same envelopes as without middleware", async () => {
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

  test("throws on a value that is not middleware", () => {
    const { api } = clientOf();

    expect(() => api.use({} as Middleware)).toThrow(/Middleware must be/);
  });
});

describe("eject", () => {
  test("removes the given middleware only", async () => {
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
});

describe("a middleware that returns a Response", () => {
  test("answers in place of the server", async () => {
    const { api, requests, events } = clientOf();
    api.use({ onRequest: () => Response.json({ projects: [{ id: "cached" }] }) });

    expect(await unwrap(api.GET("/projects"))).toEqual({ projects: [{ id: "cached" }] });
    expect(requests).toEqual([]);
    expect(events).toEqual([]);
  });

  test("becomes the typed error when its status is an error", async () => {
    const { api } = clientOf();
    api.use({ onRequest: () => Response.json({}, { status: 401 }) });

    const error = await rejection(unwrap(api.GET("/projects")));

    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.message).toBe("GET /projects was answered 401");
  });

  test("replaces the server's response, so its body decides about a ParseError", async () => {
    const { api } = clientOf(() => new Response("id\na"));
    const broken = clientOf();
    api.use({
      onResponse: async ({ response }) => Response.json((await response.text()).split("\n")),
    });
    broken.api.use({ onResponse: () => new Response("<html>") });

    expect((await api.GET("/projects")).data).toEqual(["id", "a"]);
    expect(await rejection(broken.api.GET("/projects"))).toBeInstanceOf(ParseError);
  });

  test("times out when its Response never ends", async () => {
    const { api } = clientOf();
    api.use({ onResponse: () => new Response(new ReadableStream()) });

    expect(await rejection(api.GET("/projects", { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  });
});

describe("a middleware that throws or hangs", () => {
  test("rejects the call with that error and sends nothing", async () => {
    const reason = new Error("no token");
    const { api, requests } = clientOf();
    api.use({ onRequest: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toEqual([]);
  });

  test("rejects the call after one request when it throws on the response", async () => {
    const reason = new Error("not understood");
    const { api, requests } = clientOf();
    api.use({ onResponse: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toHaveLength(1);
  });

  test("is ended by the deadline or an abort", async () => {
    const { api, requests } = clientOf();
    api.use({ onRequest: () => new Promise(() => {}) });
    const controller = new AbortController();

    const call = rejection(api.GET("/projects", { signal: controller.signal }));
    controller.abort("not needed");

    expect(await call).toBe("not needed");
    expect(await rejection(api.GET("/projects", { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test("sends nothing when it resolves after the deadline", async () => {
    const { api, requests } = clientOf();
    api.use({ onRequest: () => pause(60) });

    expect(await rejection(api.POST("/projects", { timeoutMs: 20 }))).toBeInstanceOf(TimeoutError);
    await pause(80);
    expect(requests).toEqual([]);
  });
});

describe("onError", () => {
  const failing = () => clientOf(() => Promise.reject(new TypeError("fetch failed")));

  test("receives the typed error of the last attempt, once", async () => {
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

  test("replaces the error, or resolves the call with a Response", async () => {
    const replaced = failing();
    const answered = failing();
    const other = new Error("offline");
    replaced.api.use({ onError: () => other });
    answered.api.use({ onError: () => Response.json({ projects: [] }) });

    expect(await rejection(replaced.api.POST("/projects"))).toBe(other);
    expect((await answered.api.POST("/projects")).data).toEqual({ projects: [] });
  });
});

describe("a call with middleware", () => {
  test("repeats the request in a retry without running middleware again", async () => {
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

  test("repeats the body with a new key after a 401", async () => {
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

  test.each(["truncate", "cut-401"])("rejects as without middleware on %s", async (fault) => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });
    api.use(idle);

    const error = await rejection(unwrap(api.GET("/projects", { retries: 0 })));

    expect(error).toBeInstanceOf(fault === "cut-401" ? AuthenticationError : NetworkError);
  });

  test("rejects invalid values before middleware runs", async () => {
    const onRequest = vi.fn();
    const { api } = clientOf();
    api.use({ onRequest });

    const missing = await rejection(untyped(api).GET("/projects/{project_id}"));
    const spoilt = await rejection(api.POST(path, { params, body: { size: Number.NaN } }));

    expect(missing).toBeInstanceOf(InvalidRequestError);
    expect(spoilt).toBeInstanceOf(InvalidRequestError);
    expect(onRequest).not.toHaveBeenCalled();
  });

  test("streams a download that an abort still ends", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("stall"), fetch: undefined });
    api.use(idle);
    const controller = new AbortController();

    const { data } = await api.GET("/projects", {
      parseAs: "stream",
      signal: controller.signal,
      timeoutMs: 2_000,
      retries: 0,
    });
    const reader = data?.getReader() as ReadableStreamDefaultReader;
    const { value } = await reader.read();
    await pause(2_050);
    const reading = rejection(reader.read());
    controller.abort(new Error("not needed"));

    expect(Buffer.from(value).toString()).toBe('{"projects":');
    expect(await reading).toBe(controller.signal.reason);
  });

  test.each(["text", "blob", "arrayBuffer"] as const)("reads a body as %s", async (parseAs) => {
    const { api } = clientOf(() => new Response("one two three"));
    api.use(idle);

    const { data } = await untyped(api).GET("/projects", { parseAs });

    expect(await new Response(data as string | Blob | ArrayBuffer).text()).toBe("one two three");
  });

  test("leaves no listener on the caller's signal", async () => {
    const { api } = clientOf();
    api.use(idle);
    const { signal } = new AbortController();

    await api.GET("/projects", { signal });

    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
