import { afterEach, describe, expect, test, vi } from "vitest";
import { InvalidRequestError, NetworkError, ParseError } from "../src/index.ts";
import { clientOf, hang, json, onFakeTime, rejection, untyped } from "./builders.ts";
import { faultServer, unavailable } from "./fault-server.ts";

const TRANSIENT = [408, 429, 500, 502, 503, 504];
const FINAL = [300, 304, 400, 401, 402, 403, 404, 405, 409, 410, 412, 418, 422, 423, 451, 501, 505];
const METHODS = ["PUT", "POST", "PATCH", "DELETE"] as const;

/** Removes the pauses before retries, for tests that only count requests. */
function withoutPauses() {
  vi.spyOn(Math, "random").mockReturnValue(0);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("methods", () => {
  test.each(METHODS)("sends one %s, whatever the status", async (method) => {
    for (const status of [...TRANSIENT, ...FINAL]) {
      const { api, requests } = clientOf(
        () => new Response(null, { status, headers: { "retry-after": "0" } }),
      );

      const { response } = await untyped(api)[method]("/things", { retries: 5 });

      expect(response.status).toBe(status);
      expect(requests).toHaveLength(1);
    }
  });

  test.each(METHODS)(
    "sends one %s when the network fails or the call times out",
    async (method) => {
      const failing = clientOf(() => Promise.reject(new TypeError("fetch failed")));
      const hanging = clientOf(hang);

      await rejection(untyped(failing.api)[method]("/things"));
      await rejection(untyped(hanging.api)[method]("/things", { timeoutMs: 20 }));

      expect([failing.requests.length, hanging.requests.length]).toEqual([1, 1]);
    },
  );

  test.each(["reset", "truncate", "html-502"])(
    "sends one POST but three GETs on %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });
      withoutPauses();

      await api.POST("/projects", { body: { name: "orders" } }).catch(() => {});
      expect(server.requests.map(({ method }) => method)).toEqual(["POST"]);
      await api.GET("/projects").catch(() => {});
      expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
    },
  );
});

describe("retries", () => {
  test.each(TRANSIENT)(
    "repeats a GET answered %i twice by default, then returns the response",
    async (status) => {
      const { api, requests } = clientOf(() => json({ status }, { status }));
      withoutPauses();

      const { response, error } = await api.GET("/projects");

      expect(response.status).toBe(status);
      expect(error).toEqual({ status });
      expect(requests).toHaveLength(3);
    },
  );

  test.each(FINAL)("never repeats a GET answered %i", async (status) => {
    const { api, requests } = clientOf(
      () => new Response(null, { status, headers: { "retry-after": "0" } }),
    );

    const { response } = await api.GET("/projects", { retries: 5 });

    expect(response.status).toBe(status);
    expect(requests).toHaveLength(1);
  });

  test("never repeats a GET whose response is not JSON", async () => {
    const { api, requests } = clientOf(() => new Response("<html>"));

    expect(await rejection(api.GET("/projects"))).toBeInstanceOf(ParseError);
    expect(requests).toHaveLength(1);
  });

  test("never repeats a request that cannot be sent", async () => {
    const { api, requests, events } = clientOf();

    const error = await rejection(
      api.GET("/projects/{project_id}", { params: { path: { project_id: "" } } }),
    );

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(requests).toEqual([]);
    expect(events.filter(({ type }) => type === "retry")).toEqual([]);
  });

  test("sends one request with retries: 0, of the client or of a call", async () => {
    const ofClient = clientOf(() => json({}, { status: 503 }), { retries: 0 });
    const ofCall = clientOf(() => json({}, { status: 503 }));

    await ofClient.api.GET("/projects");
    await ofCall.api.GET("/projects", { retries: 0 });

    expect([ofClient.requests.length, ofCall.requests.length]).toEqual([1, 1]);
  });

  test("allows a call more retries than its client", async () => {
    const { api, requests } = clientOf(() => json({}, { status: 503 }), { retries: 1 });
    withoutPauses();

    await api.GET("/projects", { retries: 4 });

    expect(requests).toHaveLength(5);
  });

  test("throws the last failure", async () => {
    const { api, requests } = clientOf((_, count) => Promise.reject(new Error(`attempt ${count}`)));
    withoutPauses();

    const error = await rejection(api.GET("/projects"));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toContain("attempt 3");
    expect(requests).toHaveLength(3);
  });

  test("throws a failure that comes too late for another attempt", async () => {
    const { api, requests } = clientOf(async () => {
      const until = performance.now() + 60;
      while (performance.now() < until);
      throw new TypeError("fetch failed");
    });

    const error = await rejection(api.GET("/projects", { timeoutMs: 50 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(requests).toHaveLength(1);
  });

  test("returns a success after a failure", async () => {
    const server = await faultServer(unavailable(502, undefined, 2));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    withoutPauses();

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(server.requests).toHaveLength(3);
  });

  test("pauses for a random time whose bound doubles with each attempt", async () => {
    const { api, events } = clientOf(() => json({}, { status: 503 }));
    const random = vi.spyOn(Math, "random").mockReturnValue(0.1);

    await api.GET("/projects", { retries: 3 });

    const pauses = events.flatMap((event) =>
      event.type === "retry" ? [Math.round(event.delayMs)] : [],
    );
    expect(pauses).toEqual([25, 50, 100]);
    expect(random).toHaveBeenCalledTimes(3);
  });

  test("pauses for at most half of the remaining time", async () => {
    const { api, events } = clientOf(() => json({}, { status: 503 }));
    vi.spyOn(Math, "random").mockReturnValue(0.999);

    await onFakeTime(() => api.GET("/projects", { timeoutMs: 100, retries: 1 }));

    const retry = events.find((event) => event.type === "retry");
    expect(retry?.delayMs).toBeLessThanOrEqual(50);
  });
});

describe("Retry-After", () => {
  test("sets the minimum pause in seconds", async () => {
    withoutPauses();
    const started = performance.now();

    const calls = [429, 503].map(async (status) => {
      const server = await faultServer(unavailable(status, "1"));
      const { api, events } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
      return { ...(await api.GET("/projects")), events };
    });

    for (const { data, events } of await Promise.all(calls)) {
      expect(data).toEqual({ projects: [] });
      expect(events).toContainEqual(expect.objectContaining({ type: "retry", delayMs: 1_000 }));
    }
    expect(performance.now() - started).toBeGreaterThan(990);
  });

  test("sets the minimum pause as a date", async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { api, events } = clientOf(() =>
      json({}, { status: 503, headers: { "retry-after": date } }),
    );
    const controller = new AbortController();

    const call = rejection(api.GET("/projects", { signal: controller.signal, timeoutMs: 600_000 }));
    await vi.waitFor(() => expect(events.at(-1)?.type).toBe("retry"));
    controller.abort();
    await call;

    const delayMs = (events.at(-1) as { delayMs: number }).delayMs;
    expect(delayMs).toBeGreaterThan(55_000);
    expect(delayMs).toBeLessThanOrEqual(60_000);
  });

  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["0", "0"],
    ["negative", "-5"],
    ["a fraction", "1.5"],
    ["with a unit", "120s"],
    ["words", "soon"],
    ["words with a number", "in 2099 seconds"],
    ["words with a year", "soon 2099"],
    ["twice", "5, 5"],
    ["hex", "0x10"],
    ["a past date", "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["an invalid date", "Sun, 99 Nov 2099 08:49:37 GMT"],
  ])("adds no pause when it is %s", async (_, value) => {
    const server = await faultServer(unavailable(503, value));
    const { api, events } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    withoutPauses();

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", delayMs: 0 }));
  });

  test.each(["31", "86400", "99999999999", "9".repeat(400), "Tue, 01 Jan 2199 00:00:00 GMT"])(
    "returns the response at once when longer than the call may take: %s",
    async (value) => {
      const server = await faultServer(unavailable(429, value, 9));
      const { api, events } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });

      const { response } = await api.GET("/projects");

      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe(value);
      expect(server.requests).toHaveLength(1);
      expect(events.map(({ type }) => type)).toEqual(["request", "response"]);
    },
  );
});
