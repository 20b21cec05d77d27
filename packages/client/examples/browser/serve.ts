/**
 * Serves a page that uses the built client (`npm test` builds it) and forwards its GETs to the API
 * with a key that never reaches the page: `npx tsx packages/client/examples/browser/serve.ts`.
 *
 * Set BASE_URL and API_KEY to use a server; the default is the mock of `npm run mock`.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { BASE_URL = "http://127.0.0.1:4010", API_KEY = "any-key", PORT = "8080" } = process.env;

function fileOf(path: string): URL | undefined {
  if (path === "/") return new URL("index.html", import.meta.url);
  if (path === "/page.js") return new URL("page.js", import.meta.url);
  if (path === "/openapi-fetch.js") return new URL(import.meta.resolve("openapi-fetch"));
  const [, module] = /^\/client\/([\w-]+\.js)$/.exec(path) ?? [];
  return module ? new URL(`../../dist/${module}`, import.meta.url) : undefined;
}

const server = createServer(async ({ url = "/", method }, response) => {
  try {
    const file = fileOf(url);
    if (file) {
      const type = file.pathname.endsWith(".html") ? "text/html" : "text/javascript";
      response.setHeader("content-type", type).end(await readFile(file));
    } else if (method === "GET" && url.startsWith("/api/")) {
      const headers = { authorization: `Bearer ${API_KEY}` };
      const answer = await fetch(`${BASE_URL}${url.slice(4)}`, { headers });
      const body = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get("content-type") ?? "application/json";
      response.writeHead(answer.status, { "content-type": type }).end(body);
    } else response.writeHead(404).end();
  } catch {
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`open http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
