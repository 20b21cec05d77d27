/** HTTP around the handlers: finds the route, reads the body, sends the reply. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Access, Call } from "./access.ts";
import { Problem } from "./model.ts";
import type { Reply, Routes } from "./routes.ts";

/** Answers a request; rejects with a Problem when it refuses one. */
export function createAnswer(base: string, routes: Routes, { authenticate }: Access) {
  const find = createRouter(base, routes);
  return async (request: IncomingMessage): Promise<Reply> => {
    authenticate(request.headers.authorization);
    const { method = "GET", url = "/" } = request;
    const [path = "/", search = ""] = url.split("?", 2);
    const found = find(method, path);
    const body = await readBody(request);
    // The key may have been revoked while the body was on its way.
    const key = authenticate(request.headers.authorization);
    if (!found) {
      throw key.scope.kind === "project"
        ? new Problem(403, "Not with a project-scoped key.")
        : new Problem(501, "This server does not have that route.");
    }
    return found.handle({ key, param: found.param, query: new URLSearchParams(search), body });
  };
}

function createRouter(base: string, routes: Routes) {
  const table = Object.entries(routes).map(([route, handle]) => {
    const [method, template = ""] = route.split(" ");
    const pattern = new RegExp(`^${base}${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    return { method, pattern, handle };
  });
  return (method: string, path: string) => {
    for (const { pattern, handle, ...entry } of table) {
      const match = entry.method === method ? pattern.exec(path) : null;
      if (!match) continue;
      const param: Call["param"] = (name) => decode(match.groups?.[name] ?? "");
      return { handle, param };
    }
    return undefined;
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Problem(400, "Unreadable path.");
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return undefined;
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new Problem(415, "A body is sent as application/json.");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem(400, "The body is not JSON.");
  }
}

const titles: Record<number, string> = {
  401: "Who are you?",
  403: "Not yours to do",
  404: "Nothing here",
  410: "Gone for good",
};

export function toReply(error: unknown): Reply {
  const problem = error instanceof Problem ? error : new Problem(500, String(error));
  const { status, message } = problem;
  return {
    status,
    body: { type: "about:blank", title: titles[status] ?? "Refused", status, detail: message },
  };
}

export function send(response: ServerResponse, { status, body }: Reply): void {
  response.statusCode = status;
  if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="management"');
  if (body === undefined) {
    response.end();
    return;
  }
  response.setHeader(
    "Content-Type",
    status < 400 ? "application/json; charset=UTF-8" : "application/problem+json",
  );
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}
