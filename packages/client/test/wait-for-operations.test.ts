import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  InvalidRequestError,
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  type WaitOptions,
  waitForOperations,
} from "../src/index.ts";
import {
  clientOf,
  hang,
  json,
  onFakeTime,
  operation,
  operationsOf,
  pause,
  rejection,
  stopwatch,
} from "./builders.ts";
import { byId, expectHandledRejections, FAST } from "./waiting.ts";

expectHandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

/** Serves one operation with these statuses, one per request; the last one stays. */
function statuses(...all: string[]) {
  return clientOf((_, count) =>
    json({
      operation: operation({ status: (all[count - 1] ?? all.at(-1)) as Operation["status"] }),
    }),
  );
}

describe("without pending operations", () => {
  test.each([
    ["no operations", []],
    ["undefined", undefined],
    ["a response with an empty list", { operations: [] }],
    ["a response without operations", {}],
    ["a response whose operations are undefined", { operations: undefined }],
    ["a response with other fields", { endpoint: { id: "ep-1" } }],
  ])("resolves to [] without a request: %s", async (_, started) => {
    const { api, requests } = clientOf();

    expect(await waitForOperations(api, started as never)).toEqual([]);
    expect(requests).toEqual([]);
  });

  test("resolves to finished operations without a request", async () => {
    const { api, requests } = clientOf();
    const finished = operationsOf(5, { status: "finished" });

    expect(await waitForOperations(api, finished)).toEqual(finished);
    expect(await waitForOperations(api, { operations: finished })).toEqual(finished);
    expect(requests).toEqual([]);
  });
});

describe("waitForOperations", () => {
  test("waits from scheduling through running to finished and reports each change once", async () => {
    const { api, requests } = statuses(
      "scheduling",
      "scheduling",
      "running",
      "running",
      "finished",
    );
    const told: string[] = [];

    const [finished] = await waitForOperations(api, [operation({ status: "scheduling" })], {
      ...FAST,
      onProgress: ({ status }) => told.push(status),
    });

    expect(finished?.status).toBe("finished");
    expect(told).toEqual(["running", "finished"]);
    expect(requests).toHaveLength(5);
    expect(requests[0]?.path).toBe("/projects/project-1/operations/op-1");
  });

  test("accepts the response of a mutating call", async () => {
    const { api } = clientOf(({ method }) =>
      json(
        method === "POST"
          ? { operations: [operation()] }
          : { operation: operation({ status: "finished" }) },
      ),
    );

    const { data } = await api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id: "project-1" } },
      body: { endpoint: { branch_id: "branch-1", type: "read_write" } },
    });

    expect(await waitForOperations(api, data, FAST)).toEqual([operation({ status: "finished" })]);
  });

  test("resolves to the operations as last read, in their original order", async () => {
    const { api } = clientOf(async ({ path }) => {
      const id = byId(path) as string;
      await pause(id === "op-1" ? 20 : 1);
      return json({ operation: operation({ id, status: "finished", failures_count: 1 }) });
    });
    const given = [
      operation(),
      operation({ id: "op-2", status: "finished" }),
      operation({ id: "op-3" }),
    ];

    const finished = await waitForOperations(api, given, FAST);

    expect(finished.map(({ id, failures_count }) => [id, failures_count])).toEqual([
      ["op-1", 1],
      ["op-2", 0],
      ["op-3", 1],
    ]);
  });

  test("does not modify the caller's operations", async () => {
    const { api } = statuses("finished");
    const given = Object.freeze([Object.freeze(operation())]);

    await waitForOperations(api, given, FAST);

    expect(given).toEqual([operation()]);
  });

  test("treats an unknown status like running", async () => {
    const { api, requests } = statuses("paused", "constructor", "", "finished");

    const [finished] = await waitForOperations(
      api,
      [operation({ status: "dreaming" as never })],
      FAST,
    );

    expect(finished?.status).toBe("finished");
    expect(requests).toHaveLength(4);
  });

  test("treats a response without an operation like running", async () => {
    const answers = [() => json({}), () => new Response(null, { status: 204 }), () => json(null)];
    const { api, requests } = clientOf((_, count) =>
      (answers[count - 1] ?? (() => json({ operation: operation({ status: "finished" }) })))(),
    );

    await waitForOperations(api, [operation()], FAST);

    expect(requests).toHaveLength(4);
  });
});

describe("a failed operation", () => {
  test("rejects without a request when already failed, with the state of all", async () => {
    const { api, requests } = clientOf();
    const given = [
      operation(),
      operation({ id: "op-2", status: "failed" }),
      operation({ id: "op-3", status: "finished" }),
    ];

    const error = await rejection(waitForOperations(api, given));

    expect(error).toBeInstanceOf(OperationFailedError);
    expect(error).toMatchObject({
      operations: given,
      failed: [given[1]],
      message: "failed: start_compute op-2",
    });
    expect(requests).toEqual([]);
  });

  test.each([1, 3, 10])(
    "rejects with the state of all when it fails during the wait, one of %i",
    async (count) => {
      const { api } = clientOf(({ path }, requests) => {
        const seen = (id: string) =>
          operation({ id, status: requests > 2 && id === "op-1" ? "failed" : "running" });
        const id = byId(path);
        return json(
          id
            ? { operation: seen(id) }
            : { operations: operationsOf(count).map(({ id }) => seen(id)), pagination: {} },
        );
      });
      const told: string[] = [];

      const error = await rejection(
        waitForOperations(api, operationsOf(count), {
          ...FAST,
          timeoutMs: 2_000,
          onProgress: ({ id, status }) => told.push(`${id} ${status}`),
        }),
      );

      expect(error).toBeInstanceOf(OperationFailedError);
      expect((error as OperationFailedError).operations).toHaveLength(count);
      expect((error as OperationFailedError).failed.map(({ id }) => id)).toEqual(["op-1"]);
      expect(told).toEqual(["op-1 failed"]);
    },
  );

  test("stops all reading: sends and reports nothing afterwards", async () => {
    const { api, requests } = clientOf(async ({ path }) => {
      const id = byId(path) as string;
      await pause(id === "op-1" ? 10 : 30);
      return json({ operation: operation({ id, status: id === "op-1" ? "failed" : "finished" }) });
    });
    const started = operationsOf(40).map((operation, i) => ({
      ...operation,
      project_id: `project-${i}`,
    }));
    const told: string[] = [];

    await rejection(
      waitForOperations(api, started, { ...FAST, onProgress: ({ id }) => told.push(id) }),
    );
    const sent = requests.length;
    await pause(100);

    expect(requests).toHaveLength(sent);
    expect(told).toEqual(["op-1"]);
  });
});

describe("timeoutMs", () => {
  test("rejects with the pending operations, which can be waited for again, while a poll hangs", async () => {
    const { api, requests } = clientOf((request, count) => {
      const id = byId(request.path) as string;
      if (id === "op-2" && count < 4) return hang(request);
      return json({ operation: operation({ id, status: "finished" }) });
    });
    const ran = stopwatch();

    const error = (await rejection(
      waitForOperations(api, operationsOf(2), { ...FAST, timeoutMs: 500 }),
    )) as OperationTimeoutError;

    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(ran()).toBeLessThan(500 * 1.2);
    expect(error.pending).toEqual([operation({ id: "op-2" })]);
    expect(error.operations.map(({ status }) => status)).toEqual(["finished", "running"]);
    expect(error.message).toBe("not finished after 500 ms: start_compute op-2 running");
    await pause(10);
    expect(requests.every(({ path, signal }) => byId(path) !== "op-2" || signal.aborted)).toBe(
      true,
    );

    for (let left: Operation[] = error.pending, i = 0; left.length > 0 && i < 5; i++) {
      left = await waitForOperations(api, left, { ...FAST, timeoutMs: 100 }).then(
        () => [],
        ({ pending }) => pending,
      );
      if (i === 4) throw new Error("the wait was not resumed");
    }
  });

  test("rejects with the last status of an operation that goes on", async () => {
    const { api } = statuses("scheduling", "running");

    const error = await rejection(
      waitForOperations(api, [operation({ status: "scheduling" })], {
        intervalMs: 5,
        timeoutMs: 300,
      }),
    );

    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(error.message).toContain("op-1 running");
  });

  test("ends all requests", async () => {
    const { api, requests } = statuses("running");

    await rejection(waitForOperations(api, [operation()], { intervalMs: 5, timeoutMs: 50 }));
    const sent = requests.length;
    await pause(50);

    expect(requests).toHaveLength(sent);
  });

  test.each([0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "is rejected by name without a request, like intervalMs, when it is %s",
    async (ms) => {
      const { api, requests } = clientOf();

      for (const name of ["timeoutMs", "intervalMs"]) {
        const error = await rejection(
          waitForOperations(api, [operation()], { [name]: ms } as never),
        );
        expect(error).toBeInstanceOf(InvalidRequestError);
        expect(error.message).toContain(name);
      }
      expect(requests).toEqual([]);
    },
  );
});

describe("signal", () => {
  test("rejects with its reason without a request when already aborted", async () => {
    const { api, requests } = clientOf();

    const wait = waitForOperations(api, [operation()], { signal: AbortSignal.abort("not needed") });

    expect(await rejection(wait)).toBe("not needed");
    expect(requests).toEqual([]);
  });

  test("rejects with its reason at once during a pause", async () => {
    const controller = new AbortController();
    const reason = new Error("not needed");
    const { api, requests } = statuses("running");

    const { result, tookMs } = await onFakeTime(() => {
      pause(20).then(() => controller.abort(reason));
      return rejection(waitForOperations(api, [operation()], { signal: controller.signal }));
    });

    expect(result).toBe(reason);
    expect(tookMs).toBe(20);
    expect(requests).toEqual([]);
  });

  test("rejects with its reason during a poll and cancels the poll", async () => {
    const controller = new AbortController();
    const { api, requests } = clientOf(hang);

    const wait = rejection(
      waitForOperations(api, [operation()], { ...FAST, signal: controller.signal }),
    );
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    controller.abort("not needed");

    expect(await wait).toBe("not needed");
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});

describe("the pause before a look", () => {
  /** Waits for operations that end at these times; returns the times of the looks and the requests. */
  async function looksOf(endsAtMs: number[], options: WaitOptions = {}) {
    vi.useFakeTimers();
    const started = Date.now();
    const times: number[] = [];
    const { api } = clientOf(({ path }) => {
      const atMs = Date.now() - started;
      times.push(atMs);
      const all = operationsOf(endsAtMs.length).map((own, i) => ({
        ...own,
        status: atMs < (endsAtMs[i] as number) ? "running" : "finished",
      }));
      const id = byId(path);
      return json({ operations: all, operation: all.find((own) => own.id === id), pagination: {} });
    });
    const wait = waitForOperations(api, operationsOf(endsAtMs.length), options);
    await vi.runAllTimersAsync();
    await wait;
    vi.useRealTimers();
    return { looks: [...new Set(times)], requests: times.length };
  }

  test("ends at 1 s, 5 s and then every 5 s for one operation", async () => {
    const { looks } = await looksOf([21_000]);

    expect(looks).toEqual([1_000, 5_000, 10_000, 15_000, 20_000, 25_000]);
  });

  test.each([2, 3])("is the same for %i operations, read by id", async (count) => {
    const { looks } = await looksOf(Array(count).fill(11_000));

    expect(looks).toEqual([1_000, 5_000, 10_000, 15_000]);
  });

  test.each([
    [4, [1_000, 2_000, 3_250, 4_500]],
    [100, [1_000, 2_000, 3_000, 4_000]],
  ])("is shorter where a list shows %i operations", async (count, looks) => {
    expect((await looksOf(Array(count).fill(4_000))).looks).toEqual(looks);
  });

  test("costs at most one request per operation and 5 s, and shows each end within 5 s", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 12 }),
        async (ends) => {
          const { looks, requests } = await looksOf(ends);

          const last = looks.at(-1) as number;
          expect(requests).toBeLessThanOrEqual(ends.length * (1 + last / 5_000));
          for (const end of ends) {
            expect(looks.find((look) => look >= end)).toBeLessThanOrEqual(end + 5_000);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test("is the interval that the caller chose, even before the first look", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20_000 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 }),
        async (intervalMs, intervals) => {
          const ends = intervals.map((count) => count * intervalMs);
          const { looks } = await looksOf(ends, { intervalMs, timeoutMs: 2 ** 31 - 1 });

          expect(looks).toEqual(
            Array.from({ length: Math.max(...intervals) }, (_, i) => (i + 1) * intervalMs),
          );
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe("onProgress", () => {
  test("ends the wait with an error that it throws", async () => {
    const reason = new Error("broken observer");
    const { api, requests } = statuses("finished");

    const wait = waitForOperations(api, [operation()], {
      ...FAST,
      onProgress: () => {
        throw reason;
      },
    });

    expect(await rejection(wait)).toBe(reason);
    expect(requests).toHaveLength(1);
  });
});
