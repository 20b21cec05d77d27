import { afterEach, describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../src/index.ts";
import { API_KEY, clientOf, json, pause, rejection, untyped } from "../builders.ts";

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
afterEach(async () => {
  await pause(0);
  expect(unhandled).toEqual([]);
});

const METHODS = ["GET", "POST", "DELETE"] as const;

/** Rejects as an InvalidRequestError that does not quote `secret`, and sends nothing. */
async function refused(path: unknown, init: unknown, secret?: string) {
  for (const method of METHODS) {
    for (const baseUrl of ["https://host.test", "https://host.test/api/v2"]) {
      const { api, requests } = clientOf(undefined, { baseUrl });
      const error = await rejection(untyped(api)[method](path as string, init));
      expect(error).toBeInstanceOf(InvalidRequestError);
      if (secret) expect(error.message).not.toContain(secret);
      expect(requests).toEqual([]);
    }
  }
}

describe("a parseAs is refused before anything is sent", () => {
  test.each(["JSON", "clone", "toString", "formData", "", "constructor", 5, null, ["json"], {}])(
    "%j",
    (parseAs) => refused("/projects", { parseAs }),
  );
});

describe("a path template", () => {
  test.each([
    "",
    "projects",
    "@evil.example/x",
    ".evil.example/x",
    ":99/x",
    "//evil.example/x",
    "///evil.example/x",
    "/\\evil.example/x",
    "\\\\evil.example/x",
    "https://evil.example/x",
    "/..",
    "/../../admin",
    "/./projects",
    "/projects/..",
    "/projects/../../admin",
    "/projects/%2e%2e/admin",
    "/projects/%2E./admin",
    "/projects/.%2e",
    "/projects\\..\\..\\admin",
    "/.\t./admin",
    "/.\n./admin",
    "/projects?x=1",
    "/projects#x",
    " /projects",
    "/projects ",
    "\t/projects",
    "/\u0000",
    "/pro\u200bjects",
    undefined,
    null,
    5,
    {},
    [],
  ])("is refused before anything is sent: %j", (path) => refused(path, {}));

  test("is refused when values turn it into a dot segment", () =>
    refused("/projects/%2{a}%2{b}", { params: { path: { a: "e", b: "e" } } }));

  test("is sent with dots within a segment", async () => {
    const { api, requests } = clientOf();

    await untyped(api).GET("/a..b/.well-known/...");

    expect(requests[0]?.url).toBe("https://host.test/api/v2/a..b/.well-known/...");
  });
});

describe("headers", () => {
  const VALUES: [string, string][] = [
    ["X-One", "1"],
    ["X-Two", "2"],
  ];
  /** The Headers of another implementation. */
  class OtherHeaders {
    *[Symbol.iterator]() {
      yield* VALUES;
    }
  }

  test.each<[string, unknown]>([
    ["a record", Object.fromEntries(VALUES)],
    ["Headers", new Headers(VALUES)],
    ["pairs", VALUES],
    ["a Map", new Map(VALUES)],
    ["Headers of another implementation", new OtherHeaders()],
    ["entries", new Map(VALUES).entries()],
  ])("are sent from %s", async (_, headers) => {
    for (const apiKey of [API_KEY, () => API_KEY]) {
      const { api, requests } = clientOf(undefined, { apiKey });
      const given = _ === "entries" ? new Map(VALUES).entries() : headers;

      await untyped(api).POST("/projects", { headers: given });

      expect(requests[0]?.headers.get("x-one")).toBe("1");
      expect(requests[0]?.headers.get("x-two")).toBe("2");
      expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${API_KEY}`);
    }
  });

  test.each(["sekret\r\nX: y", "sekret\nx", "sekret\u0000", "sekret ☃"])(
    "are refused without a quote: %j",
    async (value) => {
      await refused("/projects", { headers: { "X-Secret": value } }, "sekret");
      await refused("/projects", { headers: [["X-Secret", value]] }, "sekret");
      await refused("/projects", { headers: new Map([["X-Secret", value]]) }, "sekret");
    },
  );

  test.each<[string, unknown]>([
    ["text", "X-One: 1"],
    ["a list of names", ["X-One"]],
    ["triples", [["a", "b", "c"]]],
    ["an invalid name", { "X One": "1" }],
    ["an empty name", { "": "1" }],
    ["a symbol", { "X-One": Symbol("1") }],
    ["numbers", [1, 2]],
  ])("are refused as %s", (_, headers) => refused("/projects", { headers }));

  test.each([undefined, null])("keep the key when they are %s", async (value) => {
    for (const name of ["Authorization", "authorization", "AUTHORIZATION"]) {
      for (const apiKey of [API_KEY, () => API_KEY, async () => API_KEY]) {
        for (const middleware of [false, true]) {
          const { api, requests } = clientOf(undefined, { apiKey });
          if (middleware) api.use({ onRequest: () => undefined });

          await untyped(api).GET("/projects", { headers: { [name]: value } });

          expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${API_KEY}`);
        }
      }
    }
  });
});

describe("userAgent", () => {
  test.each(["a\rb", "a\nb", "a\u0000b", "a ☃", "\ud800"])("refuses %j by name", (userAgent) => {
    const create = () => clientOf(undefined, { userAgent });

    expect(create).toThrow(InvalidRequestError);
    expect(create).toThrow('header "User-Agent" cannot be sent');
  });

  test("is sent", async () => {
    const { api, requests } = clientOf(undefined, { userAgent: "my-app/1.0" });

    await api.GET("/projects");

    expect(requests[0]?.headers.get("user-agent")).toBe("my-app/1.0");
  });
});

describe("a query", () => {
  test("has own properties only", async () => {
    const { api, requests } = clientOf();
    const undocumented = Object.create({ inherited: "2" }, { b: { value: "3", enumerable: true } });
    const query = Object.create({ inherited: "1" }, { limit: { value: 5, enumerable: true } });

    await untyped(api).GET("/projects", { params: { query } });
    await untyped(api).GET("/projects", { params: { query: { undocumented } } });

    expect(requests.map(({ query }) => query.toString())).toEqual(["limit=5", "b=3"]);
  });

  test.each<[string, unknown]>([
    ["text", "limit=5"],
    ["an array", [["limit", 5]]],
    ["a Map", new Map([["limit", 5]])],
    ["URLSearchParams", new URLSearchParams("limit=5")],
    ["a number", 5],
    ["true", true],
  ])("is refused as %s", (_, query) => refused("/projects", { params: { query } }));
});

describe("onEvent", () => {
  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("no");
      },
    ],
    ["rejects with nothing", () => Promise.reject()],
    [
      "gives a trap",
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("no");
            },
          },
        ),
    ],
    ["gives null", () => null],
  ])("disturbs nobody when it %s", async (_, onEvent) => {
    const { api } = clientOf((_, count) => json({}, { status: count === 1 ? 503 : 200 }), {
      onEvent,
    });

    expect((await api.GET("/projects")).response.status).toBe(200);
  });
});

describe("a body that cannot be read", () => {
  const hostile = () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
        getPrototypeOf: () => {
          throw new Error("no");
        },
      },
    );

  test.each<[string, () => unknown]>([
    ["null", () => null],
    ["a trap", hostile],
    ["an object without text", () => Object.create(null)],
    ["text", () => "no"],
  ])("is refused when its serializer throws %s", async (_, thrown) => {
    const { api, requests } = clientOf();
    const throwing = () => {
      throw thrown();
    };

    for (const init of [{ body: { toJSON: throwing } }, { body: {}, bodySerializer: throwing }]) {
      expect(await rejection(untyped(api).POST("/projects", init))).toBeInstanceOf(
        InvalidRequestError,
      );
    }
    expect(requests).toEqual([]);
  });
});
