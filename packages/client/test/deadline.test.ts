import { spawn } from "node:child_process";
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { TimeoutError } from "../src/index.ts";
import {
  API_KEY,
  clientOf,
  collectGarbage,
  hang,
  json,
  onFakeTime,
  pause,
  rejection,
  stopwatch,
  untyped,
} from "./builders.ts";
import { faultServer, unavailable } from "./fault-server.ts";

describe("timeoutMs", () => {
  test.each(["hang", "stall"])("rejects within 20 %% of its time: %s", async (fault) => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });
    const started = performance.now();
    const ran = stopwatch();

    const calls = (["GET", "POST"] as const).flatMap((method) =>
      [0, 2].map(async (retries) => {
        const init = { timeoutMs: 500, retries };
        const error = await rejection(untyped(api)[method]("/projects", init));
        return { method, error, tookMs: performance.now() - started, ranMs: ran() };
      }),
    );

    for (const { method, error, tookMs, ranMs } of await Promise.all(calls)) {
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error.message).toBe(`${method} /projects was not answered within 500 ms`);
      expect(tookMs).toBeGreaterThan(490);
      expect(ranMs).toBeLessThan(500 * 1.2);
    }
  });

  test("rejects within 20 % of its time while the body drips", async () => {
    const server = await faultServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    const ran = stopwatch();

    const error = await rejection(api.POST("/projects", { timeoutMs: 500 }));

    expect(error).toBeInstanceOf(TimeoutError);
    expect(ran()).toBeLessThan(500 * 1.2);
  });

  test("rejects in time when fetch ignores the signal", async () => {
    const { api } = clientOf(() => new Promise(() => {}));

    const { result, tookMs } = await onFakeTime(() =>
      rejection(api.POST("/projects", { timeoutMs: 500 })),
    );

    expect(result).toBeInstanceOf(TimeoutError);
    expect(tookMs).toBe(500);
  });

  test("includes the pauses between attempts", async () => {
    const { api, requests } = clientOf(() =>
      json({}, { status: 503, headers: { "retry-after": "1" } }),
    );

    const { result, tookMs } = await onFakeTime(() =>
      api.GET("/projects", { timeoutMs: 1_500, retries: 9 }),
    );

    expect(result.response.status).toBe(503);
    expect(requests).toHaveLength(2);
    expect(tookMs).toBe(1_000);
  });

  test("bounds an attempt that can be repeated by attemptTimeoutMs", async () => {
    const { api, requests, events } = clientOf(
      (request, count) => (count < 3 ? hang(request) : json({ projects: [] })),
      { attemptTimeoutMs: 200 },
    );

    const { result } = await onFakeTime(() => api.GET("/projects", { timeoutMs: 1_200 }));

    const faults = events.filter((event) => event.type === "fault");
    expect(result.data).toEqual({ projects: [] });
    expect(requests).toHaveLength(3);
    expect(faults.map(({ code, durationMs }) => [code, durationMs])).toEqual([
      ["timeout", 200],
      ["timeout", 200],
    ]);
  });

  test("does not affect a response that came in time", async () => {
    const { api } = clientOf(async () => {
      await pause(20);
      return json({ projects: [] });
    });

    const { result } = await onFakeTime(async () => {
      const answered = await api.GET("/projects", { timeoutMs: 200 });
      await pause(250);
      return answered;
    });

    expect(result.data).toEqual({ projects: [] });
  });
});

describe("signal", () => {
  test.each([
    ["the caller's error", new Error("not needed")],
    ["text", "not needed"],
    ["a number", 0],
    ["null", null],
    ["the platform's reason", undefined],
  ])("rejects with its reason and sends nothing when already aborted: %s", async (_, reason) => {
    const { api, requests } = clientOf();
    const signal = AbortSignal.abort(reason);

    for (const method of ["GET", "POST"] as const) {
      const caught = await rejection(untyped(api)[method]("/projects", { signal }));
      expect(caught).toBe(signal.reason);
    }

    expect(requests).toEqual([]);
  });

  test.each(["hang", "stall"])(
    "rejects with its reason, unchanged, without another request: %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const reasons = [new Error("not needed"), "text", undefined, null, 0];

      for (const [turn, reason] of reasons.entries()) {
        const controller = new AbortController();
        const call = rejection(api.GET("/projects", { signal: controller.signal }));
        await vi.waitFor(() => expect(server.requests).toHaveLength(turn + 1));
        await pause(30);
        controller.abort(reason);
        expect(await call).toBe(controller.signal.reason);
      }

      expect(server.requests).toHaveLength(reasons.length);
    },
  );

  test("rejects at once during the pause before a retry", async () => {
    const server = await faultServer(unavailable(503, "20"));
    const { api, events } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    const controller = new AbortController();
    const reason = new Error("not needed");

    const call = rejection(api.GET("/projects", { signal: controller.signal }));
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ type: "retry" }));
    const ran = stopwatch();
    controller.abort(reason);

    expect(await call).toBe(reason);
    // The pause would take 20 s.
    expect(ran()).toBeLessThan(10_000);
    expect(server.requests).toHaveLength(1);
  });

  test("prevents the request when aborted while the key is fetched", async () => {
    const controller = new AbortController();
    const { api, requests } = clientOf(undefined, { apiKey: () => pause(60).then(() => API_KEY) });

    const call = rejection(api.POST("/projects", { signal: controller.signal }));
    controller.abort("not needed");

    expect(await call).toBe("not needed");
    await pause(90);
    expect(requests).toEqual([]);
  });

  test("prevents the request when onEvent aborts on its announcement", async () => {
    const controller = new AbortController();
    const { api, requests } = clientOf(hang, { onEvent: () => controller.abort("enough") });

    const call = rejection(api.POST("/projects", { signal: controller.signal, timeoutMs: 500 }));

    expect(await call).toBe("enough");
    expect(requests).toEqual([]);
  });

  test("prevents the retry when onEvent aborts on its announcement", async () => {
    const controller = new AbortController();
    const { api, requests } = clientOf(() => json({}, { status: 503 }), {
      onEvent: ({ type }) => type === "retry" && controller.abort("enough"),
    });

    expect(await rejection(api.GET("/projects", { signal: controller.signal }))).toBe("enough");
    expect(requests).toHaveLength(1);
  });

  test("ends a stream that is being read, even after timeoutMs", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("stall"), fetch: undefined });
    const controller = new AbortController();

    const { data } = await api.GET("/projects", {
      parseAs: "stream",
      signal: controller.signal,
      timeoutMs: 2_000,
      retries: 0,
    });
    const reader = data?.getReader() as ReadableStreamDefaultReader;
    await reader.read();
    await pause(2_050);
    await collectGarbage();
    const reading = rejection(reader.read());
    controller.abort(new Error("not needed"));

    expect(await reading).toBe(controller.signal.reason);
  });
});

describe("under forced garbage collection", () => {
  test("rejects each of many calls with its signal's reason", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("hang"), fetch: undefined });
    const controllers = Array.from({ length: 40 }, () => new AbortController());

    const calls = controllers.map(({ signal }) => rejection(api.GET("/projects", { signal })));
    await vi.waitFor(() => expect(server.requests.length).toBe(40));
    await collectGarbage();
    controllers.forEach((controller, i) => {
      controller.abort(new Error(`reason ${i}`));
    });

    const errors = await Promise.all(calls);
    expect(errors.map(({ message }) => message)).toEqual(controllers.map((_, i) => `reason ${i}`));
  });

  test("rejects each of many calls at its timeout", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("stall"), fetch: undefined });

    const calls = Array.from({ length: 40 }, () =>
      rejection(
        api.GET("/projects", { timeoutMs: 500, retries: 0, signal: new AbortController().signal }),
      ),
    );
    await collectGarbage();

    for (const error of await Promise.all(calls)) expect(error).toBeInstanceOf(TimeoutError);
  });

  test("ends each call by the caller's AbortSignal.timeout", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("hang"), fetch: undefined });

    const calls = Array.from({ length: 20 }, () =>
      rejection(api.GET("/projects", { signal: AbortSignal.timeout(400) })),
    );
    await collectGarbage();

    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ name: "TimeoutError", code: 23 });
  });
});

describe("a settled call", () => {
  test.each([
    ["a success", () => json({})],
    ["an error status", () => json({}, { status: 404 })],
    ["a retry", (_: unknown, count: number) => json({}, { status: count === 1 ? 503 : 200 })],
    ["a network error", () => Promise.reject(new Error("no"))],
    ["a timeout while fetch ignores the signal", () => new Promise<never>(() => {})],
  ])("leaves no listener on the caller's signal after %s", async (_, answer) => {
    const { signal } = new AbortController();
    const { api } = clientOf(answer);

    await api.GET("/projects", { signal, timeoutMs: 200 }).catch(() => {});
    await pause(0);

    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("leaves no timer that keeps the process alive", async () => {
    const source = new URL("../src/index.ts", import.meta.url);
    const program = `
      import { createClient, paginate, waitForOperations } from ${JSON.stringify(source)};
      const controller = new AbortController();
      const api = createClient({
        baseUrl: "https://host.test",
        apiKey: ${JSON.stringify(API_KEY)},
        timeoutMs: 600_000,
        fetch: async (url, { method }) => {
          if (method === "POST") return new Promise(() => {});
          if (url.endsWith("/projects")) throw new Error("no");
          return Response.json({ operations: [], operation: { id: "1", project_id: "p", status: "failed" } });
        },
      });
      await api.GET("/regions");
      await api.GET("/projects", { retries: 0 }).catch(() => {});
      for await (const _ of paginate(api, "/projects/{project_id}/operations", { path: { project_id: "p" } }));
      await waitForOperations(api, [{ id: "1", project_id: "p", status: "running" }], { intervalMs: 1 }).catch(() => {});
      const ignored = api.POST("/projects", { signal: controller.signal }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.abort();
      await ignored;
      console.log("settled");
    `;

    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "--eval", program],
      {
        cwd: new URL("..", import.meta.url),
        timeout: 15_000,
      },
    );
    const output: string[] = [];
    let settledAt = 0;
    child.stdout.on("data", (data) => {
      output.push(`${data}`);
      settledAt = performance.now();
    });
    child.stderr.on("data", (data) => output.push(`${data}`));
    const status = await new Promise((resolve) => child.on("close", resolve));

    expect(output.join("")).toBe("settled\n");
    expect(status).toBe(0);
    expect(performance.now() - settledAt).toBeLessThan(5_000);
  });
});
