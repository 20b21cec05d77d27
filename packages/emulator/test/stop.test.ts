import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../src/index.ts";
import { cli } from "./kill.ts";
import { runStops } from "./stop.ts";

describe("a command that is stopped", () => {
  test("responds to every request that reached it, and keeps on disk what it responded", async () => {
    const { late, responses, exits, ...unkept } = await runStops({ stops: 2, seed: 1 });

    expect(responses).toBeGreaterThan(2 * 200);
    expect(unkept).toEqual({ cut: 0, unanswered: 0, unknown: 0, lost: 0 });
    expect(exits).toEqual(Array(3).fill([0, null]).flat());
  });

  test.each([
    ["its log", ["stdout"]],
    ["its log and its errors", ["stdout", "stderr"]],
  ] as const)("serves on, and exits with 0, after the reader of %s went away", async (_, pipes) => {
    const child = spawn(process.execPath, [...cli(), "--port", "0"], { stdio: "pipe" });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exited = once(child, "exit");
    const [greeting] = await once(child.stdout, "data");
    const [, url, key] = /listens at (\S+).*admin key\s+(\S+)/s.exec(String(greeting)) ?? [];
    for (const pipe of pipes) {
      child[pipe].destroy();
      await once(child[pipe], "close");
    }
    const headers = { authorization: `Bearer ${key}` };

    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent++) {
      statuses.push((await fetch(`${url}/projects`, { headers })).status);
    }
    child.kill("SIGTERM");

    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await exited).toEqual([0, null]);
  });
});

/** Connects and sends the beginning of a request; gives what it received when it is hung up on. */
function begin(port: number, text: string) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  socket.on("error", () => {});
  const written = new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, written, closed: once(socket, "close").then(() => received) };
}

describe("close", () => {
  const head = (key: string, ...more: string[]) =>
    [
      "POST /api/v2/projects HTTP/1.1",
      "Host: localhost",
      `Authorization: Bearer ${key}`,
      ...more,
      "\r\n",
    ].join("\r\n");

  test("waits for the response to a request that arrived, and says that it hangs up", async () => {
    const emulator = await startEmulator();
    const { port } = new URL(emulator.url);
    const json = ["Content-Type: application/json", "Content-Length: 2"];
    const sent = begin(Number(port), head(emulator.keys.admin, ...json));
    await sent.written;
    await new Promise((resolve) => setTimeout(resolve, 20));

    const closed = emulator.close();
    sent.socket.write("{}");

    const received = await sent.closed;
    expect(received).toContain("201 Created");
    expect(received.toLowerCase()).toContain("connection: close");
    await closed;
  });

  test("responds to each of several requests on one connection", async () => {
    const emulator = await startEmulator();
    const { port } = new URL(emulator.url);
    emulator.inject({ latencyMs: 50, times: 3 });
    const sent = begin(Number(port), head(emulator.keys.admin).repeat(3));
    await sent.written;
    await new Promise((resolve) => setTimeout(resolve, 20));

    await emulator.close();

    const received = await sent.closed;
    expect(received.match(/201 Created/g)).toHaveLength(3);
    expect(received.match(/connection: close/gi)).toHaveLength(1);
  });

  test("sends a large response to its end", async () => {
    const emulator = await startEmulator();
    const { port } = new URL(emulator.url);
    const headers = {
      authorization: `Bearer ${emulator.keys.admin}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ project: { name: "n".repeat(900_000) } });
    for (let made = 0; made < 10; made++) {
      await fetch(`${emulator.url}/projects`, { method: "POST", headers, body });
    }
    const sent = begin(Number(port), head(emulator.keys.admin).replace("POST", "GET"));
    await once(sent.socket, "data");
    sent.socket.pause();

    const closed = emulator.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    sent.socket.resume();

    const received = await sent.closed;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    expect(length).toBeGreaterThan(9_000_000);
    expect(received).toHaveLength(received.indexOf("\r\n\r\n") + 4 + length);
    await closed;
  });

  test("hangs up on silent connections at once, and on unfinished requests in time", async () => {
    const emulator = await startEmulator();
    const { port } = new URL(emulator.url);
    emulator.inject({ on: ({ path }) => path === "/auth", latencyMs: 60_000 });
    const silent = begin(Number(port), "");
    const halfHead = begin(Number(port), "GET /api/v2/projects HTTP/1.1\r\n");
    const halfBody = begin(Number(port), head(emulator.keys.admin, "Content-Length: 2"));
    const slow = begin(
      Number(port),
      head(emulator.keys.admin).replace("POST /api/v2/projects", "GET /api/v2/auth"),
    );
    for (const { written } of [halfHead, halfBody, slow]) await written;
    await new Promise((resolve) => setTimeout(resolve, 20));

    await emulator.close({ hangUpAfterMs: 50 });

    expect(
      await Promise.all([silent, halfHead, halfBody, slow].map(({ closed }) => closed)),
    ).toEqual(["", "", "", ""]);
  });
});
