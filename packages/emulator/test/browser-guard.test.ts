import { once } from "node:events";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ServerOptions, startEmulator } from "../src/index.ts";

const PAGE = "http://localhost:5173";

async function start(options: ServerOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const { port } = new URL(emulator.url);
  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method,
      path: `/api/v2${path}`,
      setHost: false,
      agent: false,
      headers: { authorization: `Bearer ${emulator.keys.admin}`, ...headers },
    });
    sent.end();
    const [response] = await once(sent, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode as number, headers: response.headers, text };
  };
  return { emulator, port, send };
}

describe("a served emulator", () => {
  test("answers to loopback names in any form, and to no other host", async () => {
    const { port, send } = await start();
    const hosts = {
      200: [
        "localhost",
        `localhost:${port}`,
        "LOCALHOST:1",
        "localhost.",
        "emulator.localhost:80",
        "127.0.0.1",
        `127.0.0.1:${port}`,
        "127.8.9.1",
        "[::1]",
        `[::1]:${port}`,
        "[0:0:0:0:0:0:0:1]:80",
      ],
      403: [
        "",
        "evil.example",
        `evil.example:${port}`,
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "notlocalhost",
        "evil.example@localhost",
        "localhost@evil.example",
        "localhost/evil.example",
        "localhost#",
        "localhost?",
        "localhost:evil.example",
        "localhost:99999",
        "localhost localhost",
        "localhost,evil.example",
        "128.0.0.1",
        "10.0.0.1",
        "0.0.0.0",
        "[::]",
        "[::2]",
        "[::1",
        "::1",
        "1",
        "xn--localhost-9d.example",
      ],
    };

    for (const [status, names] of Object.entries(hosts)) {
      for (const host of names) {
        const reply = await send("GET", "/projects", { host });
        expect([host, reply.status]).toEqual([host, Number(status)]);
      }
    }
  });

  test("changes nothing for a rebound name or a foreign page", async () => {
    const { emulator, send } = await start();
    const path = `/projects/${emulator.ids.project_id}`;

    const replies = [
      await send("DELETE", path, { host: "evil.example" }),
      await send("DELETE", path, { host: "evil.example", origin: "http://evil.example" }),
      await send("DELETE", path, { host: "localhost", origin: "http://evil.example" }),
      await send("DELETE", path, { host: "localhost", origin: "null" }),
      await send("DELETE", path, { host: "localhost:80", origin: "http://localhost:5173" }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(replies[0]?.text).toContain('the host \\"evil.example\\"; allow it with allowedHosts');
    expect(replies[2]?.text).toContain('pages of \\"http://evil.example\\" may not call');
    expect((await send("GET", path, { host: "localhost" })).status).toBe(200);
  });

  test("answers to configured names", async () => {
    const { send } = await start({ allowedHosts: ["emulator", "api.test", "fd00::1"] });

    const statuses = [];
    for (const host of ["emulator:8080", "API.test.", "[fd00::1]:80", "x.api.test", "fd00"]) {
      statuses.push((await send("GET", "/projects", { host })).status);
    }

    expect(statuses).toEqual([200, 200, 200, 403, 403]);
  });

  test("refuses other sites before it reads the key or spends a fault", async () => {
    const { emulator, send } = await start();
    emulator.inject({ status: 503 });

    const refused = await send("GET", "/projects", { host: "evil.example", authorization: "no" });

    expect(refused.status).toBe(403);
    expect((await send("GET", "/projects", { host: "localhost" })).status).toBe(503);
  });

  test("takes a request of its own origin", async () => {
    const { port, send } = await start();
    const host = `127.0.0.1:${port}`;

    expect((await send("GET", "/projects", { host, origin: `http://${host}` })).status).toBe(200);
  });

  test.each(["*", "localhost", "http://localhost:5173/", "HTTP://localhost", "null", ""])(
    "rejects %j as an allowed origin",
    async (origin) => {
      await expect(startEmulator({ allowedOrigins: [origin] })).rejects.toThrow(TypeError);
    },
  );

  test.each(["*", "http://a", "a:80", "a/b", ""])("rejects %j as an allowed host", async (host) => {
    await expect(startEmulator({ allowedHosts: [host] })).rejects.toThrow(TypeError);
  });
});

describe("an allowed origin", () => {
  test("gets a preflight without a key, for every documented method", async () => {
    const { send } = await start({ allowedOrigins: [PAGE] });

    const reply = await send("OPTIONS", "/projects", {
      host: "localhost",
      origin: PAGE,
      authorization: "",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "authorization,content-type,x-trace",
    });

    expect(reply.status).toBe(204);
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": PAGE,
      "access-control-allow-headers": "authorization,content-type,x-trace",
      vary: "Origin, Access-Control-Request-Headers",
    });
    for (const method of ["GET", "PUT", "POST", "PATCH", "DELETE"]) {
      expect(reply.headers["access-control-allow-methods"]).toContain(method);
    }
  });

  test("reads every response, errors and Retry-After included", async () => {
    const { emulator, send } = await start({ allowedOrigins: [PAGE] });
    const from = { host: "localhost", origin: PAGE };
    emulator.inject({ status: 429, retryAfterS: 1 });

    const replies = [
      await send("GET", "/projects", from),
      await send("GET", "/projects", from),
      await send("GET", "/nowhere", from),
      await send("GET", "/projects", { ...from, authorization: "no" }),
      await send("OPTIONS", "/projects", from),
    ];

    expect(replies.map(({ status }) => status)).toEqual([429, 200, 404, 401, 405]);
    for (const { headers } of replies) {
      expect(headers["access-control-allow-origin"]).toBe(PAGE);
      expect(headers["access-control-expose-headers"]).toContain("retry-after");
      expect(headers.vary).toBe("Origin");
    }
  });

  test("is no pass for another origin, whose preflight is refused without CORS headers", async () => {
    const { send } = await start({ allowedOrigins: [PAGE] });
    const origins = ["http://localhost:5174", "https://localhost:5173", `${PAGE}.evil.example`];

    for (const origin of origins) {
      const reply = await send("OPTIONS", "/projects", {
        host: "localhost",
        origin,
        "access-control-request-method": "DELETE",
      });
      expect(reply.status).toBe(403);
      expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
    }
    const without = await send("GET", "/projects", { host: "localhost" });
    expect(without.headers).not.toHaveProperty("access-control-allow-origin");
    expect(without.headers.vary).toBe("Origin");
  });
});

describe("the address it listens on", () => {
  async function warningsOf(options: ServerOptions): Promise<string[]> {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on("warning", note);
    await start(options);
    await new Promise(setImmediate);
    process.off("warning", note);
    return warnings.filter((message) => message.includes("the emulator"));
  }

  test("warns when other machines can reach it, and only then", async () => {
    expect(await warningsOf({ host: "0.0.0.0" })).toEqual([
      "the emulator listens on 0.0.0.0, where other machines can reach it",
    ]);
    expect(await warningsOf({})).toEqual([]);
    expect(await warningsOf({ host: "localhost" })).toEqual([]);
  });

  const [address] = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);

  test.runIf(address)("answers to the address that was called, on a wide bind", async () => {
    const { emulator, port, send } = await start({ host: "0.0.0.0" });
    const headers = { authorization: `Bearer ${emulator.keys.admin}` };

    const called = await fetch(`http://${address}:${port}/api/v2/projects`, { headers });

    expect(called.status).toBe(200);
    expect((await send("GET", "/projects", { host: `${address}` })).status).toBe(403);
    expect((await send("GET", "/projects", { host: "0.0.0.0" })).status).toBe(200);
  });
});
