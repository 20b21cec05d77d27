import { createServer } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { consoleLogger } from "../../src/console-logger.ts";
import {
  ClientError,
  type HttpError,
  NetworkError,
  ParseError,
  ResponseTooLargeError,
  unwrap,
} from "../../src/index.ts";
import { API_KEY, clientOf, json, rejection, untyped } from "../builders.ts";
import { faultServer } from "../fault-server.ts";

describe("maxResponseBytes", () => {
  const text = JSON.stringify({ projects: "x".repeat(986) });

  test.each(["json", "text", "blob", "arrayBuffer"])(
    "bounds a body read as %s",
    async (parseAs) => {
      const size = text.length;
      for (const middleware of [false, true]) {
        for (const [maxResponseBytes, isRead] of [
          [size, true],
          [size - 1, false],
        ] as const) {
          const { api, requests } = clientOf(() => new Response(text), { maxResponseBytes });
          if (middleware) api.use({ onRequest: () => undefined });

          const call = untyped(api).GET("/projects", { parseAs });

          if (isRead) expect((await call).response.status).toBe(200);
          else {
            const error = await rejection(call);
            expect(error).toBeInstanceOf(ResponseTooLargeError);
            expect(error).toBeInstanceOf(ClientError);
            expect(error).toMatchObject({ code: "response_too_large", maxResponseBytes });
            expect(error.message).toBe(
              `GET /projects answered more than ${maxResponseBytes} bytes`,
            );
          }
          expect(requests).toHaveLength(1);
        }
      }
    },
  );

  test("does not bound a stream", async () => {
    const { api } = clientOf(() => new Response(text), { maxResponseBytes: 10 });

    const { data } = await api.GET("/projects", { parseAs: "stream" });

    expect(await new Response(data as ReadableStream).text()).toBe(text);
  });

  test.each([401, 404, 503])(
    "drops an error body of %i that is larger, and keeps the status",
    async (status) => {
      const { api } = clientOf(() => new Response(text, { status }), { maxResponseBytes: 10 });

      const { error, response } = await api.POST("/projects");

      expect(error).toBeUndefined();
      expect(response.status).toBe(status);
    },
  );

  test.each([0, -1, Number.NaN, "x", null])("refuses %s, naming itself", (maxResponseBytes) => {
    expect(() => clientOf(undefined, { maxResponseBytes } as never)).toThrow(
      /^maxResponseBytes must/,
    );
  });

  test.each([200, 404])("stops a body of %i without end, and hangs up", async (status) => {
    let closed = false;
    const server = await faultServer((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
      };
      response.writeHead(status, { "content-type": "application/json" });
      response.on("drain", write).on("close", () => (closed = true));
      write();
    });
    const { api } = clientOf(undefined, {
      baseUrl: server.baseUrl,
      fetch: undefined,
      maxResponseBytes: 1_000_000,
    });

    const call = api.GET("/projects", { timeoutMs: 10_000 });
    if (status === 404) expect((await call).response.status).toBe(404);
    else expect(await rejection(call)).toBeInstanceOf(ResponseTooLargeError);
    await expect.poll(() => closed).toBe(true);
  });

  test("is counted after decompression: a small bomb of gzip costs no memory", async () => {
    // Gzip members may follow each other: 64 times 16 MiB of zeros in 1 MB.
    const bomb = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(2 ** 24))));
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(bomb);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const { api } = clientOf(undefined, { baseUrl: `http://127.0.0.1:${port}`, fetch: undefined });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;

    const error = await rejection(api.GET("/projects"));
    const grown = process.memoryUsage().rss - before;
    server.close();
    server.closeAllConnections();

    expect(error).toBeInstanceOf(ResponseTooLargeError);
    expect(grown).toBeLessThan(300 * 2 ** 20);
  });

  test.each<[string, string[]]>([
    ["one chunk", ['{"a":"☃"}']],
    ["chunks that cut a character", ["☃"]],
    ["no chunk", []],
    ["a BOM", ["\ufeff{}"]],
  ])("reads %s as the platform does", async (_, parts) => {
    const bytes = parts.map((part) => new TextEncoder().encode(part));
    const single = bytes.flatMap((part) =>
      _.includes("cut") ? [...part].map((byte) => Uint8Array.of(byte)) : [part],
    );
    const body = () =>
      new Response(
        new ReadableStream({
          start(to) {
            for (const chunk of single) to.enqueue(chunk);
            to.close();
          },
        }),
        { headers: { "content-type": "Text/Plain;Charset=UTF-8" } },
      );
    const { api } = clientOf(body);

    const read = async (parseAs: string) => (await untyped(api).GET("/projects", { parseAs })).data;

    expect(await read("text")).toBe(await body().text());
    expect(await read("arrayBuffer")).toEqual(await body().arrayBuffer());
    expect(((await read("blob")) as Blob).type.toLowerCase()).toBe(
      (await body().blob()).type.toLowerCase(),
    );
  });
});

describe("a fetch that gives no Response is a NetworkError", () => {
  test.each([5, "x", null, undefined, {}, [], { status: 200 }, { ok: true, headers: {} }])(
    "%j",
    async (answer) => {
      const { api } = clientOf(() => answer as never);

      expect(await rejection(api.POST("/projects"))).toBeInstanceOf(NetworkError);
    },
  );
});

describe("detail", () => {
  const failing = async (body: unknown, options = {}) => {
    const { api } = clientOf(() => json(body, { status: 409 }), options);
    return (await rejection(unwrap(api.POST("/projects")))) as HttpError;
  };

  test.each<[unknown, string | undefined]>([
    [{ message: "name is taken" }, "name is taken"],
    [{ detail: "name is taken" }, "name is taken"],
    [{ error: "name is taken" }, "name is taken"],
    [{ error: { message: "name is taken" } }, "name is taken"],
    [{ message: "name is taken", error: "conflict" }, "name is taken"],
    [{ message: { text: "x" }, detail: "name is taken" }, "name is taken"],
    [{ message: "" }, undefined],
    [{ message: 5 }, undefined],
    [{ message: ["x"] }, undefined],
    [{ error: null }, undefined],
    [{ error: { message: {} } }, undefined],
    [{}, undefined],
    [[], undefined],
    [["message"], undefined],
    [null, undefined],
    [false, undefined],
    [5, undefined],
    ["text", undefined],
  ])("of %j is %j", async (body, detail) => {
    const error = await failing(body);

    expect(error.detail).toBe(detail);
    expect(error.message).toBe(`POST /projects was answered 409${detail ? `: ${detail}` : ""}`);
    expect(Object.keys(error)).not.toContain("detail");
  });

  test("is cut and escaped", async () => {
    const error = await failing({ message: `\u001b[31m${"x".repeat(10_000)}` });

    expect(error.detail).toHaveLength(200 + "\\u{1b}".length);
    expect(error.message.length).toBeLessThan(300);
  });

  test.each([API_KEY, `Bearer ${API_KEY}`, `at ?key=${encodeURIComponent(API_KEY)}.`])(
    "stays out of the message when it quotes the key: %s",
    async (message) => {
      for (const apiKey of [API_KEY, () => API_KEY]) {
        const error = await failing({ message }, { apiKey });

        expect(error.detail).toBe(message);
        expect(error.message).toBe("POST /projects was answered 409");
        for (const text of [inspect(error), JSON.stringify(error)])
          expect(text).not.toContain(API_KEY);
      }
    },
  );

  test("is in the message after middleware too", async () => {
    const { api } = clientOf(() => json({ message: "name is taken" }, { status: 409 }));
    api.use({ onRequest: () => undefined });

    const error = (await rejection(unwrap(api.POST("/projects")))) as HttpError;

    expect(error).toMatchObject({
      message: "POST /projects was answered 409: name is taken",
      detail: "name is taken",
    });
  });
});

describe("a 404", () => {
  const HINT = "lack the prefix";
  const message = async (baseUrl: string, statuses: number[], body: unknown = {}) => {
    const { api } = clientOf((_, count) => json(body, { status: statuses[count - 1] ?? 404 }), {
      baseUrl,
    });
    for (const _ of statuses) await api.POST("/projects");
    return (await rejection(unwrap(api.POST("/projects")))).message;
  };

  test("hints at the prefix while everything is 404 and baseUrl has no path", async () => {
    expect(await message("https://host.test", [])).toContain(HINT);
    expect(await message("https://host.test/", [404, 404])).toContain(HINT);
  });

  test("has no hint once something was found, or when baseUrl has a path", async () => {
    expect(await message("https://host.test", [404, 200])).not.toContain(HINT);
    expect(await message("https://host.test", [401])).not.toContain(HINT);
    expect(await message("https://host.test/api/v2", [])).not.toContain(HINT);
  });
});

describe("a request id", () => {
  test.each(["x-request-id", "request-id"])("reaches errors and events from %s", async (name) => {
    for (const status of [200, 404]) {
      const { api, events } = clientOf(
        () => new Response("<html>", { status, headers: { [name]: "req-1:a.b_c" } }),
      );

      const error = await rejection(unwrap(api.POST("/projects")));

      expect(error).toMatchObject({ requestId: "req-1:a.b_c" });
      if (status === 200) expect(error).toBeInstanceOf(ParseError);
      else expect(events.at(-1)).toMatchObject({ type: "response", requestId: "req-1:a.b_c" });
    }
  });

  test.each(["a b", "x".repeat(129), "<x>", "a;b", ""])("is left out when it is %j", async (id) => {
    const { api, events } = clientOf(() =>
      json({}, { status: 404, headers: { "x-request-id": id } }),
    );

    expect(await rejection(unwrap(api.POST("/projects")))).toMatchObject({ requestId: undefined });
    expect(events.at(-1)).not.toHaveProperty("requestId");
  });

  test("stays out of events when it echoes the key", async () => {
    const { api, events } = clientOf(() => json({}, { headers: { "x-request-id": API_KEY } }));

    await api.POST("/projects");

    expect(JSON.stringify(events)).not.toContain(API_KEY);
  });
});

describe.each(["", undefined, null])("an apiKey of %j", (apiKey) => {
  test("is said to be empty, fixed or from a function", async () => {
    expect(() => clientOf(undefined, { apiKey } as never)).toThrow("apiKey is empty");
    const { api } = clientOf(undefined, { apiKey: () => apiKey as never });
    expect((await rejection(api.GET("/projects"))).message).toBe("apiKey is empty");
  });
});

test("writes a line per event with consoleLogger", async () => {
  const lines: string[] = [];
  const answers = [
    () => Promise.reject(new Error("no")),
    () => json({}, { status: 503 }),
    () => json({}, { headers: { "x-request-id": "req-1" } }),
  ];
  const { api } = clientOf((_, count) => (answers[count - 1] as () => Response)(), {
    onEvent: consoleLogger((line) => lines.push(line)),
  });

  await api.GET("/projects");

  expect(lines.map((line) => line.replace(/\d+ ms/, "5 ms"))).toEqual([
    "GET /projects: sent",
    "GET /projects: network_error after 5 ms",
    "GET /projects: next attempt in 5 ms",
    "GET /projects: sent (attempt 2)",
    "GET /projects: 503 in 5 ms (attempt 2)",
    "GET /projects: next attempt in 5 ms (attempt 2)",
    "GET /projects: sent (attempt 3)",
    "GET /projects: 200 in 5 ms, request id req-1 (attempt 3)",
  ]);
});
