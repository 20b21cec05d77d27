import { describe, expect, test, vi } from "vitest";
import {
  AuthenticationError,
  HttpError,
  InvalidRequestError,
  type Result,
  TimeoutError,
  unwrap,
} from "../src/index.ts";
import { API_KEY, clientOf, json, pause, rejection } from "./builders.ts";
import { faultServer, redirectTo } from "./fault-server.ts";

describe("apiKey", () => {
  test("calls a function before each request, which may be async", async () => {
    const keys = ["first-key", "second-key"];
    const { api, requests } = clientOf(undefined, { apiKey: async () => keys.shift() ?? "" });

    await api.GET("/projects");
    await api.GET("/projects");

    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer first-key",
      "Bearer second-key",
    ]);
  });

  test("checks the key of a function like a fixed key", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => "sekret\nkey" });

    const error = await rejection(api.GET("/projects"));

    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).not.toContain("sekret");
    expect(requests).toEqual([]);
  });

  test("rethrows an error of a function unchanged and sends nothing", async () => {
    const reason = new Error("the vault is closed");
    const { api, requests } = clientOf(undefined, { apiKey: () => Promise.reject(reason) });

    expect(await rejection(api.GET("/projects"))).toBe(reason);
    expect(requests).toEqual([]);
  });

  test("times out on a function that hangs and sends nothing", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => new Promise(() => {}) });

    expect(await rejection(api.GET("/projects", { timeoutMs: 60 }))).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test("sends nothing when a function resolves after the timeout", async () => {
    const { api, requests } = clientOf(undefined, { apiKey: () => pause(120).then(() => API_KEY) });

    const error = await rejection(api.POST("/projects", { timeoutMs: 40 }));
    await pause(150);

    expect(error).toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test.each(["empty-401", "chunked-401", "html-401", "json-401", "cut-401"])(
    "throws an AuthenticationError after one request on %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(unwrap(api.GET("/projects")));

      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toBeInstanceOf(HttpError);
      expect((error as HttpError).status).toBe(401);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("does not repeat a 401 to a fixed key", async () => {
    const { api, requests } = clientOf(() => json({}, { status: 401 }));

    const { response } = await api.GET("/projects");

    expect(response.status).toBe(401);
    expect(requests).toHaveLength(1);
  });

  test("calls a function again after a 401 and tries another key once, for POST too", async () => {
    const keys = ["old-key", "new-key", "newer-key"];
    const { api, requests } = clientOf(() => json({}, { status: 401 }), {
      apiKey: () => keys.shift() ?? "",
    });

    const { response } = await api.POST("/projects", { body: { name: "orders" } });

    expect(response.status).toBe(401);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer old-key",
      "Bearer new-key",
    ]);
    expect(requests.map(({ body }) => body)).toEqual(['{"name":"orders"}', '{"name":"orders"}']);
  });

  test("sends nothing again when a function returns the same key after a 401", async () => {
    const { api, requests } = clientOf(() => json({}, { status: 401 }), { apiKey: () => API_KEY });

    await api.GET("/projects");

    expect(requests).toHaveLength(1);
  });

  test("is replaced by an Authorization of the call, even after a 401", async () => {
    const apiKey = vi.fn(() => API_KEY);
    const { api, requests } = clientOf(() => json({}, { status: 401 }), { apiKey });

    await api.GET("/projects", { headers: { authorization: "Bearer other" } });
    await api.GET("/projects", { headers: new Headers({ Authorization: "Basic other" }) });

    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer other",
      "Basic other",
    ]);
    expect(apiKey).not.toHaveBeenCalled();
  });

  test("is not sent to the target of a redirect, nor is the body", async () => {
    const elsewhere = await faultServer((_, response) => void response.end("{}"));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await faultServer(redirectTo(`${elsewhere.baseUrl}/stolen`, status));
      const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });

      for (const call of [
        api.GET("/projects"),
        api.POST("/projects", { body: { name: "orders" } }),
      ]) {
        const error = await rejection(unwrap(call as Promise<Result<unknown>>));
        expect(error).toBeInstanceOf(HttpError);
        expect(error).toMatchObject({ status });
        expect(error.message).toContain("redirect");
      }
      expect(server.requests).toHaveLength(2);
    }

    expect(elsewhere.requests).toEqual([]);
  });
});
