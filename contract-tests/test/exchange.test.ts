import { describe, expect, test } from "vitest";
import { bearerOf, exchangeOf, record } from "../suite/run/exchange.ts";

const BASE = "https://host/api/v2";

const of = (path: string, init: RequestInit = {}, base = BASE) =>
  exchangeOf(`${BASE}${path}`, init, base);

describe("exchangeOf", () => {
  test.each([BASE, `${BASE}/`])("reads a request below the address %s", (base) => {
    const headers = { authorization: "Bearer k" };

    const exchange = of(
      "/projects?limit=2&cursor=c",
      { method: "POST", headers, body: "{}" },
      base,
    );

    expect(exchange).toMatchObject({ method: "POST", path: "/projects", body: "{}", ids: {} });
    expect(exchange.url).toBe(`${BASE}/projects?limit=2&cursor=c`);
    expect([...exchange.query]).toEqual([
      ["limit", "2"],
      ["cursor", "c"],
    ]);
    expect(exchange.headers.get("authorization")).toBe("Bearer k");
    expect(exchange.route?.name).toBe("POST /projects");
  });

  test.each<[string, string, string | undefined, object]>([
    ["GET", "/projects/p", "GET /projects/{project_id}", { project_id: "p" }],
    ["GET", "/projects/shared", "GET /projects/shared", {}],
    ["DELETE", "/projects/shared", "DELETE /projects/{project_id}", { project_id: "shared" }],
    [
      "DELETE",
      "/projects/a%2Fb/endpoints/ep%201",
      "DELETE /projects/{project_id}/endpoints/{endpoint_id}",
      { project_id: "a/b", endpoint_id: "ep 1" },
    ],
    ["PUT", "/projects/p", undefined, {}],
    ["GET", "/projects/p/endpoints/e/more", undefined, {}],
    ["GET", "/project/p", undefined, {}],
  ])("finds the route and the ids of %s %s", (method, path, name, ids) => {
    const exchange = of(path, { method });

    expect(exchange.route?.name).toBe(name);
    expect(exchange.ids).toEqual(ids);
  });

  test("takes a request without a method for a GET", () => {
    expect(of("/projects")).toMatchObject({ method: "GET", route: { name: "GET /projects" } });
  });
});

describe("bearerOf", () => {
  test.each([
    ["Bearer k.1", "k.1"],
    ["Bearer", undefined],
    ["bearer k", undefined],
    ["Bearer k l", undefined],
    ["xBearer k", undefined],
    [undefined, undefined],
  ])("finds the key in the header %j", (authorization, key) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization });

    expect(bearerOf({ headers })).toBe(key);
  });
});

describe("record", () => {
  test("keeps the answer with its text and JSON, and returns an equal one", async () => {
    const exchange = of("/projects");
    const init = { status: 201, statusText: "Made", headers: { "x-own": "1" } };
    const given = new Response('{"projects":[]}', init);

    const returned = await record(exchange, given);

    expect(exchange).toMatchObject({
      status: 201,
      answer: given,
      text: '{"projects":[]}',
      json: { projects: [] },
    });
    expect(returned).toMatchObject({ status: 201, statusText: "Made" });
    expect(returned.headers.get("x-own")).toBe("1");
    expect(await returned.text()).toBe('{"projects":[]}');
  });

  test.each(["<html>", "", '\uFEFF{"projects":[]}'])(
    "keeps %j, which is not JSON, as text",
    async (text) => {
      const exchange = of("/projects");

      const returned = await record(exchange, new Response(text));

      expect(exchange.text).toBe(text);
      expect(exchange.json).toBeUndefined();
      expect(Buffer.from(await returned.arrayBuffer()).toString()).toBe(text);
    },
  );

  test("has no text of an answer without a body", async () => {
    const exchange = of("/projects");

    const returned = await record(exchange, new Response(null, { status: 204 }));

    expect(returned.status).toBe(204);
    expect(exchange).toMatchObject({ status: 204 });
    expect(exchange.text).toBeUndefined();
  });

  test("breaks a broken body for the caller too, with its error", async () => {
    const exchange = of("/projects");
    const start = (controller: ReadableStreamDefaultController) =>
      controller.error(new TypeError("the connection broke"));

    const returned = await record(exchange, new Response(new ReadableStream({ start })));

    expect(returned.status).toBe(200);
    expect(exchange.text).toBeUndefined();
    await expect(returned.text()).rejects.toThrow("the connection broke");
  });
});
