import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type LogEntry, type ServerOptions, startEmulator } from "../src/index.ts";
import { callsOf } from "./support.ts";

async function start(options: ServerOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { port } = new URL(emulator.url);
  const over = { fetch, keys: emulator.keys, url: emulator.url };
  return { emulator, port: Number(port), ids: emulator.ids, ...callsOf(over) };
}

/** Sends bytes as they are, and returns everything received until the server hangs up. */
function raw(port: number, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
    for (const part of parts) socket.write(part);
  });
}

function head(key: string, line: string, ...headers: string[]): string {
  const lines = [
    line,
    "Host: localhost",
    `Authorization: Bearer ${key}`,
    "Connection: close",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

describe("startEmulator", () => {
  test("answers over a socket as it does in process", async () => {
    const { emulator, ids, admin } = await start({ now: () => 0 });
    const path = `/projects/${ids.project_id}/endpoints`;

    const { status, body } = await admin("POST", path, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });

    expect(status).toBe(201);
    const response = await emulator.fetch(`${emulator.url}${path}`, {
      headers: { authorization: `Bearer ${emulator.keys.admin}` },
    });
    expect(await response.text()).toContain(body.endpoint.id);
  });

  test("starts many side by side, and closes them despite open connections", async () => {
    const emulators = await Promise.all(Array.from({ length: 20 }, () => startEmulator()));

    await Promise.all(
      emulators.map(async ({ url, keys }) => {
        const headers = { authorization: `Bearer ${keys.admin}` };
        expect((await fetch(`${url}/projects`, { headers })).status).toBe(200);
      }),
    );
    await Promise.all(emulators.map((emulator) => emulator.close()));
    expect(new Set(emulators.map(({ url }) => url)).size).toBe(20);
    const [{ url } = { url: "" }] = emulators;
    await expect(fetch(url)).rejects.toThrow();
  });

  test("logs each request, without its key", async () => {
    const entries: LogEntry[] = [];
    const { admin, nobody } = await start({ onResponse: (entry) => entries.push(entry) });

    await admin("GET", "/projects?a=b");
    await nobody("GET", "/projects");

    expect(entries).toMatchObject([
      { method: "GET", target: "/api/v2/projects?a=b", status: 200 },
      { status: 401 },
    ]);
  });

  test("drops connections on demand", async () => {
    const { emulator, admin } = await start();
    emulator.inject({ drop: "response" });

    await expect(admin("POST", "/projects", {})).rejects.toThrow("fetch failed");

    expect((await admin("GET", "/projects")).body.projects).toHaveLength(3);
  });

  test("accepts a target in absolute form", async () => {
    const { emulator, port } = await start();

    const reply = await raw(
      port,
      head(emulator.keys.admin, "GET http://elsewhere/api/v2/projects HTTP/1.1"),
    );

    expect(reply).toContain("HTTP/1.1 200 OK");
  });
});

describe("a hostile request", () => {
  const line = (method: string) => `${method} /api/v2/projects HTTP/1.1`;

  test.each([
    ["not HTTP", () => "hello\r\n\r\n", 400],
    [
      "a header that is too large",
      (key: string) => head(key, line("GET"), `A: ${"a".repeat(20_000)}`),
      431,
    ],
    [
      "no host",
      (key: string) => `GET /api/v2/projects HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      400,
    ],
    [
      "no host, in HTTP/1.0",
      (key: string) => `GET /api/v2/projects HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      403,
    ],
    ["two hosts", (key: string) => head(key, line("GET"), "Host: evil.example"), 400],
    ["CONNECT", (key: string) => head(key, "CONNECT h:80 HTTP/1.1"), 405],
    ["OPTIONS *", (key: string) => head(key, "OPTIONS * HTTP/1.1"), 404],
    ["HEAD", (key: string) => head(key, line("HEAD")), 405],
    ["two keys", (key: string) => head(key, line("GET"), `Authorization: Bearer ${key}`), 401],
    ["a null byte in the path", (key: string) => head(key, "GET /api/v2/\0 HTTP/1.1"), 400],
    ["an unknown expectation", (key: string) => head(key, line("GET"), "Expect: a-miracle"), 417],
    [
      "an announced body that is too large",
      (key: string) => head(key, line("POST"), "Content-Length: 99999999"),
      413,
    ],
    [
      "two lengths",
      (key: string) => head(key, line("POST"), "Content-Length: 2", "Content-Length: 3"),
      400,
    ],
    [
      "a length and chunks",
      (key: string) => head(key, line("POST"), "Content-Length: 2", "Transfer-Encoding: chunked"),
      400,
    ],
  ] as const)("gets a clear 4xx: %s", async (_, request, expected) => {
    const { emulator, port } = await start();

    const reply = await raw(port, request(emulator.keys.admin));

    expect(reply.split("\r\n")[0]).toContain(` ${expected} `);
  });

  test("gets 413 for endless chunks, or 401 without a key", async () => {
    const { emulator, port } = await start();
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`.repeat(20);
    const headers = ["Content-Type: application/json", "Transfer-Encoding: chunked"];

    const [known, unknown] = await Promise.all(
      [emulator.keys.admin, "nobody"].map((key) =>
        raw(port, head(key, line("POST"), ...headers), chunk),
      ),
    );

    expect(known).toContain("413 Payload Too Large");
    expect(unknown).toContain("401 Unauthorized");
  });

  test("has no effect when its body stops halfway", async () => {
    const { emulator, port, admin } = await start();

    const request = head(emulator.keys.admin, line("POST"), "Content-Length: 100");
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`${request}{`, () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });

    expect((await admin("GET", "/projects")).body.projects).toHaveLength(2);
  });
});
