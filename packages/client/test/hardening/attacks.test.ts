/** Random attacks: 600, or 10,000 times SOAK (default 1) under `npm run soak`. */
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClientError, NetworkError, unwrap } from "../../src/index.ts";
import { API_KEY, anyText, BASE_URL, clientOf, rejection, untyped } from "../builders.ts";

const attacks = process.env.MODE === "soak" ? 10_000 * Number(process.env.SOAK ?? 1) : 600;
const numRuns = Math.ceil(attacks / 3);

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
const method = fc.constantFrom(...METHODS);

/** Texts with the key in them, and other hostile ones. */
const text = fc.oneof(
  fc.constantFrom(
    API_KEY,
    `Bearer ${API_KEY}`,
    "",
    "\u0000\u001b[31m",
    "__proto__",
    "x".repeat(3_000),
  ),
  anyText({ maxLength: 20 }),
);

/** Anything that a caller's code may throw, with the key anywhere in it. */
const { cause } = fc.letrec<{ cause: unknown }>((tie) => {
  const part = fc.oneof({ depthSize: "small", maxDepth: 6 }, text, tie("cause"));
  const parts = fc.array(part, { maxLength: 3 });
  const record = fc.dictionary(text, part, { maxKeys: 3 });
  return {
    cause: fc.oneof(
      { depthSize: "small", maxDepth: 6 },
      text,
      fc.anything({ withMap: true, withSet: true, withBigInt: true, withDate: true }),
      parts,
      record,
      fc.tuple(text, part).map(([message, cause]) => new Error(message, { cause })),
      fc.tuple(text, record).map(([message, fields]) => Object.assign(new Error(message), fields)),
      parts.map((errors) => new AggregateError(errors, API_KEY)),
      parts.map((values) => new Map(values.map((value) => [value, value]))),
      parts.map((values) => new Set(values)),
      record.map((fields) => new Proxy(fields, { ownKeys: thrown, get: thrown })),
      part.map((value) => Object.defineProperty(new Error("no"), "message", { get: () => value })),
      part.map((value) => ({ toString: thrown, toJSON: () => value })),
      fc.constant(Object.create(null)),
    ),
  };
});

function thrown(): never {
  throw new Error(API_KEY);
}

function shownOf(error: Error): string {
  return [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 20 })].join();
}

describe("an attack by what fetch throws", () => {
  test("is a NetworkError without the key", async () => {
    await fc.assert(
      fc.asyncProperty(cause, method, async (cause, method) => {
        const { api } = clientOf(() => Promise.reject(cause), { retries: 0 });

        const error = await rejection(untyped(api)[method]("/projects"));

        expect(error).toBeInstanceOf(NetworkError);
        expect(shownOf(error)).not.toContain(API_KEY);
      }),
      { numRuns },
    );
  });
});

describe("an attack by an answer", () => {
  const body = fc.oneof(
    text,
    fc.json(),
    fc.uint8Array({ maxLength: 50 }),
    fc
      .dictionary(fc.constantFrom("message", "error", "detail", "operations"), text)
      .map((fields) => JSON.stringify(fields)),
  );
  const value = text.filter((value) => /^[\x21-\x7e]*$/.test(value));
  const headers = fc.dictionary(
    fc.constantFrom("content-length", "retry-after", "x-request-id", "location", "x-other"),
    value,
  );

  test("is a result or a ClientError, and no message has the key", async () => {
    const status = fc.oneof(
      fc.constantFrom(200, 201, 401, 404),
      fc.integer({ min: 200, max: 599 }),
    );
    const parseAs = fc.constantFrom(undefined, "json", "text", "blob", "arrayBuffer", "stream");
    const answer = fc.record({ status, headers, body, parseAs, method });
    await fc.assert(
      fc.asyncProperty(answer, async ({ status, headers, body, parseAs, method }) => {
        const isEmpty = [204, 205, 304].includes(status);
        const { api } = clientOf(
          () => new Response(isEmpty ? null : (body as string), { status, headers }),
          { retries: 0 },
        );

        const call = untyped(api)[method]("/projects", { parseAs });

        const result = await call.catch((error: Error) => error);
        const failure = await unwrap(call as never).catch((error: Error) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(ClientError);
        else expect(result.response.status).toBe(status);
        if (!(failure instanceof Error)) return;
        expect(failure).toBeInstanceOf(ClientError);
        expect(failure.message).not.toContain(API_KEY);
        expect(failure.message.length).toBeLessThan(2_000);
        expect(JSON.stringify(failure)).not.toContain(API_KEY);
      }),
      { numRuns },
    );
  });
});

describe("an attack by options", () => {
  const anything = fc.oneof(text, cause);
  const options = fc.record(
    {
      headers: anything,
      params: fc.record({ query: anything, path: anything }, { requiredKeys: [] }),
      body: anything,
      parseAs: anything,
      bodySerializer: fc.constantFrom(undefined, thrown),
    },
    { requiredKeys: [] },
  );
  const template = fc.oneof(
    fc.constantFrom("/projects", "/projects/{project_id}", "//evil.example", "/../x", "@evil/x"),
    text,
  );

  test("sends the key to no other address, or nothing at all", async () => {
    await fc.assert(
      fc.asyncProperty(method, template, options, async (method, template, options) => {
        const { api, requests } = clientOf(undefined, { retries: 0 });

        const result = await untyped(api)
          [method](template, options)
          .catch((error: unknown) => error);

        for (const { url } of requests) expect(`${url}/`).toContain(`${BASE_URL}/`);
        if (requests.length === 0) expect(result).toBeInstanceOf(Error);
        expect(requests.length).toBeLessThan(2);
      }),
      // Without path values openapi-fetch skips the check of the template.
      { numRuns, examples: [["GET", "evil", { params: { path: "" } }]] },
    );
  });
});
