import { describe, expect, test } from "vitest";
import {
  NetworkError,
  type Operation,
  OperationFailedError,
  OperationTimeoutError,
  PaginationError,
  ParseError,
  paginate,
} from "../../src/index.ts";
import { clientOf, json, operation, operationsOf, rejection, untyped } from "../builders.ts";

const PATH = "/projects/{project_id}/operations";

/** Walks a list whose every page has this body, with and without prefetch. */
async function walk(body: (count: number) => unknown, prefetch: boolean) {
  const { api, requests } = clientOf((_, count) => json(body(count)));
  const items: unknown[] = [];
  const run = async () => {
    const path = { project_id: "p" };
    for await (const item of paginate(api, PATH, { path }, { prefetch })) items.push(item);
  };
  return {
    error: await run().then(
      () => undefined,
      (error) => error,
    ),
    items,
    requests,
  };
}

describe.each([false, true])("with prefetch %s", (prefetch) => {
  test.each<[string, unknown]>([
    ["zero", 0],
    ["one", 1],
    ["true", true],
    ["false", false],
    ["an array", ["c"]],
    ["an empty array", []],
    ["an object", {}],
    ["an object with text", { toString: "c" }],
  ])("a cursor that is %s is a PaginationError", async (_, cursor) => {
    const page = { operations: operationsOf(2), pagination: { cursor } };

    const { error, requests } = await walk(() => page, prefetch);

    expect(error).toBeInstanceOf(PaginationError);
    expect(error.message).toBe(`GET ${PATH} answered a cursor that is not text`);
    expect(requests).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ["absent", {}],
    ["null", { cursor: null }],
    ["empty", { cursor: "" }],
    ["in a pagination of null", null],
    ["in a pagination of text", "c"],
    ["in a pagination of 5", 5],
  ])("a cursor that is %s ends the list", async (_, pagination) => {
    const { error, items } = await walk(
      () => ({ operations: operationsOf(2), pagination }),
      prefetch,
    );

    expect(error).toBeUndefined();
    expect(items).toHaveLength(2);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["text", "x"],
    ["a number", 5],
    ["an array", []],
    ["an empty object", {}],
    ["operations of null", { operations: null }],
    ["operations of text", { operations: "x" }],
    ["operations that look like an array", { operations: { length: 1, 0: operation() } }],
  ])("a page that is %s is a PaginationError", async (_, page) => {
    const { error, requests } = await walk(() => page, prefetch);

    expect(error).toBeInstanceOf(PaginationError);
    expect(requests).toHaveLength(1);
  });

  test.each(["c".repeat(1_000_000), "a\u0000b\u001b[31m\r\nc\u2028\u202e", "☃".repeat(1_000)])(
    "a repeated cursor is cut and escaped in the message",
    async (cursor) => {
      const page = { operations: operationsOf(2), pagination: { cursor } };

      const { error } = await walk(() => page, prefetch);

      expect(error).toBeInstanceOf(PaginationError);
      readable(error);
      expect(error.message).toMatch(/ twice$/);
    },
  );
});

const HOSTILE = ["x".repeat(1_000_000), "\u0000\u001b]0;title\u0007\r\n\u2029\u202e\udfff\u0085"];

const failure = (operations: Operation[]) => new OperationFailedError(operations, operations);
const expiry = (operations: Operation[]) => new OperationTimeoutError(operations, operations, 5);

describe.each(HOSTILE)("messages cut and escape what they quote", (text) => {
  test.each<[string, () => Error | Promise<Error>]>([
    ["an action", () => failure([operation({ action: text as never, status: "failed" })])],
    [
      "ids",
      () => failure(operationsOf(5_000, { status: "failed" }).map((o) => ({ ...o, id: text }))),
    ],
    ["a status", () => expiry([operation({ status: text as never })])],
    ["a reason", () => new NetworkError("GET /", text)],
    [
      "a content type",
      () => {
        const type = { get: () => text } as unknown as Headers;
        return new ParseError("GET /", { status: 200, headers: type } as Response);
      },
    ],
    ["a path", () => rejection(untyped(clientOf().api).GET(`x${text}`))],
    [
      "a path parameter",
      () =>
        rejection(
          clientOf().api.GET("/projects/{project_id}", {
            params: { path: { project_id: { text } as never } },
          }),
        ),
    ],
    [
      "a header's name",
      () => rejection(clientOf().api.GET("/projects", { headers: { [`x ${text}`]: "1" } })),
    ],
    [
      "a query's name",
      () =>
        rejection(clientOf().api.GET("/projects", { params: { query: { [text]: {} } } } as never)),
    ],
    [
      "a serializer's error",
      () =>
        rejection(
          clientOf().api.POST("/projects", {
            bodySerializer: () => {
              throw new Error(text);
            },
            body: {},
          } as never),
        ),
    ],
    [
      "a network error",
      () => rejection(clientOf(() => Promise.reject(new Error(text))).api.POST("/projects")),
    ],
  ])("%s", async (_, make) => readable(await make()));
});

test("names ten operations in an OperationFailedError and counts the others", () => {
  const error = failure(operationsOf(5_000, { status: "failed" }));

  expect(error.message).toMatch(/^failed: start_compute op-1, .* op-10 and 4990 more$/);
  expect(error.failed).toHaveLength(5_000);
});

/** Short, in one line, without anything that a terminal acts on. */
function readable({ message, stack }: Error) {
  expect(message.length).toBeLessThan(1_100);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
  expect(stack?.length ?? 0).toBeLessThan(10_000);
}
