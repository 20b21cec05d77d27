import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { NetworkError } from "../../src/index.ts";
import { API_KEY, clientOf, json, rejection, type Sent, untyped } from "../builders.ts";

const SECRET = "sekret-in-a-header-42";
const KEY = "Bearer another+key/with=signs";

const trap = () => {
  throw new Error(API_KEY);
};
const error = (fields: object) => Object.assign(new Error("no"), fields);

/** Holds the key where no property shows it. */
class PrivateError extends Error {
  readonly #headers: unknown;
  constructor(headers: unknown) {
    super("no");
    this.#headers = headers;
  }
  [inspect.custom]() {
    return this.#headers;
  }
}

/** Causes that quote the request in every place that an object has. */
const CAUSES: [string, (request: Sent) => unknown][] = [
  ["a Map", ({ headers }) => error({ headers: new Map(headers) })],
  ["a Set", ({ headers }) => error({ headers: new Set(headers.values()) })],
  ["URLSearchParams", ({ headers }) => error({ headers: new URLSearchParams([...headers]) })],
  ["a URL", ({ headers }) => error({ url: new URL(`https://x.test/?${[...headers.values()]}`) })],
  ["a Request", ({ url, headers }) => error({ request: new Request(url, { headers }) })],
  ["a Response", ({ headers }) => error({ response: new Response("", { headers }) })],
  ["Headers", ({ headers }) => error({ headers })],
  ["a private field", ({ headers }) => new PrivateError([...headers])],
  ["a function", ({ headers }) => error({ retry: Object.assign(() => {}, { headers }) })],
  ["a promise", ({ headers }) => error({ next: Promise.resolve([...headers]) })],
  [
    "a property's name",
    ({ headers }) => error(Object.fromEntries([...headers].map(([a, b]) => [b, a]))),
  ],
  ["a symbol", ({ headers }) => error({ [Symbol(`${[...headers.values()]}`)]: 1 })],
  ["a symbol as value", ({ headers }) => error({ at: Symbol(`${[...headers.values()]}`) })],
  ["a buffer", ({ headers }) => error({ bytes: Buffer.from(`${[...headers.values()]}`) })],
  [
    "a getter",
    ({ headers }) =>
      Object.defineProperty(new Error("no"), "headers", {
        get: () => [...headers],
        enumerable: true,
      }),
  ],
  [
    "a non-enumerable property",
    ({ headers }) => Object.defineProperty(new Error("no"), "headers", { value: [...headers] }),
  ],
  [
    "its prototype",
    ({ headers }) => Object.setPrototypeOf(new Error("no"), { headers: [...headers] }),
  ],
  ["its message", ({ headers }) => new Error(`${[...headers.values()]}`)],
  ["its message, as JSON", ({ headers }) => new Error(JSON.stringify([...headers]))],
  ["its message, as a URL", ({ headers }) => new Error(`${new URLSearchParams([...headers])}`)],
  [
    "its message, encoded",
    ({ headers }) => new Error([...headers.values()].map(encodeURIComponent).join()),
  ],
  ["its name", ({ headers }) => error({ name: `${[...headers.values()]}` })],
  ["its code", ({ headers }) => error({ code: `${[...headers.values()]}` })],
  ["its stack", ({ headers }) => error({ stack: `${[...headers.values()]}` })],
  ["a cause of text", ({ headers }) => new Error("no", { cause: `${[...headers.values()]}` })],
  ["a cause that is a Map", ({ headers }) => new Error("no", { cause: new Map(headers) })],
  [
    "a third cause",
    ({ headers }) =>
      new Error("a", { cause: new Error("b", { cause: new Error(`${[...headers.values()]}`) }) }),
  ],
  [
    "an AggregateError",
    ({ headers }) => new AggregateError([new Error(`${[...headers.values()]}`)], "no"),
  ],
  ["text", ({ headers }) => `${[...headers.values()]}`],
  ["an array", ({ headers }) => [...headers]],
  [
    "a null prototype",
    ({ headers }) => Object.assign(Object.create(null), { message: `${[...headers.values()]}` }),
  ],
  [
    "a function that is thrown",
    ({ headers }) => Object.assign(() => {}, { message: `${[...headers.values()]}` }),
  ],
];

/** Causes that throw when they are looked at, or never end. */
const TRAPS: [string, () => unknown][] = [
  [
    "a proxy whose traps throw",
    () =>
      new Proxy(new Error("no"), {
        get: trap,
        has: trap,
        ownKeys: trap,
        getPrototypeOf: trap,
        getOwnPropertyDescriptor: trap,
      }),
  ],
  [
    "a revoked proxy",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  [
    "getters that throw",
    () =>
      Object.defineProperties(
        {},
        Object.fromEntries(
          ["message", "name", "code", "stack", "cause"].map((name) => [name, { get: trap }]),
        ),
      ),
  ],
  [
    "100,000 causes",
    () => {
      let cause: unknown;
      for (let i = 0; i < 99_999; i++) cause = { cause };
      return new Error("no", { cause });
    },
  ],
  [
    "itself as cause",
    () => {
      const self = error({ cause: undefined as unknown });
      self.cause = self;
      return self;
    },
  ],
  [
    "a proxy as cause",
    () => new Error("no", { cause: new Proxy({}, { get: trap, getPrototypeOf: trap }) }),
  ],
  ["a message of 10 MB", () => new Error("x".repeat(10_000_000))],
  ["a stack of 10 MB", () => error({ stack: "x".repeat(10_000_000) })],
  ["fields that are no text", () => ({ message: {}, name: 5, code: [], stack: null, cause: 0 })],
  ["a symbol", () => Symbol("no")],
  ["a bigint", () => 5n],
  ["undefined", () => undefined],
  ["null", () => null],
  ["false", () => false],
  ["an empty string", () => ""],
  ["a frozen error", () => Object.freeze(new Error("no"))],
  ["a DOMException", () => new DOMException("no", "NetworkError")],
];

/** Places where a caller puts a secret, and the calls that send it. */
const PLACES: [string, string, (cause: (request: Sent) => unknown) => Promise<Error>][] = [
  ["a fixed key", API_KEY, (cause) => failing(cause, {}, {})],
  ["a key function", API_KEY, (cause) => failing(cause, { apiKey: () => API_KEY }, {})],
  [
    "an Authorization",
    KEY.slice(7),
    (cause) => failing(cause, {}, { headers: { Authorization: KEY } }),
  ],
  ["another header", SECRET, (cause) => failing(cause, {}, { headers: { "X-Api-Key": SECRET } })],
  [
    "a cookie",
    SECRET,
    (cause) => failing(cause, {}, { headers: { Cookie: `a=b; ${SECRET}; c=d` } }),
  ],
];

describe.each(PLACES)("the secret of %s", (_, secret, fail) => {
  test.each(CAUSES)("is not shown by %s", async (_, cause) => {
    const caught = await fail(cause);

    expect(caught).toBeInstanceOf(NetworkError);
    hides(caught, secret, encodeURIComponent(secret));
  });
});

describe("a key that was just replaced", () => {
  test.each(CAUSES)("is not shown by %s", async (_, cause) => {
    let asked = 0;
    const first: Sent[] = [];
    const { api } = clientOf(
      (request) => {
        first.push(request);
        return first.length === 1
          ? json({}, { status: 401 })
          : Promise.reject(cause(first[0] as Sent));
      },
      { apiKey: () => `the-key-number-${++asked}` },
    );

    const caught = await rejection(api.POST("/projects"));

    expect(asked).toBe(2);
    expect(caught).toBeInstanceOf(NetworkError);
    hides(caught, "the-key-number-1");
  });
});

test.each(TRAPS)("reports %s as a NetworkError", async (_, thrown) => {
  const caught = await failing(thrown, {}, {});

  expect(caught).toBeInstanceOf(NetworkError);
  expect(caught.message).toMatch(/^POST \/projects failed: ./);
  expect(caught.message.length).toBeLessThan(1_100);
  expect(inspect(caught, { depth: 20 }).length).toBeLessThan(60_000);
  hides(caught, API_KEY);
});

test("a cause keeps name, code, message and stack, and so does its cause", async () => {
  const inner = Object.assign(new RangeError("inner"), { code: "EINNER" });
  const outer = new TypeError("outer", { cause: inner });

  const { cause } = await failing(() => outer, {}, {});

  expect(cause).not.toBe(outer);
  expect(cause).toMatchObject({ name: "TypeError", message: "outer", stack: outer.stack });
  expect((cause as Error).cause).toMatchObject({
    name: "RangeError",
    message: "inner",
    code: "EINNER",
    stack: inner.stack,
  });
});

test("a short header hides nothing, and a reason stays readable", async () => {
  const cause = () => new Error("connect 127.0.0.1:443");

  const caught = await failing(cause, {}, { headers: { "X-Trace": "1" } });

  expect(caught.message).toBe("POST /projects failed: connect 127.0.0.1:443");
});

function failing(cause: (request: Sent) => unknown, options: object, init: object) {
  const { api } = clientOf((request) => Promise.reject(cause(request)), options);
  return rejection(untyped(api).POST("/projects", init));
}

function hides(caught: Error, ...secrets: string[]) {
  const { message, stack, cause } = caught;
  const shown = [
    message,
    stack,
    JSON.stringify(caught),
    JSON.stringify({ ...caught, cause }),
    inspect(caught, { depth: 20, showHidden: true }),
  ].join("\n");
  for (const secret of secrets) expect(shown.includes(secret)).toBe(false);
}
