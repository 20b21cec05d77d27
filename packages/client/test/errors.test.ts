import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  ClientError,
  HttpError,
  InvalidRequestError,
  isClientError,
  NetworkError,
  OperationFailedError,
  OperationTimeoutError,
  PaginationError,
  ParseError,
  paginate,
  TimeoutError,
  unwrap,
  waitForOperations,
} from "../src/index.ts";
import { API_KEY, clientOf, hang, json, operation, rejection, type Sent } from "./builders.ts";

const SECRET = "sekret-in-a-body";

/** One error of each kind, as a caller meets it; the key and a body's secret are at hand to each. */
const KINDS: [string, () => Promise<Error>][] = [
  ["InvalidRequestError", () => failing({ path: "" })],
  ["HttpError", () => failing({ answer: () => json({ key: SECRET }, { status: 500 }) })],
  ["AuthenticationError", () => failing({ answer: () => json({ key: SECRET }, { status: 401 }) })],
  ["NetworkError", () => failing({ answer: () => Promise.reject(new TypeError("fetch failed")) })],
  ["TimeoutError", () => failing({ answer: hang, timeoutMs: 30 })],
  ["ParseError", () => failing({ answer: () => new Response(`<html>${SECRET}`) })],
  [
    "OperationFailedError",
    () => {
      const { api } = clientOf(() => json({ operation: operation({ status: "failed" }) }));
      return rejection(waitForOperations(api, [operation()], { intervalMs: 1 }));
    },
  ],
  [
    "OperationTimeoutError",
    () => {
      const { api } = clientOf(() => json({ operation: operation() }));
      return rejection(waitForOperations(api, [operation()], { timeoutMs: 20, intervalMs: 5 }));
    },
  ],
  [
    "PaginationError",
    () => {
      const { api } = clientOf(() => json({ operations: SECRET }));
      const list = paginate(api, "/projects/{project_id}/operations", {
        path: { project_id: "p" },
      });
      return rejection(list[Symbol.asyncIterator]().next());
    },
  ],
];

const CLASSES = {
  InvalidRequestError,
  HttpError,
  AuthenticationError,
  NetworkError,
  TimeoutError,
  ParseError,
  OperationFailedError,
  OperationTimeoutError,
  PaginationError,
};

describe.each(KINDS)("%s", (name, make) => {
  test("has its class, its name and a code, and is a ClientError", async () => {
    const error = await make();

    expect(error).toBeInstanceOf(CLASSES[name as keyof typeof CLASSES]);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect((error as ClientError).code).toMatch(/^[a-z_]+$/);
    expect(isClientError(error)).toBe(true);
  });

  test("shows neither the key nor a body, however it is printed", async () => {
    const error = await make();

    for (const text of printed(error)) {
      expect(text).not.toContain(API_KEY);
      expect(text).not.toContain(SECRET);
    }
  });
});

test("codes differ, and those of errors that are told apart by class only do not change", async () => {
  const errors = await Promise.all(KINDS.map(([, make]) => make()));

  expect(errors.map((error) => (error as ClientError).code)).toEqual([
    "invalid_request",
    "http_error",
    "authentication_error",
    "network_error",
    "timeout",
    "parse_error",
    "operation_failed",
    "operation_timeout",
    "pagination_error",
  ]);
});

test("body and headers of an HttpError can be read, but are not enumerable", async () => {
  const error = (await failing({
    answer: () => json({ key: SECRET }, { status: 409, headers: { "set-cookie": SECRET } }),
  })) as HttpError;

  expect(error.body).toEqual({ key: SECRET });
  expect(error.headers.get("set-cookie")).toBe(SECRET);
  expect(Object.keys(error)).not.toContain("body");
  expect(Object.keys(error)).not.toContain("headers");
  expect({ ...error }).not.toHaveProperty("body");
});

describe("a fetch that throws an error quoting the key does not make the client show it", () => {
  const quoting = (text: string) =>
    Object.assign(new Error("no"), { code: "EFAIL" as unknown, text });

  test.each<[string, (request: Sent) => unknown]>([
    ["in its message", () => new Error(`cannot send Bearer ${API_KEY}`)],
    ["in its stack", () => Object.assign(new Error("no"), { stack: `Error: ${API_KEY}\n at x` })],
    ["in the message of its cause", () => new TypeError("no", { cause: new Error(API_KEY) })],
    ["in a cause that is text", () => new TypeError("no", { cause: `sent ${API_KEY}` })],
    ["deep in its causes", () => nested(8, new Error(API_KEY))],
    ["in a property", () => quoting(`Bearer ${API_KEY}`)],
    ["in its code", () => Object.assign(new Error("no"), { code: API_KEY })],
    [
      "in the headers it keeps",
      ({ headers }) => Object.assign(new Error("no"), { config: { headers } }),
    ],
    [
      "in headers as a record",
      ({ headers }) =>
        Object.assign(new Error("no"), { request: { headers: Object.fromEntries(headers) } }),
    ],
    [
      "in what refers to itself, beside bytes",
      () => {
        const error = Object.assign(new Error("no"), {
          bytes: new Uint8Array(9),
          self: {},
          text: API_KEY,
        });
        return Object.assign(error, { self: error });
      },
    ],
    ["in one of many errors", () => new AggregateError([new Error("a"), new Error(API_KEY)], "no")],
    ["as text, not as an error", () => `cannot send Bearer ${API_KEY}`],
    ["as an object, not as an error", () => ({ toString: () => "no", key: API_KEY })],
  ])("%s", async (_, thrown) => {
    for (const apiKey of [API_KEY, () => API_KEY]) {
      const { api, events } = clientOf((request) => Promise.reject(thrown(request)), { apiKey });

      const error = await rejection(api.POST("/projects"));

      expect(error).toBeInstanceOf(NetworkError);
      for (const text of [...printed(error), JSON.stringify(events)])
        expect(text).not.toContain(API_KEY);
    }
  });

  test("nor when the call brought the Authorization", async () => {
    const { api } = clientOf(({ headers }) =>
      Promise.reject(new Error(`sent ${headers.get("authorization")}`)),
    );

    const error = await rejection(
      api.POST("/projects", { headers: { Authorization: "Bearer another-key-42" } }),
    );

    expect(error).toBeInstanceOf(NetworkError);
    for (const text of printed(error)) expect(text).not.toContain("another-key-42");
  });

  test("and the code of an error that quotes it elsewhere is kept as reason", async () => {
    const { api } = clientOf(() => Promise.reject(quoting(API_KEY)));

    const error = await rejection(api.POST("/projects"));

    expect(error).toMatchObject({ reason: "EFAIL" });
    expect(error.cause).not.toHaveProperty("text");
  });

  test("and an error that does not quote it is kept as cause", async () => {
    const cause = quoting("harmless");
    const { api } = clientOf(() => Promise.reject(cause));

    const error = await rejection(api.POST("/projects"));

    expect(error).toMatchObject({ reason: "EFAIL" });
    expect(error.cause).toMatchObject({ message: "no", code: "EFAIL", stack: cause.stack });
  });
});

test("isClientError knows an error of another copy of this client, and nothing else", () => {
  const brand = { [Symbol.for("@hosted-postgres/client/error")]: true };
  const foreign = Object.assign(new Error("another copy"), brand);

  expect(isClientError(foreign)).toBe(true);
  for (const other of [new Error("no"), brand, { code: "timeout" }, "timeout", null, undefined]) {
    expect(isClientError(other)).toBe(false);
  }
});

test("OperationTimeoutError names ten operations and counts the others", () => {
  const operations = Array.from({ length: 12 }, (_, i) => operation({ id: `op-${i + 1}` }));

  const error = new OperationTimeoutError(operations, 5);

  expect(error.message).toMatch(
    /^not finished after 5 ms: start_compute op-1 running, .* op-10 running and 2 more$/,
  );
  expect(error.pending).toHaveLength(12);
});

/** Everything a logger might do with an error. */
function printed(error: Error): string[] {
  return [
    error.message,
    String(error),
    error.stack ?? "",
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    inspect(error, { depth: 20 }),
    inspect({ nested: error }, { depth: 20 }),
  ];
}

interface Failure {
  answer?: Parameters<typeof clientOf>[0];
  path?: string;
  timeoutMs?: number;
}

function failing({ answer, path: project_id = "p", ...settings }: Failure): Promise<Error> {
  const { api } = clientOf(answer);
  return rejection(
    unwrap(
      api.GET("/projects/{project_id}", {
        params: { path: { project_id } },
        retries: 0,
        ...settings,
      }),
    ),
  );
}

function nested(depth: number, innermost: Error): Error {
  return depth === 0
    ? innermost
    : new Error(`level ${depth}`, { cause: nested(depth - 1, innermost) });
}
