import { describe, expect, test } from "vitest";
import { NetworkError, ParseError, unwrap } from "../src/index.ts";
import { clientOf, json, rejection } from "./builders.ts";
import { faultServer } from "./fault-server.ts";

const download =
  "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download";
const object = {
  params: { path: { project_id: "p", branch_id: "b", bucket_name: "files", object_key: "a/b" } },
};

describe("a response", () => {
  test.each(["html-200", "broken-json"])(
    "throws a ParseError without the body after one request: %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(api.GET("/projects"));

      expect(error).toBeInstanceOf(ParseError);
      expect(error).toMatchObject({ status: 200, code: "parse_error" });
      expect(error.message).not.toMatch(/sekret|<html|\[/);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("names the content type in a ParseError, if there is one", async () => {
    const html = clientOf(
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    );
    const none = clientOf(() => new Response(new TextEncoder().encode("<html>")));

    expect((await rejection(html.api.GET("/projects"))).message).toMatch(/\(text\/html\)$/);
    expect((await rejection(none.api.GET("/projects"))).message).toMatch(/\(no content type\)$/);
  });

  test("throws a ParseError on broken JSON with a content-length", async () => {
    const { api } = clientOf(() => new Response("{", { headers: { "content-length": "1" } }));

    expect(await rejection(api.GET("/projects"))).toBeInstanceOf(ParseError);
  });

  test.each(["empty", "empty-chunks", "no-content"])(
    "has null as its data when it is %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      expect(await unwrap(api.GET("/projects"))).toBeNull();
    },
  );

  test("is read whole when its JSON is chunked", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("chunked"), fetch: undefined });

    expect(await unwrap(api.GET("/projects"))).toEqual({ projects: [] });
  });

  test.each([["truncate"], ["cut-chunks"], ["reset"]])(
    "throws a NetworkError with reason and cause on %s",
    async (fault) => {
      const server = await faultServer();
      const { api } = clientOf(undefined, { baseUrl: server.at(fault), fetch: undefined });

      const error = await rejection(api.GET("/projects", { retries: 0 }));

      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({
        reason: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/),
      });
      expect(error.cause).toBeInstanceOf(Error);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("throws a NetworkError with reason and cause on a refused connection", async () => {
    const server = await faultServer();
    await server.close();
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });

    const error = await rejection(api.GET("/projects", { retries: 0 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: "ECONNREFUSED", code: "network_error" });
    expect(error.message).toBe("GET /projects failed: ECONNREFUSED");
    expect(error.cause).toMatchObject({ name: "TypeError" });
  });

  test("throws a NetworkError with reason and cause on an unknown host", async () => {
    const { api } = clientOf(undefined, { baseUrl: "https://host.invalid", fetch: undefined });

    const error = await rejection(api.GET("/projects", { retries: 0 }));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
    expect(error.cause).toMatchObject({ name: "TypeError" });
  });

  test("throws a NetworkError when fetch throws a non-error or returns nothing", async () => {
    const thrown = clientOf(() => Promise.reject("nothing there"));
    const nothing = clientOf(() => undefined as never);

    const error = await rejection(thrown.api.POST("/projects"));

    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ reason: "nothing there" });
    expect(await rejection(nothing.api.POST("/projects"))).toBeInstanceOf(NetworkError);
  });

  test("keeps unknown fields and enum values", async () => {
    const body = {
      operation: { id: "op-1", status: "paused", action: "fly", novelty: { a: [1] } },
      extra: true,
    };
    const { api } = clientOf(() => json(body));

    const { data } = await api.GET("/projects/{project_id}/operations/{operation_id}", {
      params: { path: { project_id: "p", operation_id: "op-1" } },
    });

    expect(data).toEqual(body);
  });

  test("streams a download: the first bytes arrive before the last are sent", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("slow-download"), fetch: undefined });

    const stream = await unwrap(
      api.GET(download, { ...object, parseAs: "stream", timeoutMs: 60_000, retries: 0 }),
    );
    const chunks: string[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>)
      chunks.push(Buffer.from(chunk).toString());

    expect(chunks).toEqual(["one ", "two"]);
  });

  test("reads a download as blob, bytes or text", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("download"), fetch: undefined });

    const text = await unwrap(api.GET(download, { ...object, parseAs: "text" }));
    const blob = await unwrap(api.GET(download, { ...object, parseAs: "blob" }));
    const bytes = await unwrap(api.GET(download, { ...object, parseAs: "arrayBuffer" }));

    expect(text).toBe("one two three");
    expect(await blob.text()).toBe(text);
    expect(Buffer.from(bytes).toString()).toBe(text);
    expect(server.requests[0]).toMatchObject({ headers: { accept: "*/*" } });
    expect(server.requests[0]?.url).toMatch(/\/objects\/a%2Fb\/download$/);
  });

  test("resolves to an envelope with the status, whatever the status", async () => {
    for (const status of [200, 201, 202, 400, 404, 409, 418, 422, 423, 599]) {
      const { api } = clientOf(() => json({ status }, { status }));

      const { data, error, response } = await api.POST("/projects");

      expect(response.status).toBe(status);
      expect(response.ok ? data : error).toEqual({ status });
      expect(response.ok ? error : data).toBeUndefined();
    }
  });
});
