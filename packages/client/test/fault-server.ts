/** A misbehaving HTTP server on loopback, for faults that a fake `fetch` cannot show. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Ends an endless loop in the client instead of hanging the run. */
const MAX_REQUESTS = 500;

const JSON_TYPE = { "content-type": "application/json" };

/** Handlers by the first path segment: `baseUrl: server.at("stall")`. */
const faults: Record<string, Handler> = {
  hang: () => {},
  stall: (_, response) => {
    response.writeHead(200, JSON_TYPE).write('{"projects":');
  },
  truncate: (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" }).write('{"projects":[');
    cutSoon(response);
  },
  "cut-chunks": (_, response) => {
    response.writeHead(200, JSON_TYPE).write('{"projects":[');
    cutSoon(response);
  },
  "cut-401": (_, response) => {
    response.writeHead(401, { ...JSON_TYPE, "content-length": "1000" }).write('{"message":');
    cutSoon(response);
  },
  reset: (request) => {
    request.socket.resetAndDestroy();
  },
  "html-200": html(200),
  "html-401": html(401),
  "html-502": html(502),
  "broken-json": (_, response) => {
    response.writeHead(200, JSON_TYPE).end('{"projects":[');
  },
  empty: (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, "content-length": "0" }).end();
  },
  "empty-chunks": (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, "transfer-encoding": "chunked" }).end();
  },
  "no-content": (_, response) => {
    response.writeHead(204).end();
  },
  "empty-401": (_, response) => {
    response.writeHead(401, { "content-length": "0" }).end();
  },
  "chunked-401": (_, response) => {
    response.writeHead(401, JSON_TYPE).write('{"message":');
    response.end('"no"}');
  },
  "json-401": (_, response) => {
    response.writeHead(401, JSON_TYPE).end('{"message":"no"}');
  },
  chunked: (_, response) => {
    response.writeHead(200, JSON_TYPE).write('{"projects":');
    response.end("[]}");
  },
  "not-modified": (_, response) => {
    response.writeHead(304).end();
  },
  download: (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    for (const chunk of ["one ", "two ", "three"]) response.write(chunk);
    response.end();
  },
  "slow-download": (_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" }).write("one ");
    response.socket?.setNoDelay();
    setTimeout(() => response.end("two"), 700);
  },
};

export async function faultServer(handler: Handler = byPath) {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    if (requests.length >= MAX_REQUESTS) return void request.socket.destroy();
    const received: Received = { method, url, headers, body: "" };
    requests.push(received);
    response.on("error", () => {});
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => {
      received.body += chunk.toString();
    });
    request.on("end", () => handler(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const baseUrl = `http://127.0.0.1:${port}`;
  return { baseUrl, at: (fault: keyof typeof faults) => `${baseUrl}/${fault}`, requests, close };
}

/** Answers `status` with this Retry-After to the first `times` requests, then an empty list. */
export function unavailable(status: number, retryAfter: string | undefined, times = 1): Handler {
  let left = times;
  return (_, response) => {
    left -= 1;
    if (left < 0) return void response.writeHead(200, JSON_TYPE).end('{"projects":[]}');
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
  };
}

export function redirectTo(location: string, status = 302): Handler {
  return (_, response) => void response.writeHead(status, { location }).end();
}

function byPath(request: IncomingMessage, response: ServerResponse) {
  const name = request.url?.split("/")[1] ?? "";
  const fault = faults[name];
  if (fault) fault(request, response);
  else response.writeHead(500).end(`unknown fault: ${name}`);
}

function html(status: number): Handler {
  return (_, response) =>
    void response
      .writeHead(status, { "content-type": "text/html" })
      .end("<html><h1>Bad gateway</h1>sekret-of-a-proxy</html>");
}

/** Leaves the client time to read what was written so far. */
function cutSoon(response: ServerResponse) {
  setTimeout(() => response.socket?.destroy(), 20);
}
