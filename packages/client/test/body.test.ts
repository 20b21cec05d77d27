import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../src/index.ts";
import { clientOf, rejection, untyped } from "./builders.ts";
import { faultServer } from "./fault-server.ts";

const path = "/projects/{project_id}/branches";
const params = { path: { project_id: "p" } };

describe("a request body", () => {
  test("sends JSON with its Content-Type", async () => {
    const { api, requests } = clientOf();

    await api.POST(path, { params, body: { name: "é", at: new Date(0), left: undefined } });

    expect(requests[0]?.body).toBe('{"name":"é","at":"1970-01-01T00:00:00.000Z"}');
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
  });

  test("sends no Content-Type without a body", async () => {
    const { api, requests } = clientOf();

    await api.POST(path, { params });

    expect(requests[0]?.body).toBeUndefined();
    expect(requests[0]?.headers.has("content-type")).toBe(false);
  });

  test.each([
    [null, "null"],
    [false, "false"],
    [0, "0"],
    ["", '""'],
    [[], "[]"],
  ])("sends %j as a body", async (body, wire) => {
    const { api, requests } = clientOf();

    await untyped(api).POST(path, { params, body });

    expect(requests[0]?.body).toBe(wire);
  });

  describe("a body that JSON cannot represent", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;

    test.each([
      ["circular", circular],
      ["BigInt", { a: 1n }],
      ["NaN", { a: { b: Number.NaN } }],
      ["Infinity", Number.POSITIVE_INFINITY],
      ["a function", () => {}],
      ["a symbol", Symbol("a")],
      [
        "a toJSON that throws",
        {
          toJSON: () => {
            throw new Error("no");
          },
        },
      ],
      ["a Blob", new Blob(["a"])],
      ["an ArrayBuffer", new ArrayBuffer(2)],
      ["a typed array", new Uint8Array(2)],
      ["a Buffer", Buffer.from("a")],
      ["a stream", new ReadableStream()],
    ])("rejects before sending: %s", async (_, body) => {
      const { api, requests } = clientOf();

      const error = await rejection(untyped(api).POST(path, { params, body }));

      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toContain("body");
      expect(requests).toEqual([]);
    });
  });

  test("names the field that is not a number", async () => {
    const { api } = clientOf();

    const error = await rejection(api.POST(path, { params, body: { size: Number.NaN } }));

    expect(error.message).toBe("the body is not JSON: size is NaN");
  });

  test("rejects a GET with a body and sends nothing", async () => {
    const { api, requests } = clientOf();

    for (const body of [{}, null, ""]) {
      const error = await rejection(untyped(api).GET("/projects", { body }));
      expect(error).toBeInstanceOf(InvalidRequestError);
    }

    expect(requests).toEqual([]);
  });

  test("sends bytes unchanged with a serializer and a Content-Type", async () => {
    const { api, requests } = clientOf();
    const bytes = new Uint8Array([1, 2, 3]);

    await api.POST(path, {
      params,
      body: bytes,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "application/octet-stream" },
    });

    expect(requests[0]?.body).toBe(bytes);
    expect(requests[0]?.headers.get("content-type")).toBe("application/octet-stream");
  });

  test("keeps the boundary of FormData", async () => {
    const server = await faultServer((_, response) => void response.end("{}"));
    const { api } = clientOf(undefined, { baseUrl: server.baseUrl, fetch: undefined });
    const form = new FormData();
    form.set("file", new Blob(["content"]), "name.txt");

    await api.POST(path, { params, body: form });

    const [received] = server.requests;
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(
      received?.headers["content-type"] ?? "",
    )?.[1];
    expect(received?.body).toContain(`--${boundary}\r\n`);
    expect(received?.body).toContain("content");
  });

  test("rejects with a typed error when the serializer throws, and sends nothing", async () => {
    const { api, requests } = clientOf();

    const call = api.POST(path, {
      params,
      body: {},
      bodySerializer: () => {
        throw new Error("not today");
      },
    });

    expect(await rejection(call)).toBeInstanceOf(InvalidRequestError);
    expect(requests).toEqual([]);
  });
});
