import { getEventListeners } from "node:events";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  OperationTimeoutError,
  paginate,
  TimeoutError,
  waitForOperations,
} from "../../src/index.ts";
import {
  clientOf,
  gc,
  hang,
  json,
  onFakeTime,
  operation,
  pause,
  rejection,
  untyped,
} from "../builders.ts";

const LARGEST_MS = 2 ** 31 - 1;

const warnings: Error[] = [];
const onWarning = (warning: Error) => warnings.push(warning);
process.on("warning", onWarning);
afterEach(() => warnings.splice(0));

describe("an attempt", () => {
  test("has the whole remaining time, so a slow GET succeeds at the first attempt", async () => {
    const { api, requests } = clientOf(async () => {
      await pause(700);
      return json({ projects: [] });
    });

    const { result } = await onFakeTime(() => api.GET("/projects", { timeoutMs: 1_000 }));

    expect(result.data).toEqual({ projects: [] });
    expect(requests).toHaveLength(1);
  });

  test("is bounded by attemptTimeoutMs while another may follow", async () => {
    const { api, requests, events } = clientOf(
      (request, count) => (count < 3 ? hang(request) : pause(150).then(() => json({}))),
      { attemptTimeoutMs: 100 },
    );

    await onFakeTime(() => api.GET("/projects", { timeoutMs: 5_000 }));

    expect(requests).toHaveLength(3);
    expect(events.flatMap((event) => (event.type === "fault" ? event.code : []))).toEqual([
      "timeout",
      "timeout",
    ]);
  });

  test("ignores attemptTimeoutMs when it is a POST", async () => {
    const { api, requests } = clientOf(() => pause(60).then(() => json({})), {
      attemptTimeoutMs: 10,
    });

    expect((await api.POST("/projects")).response.status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test.each([0, -1, Number.NaN, "5", null, 2 ** 31])("refuses attemptTimeoutMs %s", (ms) => {
    expect(() => clientOf(undefined, { attemptTimeoutMs: ms as never })).toThrow(
      /^attemptTimeoutMs must be above 0/,
    );
  });
});

describe("timeoutMs", () => {
  test.each([LARGEST_MS, LARGEST_MS - 0.1, LARGEST_MS - 1, 2 ** 30])(
    "never fires at once when it is %d",
    async (timeoutMs) => {
      const { api } = clientOf(() => pause(5).then(() => json({})));

      const calls = Array.from({ length: 100 }, async (_, i) => {
        await pause(i / 10);
        return api.GET("/projects", { timeoutMs, retries: i % 3 });
      });

      await Promise.all(calls);
    },
  );

  test("never fires at once when it is the largest, where adding it to the time rounds up", async () => {
    const times = Array.from({ length: 10_000 }, (_, i) => 1_000 + i / 7_919);
    const time = times.find((now) => now + LARGEST_MS - now > LARGEST_MS) as number;
    const clock = vi.spyOn(performance, "now").mockReturnValue(time);
    const { api } = clientOf(() => pause(10).then(() => json({})));

    const { response } = await api
      .POST("/projects", { timeoutMs: LARGEST_MS })
      .finally(() => clock.mockRestore());

    expect(response.status).toBe(200);
  });

  test("is as large in a wait, and so is its interval", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { api, requests } = clientOf(() =>
      json({ operation: operation({ status: "finished" }) }),
    );

    const largest = waitForOperations(api, [operation()], { timeoutMs: LARGEST_MS, intervalMs: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(await largest).toHaveLength(1);

    const never = rejection(
      waitForOperations(api, [operation()], { timeoutMs: 1_000, intervalMs: LARGEST_MS }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await never).toBeInstanceOf(OperationTimeoutError);
    expect(requests).toHaveLength(1);
  });

  test("is as large after middleware", async () => {
    const { api } = clientOf(() => pause(5).then(() => json({})));
    api.use({ onRequest: () => undefined });

    expect((await api.GET("/projects", { timeoutMs: LARGEST_MS })).response.status).toBe(200);
  });
});

describe("one signal for many calls", () => {
  test("has one listener while they run, and no warning follows", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { api } = clientOf(hang);

    const calls = Array.from({ length: 100 }, () => rejection(api.GET("/projects", { signal })));
    const waits = Array.from({ length: 20 }, () =>
      rejection(waitForOperations(api, [operation()], { signal })),
    );
    await pause(20);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    controller.abort("enough");

    expect(new Set(await Promise.all([...calls, ...waits]))).toEqual(new Set(["enough"]));
    await pause(0);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("aborts each of them, even if an abort starts another call", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { api } = clientOf(hang);
    const late: Promise<Error>[] = [];

    const calls = Array.from({ length: 20 }, () =>
      rejection(api.POST("/projects", { signal })).then((reason) => {
        late.push(rejection(api.POST("/projects", { signal })));
        return reason;
      }),
    );
    controller.abort("enough");

    expect(await Promise.all(calls)).toEqual(Array(20).fill("enough"));
    expect(await Promise.all(late)).toEqual(Array(20).fill("enough"));
  });

  const bytes = () => new Response(new Blob(["0123456789"]).stream());
  const list = (query: URLSearchParams) => {
    const at = Number(query.get("cursor") ?? 0);
    const pagination = at < 3 ? { cursor: `${at + 1}` } : {};
    return json({ operations: [operation({ id: `op-${at}` })], pagination });
  };
  type Run = (api: ReturnType<typeof clientOf>["api"], signal: AbortSignal) => Promise<unknown>;
  const runs: [string, Run][] = [
    ["a call", (api, signal) => api.GET("/projects", { signal, parseAs: "text" })],
    [
      "a stream that is read",
      async (api, signal) => {
        const { data } = await api.GET("/projects", { signal, parseAs: "stream" });
        expect(await new Response(data as ReadableStream).text()).toBe("0123456789");
      },
    ],
    [
      "a stream that is cancelled",
      async (api, signal) => {
        const { data } = await api.GET("/projects", { signal, parseAs: "stream" });
        await data?.cancel();
        await pause(0);
      },
    ],
    [
      "a stream that is refused",
      (api, signal) => api.GET("/regions", { signal, parseAs: "stream" as never }),
    ],
    [
      "a walk with prefetch",
      async (api, signal) => {
        const path = { project_id: "p" };
        const settings = { signal, prefetch: true };
        for await (const _ of paginate(
          api,
          "/projects/{project_id}/operations",
          { path },
          settings,
        ));
      },
    ],
  ];

  for (const middleware of [false, true]) {
    test.each(runs)(`keeps nothing after %s, middleware: ${middleware}`, async (_, run) => {
      const { api } = clientOf(({ path, query }) =>
        path.includes("operations")
          ? list(query)
          : path === "/regions"
            ? json({}, { status: 404 })
            : bytes(),
      );
      if (middleware) api.use({ onRequest: () => undefined });
      const { signal } = new AbortController();

      for (let i = 0; i < 20; i++) await run(api, signal);
      await pause(0);

      expect(getEventListeners(signal, "abort")).toEqual([]);
      expect(dependants(signal)).toBe(0);
    });
  }

  test("ends a prefetching walk with its reason, between pages and within one", async () => {
    for (const hangs of [false, true]) {
      const controller = new AbortController();
      const { api } = clientOf((request) =>
        hangs && request.query.get("cursor") === "1" ? hang(request) : list(request.query),
      );
      const pages = paginate(
        api,
        "/projects/{project_id}/operations",
        { path: { project_id: "p" } },
        { signal: controller.signal, prefetch: true },
      )
        .pages()
        [Symbol.asyncIterator]();
      await pages.next();
      await pause(5);
      controller.abort("enough");
      const rest = async () => {
        while (!(await pages.next()).done);
      };

      expect(await rejection(rest())).toBe("enough");
    }
  });

  test("ends a stream with its reason, middleware or not, after a garbage collection", async () => {
    for (const middleware of [false, true]) {
      const endless = () =>
        new ReadableStream({ pull: (to) => pause(1).then(() => to.enqueue(new Uint8Array(9))) });
      const { api } = clientOf(({ signal }) => {
        const { readable, writable } = new TransformStream();
        endless()
          .pipeTo(writable, { signal })
          .catch(() => {});
        return new Response(readable);
      });
      if (middleware) api.use({ onRequest: () => undefined });
      const controller = new AbortController();
      const init = { signal: controller.signal, parseAs: "stream", timeoutMs: 40 };
      const { data } = await untyped(api).GET("/projects", init);
      const reader = (data as ReadableStream).getReader();
      await reader.read();
      await pause(80);
      gc();
      await reader.read();
      controller.abort("enough");

      const rest = async () => {
        while (!(await reader.read()).done);
      };
      expect(await rejection(rest())).toBe("enough");
    }
  });
});

test("a call that is never answered is still a TimeoutError at its bound", async () => {
  const { api } = clientOf(() => new Promise(() => {}), { attemptTimeoutMs: 20 });

  expect(await rejection(api.GET("/projects", { timeoutMs: 90 }))).toBeInstanceOf(TimeoutError);
});

/** Signals that Node keeps on `signal` for `AbortSignal.any`. */
function dependants(signal: AbortSignal): number {
  const name = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === "kDependantSignals",
  );
  const kept = name && (signal as unknown as Record<symbol, Set<unknown> | undefined>)[name];
  return kept?.size ?? 0;
}
