/** Closes the connections of a server without cutting a response. */
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

export interface CloseOptions {
  /**
   * Milliseconds in which open connections may still send a request. A request that crosses the
   * end of this time on a silent connection gets no response, and has no effect. Default 0.
   */
  graceMs?: number | undefined;
  /** When requests that are still unanswered are cut off, in milliseconds. Default 5,000. */
  hangUpAfterMs?: number | undefined;
}

/** As many connections as the kernel holds for `listen` by default. */
const BACKLOG = 511;

export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The last unanswered request of each connection; pipelining sends several. */
  readonly #unanswered = new Map<Socket, ServerResponse>();
  readonly #hangUp = new AbortController();
  #accepted = 0;
  #isClosing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#accepted += 1;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** Aborts when unanswered requests are cut off. */
  get hungUp(): AbortSignal {
    return this.#hangUp.signal;
  }

  /** Call it for each request. */
  begin(response: ServerResponse): void {
    const { socket } = response.req;
    if (this.#isClosing) {
      const earlier = this.#unanswered.get(socket);
      if (earlier && !earlier.headersSent) earlier.removeHeader("connection");
      response.setHeader("connection", "close");
    }
    this.#unanswered.set(socket, response);
  }

  /** Call it when the response is written, or will never be. */
  end(response: ServerResponse): void {
    const { socket } = response.req;
    if (this.#unanswered.get(socket) === response) this.#unanswered.delete(socket);
  }

  /** Stops listening, responds to what has arrived, and resolves once all connections are closed. */
  async close({ graceMs = 0, hangUpAfterMs = 5_000 }: CloseOptions = {}): Promise<void> {
    this.#isClosing = true;
    for (const response of this.#unanswered.values()) {
      if (!response.headersSent) response.setHeader("connection", "close");
    }
    await this.#acceptWaiting();
    const closed = new Promise<void>((resolve) => {
      // The close of node:http would at once cut connections whose response is still being sent.
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    const timer = setTimeout(() => this.#cut(), hangUpAfterMs);
    await Promise.race([closed, sleep(graceMs)]);
    // In this turn, the requests that have arrived are read.
    await nextTurn();
    for (const socket of this.#sockets) if (!this.#unanswered.has(socket)) socket.destroySoon();
    await closed;
    clearTimeout(timer);
    // Stops the timer of node:http, too.
    this.#server.close();
  }

  /** Accepts the connections that were open when closing began: Node accepts one per turn. */
  async #acceptWaiting(): Promise<void> {
    // The rest of this turn may have nothing to accept.
    await nextTurn();
    for (let turn = 0; turn < BACKLOG; turn++) {
      const before = this.#accepted;
      await nextTurn();
      if (this.#accepted === before) return;
    }
  }

  #cut(): void {
    this.#hangUp.abort();
    for (const socket of this.#sockets) socket.destroy();
  }
}
