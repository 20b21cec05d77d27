/** Serves the part of the API that the checks call, and the page that loads them in a browser. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Operation } from "@hosted-postgres/types";
import { GOOD_KEY, OPERATION_IDS, type Report } from "./checks.ts";

export interface CheckServer {
  url: string;
  /** Resolves to the report of the runtime that loads `script`. */
  report(script: string): Promise<Report>;
  close(): void;
}

export async function startServer(): Promise<CheckServer> {
  let script = "";
  let deliver: (report: Report) => void = () => {};
  let looks = 0;

  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://server");
    const json = (body: object, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    switch (`${method} ${pathname}`) {
      case "GET /page":
        return send(response, "text/html", '<script type="module" src="/script.js"></script>');
      case "GET /script.js":
        return send(response, "text/javascript", script);
      case "POST /report":
        deliver(JSON.parse(await text(request)));
        return json({});
    }
    if (headers.authorization !== `Bearer ${GOOD_KEY}`) return json({ message: "no" }, 401);
    switch (`${method} ${pathname}`) {
      case "GET /projects":
        return json({ projects: [{ id: "project-1", name: "ä/ü ✓" }] });
      case "GET /projects/hangs":
        return;
      case "GET /projects/stalls":
        return void response
          .writeHead(200, { "content-type": "application/json" })
          .write('{"project":');
      case "POST /projects/project-1/endpoints": {
        looks = 0;
        const { endpoint } = JSON.parse(await text(request));
        return json({ endpoint, operations: [operation("op-new", "scheduling")] }, 201);
      }
      case "GET /projects/project-1/operations/op-new":
        looks += 1;
        return json({ operation: operation("op-new", looks < 3 ? "running" : "finished") });
      case "GET /projects/project-1/operations": {
        const from = Number(searchParams.get("cursor") ?? 0);
        const to = from + Number(searchParams.get("limit"));
        const operations = OPERATION_IDS.slice(from, to).map((id) => operation(id, "finished"));
        return json({
          operations,
          pagination: to < OPERATION_IDS.length ? { cursor: `${to}` } : {},
        });
      }
      default:
        return json({ message: "no such route" }, 404);
    }
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    report(newScript) {
      script = newScript;
      return new Promise((resolve) => {
        deliver = resolve;
      });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, type: string, body: string) {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
}

async function text(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

function operation(id: string, status: Operation["status"]): Operation {
  return {
    id,
    project_id: "project-1",
    branch_id: "branch-1",
    action: "start_compute",
    status,
    failures_count: 0,
    created_at: "2026-03-01T09:30:00Z",
    updated_at: "2026-03-01T09:30:00Z",
  };
}
