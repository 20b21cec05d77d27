/** The server on loopback. It runs in its own process, so it does not take time from the clients. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CREATE_PATH, CREATED, LIST_PATH, PROJECTS } from "./exchange.ts";
import { operationPage } from "./operation-pages.ts";

const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bench");
  const path = pathname.replace("/api/v2", "");
  if (request.method === "POST" && path === CREATE_PATH) {
    request.resume().on("end", () => answer(response, 201, CREATED));
  } else if (path === LIST_PATH) {
    answer(response, 200, PROJECTS);
  } else if (path.endsWith("/operations")) {
    // The project `slow-20` responds after 20 ms.
    const delayMs = /\/slow-(\d+)\//.exec(path)?.[1];
    if (delayMs) await delay(Number(delayMs));
    answer(response, 200, operationPage(searchParams));
  } else {
    answer(response, 404, "{}");
  }
});

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());

function answer(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
