/** Tests `unwrap`, `paginate` and `waitForOperations` with a client that openapi-fetch creates. */
import createFetchClient from "openapi-fetch";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type AnyClient,
  AuthenticationError,
  type Operation,
  OperationFailedError,
  paginate,
  type paths,
  unwrap,
  waitForOperations,
} from "../src/index.ts";
import { BASE_URL, json, operation, operationsOf, rejection } from "./builders.ts";

const list = "/projects/{project_id}/operations";
const params = { path: { project_id: "project-1" } };
const FAST = { intervalMs: 1 };

type Answer = (url: URL, count: number) => Response | Promise<Response>;

function bareClient(answer: Answer) {
  const requests: string[] = [];
  const api = createFetchClient<paths>({
    baseUrl: BASE_URL,
    fetch: async ({ url }) => {
      requests.push(url.slice(BASE_URL.length));
      return answer(new URL(url), requests.length);
    },
  });
  return { api, requests };
}

describe("unwrap", () => {
  test("resolves to the data, or throws the typed error", async () => {
    const { api } = bareClient((_, count) =>
      count === 1 ? json({ projects: [] }) : json({ message: "no" }, { status: 401 }),
    );

    const { projects } = await unwrap(api.GET("/projects"));
    const error = await rejection(unwrap(api.GET("/projects")));

    expect(projects).toEqual([]);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({
      message: "the request was answered 401",
      body: { message: "no" },
    });
  });
});

describe("paginate", () => {
  test("yields every item, with and without prefetch", async () => {
    for (const prefetch of [false, true]) {
      const operations = operationsOf(3);
      const { api, requests } = bareClient(({ searchParams }) => {
        const at = Number(searchParams.get("cursor") ?? 0);
        const cursor = at < 2 ? String(at + 1) : undefined;
        return json({ operations: [operations[at]], pagination: { cursor } });
      });
      const found: Operation[] = [];

      for await (const item of paginate(api, list, params, { prefetch })) found.push(item);

      expect(found).toEqual(operations);
      expect(requests).toEqual([
        "/projects/project-1/operations?limit=100",
        "/projects/project-1/operations?limit=100&cursor=1",
        "/projects/project-1/operations?limit=100&cursor=2",
      ]);
    }
  });
});

describe("waitForOperations", () => {
  test("reads one operation by id and tolerates a TypeError of fetch", async () => {
    const statuses = ["scheduling", "running", "finished"] as const;
    const { api, requests } = bareClient((_, count) => {
      if (count === 2) throw new TypeError("fetch failed");
      return json({ operation: operation({ status: statuses[count - 2] ?? "scheduling" }) });
    });

    const [last] = await waitForOperations(api, { operations: [operation()] }, FAST);

    expect(last?.status).toBe("finished");
    expect(requests).toHaveLength(4);
    expect(requests[0]).toBe("/projects/project-1/operations/op-1");
  });

  test("reads many operations from the list", async () => {
    const operations = operationsOf(100);
    const { api, requests } = bareClient(() =>
      json({
        operations: operations.map((item) => ({ ...item, status: "finished" })),
        pagination: {},
      }),
    );

    await waitForOperations(api, operations, FAST);

    expect(requests).toEqual(["/projects/project-1/operations?limit=100"]);
  });

  test("rejects as soon as one operation fails", async () => {
    const { api } = bareClient(() => json({ operation: operation({ status: "failed" }) }));

    const error = await rejection(waitForOperations(api, [operation()], FAST));

    expect(error).toBeInstanceOf(OperationFailedError);
  });
});

describe("AnyClient", () => {
  test("accepts a bare client and rejects a list without pages or a client for other paths", () => {
    const { api } = bareClient(() => json({}));
    type OtherPaths = { "/other": { get: { responses: { 200: { content: { "a/b": string } } } } } };
    const other = createFetchClient<OtherPaths>();

    expectTypeOf(api).toExtend<AnyClient>();
    expectTypeOf(paginate(api, list, params)).toExtend<AsyncIterable<Operation>>();
    // @ts-expect-error this list has no pages
    paginate(api, "/regions", {});
    // @ts-expect-error a client for other paths
    paginate(other, list, params);
  });
});
