import { once } from "node:events";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Address } from "@hosted-postgres/emulator";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ComputeProxy } from "../src/proxy.ts";

const LOCALHOST = "127.0.0.1";

/** A server that keeps what it gets, and can be asked for its connections. */
async function startServer() {
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => received.push(bytes));
  });
  const address = await listening(server);
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { address, sockets, text: () => Buffer.concat(received).toString("latin1") };
}

async function listening(server: Server): Promise<Address> {
  server.listen(0, LOCALHOST);
  await once(server, "listening");
  return { host: LOCALHOST, port: (server.address() as { port: number }).port };
}

/** A port that is free a moment later. */
async function freeAddress(): Promise<Address> {
  const server = createServer();
  const address = await listening(server);
  server.close();
  await once(server, "close");
  return address;
}

async function startProxy(options: Partial<ConstructorParameters<typeof ComputeProxy>[0]> = {}) {
  const address = await freeAddress();
  const uses: number[] = [];
  const proxy = new ComputeProxy({
    use: async () => void uses.push(Date.now()),
    server: () => undefined,
    ...options,
    address,
  });
  await proxy.listening;
  onTestFinished(() => proxy.close());
  return { proxy, address, uses };
}

async function clientOf({ host, port }: Address) {
  const socket = createConnection({ host, port, allowHalfOpen: true });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
  });
  await once(socket, "connect");
  return {
    socket,
    text: () => text,
    closed: Promise.race([once(socket, "end"), once(socket, "close")]),
  };
}

const messageOf = (code: number) => {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32BE(16, 0);
  bytes.writeInt32BE(code, 4);
  return bytes;
};

/** A promise that the test settles. */
function settled() {
  let settle = { resolve: () => {}, reject: (_: Error) => {} };
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

const CANCEL = 80_877_102;
const TLS = 80_877_103;
const VERSION = 196_608;

describe("the address of a compute", () => {
  test("holds what a client sends until the compute is up, and loses no byte", async () => {
    const server = await startServer();
    const up = settled();
    let reachable: Address | undefined;
    const { address } = await startProxy({ use: () => up.promise, server: () => reachable });
    const sent = "x".repeat(3_000_000);

    const client = await clientOf(address);
    client.socket.write("hello ");
    client.socket.write(sent);
    await vi.waitFor(() => expect(client.socket.bytesWritten).toBeGreaterThan(6));
    reachable = server.address;
    up.resolve();

    await vi.waitFor(() => expect(server.text().length).toBe(3_000_006), 10_000);
    expect(server.text()).toBe(`hello ${sent}`);
  });

  test("asks again when the server is gone by the time it is up", async () => {
    const server = await startServer();
    const gone = await freeAddress();
    const addresses = [undefined, gone, server.address];
    const { address, uses } = await startProxy({ server: () => addresses.shift() });

    const client = await clientOf(address);
    client.socket.write("hello");

    await vi.waitFor(() => expect(server.text()).toBe("hello"), 5_000);
    expect(uses.length).toBeGreaterThanOrEqual(3);
  });

  test("passes on what the server still sends after the client has ended", async () => {
    const server = await startServer();
    const { address } = await startProxy({ server: () => server.address });
    const client = await clientOf(address);

    client.socket.end("query");
    await vi.waitFor(() => expect(server.text()).toBe("query"));
    server.sockets[0]?.write("result");
    server.sockets[0]?.end();

    await client.closed;
    expect(client.text()).toBe("result");
  });

  test("does not read faster than the other side takes it", async () => {
    const server = await startServer();
    const { address } = await startProxy({ server: () => server.address });
    const client = await clientOf(address);
    client.socket.write("hello");
    await vi.waitFor(() => expect(server.sockets).toHaveLength(1));
    server.sockets[0]?.pause();

    const wasTaken = Array.from({ length: 400 }, () => client.socket.write(Buffer.alloc(100_000)));

    expect(wasTaken.at(-1)).toBe(false);
    // The proxy reads in turns of this process; a thousand would be enough for everything.
    for (let turn = 0; turn < 1_000; turn++) await nextTurn();
    expect(client.socket.writableLength).toBeGreaterThan(10_000_000);
    server.sockets[0]?.resume();
    await vi.waitFor(() => expect(server.text().length).toBe(40_000_005), 20_000);
  });

  test("wakes nobody for a connection that sends nothing, nor for a cancel request", async () => {
    const { address, uses } = await startProxy();
    const silent = await clientOf(address);
    const cancelling = await clientOf(address);

    cancelling.socket.write(messageOf(CANCEL));
    await cancelling.closed;
    silent.socket.end();
    await silent.closed;

    expect(uses).toEqual([]);
  });

  test("takes a cancel request to the server that runs", async () => {
    const server = await startServer();
    const { address, uses } = await startProxy({ server: () => server.address });

    const client = await clientOf(address);
    client.socket.end(messageOf(CANCEL));

    await vi.waitFor(() => expect(server.text()).toBe(messageOf(CANCEL).toString("latin1")));
    expect(uses).toEqual([]);
  });

  test("is busy from a client's bytes to those of the server", async () => {
    const server = await startServer();
    const { address, proxy } = await startProxy({ server: () => server.address });
    expect(proxy.isBusy).toBe(false);

    const client = await clientOf(address);
    client.socket.write("query");
    await vi.waitFor(() => expect(server.text()).toBe("query"));
    expect(proxy.isBusy).toBe(true);
    server.sockets[0]?.write("result");
    await vi.waitFor(() => expect(client.text()).toBe("result"));

    expect(proxy.isBusy).toBe(false);
  });

  test("tells why a compute does not come up, after a request for TLS too", async () => {
    const use = () => Promise.reject(new Error("compute ep-1 is disabled"));
    const { address } = await startProxy({ use });
    const client = await clientOf(address);

    client.socket.write(messageOf(TLS));
    await vi.waitFor(() => expect(client.text()).toBe("N"));
    client.socket.write(messageOf(VERSION));
    await client.closed;

    expect(client.text()).toMatch(/^NE.*SFATAL\0.*Mcompute ep-1 is disabled\0/s);
  });

  test("closes its clients with it", async () => {
    const server = await startServer();
    const { address, proxy } = await startProxy({ server: () => server.address });
    const client = await clientOf(address);
    client.socket.write("hello");
    await vi.waitFor(() => expect(server.sockets).toHaveLength(1));
    const closed = once(server.sockets[0] as Socket, "close");

    proxy.close();

    await client.closed;
    server.sockets[0]?.end();
    await closed;
    await expect(clientOf(address)).rejects.toThrow(/ECONNREFUSED/);
  });

  test("is named when it is taken", async () => {
    const { address } = await startProxy();
    const second = new ComputeProxy({ address, use: async () => {}, server: () => undefined });
    await expect(second.listening).rejects.toThrow(`${address.host}:${address.port}`);
  });
});
