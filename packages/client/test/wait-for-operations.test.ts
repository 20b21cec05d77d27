import { afterEach, describe, expect, test, vi } from "vitest";
import {
  AuthenticationError,
  HttpError,
  InvalidRequestError,
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  ParseError,
  waitForOperations,
} from "../src/index.ts";
import {
  clientOf,
  hang,
  json,
  operation,
  operationsOf,
  pause,
  rejection,
  type Sent,
  stopwatch,
} from "./builders.ts";

const FAST = { intervalMs: 1 };

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

afterEach(async () => {
  vi.useRealTimers();
  await pause(0);
  expect(unhandled).toEqual([]);
});

/** A client of one operation with these statuses, one per look; the last one stays. */
function statuses(...all: string[]) {
  return clientOf((_, count) =>
    json({
      operation: operation({ status: (all[count - 1] ?? all.at(-1)) as Operation["status"] }),
    }),
  );
}

/**
 * A client of a project whose operations finish one after the other within `looks` looks; its list
 * is newest first, and a look begins with its first page or a call by id.
 */
function projectOf(operations: Operation[], { looks }: { looks: number }) {
  let look = 0;
  const seen = (operation: Operation, i: number) => ({
    ...operation,
    status:
      look >= ((i + 1) / operations.length) * looks ? ("finished" as const) : operation.status,
  });
  return clientOf(({ path, query }) => {
    const id = byId(path);
    const first = id === undefined && !query.has("cursor");
    if (first || id !== undefined) look += 1;
    if (id !== undefined) {
      return json({ operation: operations.map(seen).find((operation) => operation.id === id) });
    }
    const limit = Number(query.get("limit"));
    const from = Number(query.get("cursor") ?? 0);
    const newestFirst = operations.map(seen).reverse();
    const cursor = from + limit < operations.length ? String(from + limit) : undefined;
    return json({ operations: newestFirst.slice(from, from + limit), pagination: { cursor } });
  });
}

function byId(path: string): string | undefined {
  return /\/operations\/([^/]+)$/.exec(path)?.[1];
}

describe("what is known to be finished costs no request", () => {
  test.each([
    ["no operations", []],
    ["undefined", undefined],
    ["an answer with an empty list", { operations: [] }],
    ["an answer without operations", {}],
    ["an answer whose operations are undefined", { operations: undefined }],
    ["an answer of other fields", { endpoint: { id: "ep-1" } }],
  ])("%s", async (_, started) => {
    const { api, requests } = clientOf();

    expect(await waitForOperations(api, started as never)).toEqual([]);
    expect(requests).toEqual([]);
  });

  test("all finished", async () => {
    const { api, requests } = clientOf();
    const finished = operationsOf(5, { status: "finished" });

    expect(await waitForOperations(api, finished)).toEqual(finished);
    expect(await waitForOperations(api, { operations: finished })).toEqual(finished);
    expect(requests).toEqual([]);
  });
});

test("waits from scheduling over running to finished, and tells progress once per change", async () => {
  const { api, requests } = statuses("scheduling", "scheduling", "running", "running", "finished");
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

test("takes what a mutating call answered", async () => {
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

test("gives the operations in the order they came, as last read", async () => {
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

test("the caller's operations are left as they are, deep-frozen too", async () => {
  const { api } = statuses("finished");
  const given = Object.freeze([Object.freeze(operation())]);

  await waitForOperations(api, given, FAST);

  expect(given).toEqual([operation()]);
});

test("an unknown status waits like running", async () => {
  const { api, requests } = statuses("paused", "constructor", "", "finished");

  const [finished] = await waitForOperations(
    api,
    [operation({ status: "dreaming" as never })],
    FAST,
  );

  expect(finished?.status).toBe("finished");
  expect(requests).toHaveLength(4);
});

test("an answer without an operation waits like running", async () => {
  const answers = [() => json({}), () => new Response(null, { status: 204 }), () => json(null)];
  const { api, requests } = clientOf((_, count) =>
    (answers[count - 1] ?? (() => json({ operation: operation({ status: "finished" }) })))(),
  );

  await waitForOperations(api, [operation()], FAST);

  expect(requests).toHaveLength(4);
});

describe("failed", () => {
  test("at first sight rejects without a request, with the state of all", async () => {
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

  test.each([1, 3, 10])("while polling rejects with the state of all, one of %i", async (count) => {
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
  });

  test("ends what is still being read: no request and no progress after it", async () => {
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

describe("a passing fault is tolerated", () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ["503", () => json({}, { status: 503 })],
    ["500 without a body", () => new Response(null, { status: 500 })],
    ["502 in HTML", () => new Response("<html>", { status: 502 })],
    ["520", () => new Response(null, { status: 520 })],
    ["408", () => json({}, { status: 408 })],
    ["429", () => json({}, { status: 429 })],
    ["a reset", () => Promise.reject(Object.assign(new TypeError("no"), { code: "ECONNRESET" }))],
  ])("%s, by id and in the list", async (_, fault) => {
    for (const count of [1, 10]) {
      const { api } = clientOf(({ path }, requests) => {
        if (requests === 1) return fault();
        const id = byId(path);
        const finished = operationsOf(count, { status: "finished" });
        return json(
          id ? { operation: { ...finished[0], id } } : { operations: finished, pagination: {} },
        );
      });

      const finished = await waitForOperations(api, operationsOf(count), FAST);

      expect(finished.map(({ status }) => status)).toEqual(Array(count).fill("finished"));
    }
  });

  test("a poll that hangs is cut by the client's timeout, and the next one counts", async () => {
    const { api, requests } = clientOf(
      (request, count) =>
        count === 1 ? hang(request) : json({ operation: operation({ status: "finished" }) }),
      { timeoutMs: 200 },
    );

    await waitForOperations(api, [operation()], FAST);

    expect(requests).toHaveLength(2);
  });

  test.each([429, 503])("a Retry-After of %i is honoured", async (status) => {
    const times: number[] = [];
    const date = new Date(Date.now() + 1_600).toUTCString();
    const { api } = clientOf((_, count) => {
      times.push(Date.now());
      if (count === 1) return json({}, { status, headers: { "retry-after": date } });
      return json({ operation: operation({ status: "finished" }) });
    });

    await waitForOperations(api, [operation()], FAST);

    expect(times).toHaveLength(2);
    expect(times[1]).toBeGreaterThanOrEqual(Date.parse(date));
  });

  test("a Retry-After of the list ends the look: nothing is read by id before its time", async () => {
    const { api, requests } = clientOf(() =>
      json({}, { status: 429, headers: { "retry-after": "30" } }),
    );

    const error = await rejection(
      waitForOperations(api, operationsOf(100), { ...FAST, timeoutMs: 150 }),
    );

    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(requests).toHaveLength(1);
  });

  test("a Retry-After by id ends the look: at most those under way are read", async () => {
    const { api, requests } = clientOf(() =>
      json({}, { status: 503, headers: { "retry-after": "30" } }),
    );
    const started = operationsOf(50).map((operation, i) => ({
      ...operation,
      project_id: `project-${i}`,
    }));

    await rejection(waitForOperations(api, started, { ...FAST, timeoutMs: 150 }));

    expect(requests.length).toBeLessThanOrEqual(8);
  });

  test("a Retry-After beyond any timer waits until the deadline", async () => {
    const { api, requests } = clientOf(() =>
      json({}, { status: 503, headers: { "retry-after": "99999999999" } }),
    );

    const error = await rejection(
      waitForOperations(api, [operation()], { ...FAST, timeoutMs: 150 }),
    );

    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(requests).toHaveLength(1);
  });
});

describe("another answer ends the wait", () => {
  test.each([
    [400, HttpError],
    [401, AuthenticationError],
    [403, HttpError],
    [404, HttpError],
    [410, HttpError],
    [304, HttpError],
  ])("%i, by id and in the list", async (status, kind) => {
    for (const count of [1, 10]) {
      const { api, requests } = clientOf(() => new Response(null, { status }));

      const error = await rejection(waitForOperations(api, operationsOf(count), FAST));

      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ status });
      expect(requests).toHaveLength(1);
    }
  });

  test("one that is not JSON", async () => {
    const { api, requests } = clientOf(() => new Response("<html>"));

    expect(await rejection(waitForOperations(api, [operation()], FAST))).toBeInstanceOf(ParseError);
    expect(requests).toHaveLength(1);
  });
});

describe("the deadline", () => {
  test("with a hanging poll rejects with the pending ones, and waiting on them again works", async () => {
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

  test("while an operation goes on rejects with its last status", async () => {
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

  test("ends the requests with it", async () => {
    const { api, requests } = statuses("running");

    await rejection(waitForOperations(api, [operation()], { intervalMs: 5, timeoutMs: 50 }));
    const sent = requests.length;
    await pause(50);

    expect(requests).toHaveLength(sent);
  });

  test.each([0, -1, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "a timeoutMs or intervalMs of %s is refused by name, without a request",
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

describe("abort", () => {
  test("before the wait rejects with the reason, without a request", async () => {
    const { api, requests } = clientOf();

    const wait = waitForOperations(api, [operation()], { signal: AbortSignal.abort("not needed") });

    expect(await rejection(wait)).toBe("not needed");
    expect(requests).toEqual([]);
  });

  test("during a pause rejects with the reason within 50 ms", async () => {
    const controller = new AbortController();
    const reason = new Error("not needed");
    const { api, requests } = statuses("running");

    const wait = rejection(waitForOperations(api, [operation()], { signal: controller.signal }));
    await pause(20);
    const ran = stopwatch();
    controller.abort(reason);

    expect(await wait).toBe(reason);
    expect(ran()).toBeLessThan(50);
    expect(requests).toEqual([]);
  });

  test("during a poll rejects with the reason, and cancels it", async () => {
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

test("the pause begins with 250 ms and grows by half until it is the document's 5 s", async () => {
  vi.useFakeTimers();
  const times: number[] = [];
  const { api } = clientOf((_, count) => {
    times.push(Date.now());
    return json({ operation: operation({ status: count === 12 ? "finished" : "running" }) });
  });
  const started = Date.now();

  const wait = waitForOperations(api, [operation()]);
  for (let i = 0; i < 600; i++) await vi.advanceTimersByTimeAsync(100);
  await wait;

  const pauses = times.map((time, i) => time - (times[i - 1] ?? started));
  expect(pauses).toEqual([250, 375, 562, 843, 1265, 1898, 2847, 4271, 5000, 5000, 5000, 5000]);
});

describe("many operations of one project", () => {
  test.each([100, 1_000])("%i cost at most 0.3 requests each", async (count) => {
    const operations = operationsOf(count);
    const { api, requests } = projectOf(operations, { looks: 10 });
    const told: string[] = [];

    const finished = await waitForOperations(api, operations, {
      ...FAST,
      onProgress: ({ id }) => told.push(id),
    });

    expect(finished).toEqual(operationsOf(count, { status: "finished" }));
    expect(told.sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(requests.length).toBeLessThanOrEqual(0.3 * count);
  });

  test("up to three are read by id, four from the list", async () => {
    const three = projectOf(operationsOf(3), { looks: 1 });
    const four = projectOf(operationsOf(4), { looks: 1 });

    await waitForOperations(three.api, operationsOf(3), FAST);
    await waitForOperations(four.api, operationsOf(4), FAST);

    expect(three.requests.map(({ path }) => byId(path))).toEqual(["op-1", "op-2", "op-3"]);
    expect(four.requests.map(({ path }) => byId(path))).toEqual([undefined]);
  });

  test("the list is left as soon as all were seen", async () => {
    const { api, requests } = clientOf(() =>
      json({
        operations: operationsOf(100, { status: "finished" }),
        pagination: { cursor: "next" },
      }),
    );

    await waitForOperations(api, operationsOf(50), FAST);

    expect(requests).toHaveLength(1);
  });

  test("of two projects are read from both lists", async () => {
    const operations = [
      ...operationsOf(5),
      ...operationsOf(5).map(({ id, ...rest }) => ({
        ...rest,
        id: `other-${id}`,
        project_id: "project-2",
      })),
    ];
    const { api, requests } = clientOf(({ path }) =>
      json({
        operations: operations
          .filter(({ project_id }) => path.includes(project_id))
          .map((operation) => ({ ...operation, status: "finished" })),
        pagination: {},
      }),
    );

    const finished = await waitForOperations(api, operations, FAST);

    expect(finished).toHaveLength(10);
    expect(requests.map(({ path }) => path)).toEqual([
      "/projects/project-1/operations",
      "/projects/project-2/operations",
    ]);
  });

  test.each<[string, (request: Sent) => Response]>([
    ["lacks them", () => json({ operations: [], pagination: {} })],
    [
      "has others only",
      () =>
        json({
          operations: operationsOf(3).map((o) => ({ ...o, id: `x-${o.id}` })),
          pagination: {},
        }),
    ],
    [
      "repeats a cursor",
      () => json({ operations: [operation({ id: "x" })], pagination: { cursor: "same" } }),
    ],
    ["has no list", () => json({})],
    [
      "has empty pages without end",
      (request: Sent) => {
        const cursor = `after ${request.query.get("cursor") ?? "the first"}`;
        return json({ operations: [], pagination: { cursor } });
      },
    ],
  ])("are read by id when the list %s", async (_, list) => {
    const { api, requests } = clientOf((request) => {
      const id = byId(request.path);
      return id ? json({ operation: operation({ id, status: "finished" }) }) : list(request);
    });

    const finished = await waitForOperations(api, operationsOf(6), FAST);

    expect(finished.map(({ status }) => status)).toEqual(Array(6).fill("finished"));
    expect(requests.flatMap(({ path }) => byId(path) ?? []).sort()).toEqual([
      "op-1",
      "op-2",
      "op-3",
      "op-4",
      "op-5",
      "op-6",
    ]);
  });

  test("a list that goes on and on is left after a page more than was waited for", async () => {
    let cursor = 0;
    const { api, requests } = clientOf(({ path }) => {
      const id = byId(path);
      if (id) return json({ operation: operation({ id, status: "finished" }) });
      cursor += 1;
      const others = operationsOf(100).map((other) => ({
        ...other,
        id: `page-${cursor}-${other.id}`,
      }));
      return json({ operations: others, pagination: { cursor: String(cursor) } });
    });

    await waitForOperations(api, operationsOf(4), FAST);

    expect(requests.filter(({ path }) => byId(path) === undefined)).toHaveLength(2);
  });

  test("at most eight are read by id at a time", async () => {
    let open = 0;
    let most = 0;
    const { api } = clientOf(async ({ path }) => {
      open += 1;
      most = Math.max(most, open);
      await pause(5);
      open -= 1;
      return json({ operation: operation({ id: byId(path) as string, status: "finished" }) });
    });
    const started = operationsOf(30).map((operation, i) => ({
      ...operation,
      project_id: `project-${i}`,
    }));

    await waitForOperations(api, started, FAST);

    expect(most).toBe(8);
  });
});

test("what onProgress throws ends the wait", async () => {
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
