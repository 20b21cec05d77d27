import { afterEach, describe, expect, test, vi } from "vitest";
import { InvalidRequestError, NetworkError, ParseError } from "../src/index.ts";
import { clientOf, hang, json, rejection, untyped } from "./builders.ts";
import { faultServer, unavailable } from "./fault-server.ts";

const TRANSIENT = [408, 429, 500, 502, 503, 504];
const FINAL = [300, 304, 400, 401, 402, 403, 404, 405, 409, 410, 412, 418, 422, 423, 451, 501, 505];
const METHODS = ["PUT", "POST", "PATCH", "DELETE"] as const;

/** Retries without their pauses: what is counted here is requests. */
function withoutPauses() {
  vi.spyOn(Math, "random").mockReturnValue(0);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("only a GET is repeated", () => {
  test.each(METHODS)("%s is one request, whatever the answer", async (method) => {
    for (const status of [...TRANSIENT, ...FINAL]) {
      const { api, requests } = clientOf(
        () => new Response(null, { status, headers: { "retry-after": "0" } }),
      );

      const { response } = await untyped(api)[method]("/things", { retries: 5 });

      expect(response.status).toBe(status);
      expect(requests).toHaveLength(1);
    }
  });

  test.each(METHODS)("%s is one request when the network fails or time is up", async (method) => {
    const failing = clientOf(() => Promise.reject(new TypeError("fetch failed")));
    const hanging = clientOf(hang);

    await rejection(untyped(failing.api)[method]("/things"));
    await rejection(untyped(hanging.api)[method]("/things", { timeoutMs: 20 }));

    expect([failing.requests.length, hanging.requests.length]).toEqual([1, 1]);
  });

  test.each(["reset", "truncate", "html-502"])(
    "%s: a POST is one request, a GET is three",
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

test.each(TRANSIENT)(
  "a GET answered %i is repeated twice by default, then the answer is given",
  async (status) => {
    const { api, requests } = clientOf(() => json({ status }, { status }));
    withoutPauses();

    const { response, error } = await api.GET("/projects");

    expect(response.status).toBe(status);
    expect(error).toEqual({ status });
    expect(requests).toHaveLength(3);
  },
);

test.each(FINAL)("a GET answered %i is never repeated", async (status) => {
  const { api, requests } = clientOf(
    () => new Response(null, { status, headers: { "retry-after": "0" } }),
  );

  const { response } = await api.GET("/projects", { retries: 5 });

  expect(response.status).toBe(status);
  expect(requests).toHaveLength(1);
});

test("an answer that is not JSON is not asked for again", async () => {
  const { api, requests } = clientOf(() => new Response("<html>"));

  expect(await rejection(api.GET("/projects"))).toBeInstanceOf(ParseError);
  expect(requests).toHaveLength(1);
});

test("what cannot be sent is not tried again", async () => {
  const { api, requests, events } = clientOf();

  const error = await rejection(
    api.GET("/projects/{project_id}", { params: { path: { project_id: "" } } }),
  );

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(requests).toEqual([]);
  expect(events.filter(({ type }) => type === "retry")).toEqual([]);
});

test("retries: 0 is one request, for the client and for a call", async () => {
  const ofClient = clientOf(() => json({}, { status: 503 }), { retries: 0 });
  const ofCall = clientOf(() => json({}, { status: 503 }));

  await ofClient.api.GET("/projects");
  await ofCall.api.GET("/projects", { retries: 0 });

  expect([ofClient.requests.length, ofCall.requests.length]).toEqual([1, 1]);
});

test("a call may ask for more retries than its client", async () => {
  const { api, requests } = clientOf(() => json({}, { status: 503 }), { retries: 1 });
  withoutPauses();

  await api.GET("/projects", { retries: 4 });

  expect(requests).toHaveLength(5);
});

test("the last failure is the one that is thrown", async () => {
  const { api, requests } = clientOf((_, count) => Promise.reject(new Error(`attempt ${count}`)));
  withoutPauses();

  const error = await rejection(api.GET("/projects"));

  expect(error).toBeInstanceOf(NetworkError);
  expect(error.message).toContain("attempt 3");
  expect(requests).toHaveLength(3);
});

test("a failure that comes too late for another attempt is thrown", async () => {
  const { api, requests } = clientOf(async () => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    throw new TypeError("fetch failed");
  });

  const error = await rejection(api.GET("/projects", { timeoutMs: 50 }));

  expect(error).toBeInstanceOf(NetworkError);
  expect(requests).toHaveLength(1);
});

test("a success after a failure is the answer", async () => {
  const server = await faultServer(unavailable(502, undefined, 2));
  const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
  withoutPauses();

  const { data } = await api.GET("/projects");

  expect(data).toEqual({ projects: [] });
  expect(server.requests).toHaveLength(3);
});

test("pauses are random, and their bound doubles with each attempt", async () => {
  const { api, events } = clientOf(() => json({}, { status: 503 }));
  const random = vi.spyOn(Math, "random").mockReturnValue(0.1);

  await api.GET("/projects", { retries: 3 });

  const pauses = events.flatMap((event) =>
    event.type === "retry" ? [Math.round(event.delayMs)] : [],
  );
  expect(pauses).toEqual([25, 50, 100]);
  expect(random).toHaveBeenCalledTimes(3);
});

test("a pause takes at most half of the time that is left", async () => {
  const { api, events } = clientOf(() => json({}, { status: 503 }));
  vi.spyOn(Math, "random").mockReturnValue(0.999);

  await api.GET("/projects", { timeoutMs: 100, retries: 1 });

  const retry = events.find((event) => event.type === "retry");
  expect(retry?.delayMs).toBeLessThanOrEqual(50);
});

describe("Retry-After", () => {
  test("in seconds is the least pause", async () => {
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

  test("as a date is the least pause", async () => {
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
    ["a date that is over", "Sun, 06 Nov 1994 08:49:37 GMT"],
    ["no date", "Sun, 99 Nov 2099 08:49:37 GMT"],
  ])("asks for nothing when it is %s", async (_, value) => {
    const server = await faultServer(unavailable(503, value));
    const { api, events } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    withoutPauses();

    const { data } = await api.GET("/projects");

    expect(data).toEqual({ projects: [] });
    expect(events).toContainEqual(expect.objectContaining({ type: "retry", delayMs: 0 }));
  });

  test.each(["31", "86400", "99999999999", "9".repeat(400), "Tue, 01 Jan 2199 00:00:00 GMT"])(
    "that is longer than the call may take returns the answer at once: %s",
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
