import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  HttpError,
  OperationTimeoutError,
  ParseError,
  waitForOperations,
} from "../src/index.ts";
import { clientOf, hang, json, operation, operationsOf, rejection } from "./builders.ts";
import { byId, expectHandledRejections, FAST } from "./waiting.ts";

expectHandledRejections();

describe("a transient fault", () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ["503", () => json({}, { status: 503 })],
    ["500 without a body", () => new Response(null, { status: 500 })],
    ["502 in HTML", () => new Response("<html>", { status: 502 })],
    ["520", () => new Response(null, { status: 520 })],
    ["408", () => json({}, { status: 408 })],
    ["429", () => json({}, { status: 429 })],
    ["a reset", () => Promise.reject(Object.assign(new TypeError("no"), { code: "ECONNRESET" }))],
  ])("is tolerated by id and in the list: %s", async (_, fault) => {
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

  test("cuts a hanging poll at the client's timeout and polls again", async () => {
    const { api, requests } = clientOf(
      (request, count) =>
        count === 1 ? hang(request) : json({ operation: operation({ status: "finished" }) }),
      { timeoutMs: 200 },
    );

    await waitForOperations(api, [operation()], FAST);

    expect(requests).toHaveLength(2);
  });

  test.each([429, 503])("waits for the Retry-After of a %i", async (status) => {
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

  test("reads nothing by id before the Retry-After of the list has passed", async () => {
    const { api, requests } = clientOf(() =>
      json({}, { status: 429, headers: { "retry-after": "30" } }),
    );

    const error = await rejection(
      waitForOperations(api, operationsOf(100), { ...FAST, timeoutMs: 150 }),
    );

    expect(error).toBeInstanceOf(OperationTimeoutError);
    expect(requests).toHaveLength(1);
  });

  test("starts no further read by id after a Retry-After", async () => {
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

  test("waits until the deadline when Retry-After exceeds any timer", async () => {
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

describe("any other response", () => {
  test.each([
    [400, HttpError],
    [401, AuthenticationError],
    [403, HttpError],
    [404, HttpError],
    [410, HttpError],
    [304, HttpError],
  ])("rejects on a %i, by id and in the list", async (status, kind) => {
    for (const count of [1, 10]) {
      const { api, requests } = clientOf(() => new Response(null, { status }));

      const error = await rejection(waitForOperations(api, operationsOf(count), FAST));

      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ status });
      expect(requests).toHaveLength(1);
    }
  });

  test("rejects when it is not JSON", async () => {
    const { api, requests } = clientOf(() => new Response("<html>"));

    expect(await rejection(waitForOperations(api, [operation()], FAST))).toBeInstanceOf(ParseError);
    expect(requests).toHaveLength(1);
  });
});
