import { describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { createStill } from "./support.ts";

/** `send` sends a body as it is, with a key and a JSON content type by default. */
function setup() {
  const { emulator, ids } = createStill();
  const send = async (
    body: string | Uint8Array | undefined,
    headers: Record<string, string> = {},
    path = `/projects/${ids.project_id}/endpoints`,
    method = "POST",
  ) => {
    const response = await emulator.fetch(`${emulator.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: body as RequestInit["body"] }),
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { emulator, ids, send };
}

describe("an invalid request", () => {
  test.each([
    ["", "body"],
    ["{", "body"],
    ["[]", "body"],
    ["null", "body"],
    ["{}", "body.endpoint"],
    ['{"endpoint":[]}', "body.endpoint"],
    ['{"endpoint":{"type":"read_write"}}', "body.endpoint.branch_id"],
    ['{"endpoint":{"branch_id":1,"type":"read_write"}}', "body.endpoint.branch_id"],
    ['{"endpoint":{"branch_id":"b"}}', "body.endpoint.type"],
  ])("gets 400 naming the field for the body %j", async (text, field) => {
    const { send } = setup();

    const { status, body } = await send(text);

    expect(status).toBe(400);
    expect(body.field).toBe(field);
  });

  test.each([
    ["text/plain", 415],
    ["application/json; charset=latin1", 415],
    ["application/jsonx", 415],
    ["application/json;charset=utf-8", 400],
    ["APPLICATION/JSON", 400],
  ])("is answered, with the content type %s, with %d", async (type, expected) => {
    const { send } = setup();

    const { status } = await send("{}", { "content-type": type });

    expect(status).toBe(expected);
  });

  test("gets 415 for an encoded body", async () => {
    const { send } = setup();

    const { status, body } = await send("{}", { "content-encoding": "gzip" });

    expect(status).toBe(415);
    expect(body.field).toBe("header.content-encoding");
  });

  test("gets 400 for a body that is not UTF-8", async () => {
    const { send } = setup();

    const { status } = await send(new Uint8Array([0x7b, 0xff, 0x7d]));

    expect(status).toBe(400);
  });

  test("gets 413 for a body that is too large, 400 for one that nests too deep", async () => {
    const { send } = setup();

    const large = await send(`{"endpoint":"${"a".repeat(1_048_576)}"}`);
    const deep = await send(`{"endpoint":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);

    expect(large.status).toBe(413);
    expect(deep.status).toBe(400);
  });

  test.each([
    ["/api/v2/nowhere", 404],
    ["/api/v2", 404],
    ["/api/v2/", 404],
    ["/projects", 404],
    ["/api/v2/projects/", 404],
    ["/api/v2//projects", 404],
    ["/api/v2/projects//operations", 404],
    ["/api/v2/projects/%zz", 400],
    ["/api/v2/projects/%ff", 400],
    ["/api/v2/projects/__proto__", 404],
    ["/api/v2/projects/constructor/operations", 404],
    ["/api/v3/projects", 404],
  ])("for the path %s gets %d", async (path, expected) => {
    const { emulator } = setup();

    const { status } = await emulator.fetch(`http://host${path}`, {
      headers: { authorization: `Bearer ${emulator.keys.admin}` },
    });

    expect(status).toBe(expected);
  });

  test("prefers a literal path to one with a parameter, method by method", async () => {
    const { admin } = createStill();

    const listed = await admin("GET", "/projects/shared");
    const deleted = await admin("DELETE", "/projects/shared");

    expect(listed.body.projects).toEqual([]);
    expect(deleted).toMatchObject({
      status: 404,
      body: { message: "project shared does not exist" },
    });
  });

  test.each(["HEAD", "OPTIONS", "PUT", "BREW"])(
    "gets 405 naming the documented methods for %s",
    async (method) => {
      const { emulator } = setup();

      const response = await emulator.fetch(`${emulator.url}/projects`, {
        method,
        headers: { authorization: `Bearer ${emulator.keys.admin}` },
      });

      expect(response.status).toBe(405);
      if (method !== "HEAD") expect(await response.text()).toContain("GET, POST");
    },
  );
});

describe("fetch", () => {
  test("accepts a Request, a URL, and every kind of body that the platform's fetch accepts", async () => {
    const { emulator, ids } = setup();
    const url = `${emulator.url}/projects/${ids.project_id}/branches`;
    const headers = {
      authorization: `Bearer ${emulator.keys.admin}`,
      "content-type": "application/json",
    };
    const text = '{"branch":{"name":"b"}}';
    const init = { method: "POST", headers };
    const stream = new Blob([text]).stream();

    const replies = await Promise.all([
      emulator.fetch(new Request(url, { ...init, body: text })),
      emulator.fetch(new URL(url), { ...init, body: new Blob([text]) }),
      emulator.fetch(url, { ...init, body: new TextEncoder().encode(text) }),
      emulator.fetch(url, { ...init, headers: new Headers(headers), body: text }),
      emulator.fetch(url, { ...init, headers: Object.entries(headers) as never, body: text }),
      emulator.fetch(url, { ...init, body: stream, duplex: "half" } as RequestInit),
    ]);

    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201));
  });

  test("rejects when its signal is aborted, before or during the wait", async () => {
    const emulator = createEmulator();
    emulator.inject({ latencyMs: 60_000 });
    const controller = new AbortController();

    const waiting = emulator.fetch(emulator.url, { signal: controller.signal });
    controller.abort(new Error("enough"));

    await expect(waiting).rejects.toThrow("enough");
    await expect(emulator.fetch(emulator.url, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  test("works detached from the emulator", async () => {
    const { fetch, url, keys } = createEmulator();

    const { status } = await fetch(`${url}/projects`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    });

    expect(status).toBe(200);
  });
});
