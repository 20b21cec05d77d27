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

/** Produces one error of each kind through the public API; each could leak the key or a body's secret. */
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
  test("has its class, name and code, and is a ClientError", async () => {
    const error = await make();

    expect(error).toBeInstanceOf(CLASSES[name as keyof typeof CLASSES]);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect((error as ClientError).code).toMatch(/^[a-z_]+$/);
    expect(isClientError(error)).toBe(true);
  });

  test("shows neither the key nor a body in any printed form", async () => {
    const error = await make();

    for (const text of printed(error)) {
      expect(text).not.toContain(API_KEY);
      expect(text).not.toContain(SECRET);
    }
  });
});

describe("code", () => {
  test("is distinct and stable for every error class", async () => {
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
});

describe("HttpError", () => {
  test("exposes body and headers as readable, non-enumerable properties", async () => {
    const error = (await failing({
      answer: () => json({ key: SECRET }, { status: 409, headers: { "set-cookie": SECRET } }),
    })) as HttpError;

    expect(error.body).toEqual({ key: SECRET });
    expect(error.headers.get("set-cookie")).toBe(SECRET);
    expect(Object.keys(error)).not.toContain("body");
    expect(Object.keys(error)).not.toContain("headers");
    expect({ ...error }).not.toHaveProperty("body");
  });
});

describe("NetworkError from an error that quotes the key", () => {
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
      "in a record of headers",
      ({ headers }) =>
        Object.assign(new Error("no"), { request: { headers: Object.fromEntries(headers) } }),
    ],
    [
      "in a circular error that also holds bytes",
      () => {
        const error = Object.assign(new Error("no"), {
          bytes: new Uint8Array(9),
          self: {},
          text: API_KEY,
        });
        return Object.assign(error, { self: error });
      },
    ],
    [
      "in one error of an AggregateError",
      () => new AggregateError([new Error("a"), new Error(API_KEY)], "no"),
    ],
    ["in a thrown string", () => `cannot send Bearer ${API_KEY}`],
    ["in a thrown object", () => ({ toString: () => "no", key: API_KEY })],
  ])("does not show it when quoted %s", async (_, thrown) => {
    for (const apiKey of [API_KEY, () => API_KEY]) {
      const { api, events } = clientOf((request) => Promise.reject(thrown(request)), { apiKey });

      const error = await rejection(api.POST("/projects"));

      expect(error).toBeInstanceOf(NetworkError);
      for (const text of [...printed(error), JSON.stringify(events)])
        expect(text).not.toContain(API_KEY);
    }
  });

  test("does not show an Authorization set by the call", async () => {
    const { api } = clientOf(({ headers }) =>
      Promise.reject(new Error(`sent ${headers.get("authorization")}`)),
    );

    const error = await rejection(
      api.POST("/projects", { headers: { Authorization: "Bearer another-key-42" } }),
    );

    expect(error).toBeInstanceOf(NetworkError);
    for (const text of printed(error)) expect(text).not.toContain("another-key-42");
  });

  test("keeps the code of an error that quotes it elsewhere as reason", async () => {
    const { api } = clientOf(() => Promise.reject(quoting(API_KEY)));

    const error = await rejection(api.POST("/projects"));

    expect(error).toMatchObject({ reason: "EFAIL" });
    expect(error.cause).not.toHaveProperty("text");
  });

  test("keeps an error that does not quote it as cause", async () => {
    const cause = quoting("harmless");
    const { api } = clientOf(() => Promise.reject(cause));

    const error = await rejection(api.POST("/projects"));

    expect(error).toMatchObject({ reason: "EFAIL" });
    expect(error.cause).toMatchObject({ message: "no", code: "EFAIL", stack: cause.stack });
  });
});

describe("isClientError", () => {
  test("recognizes an error from another copy of this client, and nothing else", () => {
    const brand = { [Symbol.for("@hosted-postgres/client/error")]: true };
    const foreign = Object.assign(new Error("another copy"), brand);

    expect(isClientError(foreign)).toBe(true);
    for (const other of [new Error("no"), brand, { code: "timeout" }, "timeout", null, undefined]) {
      expect(isClientError(other)).toBe(false);
    }
  });
});

describe("OperationTimeoutError", () => {
  test("names ten operations and counts the rest", () => {
    const operations = Array.from({ length: 12 }, (_, i) => operation({ id: `op-${i + 1}` }));

    const error = new OperationTimeoutError(operations, operations, 5);

    expect(error.message).toMatch(
      /^not finished after 5 ms: start_compute op-1 running, .* op-10 running and 2 more$/,
    );
    expect(error.pending).toHaveLength(12);
  });
});

/** Every form in which a logger might print an error. */
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
