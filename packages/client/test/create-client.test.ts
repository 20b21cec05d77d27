import { describe, expect, test, vi } from "vitest";
import { createClient, InvalidRequestError } from "../src/index.ts";
import { API_KEY, BASE_URL, clientOf, json, rejection, routes, untyped } from "./builders.ts";

describe("createClient", () => {
  test.each([
    ["empty", ""],
    ["padded before", ` ${API_KEY}`],
    ["padded after", `${API_KEY}\n`],
    ["split by a space", "a key"],
    ["non-latin", "clé"],
    ["beyond latin-1", "ключ"],
    ["undefined", undefined],
    ["null", null],
    ["a number", 42],
  ])("throws on a key that is %s", (_, apiKey) => {
    expect(() => clientOf(undefined, { apiKey } as never)).toThrow(InvalidRequestError);
    expect(() => clientOf(undefined, { apiKey } as never)).toThrow(
      /^apiKey (must be visible ASCII|is empty)$/,
    );
  });

  test.each([
    ["not a URL", "host/api"],
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
  ])("throws on a baseUrl: %s", (_, baseUrl) => {
    expect(() => clientOf(undefined, { baseUrl } as never)).toThrow(InvalidRequestError);
    expect(() => clientOf(undefined, { baseUrl } as never)).toThrow(/^baseUrl must/);
  });

  test("does not repeat the password of a rejected baseUrl in the message", () => {
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
  ])("accepts %s", (baseUrl) => {
    expect(() => clientOf(undefined, { baseUrl })).not.toThrow();
  });

  test("accepts http to any host with allowInsecureHttp", async () => {
    const { api, requests } = clientOf(undefined, {
      baseUrl: "http://host.test/api/v2",
      allowInsecureHttp: true,
    });

    await api.GET("/projects");

    expect(requests[0]?.url).toBe("http://host.test/api/v2/projects");
  });

  test.each(["", "/", "//", "///"])(
    "removes trailing slashes from the baseUrl: %j",
    async (slashes) => {
      const { api, requests } = clientOf(undefined, { baseUrl: BASE_URL + slashes });

      await api.GET("/projects");

      expect(requests[0]?.url).toBe(`${BASE_URL}/projects`);
    },
  );

  test.each([0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "rejects a timeoutMs of %s, of the client and of a call",
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
    "rejects %s retries, of the client and of a call",
    async (retries) => {
      const { api, requests } = clientOf();

      expect(() => clientOf(undefined, { retries } as never)).toThrow(/^retries must/);
      expect(await rejection(untyped(api).GET("/projects", { retries }))).toBeInstanceOf(
        InvalidRequestError,
      );
      expect(requests).toEqual([]);
    },
  );

  test("accepts the largest delay of a timer as timeoutMs", async () => {
    const { api } = clientOf(undefined, { timeoutMs: 2 ** 31 - 1 });

    expect((await api.GET("/projects")).response.status).toBe(200);
  });

  test("looks up the platform's fetch at each call", async () => {
    const api = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });
    const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValue(json({ projects: [] }));

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(fetch).toHaveBeenCalledOnce();
    fetch.mockRestore();
  });
});

describe("a request", () => {
  test("has the method and path of its route, and the key", async () => {
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

  test("does not inherit a header that fetch added to an earlier one", async () => {
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

  test("reaches fetch as a URL and an init with manual redirects", async () => {
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

  test("accepts JSON, or anything when another form is requested", async () => {
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

  test("sends userAgent as User-Agent", async () => {
    const { api, requests } = clientOf(undefined, { userAgent: "orders/1.2" });

    await api.GET("/projects");

    expect(requests[0]?.headers.get("user-agent")).toBe("orders/1.2");
  });

  test("sends the headers of a call, as a record or as Headers", async () => {
    const { api, requests } = clientOf();

    await api.GET("/projects", { headers: { "X-Trace": "1" } });
    await api.GET("/projects", { headers: new Headers({ "X-Trace": "2" }) });

    expect(requests.map(({ headers }) => headers.get("x-trace"))).toEqual(["1", "2"]);
  });

  test("is rejected when a header is invalid, with its name but not its value", async () => {
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
