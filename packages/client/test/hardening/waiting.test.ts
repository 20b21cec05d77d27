import { afterEach, describe, expect, test } from "vitest";
import {
  HttpError,
  InvalidRequestError,
  NetworkError,
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  TimeoutError,
  waitForOperations,
} from "../../src/index.ts";
import { clientOf, json, operation, operationsOf, pause, rejection } from "../builders.ts";

const FAST = { intervalMs: 1 };
const finished = (fields: Partial<Operation>) => operation({ status: "finished", ...fields });

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
afterEach(async () => {
  await pause(0);
  expect(unhandled).toEqual([]);
});

/** Answers that say nothing about op-1. */
const WORTHLESS: [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["text", "finished"],
  ["a number", 0],
  ["an array", []],
  ["an empty object", {}],
  ["only an id", { id: "op-1" }],
  ["only a status", { status: "finished" }],
  ["another id", finished({ id: "op-9" })],
  ["another id that failed", operation({ id: "op-9", status: "failed" })],
  ["a number as id", { ...finished({}), id: 1 }],
  ["the id in an array", { ...finished({}), id: ["op-1"] }],
  ["a status of null", { ...finished({}), status: null }],
  ["a status that is an array", { ...finished({}), status: ["finished"] }],
  ["a status that is an object", { ...finished({}), status: { finished: true } }],
  ["a status of true", { ...finished({}), status: true }],
];

describe.each(WORTHLESS)("an answer with %s", (_, worthless) => {
  test("leaves what is known when waiting by id, and `pending` can be resumed", async () => {
    let healed = false;
    const { api } = clientOf(() => json({ operation: healed ? finished({}) : worthless }));

    const error = (await rejection(
      waitForOperations(api, [operation()], { ...FAST, timeoutMs: 40 }),
    )) as OperationTimeoutError;
    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(error.pending).toEqual([operation()]);
    healed = true;

    expect(await waitForOperations(api, error.pending, FAST)).toEqual([finished({})]);
  });

  test("is skipped in a list, and the others count", async () => {
    const list = operationsOf(5, { status: "finished" });
    const { api } = clientOf(({ path }) =>
      path.endsWith("/operations")
        ? json({ operations: [worthless, ...list.slice(1)], pagination: {} })
        : json({ operation: list[0] }),
    );

    expect(await waitForOperations(api, operationsOf(5), FAST)).toEqual(list);
  });
});

test.each([null, 5, "text", [], { operation: [] }])(
  "a 2xx of %j waits like running",
  async (body) => {
    const { api } = clientOf((_, count) => json(count < 3 ? body : { operation: finished({}) }));

    expect(await waitForOperations(api, [operation()], FAST)).toEqual([finished({})]);
  },
);

describe("the same id in two projects", () => {
  const started = ["a", "b"].map((project_id) => operation({ project_id }));

  test("stands for two operations by id", async () => {
    const { api } = clientOf(({ path }) =>
      json({ operation: finished({ project_id: path.includes("/a/") ? "a" : "b" }) }),
    );

    const both = await waitForOperations(api, started, FAST);

    expect(both.map(({ project_id }) => project_id)).toEqual(["a", "b"]);
  });

  test("stands for two operations in lists", async () => {
    const many = ["a", "b"].flatMap((project_id) => operationsOf(4, { project_id }));
    const { api, requests } = clientOf(({ path }) => {
      const project_id = path.includes("/a/") ? "a" : "b";
      const status = project_id === "a" || requests.length > 3 ? "finished" : "running";
      return json({ operations: operationsOf(4, { project_id, status }), pagination: {} });
    });

    const all = await waitForOperations(api, many, FAST);

    expect(all).toEqual(
      ["a", "b"].flatMap((project_id) => operationsOf(4, { project_id, status: "finished" })),
    );
  });

  test("keeps the failure of one", async () => {
    const { api } = clientOf(({ path }) =>
      json({ operation: operation({ status: path.includes("/a/") ? "failed" : "finished" }) }),
    );

    const error = await rejection(waitForOperations(api, started, FAST));

    expect(error).toBeInstanceOf(OperationFailedError);
    expect((error as OperationFailedError).failed).toEqual([
      operation({ project_id: "a", status: "failed" }),
    ]);
  });
});

test("an answer without project_id keeps the one that was asked, so the next look works", async () => {
  const { project_id: _, ...bare } = operation();
  const { api, requests } = clientOf((_, count) =>
    json({ operation: { ...bare, status: count < 3 ? "running" : "finished" } }),
  );

  const [done] = await waitForOperations(api, [operation()], FAST);

  expect(done).toEqual(finished({}));
  expect(new Set(requests.map(({ path }) => path)).size).toBe(1);
});

test.each<[string, unknown]>([
  ["text", "str"],
  ["null in a list", [null]],
  ["undefined in a list", [undefined]],
  ["text in a list", ["op-1"]],
  ["an operation without id", [{ ...operation(), id: undefined }]],
  ["an operation without project_id", [{ ...operation(), project_id: undefined }]],
  ["a number as id", [{ ...operation(), id: 5 }]],
  ["an answer whose operations are text", { operations: "str" }],
  ["an answer whose operations are a number", { operations: 5 }],
  ["an answer whose operations are an object", { operations: {} }],
  ["an answer with a null operation", { operations: [null] }],
])("refuses to wait for %s, without a request", async (_, started) => {
  const { api, requests } = clientOf();

  const error = await rejection(waitForOperations(api, started as never));

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(requests).toEqual([]);
});

test("waits for any iterable of operations", async () => {
  const { api } = clientOf(() => json({ operation: finished({}) }));

  const done = await waitForOperations(api, new Set([operation()]) as never, FAST);

  expect(done).toEqual([finished({})]);
});

test("reads the lists of many projects side by side, eight at a time", async () => {
  let open = 0;
  let most = 0;
  const { api, requests } = clientOf(async ({ path }) => {
    most = Math.max(most, ++open);
    await pause(5);
    open -= 1;
    const project_id = path.split("/")[2] as string;
    const operations = operationsOf(5, { project_id, status: "finished" });
    return json({ operations, pagination: {} });
  });
  const started = Array.from({ length: 40 }, (_, i) =>
    operationsOf(5, { project_id: `project-${i}` }),
  ).flat();

  await waitForOperations(api, started, FAST);

  expect(requests).toHaveLength(40);
  expect(most).toBe(8);
});

test("a Retry-After of one list ends the look: at most those under way are read", async () => {
  const { api, requests } = clientOf(({ path }) => {
    if (path.includes("project-0")) {
      return json({}, { status: 429, headers: { "retry-after": "30" } });
    }
    return pause(5).then(() =>
      json({ operations: [operation({ id: "x" })], pagination: { cursor: "c" } }),
    );
  });
  const started = Array.from({ length: 40 }, (_, i) =>
    operationsOf(5, { project_id: `project-${i}` }),
  ).flat();

  await rejection(waitForOperations(api, started, { ...FAST, timeoutMs: 100 }));

  expect(requests.length).toBeLessThanOrEqual(8);
});

describe.each([1, 5])("onProgress of %i operations", (count) => {
  const server = () =>
    clientOf(({ path }) =>
      json(
        path.endsWith("/operations")
          ? { operations: operationsOf(count, { status: "finished" }), pagination: {} }
          : { operation: finished({}) },
      ),
    ).api;
  const response = new Response(null, { status: 503 });

  test.each<[string, Error]>([
    ["an error", new Error("no")],
    ["a TypeError", new TypeError("no")],
    ["a NetworkError", new NetworkError("GET /", "no")],
    ["a TimeoutError", new TimeoutError("GET /", 5)],
    ["an HttpError of 503", new HttpError("no", response, undefined)],
  ])("is heard when it throws or rejects with %s", async (_, reason) => {
    const throwing = () => {
      throw reason;
    };
    for (const onProgress of [throwing, async () => throwing()]) {
      const wait = waitForOperations(server(), operationsOf(count), { ...FAST, onProgress });
      expect(await rejection(wait)).toBe(reason);
    }
  });
});
