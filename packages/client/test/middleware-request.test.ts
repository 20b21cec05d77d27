import { describe, expect, test, vi } from "vitest";
import { InvalidRequestError, type Middleware, TimeoutError, unwrap } from "../src/index.ts";
import {
  API_KEY,
  BASE_URL,
  clientOf,
  hang,
  json,
  pause,
  rejection,
  stopwatch,
} from "./builders.ts";
import { faultServer, redirectTo } from "./fault-server.ts";

const path = "/projects/{project_id}/branches";
const params = { path: { project_id: "p" } };

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

  test("cannot lose the caller's abort but may add a signal", async () => {
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

  test("cannot enable redirects", async () => {
    const elsewhere = await faultServer((_, response) => void response.end("{}"));
    const server = await faultServer(redirectTo(elsewhere.baseUrl));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    api.use({ onRequest: ({ request }) => new Request(request, { redirect: "follow" }) });

    const error = await rejection(unwrap(api.GET("/projects")));

    expect(error).toMatchObject({ name: "HttpError", status: 302 });
    expect(elsewhere.requests).toEqual([]);
  });

  test("cannot send the key to another origin, only its own Authorization", async () => {
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

  test("cannot send over http, except to loopback or with allowInsecureHttp", async () => {
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

  test("decides by its method whether faults are retried", async () => {
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
