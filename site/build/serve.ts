import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Serves a folder on loopback, as a static host would.
 *
 * @param port 0 takes a free one
 * @param base the path that the folder stands under
 */
export async function serve(folder: string, port: number, base: string): Promise<Server> {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const within = path.slice(base.length - 1);
    const file = join(folder, within.endsWith("/") ? `${within}index.html` : within);
    const bytes = path.startsWith(base) ? await readFile(file).catch(() => undefined) : undefined;
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "content-type": `${type}; charset=utf-8` });
    response.end(bytes ?? "Not found");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  return server;
}
