/** Serves the service on a port, with node:http. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { errorBody, FAILED, MAX_BODY, REFUSED } from "./assumptions.ts";
import {
  type BrowserGuard,
  type BrowserGuardOptions,
  type Caller,
  createBrowserGuard,
  isLoopback,
} from "./browser-guard.ts";
import { type Control, createControl, isControlRoute } from "./control/index.ts";
import { type CloseOptions, Connections } from "./drain.ts";
import { type Core, createCore, type Emulator, type EmulatorOptions } from "./emulator.ts";
import {
  jsonResponse,
  type PlainRequest,
  type PlainResponse,
  PREFIX,
  type Respond,
} from "./http.ts";
import { documentedMethods } from "./spec.ts";
import { openStore } from "./store.ts";

export interface ServerOptions extends EmulatorOptions, BrowserGuardOptions {
  /** Default: any free port. */
  port?: number | undefined;
  /** Address to listen on. Other than loopback ones let other machines in. Default "127.0.0.1". */
  host?: string | undefined;
  /** Keeps the state in this directory across restarts. Default: in memory. */
  stateDir?: string | undefined;
  /**
   * Whether the control routes under `/_emulator` are on. Default: while it listens on a loopback
   * address.
   */
  control?: boolean | undefined;
  /** Called after each response of the API. */
  onResponse?: ((entry: LogEntry) => void) | undefined;
}

export interface LogEntry {
  method: string;
  /** Path and query. */
  target: string;
  /** 0 when the connection was dropped. */
  status: number;
  durationMs: number;
}

export interface RunningEmulator extends Emulator {
  /** Address of the page that shows and steers it; undefined while the control routes are off. */
  readonly pageUrl: string | undefined;
  /** Stops listening, responds to the requests that have arrived, and saves the state. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Starts an emulator on a port.
 *
 * @throws {TypeError} when an allowed host or origin is not one
 * @throws {Error} when the port is taken, or another process uses the state directory
 */
export async function startEmulator(options: ServerOptions = {}): Promise<RunningEmulator> {
  const { port = 0, host = "127.0.0.1", stateDir, onResponse } = options;
  const guard = createBrowserGuard(options, host);
  const core = await coreIn(stateDir, options);
  const control = createControl(core, options.control === true);
  const { server, connections } = createHttpServer({ core, guard, control, onResponse });
  await Promise.all([core.opened, listen(server, port, host)]).catch(async (error) => {
    server.close();
    await core.close();
    throw error;
  });
  const { port: listening, address } = server.address() as AddressInfo;
  const isLocal = isLoopback(address === "::1" ? "[::1]" : address);
  control.isOn = options.control ?? isLocal;
  if (!isLocal) {
    process.emitWarning(`the emulator listens on ${address}, where other machines can reach it`);
  }
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${listening}`;
  return Object.assign(core.emulator, {
    url: `${origin}${PREFIX}`,
    pageUrl: control.isOn ? `${origin}/` : undefined,
    async close(closing?: CloseOptions) {
      control.close();
      await connections.close(closing);
      await core.close();
    },
  });
}

async function coreIn(stateDir: string | undefined, options: EmulatorOptions): Promise<Core> {
  if (stateDir === undefined) return createCore(options);
  const store = await openStore(stateDir);
  try {
    return createCore(options, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Service {
  core: Core;
  guard: BrowserGuard;
  control: Control;
  onResponse: ServerOptions["onResponse"];
}

function createHttpServer(service: Service) {
  const { control, onResponse } = service;
  const server = createServer((request, response) => {
    const startedMs = performance.now();
    connections.begin(response);
    serve(service, request, response, connections.hungUp).then(
      ({ plain: { method, target, body: sent = "" }, status, received, isControl }) => {
        connections.end(response);
        if (isControl) return;
        const ms = performance.now() - startedMs;
        control.note({ method, target, status, ms, sent, received });
        onResponse?.({ method, target: request.url ?? "", status, durationMs: ms });
      },
      (error: unknown) => {
        connections.end(response);
        if (connections.hungUp.aborted) return response.destroy();
        console.error(error);
        if (response.headersSent) return response.destroy();
        const body = errorBody("internal", "the emulator failed; its log has the error");
        write(response, jsonResponse(FAILED.internal, body));
      },
    );
  });
  const connections = new Connections(server);
  server.on("clientError", refuseMalformed);
  server.on("connect", (_, socket) => {
    refuse(socket as Socket, REFUSED.methodNotAllowed, "CONNECT is not documented");
  });
  return { server, connections };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

const SMALL_BODY_BYTES = 16_384;

interface Served {
  plain: PlainRequest;
  isControl: boolean;
  /** 0 when the connection is dropped. */
  status: number;
  received: string;
}

/** Answers one request. */
async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  hungUp: AbortSignal,
): Promise<Served> {
  const { plain, caller, length } = headOf(request);
  const isControl = isControlRoute(plain.target);
  const admission = service.guard(plain.method, caller, request.socket.localAddress);
  for (const name in admission.headers) response.setHeader(name, `${admission.headers[name]}`);
  const { answer, isUnread } = admission.response
    ? { answer: admission.response, isUnread: true }
    : await answerTo(plain, request, length, {
        respond: (plain) =>
          isControl
            ? service.control.respond(plain, response, `${caller.hosts[0]}`)
            : service.core.respond(plain, hungUp),
        // A large body is not read for a caller without a key.
        refuse: (plain) => (isControl ? undefined : service.core.unauthorized(plain)),
      });
  const served = { plain, isControl, received: answer?.body ?? "" };
  // A stream of events has begun.
  if (!answer && response.headersSent) return { ...served, status: response.statusCode };
  if (!answer) return { ...served, status: drop(request) };
  if (isUnread) readSome(request, response);
  return { ...served, status: write(response, answer) };
}

interface Answerer {
  respond: Respond;
  /** Refuses a request before its body is read. */
  refuse(request: PlainRequest): PlainResponse | undefined;
}

/** Without an `answer`, the connection is dropped. */
async function answerTo(
  plain: PlainRequest,
  request: IncomingMessage,
  length: number,
  { respond, refuse }: Answerer,
): Promise<{ answer: PlainResponse | undefined; isUnread?: boolean }> {
  if (length === 0) return { answer: await respond(plain) };
  const refused = length > SMALL_BODY_BYTES ? refuse(plain) : undefined;
  if (refused) return { answer: refused, isUnread: true };
  const body = await read(request, length);
  if (body === "aborted") return { answer: undefined };
  if (body === "too large") {
    return { answer: await respond({ ...plain, bodyIsTooLarge: true }), isUnread: true };
  }
  plain.body = body;
  return { answer: await respond(plain) };
}

/**
 * Reads a request's head, and the length of its body: 0 for none, infinite for chunks. One pass
 * over the raw headers is the fastest way, and it shows repeated ones: two keys count as none.
 */
function headOf({ method = "", url = "", rawHeaders }: IncomingMessage) {
  const plain: PlainRequest = { method, target: pathOf(url) };
  const hosts: string[] = [];
  const caller: Caller = { hosts };
  let length = 0;
  let keys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1];
    switch (rawHeaders[index]?.toLowerCase()) {
      case "host":
        hosts.push(`${value}`);
        break;
      case "origin":
        caller.origin = value;
        break;
      case "access-control-request-method":
        caller.requestedMethod = value;
        break;
      case "access-control-request-headers":
        caller.requestedHeaders = value;
        break;
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
  return { plain, caller, length };
}

function write(response: ServerResponse, { status, headers, body }: PlainResponse): number {
  // Node writes a flat list faster than an object.
  const list = status === 204 ? [] : ["content-length", `${Buffer.byteLength(body)}`];
  for (const name in headers) list.push(name, `${headers[name]}`);
  response.writeHead(status, list).end(body);
  return status;
}

/** Reads some of a body that nobody needs, so that the response arrives; then hangs up. */
function readSome(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("connection", "close");
  let left = 16 * MAX_BODY.bytes;
  request.on("error", () => {});
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
}

function drop(request: IncomingMessage): 0 {
  request.socket.destroy();
  return 0;
}

/** Reads the body, up to the largest size allowed. */
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

/** Path and query; proxies send the absolute form, `GET http://host/path`. */
function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  const [, path = ""] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return path.startsWith("/") ? path : `/${path}`;
}

function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [FAILED.headersTooLarge, "the headers are too large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [FAILED.timeout, "the request took too long to arrive"]
        : [REFUSED.malformed, "this is not an HTTP request"];
  refuse(socket, status as number, message as string);
}

function refuse(socket: Socket, status: number, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const { body } = jsonResponse(status, errorBody("malformed", message));
  const allow =
    status === REFUSED.methodNotAllowed ? `allow: ${documentedMethods.join(", ")}\r\n` : "";
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${allow}connection: close\r\n\r\n${body}`,
  );
}
