import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../src/index.ts";
import { anyText, clientOf, rejection, untyped } from "./builders.ts";

const path = "/projects/{project_id}/operations";

describe("a query value without a text form", () => {
  test.each([
    ["null", null],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["an invalid Date", new Date(Number.NaN)],
    ["an object", {}],
    ["a nested array", [["a"]]],
    ["an array with NaN", ["a", Number.NaN]],
    ["a function", () => "a"],
    ["a symbol", Symbol("a")],
    ["bytes", new Uint8Array(2)],
  ])("is rejected by name before sending: %s", async (_, value) => {
    const { api, requests } = clientOf();

    for (const query of [{ limit: value }, { undocumented: { limit: value } }]) {
      const error = await rejection(send(api, query));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toContain("query parameter limit ");
    }

    expect(requests).toEqual([]);
  });
});

describe("query parameters", () => {
  test("encodes : and + in a cursor", async () => {
    const { api, requests } = clientOf();

    await send(api, { limit: 2, cursor: "2026-03-01T09:30:00.123456+00:00" });

    expect(requests[0]?.url).toMatch(
      /\/operations\?limit=2&cursor=2026-03-01T09%3A30%3A00\.123456%2B00%3A00$/,
    );
  });

  test("sends a Date in ISO form", async () => {
    const { api, requests } = clientOf();

    await send(api, { undocumented: { from: new Date(Date.UTC(2026, 2, 1)) } });

    expect(requests[0]?.query.get("from")).toBe("2026-03-01T00:00:00.000Z");
  });

  test("omits undefined but sends false and 0", async () => {
    const { api, requests } = clientOf();

    await send(api, {
      cursor: undefined,
      limit: 0,
      undocumented: { a: undefined, b: false, c: "", d: 1n },
    });

    expect([...(requests[0]?.query ?? [])]).toEqual([
      ["limit", "0"],
      ["b", "false"],
      ["c", ""],
      ["d", "1"],
    ]);
  });

  test("adds no question mark without parameters", async () => {
    const { api, requests } = clientOf();

    for (const query of [
      undefined,
      {},
      { cursor: undefined },
      { undocumented: {} },
      { undocumented: undefined },
    ]) {
      await send(api, query);
    }

    for (const { url } of requests) expect(url).not.toContain("?");
  });

  test("repeats the name for each item of an array", async () => {
    const { api, requests } = clientOf();

    await send(api, { undocumented: { tag: ["a", "b", 3], none: [] } });

    expect(requests[0]?.url).toMatch(/\?tag=a&tag=b&tag=3$/);
  });

  test("sends undocumented parameters beside the documented ones", async () => {
    const { api, requests } = clientOf();

    await send(api, { limit: 5, undocumented: { sort: "asc" } });
    await api.GET("/projects/{project_id}", {
      params: { path: { project_id: "p" }, query: { undocumented: { sort: "asc" } } },
    });

    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      "?limit=5&sort=asc",
      "?sort=asc",
    ]);
  });

  test.each([null, "a=b", 5, ["a"]])(
    "rejects undocumented parameters that are not an object: %j",
    async (undocumented) => {
      const { api, requests } = clientOf();

      const error = await rejection(send(api, { undocumented }));

      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toContain("query parameter undocumented ");
      expect(requests).toEqual([]);
    },
  );

  test("rejects text that is not well-formed, in a value and in a name", async () => {
    const { api, requests } = clientOf();

    const value = await rejection(send(api, { cursor: "\udc00" }));
    const name = await rejection(send(api, { undocumented: { "\udc00": "a" } }));

    expect(value.message).toBe("query parameter cursor is not well-formed text");
    expect(name.message).toBe("a query name is not well-formed text");
    expect(requests).toEqual([]);
  });

  test("preserves any well-formed names and values, documented or not", async () => {
    const { api, requests } = clientOf();
    const text = anyText();
    const name = text.filter((value) => value !== "undocumented" && value !== "__proto__");

    await fc.assert(
      fc.asyncProperty(
        text,
        fc.dictionary(name, fc.oneof(text, fc.array(text))),
        async (cursor, undocumented) => {
          requests.length = 0;

          await send(api, { cursor, undocumented });

          const given = [["cursor", [cursor]], ...Object.entries(undocumented)] as [
            string,
            string | string[],
          ][];
          const flat = given.flatMap(([key, value]) => [value].flat().map((item) => [key, item]));
          const { searchParams, hash, pathname } = new URL(requests[0]?.url ?? "");
          expect([...searchParams]).toEqual(flat);
          expect(hash).toBe("");
          expect(pathname).toBe("/api/v2/projects/p/operations");
        },
      ),
      { numRuns: 300 },
    );
  });
});

function send(api: object, query: unknown) {
  return untyped(api).GET(path, { params: { path: { project_id: "p" }, query } });
}
