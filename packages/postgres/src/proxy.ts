/**
 * The address of one compute. It listens whether the compute is up or not, wakes it, and passes bytes
 * on as they are: TLS and passwords are between the client and Postgres.
 */
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "@hosted-postgres/emulator";

export interface ProxyOptions {
  address: Address;
  /** Records a use and resolves when the compute is up. */
  use: () => Promise<void>;
  /** The address where the server listens now; undefined while it does not. */
  server: () => Address | undefined;
}

/** Bounds of our own: none is documented. */
const LIMITS = {
  /** As many clients as the document lets through a pooled connection. */
  connections: 10_000,
  /** For the first bytes of a client, as long as Postgres waits for its authentication. */
  firstBytesMs: 60_000,
  /** For a compute to come up, recovery after a crash included. */
  wakeMs: 300_000,
  /** Between attempts to reach a server that has just gone. */
  retryMs: 20,
  /** Use is recorded no more often than this. */
  useMs: 100,
} as const;

const CANCEL_REQUEST = 80_877_102;
const TLS_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

export class ComputeProxy {
  /** Resolves when it listens; rejects when the address is taken. */
  readonly listening: Promise<void>;
  readonly #options: ProxyOptions;
  readonly #server: Server;
  /** Each client, and whether it sent something that has no response yet. */
  readonly #waiting = new Map<Socket, boolean>();
  #usedMs = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
    const { host, port } = options.address;
    this.#server = createServer(
      { allowHalfOpen: true, noDelay: true, keepAlive: true, pauseOnConnect: true },
      (client) => this.#serve(client),
    );
    this.#server.maxConnections = LIMITS.connections;
    this.listening = new Promise((resolve, reject) => {
      this.#server.once("listening", resolve);
      this.#server.once("error", (error) => {
        reject(new Error(`the address ${host}:${port} of a compute: ${error.message}`));
      });
    });
    this.listening.catch(() => {});
    this.#server.listen(port, host);
    // An idle compute must not keep the process alive.
    this.#server.unref();
  }

  get isBusy(): boolean {
    for (const isWaiting of this.#waiting.values()) if (isWaiting) return true;
    return false;
  }

  close(): void {
    this.#server.close();
    for (const client of this.#waiting.keys()) client.destroy();
  }

  #serve(client: Socket): void {
    client.on("error", () => client.destroy());
    client.on("close", () => this.#waiting.delete(client));
    this.#waiting.set(client, false);
    let first: Buffer | undefined;
    firstBytes(client)
      .then((bytes) => {
        first = bytes;
        if (!bytes) client.destroy();
        return bytes && this.#connect(client, bytes);
      })
      .catch((error: Error) => refuse(client, first, error.message));
  }

  async #connect(client: Socket, first: Buffer): Promise<void> {
    const isCancel = codeOf(first) === CANCEL_REQUEST;
    // There is nothing to cancel, and nobody to wake up for it.
    if (isCancel && !this.#options.server()) return void client.destroy();
    this.#waiting.set(client, true);
    const server = isCancel ? await this.#reach() : await this.#wake(client);
    if (client.destroyed || !server) return void server?.destroy();
    server.write(first);
    this.#join(client, server);
  }

  /** Asks again while the server goes down or has just died. */
  async #wake(client: Socket): Promise<Socket | undefined> {
    const ended = new AbortController();
    const { signal } = ended;
    const late = sleep(LIMITS.wakeMs, "late", { ref: false, signal }).catch(() => "ended");
    try {
      while (!client.destroyed) {
        if ((await Promise.race([this.#options.use(), late])) === "late") {
          throw new Error(`the compute was not up after ${LIMITS.wakeMs} ms`);
        }
        const server = await this.#reach();
        if (server) return server;
        await sleep(LIMITS.retryMs);
      }
      return undefined;
    } finally {
      ended.abort();
    }
  }

  #reach(): Promise<Socket | undefined> {
    const address = this.#options.server();
    if (!address) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const server = createConnection({ ...address, noDelay: true, allowHalfOpen: true });
      server.once("connect", () => resolve(server));
      server.once("error", () => {
        server.destroy();
        resolve(undefined);
      });
    });
  }

  #join(client: Socket, server: Socket): void {
    this.#pass(client, server, true);
    this.#pass(server, client, false);
    server.on("close", () => client.destroySoon());
    client.on("close", () => server.destroySoon());
  }

  /** @param isWaiting whether these bytes ask for a response, or are one */
  #pass(from: Socket, to: Socket, isWaiting: boolean): void {
    const client = isWaiting ? from : to;
    from.on("data", (bytes: Buffer) => {
      if (this.#waiting.has(client)) this.#waiting.set(client, isWaiting);
      this.#countUse();
      if (!to.write(bytes)) from.pause();
    });
    to.on("drain", () => from.resume());
    from.on("end", () => to.end());
    from.resume();
  }

  /** The goodbye of a server that goes down is no use: it would wake the compute again. */
  #countUse(): void {
    if (!this.#options.server()) return;
    const nowMs = performance.now();
    if (nowMs - this.#usedMs < LIMITS.useMs) return;
    this.#usedMs = nowMs;
    this.#options.use().catch(() => {});
  }
}

/** Undefined when the client leaves, or sends nothing for long. */
function firstBytes(client: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (bytes?: Buffer) => {
      clearTimeout(timer);
      client.pause();
      client.off("data", settle);
      client.off("end", leave);
      client.off("close", leave);
      resolve(bytes);
    };
    const leave = () => settle();
    const timer = setTimeout(leave, LIMITS.firstBytesMs).unref();
    client.on("data", settle);
    client.on("end", leave);
    client.on("close", leave);
    client.resume();
  });
}

/** Tells a client why, in the way of Postgres; one that asks for encryption first is told after it. */
async function refuse(client: Socket, first: Buffer | undefined, reason: string): Promise<void> {
  let bytes = first;
  while (bytes && [TLS_REQUEST, GSS_REQUEST].includes(codeOf(bytes))) {
    client.write("N");
    bytes = await firstBytes(client);
  }
  if (!bytes || client.destroyed) return void client.destroy();
  const fields = ["SFATAL", "VFATAL", "C57P03", `M${reason}`, "", ""].join("\0");
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  client.end(Buffer.concat([head, Buffer.from(fields)]));
  client.resume();
}

/** The request code of a client's first message. */
function codeOf(message: Buffer): number {
  return message.length >= 8 ? message.readInt32BE(4) : 0;
}
