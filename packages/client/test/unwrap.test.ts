import { describe, expect, test } from "vitest";
import { AuthenticationError, HttpError, unwrap, waitForOperations } from "../src/index.ts";
import { clientOf, json, rejection, untyped } from "./builders.ts";
import { faultServer } from "./fault-server.ts";

describe("unwrap", () => {
  test("resolves to the data of any 2xx", async () => {
    for (const status of [200, 201, 202, 203, 299]) {
      const { api } = clientOf(() => json({ projects: [] }, { status }));

      expect(await unwrap(api.GET("/projects"))).toEqual({ projects: [] });
    }
  });

  test.each([[null], [0], [false], [""], [[]]])("resolves to %j unchanged", async (data) => {
    const { api } = clientOf(() => json(data));

    expect(await unwrap(api.POST("/projects"))).toEqual(data);
  });

  test.each([204, 202])("resolves to null when a %d has no body", async (status) => {
    const { api } = clientOf(() => new Response(null, { status }));
    const params = { path: { project_id: "p", endpoint_id: "ep-1" } };

    const answer = await unwrap(
      api.POST("/projects/{project_id}/endpoints/{endpoint_id}/start", { params }),
    );

    expect(answer).toBe(null);
    expect(await waitForOperations(api, answer)).toEqual([]);
  });

  test("accepts an envelope or a promise of one", async () => {
    const { api } = clientOf(() => json({ projects: [] }));

    const envelope = await api.GET("/projects");

    expect(await unwrap(envelope)).toEqual({ projects: [] });
  });

  describe("a 500", () => {
    test.each([
      ["null", null],
      ["0", 0],
      ["false", false],
      ['""', ""],
      ["[]", []],
      ["an object", { message: "no" }],
    ])("throws an HttpError when the body is %s", async (_, body) => {
      const { api } = clientOf(() => json(body, { status: 500 }));

      const error = await rejection(unwrap(api.POST("/projects")));

      expect(error).toBeInstanceOf(HttpError);
      expect(error).toMatchObject({ name: "HttpError", code: "http_error", status: 500 });
      expect((error as HttpError).body).toEqual(body);
    });

    test("throws an HttpError without a body, with and without a content-length", async () => {
      for (const headers of [{}, { "content-length": "0" }]) {
        const { api } = clientOf(() => new Response(null, { status: 500, headers }));

        const error = await rejection(unwrap(api.POST("/projects")));

        expect(error).toMatchObject({ name: "HttpError", status: 500 });
      }
    });
  });

  test("throws an HttpError for a 502 in HTML, without the HTML in its message", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("html-502"), fetch: undefined });

    const error = await rejection(unwrap(api.POST("/projects")));

    expect(error).toMatchObject({
      name: "HttpError",
      status: 502,
      message: "POST /projects was answered 502",
    });
    expect((error as HttpError).body).toContain("<html>");
  });

  test("throws an HttpError with the status when the body breaks off", async () => {
    const { api } = clientOf(() => new Response(brokenOff(), { status: 409 }));

    const error = await rejection(unwrap(api.POST("/projects")));

    expect(error).toMatchObject({ name: "HttpError", status: 409 });
  });

  test("throws on a 304", async () => {
    const server = await faultServer();
    const { api } = clientOf(undefined, { baseUrl: server.at("not-modified"), fetch: undefined });

    const error = await rejection(unwrap(api.GET("/projects")));

    expect(error).toMatchObject({ name: "HttpError", status: 304 });
    expect(server.requests).toHaveLength(1);
  });

  test("throws on a redirect that a browser hides", async () => {
    const hidden = Object.defineProperties(new Response(null, { status: 204 }), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
      ok: { value: false },
    });
    const { api } = clientOf(() => hidden);

    const error = await rejection(unwrap(api.POST("/projects")));

    expect(error).toMatchObject({ name: "HttpError", status: 0 });
    expect(error.message).toContain("redirect");
  });

  test("throws an AuthenticationError on a 401, which is also an HttpError", async () => {
    const { api } = clientOf(() => json({ message: "no" }, { status: 401 }));

    const error = await rejection(unwrap(api.POST("/projects")));

    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      name: "AuthenticationError",
      code: "authentication_error",
      status: 401,
    });
  });

  test("names the route as the spec writes it, without values of the call", async () => {
    const { api } = clientOf(() => json({}, { status: 404 }));

    const error = await rejection(
      unwrap(
        untyped(api).GET("/projects/{project_id}", {
          params: { path: { project_id: "sekret" } },
        }) as never,
      ),
    );

    expect(error.message).toBe("GET /projects/{project_id} was answered 404");
  });

  test("throws on an error envelope that no call of this client returned", async () => {
    const error = await rejection(
      unwrap({ error: "no", response: new Response(null, { status: 400 }) }),
    );

    expect(error).toMatchObject({ name: "HttpError", message: "the request was answered 400" });
  });

  test("keeps the headers, such as Retry-After", async () => {
    const { api } = clientOf(() => json({}, { status: 429, headers: { "retry-after": "86400" } }));

    const error = await rejection(unwrap(api.GET("/projects")));

    expect((error as HttpError).headers.get("retry-after")).toBe("86400");
  });

  test("rethrows an error of the call unchanged", async () => {
    const reason = new Error("not needed");
    const { api } = clientOf();

    expect(
      await rejection(unwrap(api.GET("/projects", { signal: AbortSignal.abort(reason) }))),
    ).toBe(reason);
  });
});

function brokenOff(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"mess'));
      controller.error(new TypeError("terminated"));
    },
  });
}
