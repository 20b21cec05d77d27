/** The service on a port: reads requests from node:http and writes the answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { MAX_BODY } from "./assumptions.ts";
import { type Core, createCore, type Emulator, type EmulatorOptions } from "./emulator.ts";
import { type Answer, json, type PlainRequest, PREFIX } from "./service.ts";
import { openStore } from "./store.ts";

export interface ServerOptions extends EmulatorOptions {
  /** Default: a free one. */
  port?: number | undefined;
  /** Default "127.0.0.1". */
  host?: string | undefined;
  /** Keeps the state in this directory, where it outlives the process. Default: in memory. */
  stateDir?: string | undefined;
  /** Told of each request when it is answered. `status` is 0 if the connection was dropped. */
  onAnswer?: ((entry: LogEntry) => void) | undefined;
}

export interface LogEntry {
  method: string;
  /** Path and query. */
  target: string;
  status: number;
  durationMs: number;
}

export interface RunningEmulator extends Emulator {
  /** Stops listening, hangs up, and saves what is to be saved. */
  close(): Promise<void>;
}

/**
 * Starts an emulator that listens.
 *
 * @throws what listening throws, for example when the port is taken
 */
export async function startEmulator(options: ServerOptions = {}): Promise<RunningEmulator> {
  const { port = 0, host = "127.0.0.1", stateDir, onAnswer } = options;
  const store = stateDir === undefined ? undefined : await openStore(stateDir);
  const core = createCore(options, store);
  const server = createServer((request, response) => {
    const startedMs = onAnswer ? performance.now() : 0;
    serve(core, request, response).then(
      (status) => {
        if (!onAnswer) return;
        const { method = "", url: target = "" } = request;
        onAnswer({ method, target, status, durationMs: performance.now() - startedMs });
      },
      (error: unknown) => {
        console.error(error);
        if (response.headersSent) response.destroy();
        else write(response, json(500, { error: "internal", message: "a fault of the emulator" }));
      },
    );
  });
  server.on("clientError", refuseMalformed);
  server.on("connect", (_, socket) => refuse(socket as Socket, 405, "CONNECT is not documented"));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch(async (error) => {
    await core.closeStore();
    throw error;
  });

  const { port: listening } = server.address() as AddressInfo;
  return Object.assign(core, {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${PREFIX}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await core.closeStore();
    },
  });
}

const SMALL_BODY_BYTES = 16_384;

/** Answers one request; gives the status, 0 when it was dropped. */
async function serve(core: Core, request: IncomingMessage, response: ServerResponse) {
  const { plain, length } = headOf(request);
  if (length > 0) {
    // Nobody without a key gets a large body read.
    const refused = length > SMALL_BODY_BYTES ? core.refusal(plain) : undefined;
    if (refused) return writeUnread(request, response, refused);
    const body = await read(request, length);
    if (body === "aborted") return 0;
    if (body === "too large") {
      const answer = await core.exchange({ ...plain, bodyIsTooLarge: true });
      return answer ? writeUnread(request, response, answer) : drop(request);
    }
    plain.body = body;
  }
  const answer = await core.exchange(plain);
  return answer ? write(response, answer) : drop(request);
}

/**
 * What is needed of a request's head, and the length of its body: 0 for none, infinite if it comes
 * in chunks. Taken from the raw headers in one pass, which also shows repeated ones: two keys are no
 * key.
 */
function headOf({ method = "", url = "", rawHeaders }: IncomingMessage) {
  const plain: PlainRequest = { method, target: pathOf(url) };
  let length = 0;
  let keys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1];
    switch (rawHeaders[index]?.toLowerCase()) {
      case "authorization":
        plain.authorization = ++keys > 1 ? undefined : value;
        break;
      case "content-type":
        plain.contentType = value;
        break;
      case "content-encoding":
        plain.contentEncoding = value;
        break;
      case "content-length":
        length = Math.max(length, Number(value));
        break;
      case "transfer-encoding":
        length = Number.POSITIVE_INFINITY;
        break;
    }
  }
  return { plain, length };
}

function write(response: ServerResponse, { status, headers, body }: Answer): number {
  // Node writes a flat list in less time than an object.
  const list = ["content-length", `${Buffer.byteLength(body)}`];
  for (const name in headers) list.push(name, `${headers[name]}`);
  response.writeHead(status, list).end(body);
  return status;
}

/** Answers before the body is read, lets some of it come so that the answer arrives, and hangs up. */
function writeUnread(request: IncomingMessage, response: ServerResponse, answer: Answer): number {
  response.setHeader("connection", "close");
  let left = 16 * MAX_BODY.bytes;
  request.on("error", () => {});
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
  return write(response, answer);
}

function drop(request: IncomingMessage): 0 {
  request.socket.destroy();
  return 0;
}

/** The body, as long as it is not larger than one may be. */
function read(
  request: IncomingMessage,
  length: number,
): Promise<Uint8Array | "too large" | "aborted"> {
  return new Promise((resolve) => {
    if (length !== Number.POSITIVE_INFINITY && length > MAX_BODY.bytes) return resolve("too large");
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MAX_BODY.bytes) return;
      request.off("data", take);
      resolve("too large");
    };
    request.on("data", take);
    request.on("end", () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    request.on("close", () => resolve("aborted"));
  });
}

/** Path and query, also of `GET http://host/path`, as proxies are asked. */
function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  const [, path = ""] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return path.startsWith("/") ? path : `/${path}`;
}

function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "the header is too large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [408, "the request did not come in time"]
        : [400, "this is not an HTTP request"];
  refuse(socket, status as number, message as string);
}

function refuse(socket: Socket, status: number, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const { body } = json(status, { error: "malformed", message });
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
