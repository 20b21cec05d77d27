import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../src/index.ts";
import { anyText, clientOf, parameterNames, rejection, routes, untyped } from "./builders.ts";

const BAD_VALUES: unknown[] = [
  ...["", " ", "\t\n", ".", "..", "%2e", "%2e%2e", "%2E.", ".%2e", "%2E%2E"],
  ...[
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [],
    true,
    Symbol("id"),
    () => "id",
  ],
];

/** Any well-formed text, and often the characters that mean something in a URL. */
const segment = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom(".", "..", "%2e", "%", "/", "\\", "?", "#", ";", "$&", "é", "\t", "a"), {
      maxLength: 4,
    })
    .map((parts) => parts.join("")),
);

const withParameters = routes.filter((route) => parameterNames(route).length > 0);

describe("documented routes", () => {
  test("lists each route with its own method and path", () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);

    expect(new Set(names).size).toBe(routes.length);
    expect(withParameters.length).toBeGreaterThan(140);
  });
});

describe("a path parameter that could change the route", () => {
  for (const route of withParameters) {
    test(`is rejected by name before sending: ${route.method} ${route.path}`, async () => {
      const { api, requests } = clientOf();
      const call = untyped(api)[route.method];

      for (const name of parameterNames(route)) {
        const others = values(route, "id");
        const { [name]: _, ...missing } = others;
        const bad = [...BAD_VALUES.map((value) => ({ ...others, [name]: value })), missing];
        for (const path of bad) {
          const error = await rejection(call(route.path, { params: { path } }));
          expect(error).toBeInstanceOf(InvalidRequestError);
          expect(error.message).toContain(`path parameter ${name} `);
        }
      }
      const first = parameterNames(route)[0];
      for (const init of [
        undefined,
        {},
        { params: {} },
        { params: { path: undefined } },
        { params: null },
      ]) {
        const error = await rejection(call(route.path, init));
        expect(error).toBeInstanceOf(InvalidRequestError);
        expect(error.message).toContain(`path parameter ${first} `);
      }

      expect(requests).toEqual([]);
    });
  }
});

describe("a path parameter", () => {
  test("arrives as one encoded segment on every route, whatever the text, and leaves the others unchanged", async () => {
    const { api, requests } = clientOf();

    for (const route of withParameters) {
      const wanted = route.path.split("/");
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...parameterNames(route)), segment, async (name, text) => {
          requests.length = 0;
          const path = { ...values(route, "id"), [name]: text };
          const failed = await untyped(api)
            [route.method](route.path, { params: { path } })
            .then(
              () => undefined,
              (error) => error,
            );

          if (failed) {
            expect(failed).toBeInstanceOf(InvalidRequestError);
            expect(text).toMatch(/^\s*$|^(\.|%2e){1,2}$/i);
            expect(requests).toEqual([]);
            return;
          }
          const url = new URL(requests[0]?.url ?? "");
          const arrived = url.pathname.slice("/api/v2".length).split("/");
          const decoded = wanted.map((part) =>
            part === `{${name}}` ? text : part.replace(/^\{.+\}$/, "id"),
          );
          expect(arrived.map(decodeURIComponent)).toEqual(decoded);
          expect(url.search).toBe("");
          expect(requests).toHaveLength(1);
        }),
        { numRuns: 8 },
      );
    }
  });

  test.each([
    ["a/b", "a%2Fb"],
    ["a?b", "a%3Fb"],
    ["a#b", "a%23b"],
    ["é", "%C3%A9"],
    ["$&", "%24%26"],
    ["$`{project_id}", "%24%60%7Bproject_id%7D"],
    ["..%2f", "..%252f"],
    ["a..b", "a..b"],
    ["...", "..."],
    ["a b", "a%20b"],
    ["😀", "%F0%9F%98%80"],
  ])("encodes %s as one segment", async (project_id, encoded) => {
    const { api, requests } = clientOf();

    await api.GET("/projects/{project_id}", { params: { path: { project_id } } });

    expect(requests[0]?.path).toBe(`/projects/${encoded}`);
  });

  test("sends a number as its digits", async () => {
    const { api, requests } = clientOf();

    for (const key_id of [101, 0, 9007199254740993n]) {
      await untyped(api).DELETE("/api_keys/{key_id}", { params: { path: { key_id } } });
    }

    expect(requests.map(({ path }) => path)).toEqual([
      "/api_keys/101",
      "/api_keys/0",
      "/api_keys/9007199254740993",
    ]);
  });

  test("is rejected by name when it is half of a surrogate pair", async () => {
    const { api, requests } = clientOf();

    const error = await rejection(
      api.GET("/projects/{project_id}", { params: { path: { project_id: "\ud800" } } }),
    );

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toBe("path parameter project_id is not well-formed text");
    expect(requests).toEqual([]);
  });

  test("does not read values from Object.prototype", async () => {
    const { api, requests } = clientOf();

    const error = await rejection(untyped(api).GET("/things/{toString}", { params: { path: {} } }));

    expect(error.message).toContain("path parameter toString ");
    expect(requests).toEqual([]);
  });
});

function values(route: { path: string }, value: string): Record<string, unknown> {
  return Object.fromEntries(parameterNames(route).map((name) => [name, value]));
}
