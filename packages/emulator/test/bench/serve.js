/** Serves the emulator or a bare node:http server for the bench, and prints where it listens. */
import { createServer } from "node:http";
import { startEmulator } from "../../dist/index.js";

process.on("SIGINT", () => process.exit(0));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
const [, , which] = process.argv;
const profile = which === "neon" ? (await import("../../dist/neon/index.js")).neon : undefined;
const emulator = await startEmulator({ operationMs: 0, idleMs: null, lockMs: 0, profile });
for (let count = 0; count < 1_000; count++) {
  const { project_id } = emulator.ids;
  emulator.startOperation({ project_id, action: "tenant_attach" });
}
emulator.advance(1);

if (which !== "bare") {
  const { url, keys, ids } = emulator;
  globalThis.gc?.();
  const heapMb = process.memoryUsage().heapUsed / 1e6;
  console.log(JSON.stringify({ url, keys, ids, heapMb }));
} else {
  // Answers the same bytes as the emulator on the same paths, and parses the bodies it is sent.
  const headers = {
    authorization: `Bearer ${emulator.keys.admin}`,
    "content-type": "application/json",
  };
  const { pathname } = new URL(emulator.url);
  const bodies = new Map();
  const server = createServer((request, response) => {
    const { method, url = "" } = request;
    const respond = () => {
      const body = JSON.stringify(bodies.get(`${method} ${url}`));
      const length = Buffer.byteLength(body);
      response.writeHead(200, { "content-type": "application/json", "content-length": length });
      response.end(body);
    };
    if (method === "GET") return respond();
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString());
      respond();
    });
  });
  server.listen(0, "127.0.0.1", async () => {
    const { port } = server.address();
    for (const [method, path, body] of JSON.parse(process.env.ROUTES ?? "[]")) {
      const init = { method: `${method}`, headers, ...(body && { body }) };
      const response = await emulator.fetch(`${emulator.url}${path}`, init);
      bodies.set(`${method} ${pathname}${path}`, await response.json());
    }
    await emulator.close();
    const url = `http://127.0.0.1:${port}${pathname}`;
    console.log(JSON.stringify({ url, keys: emulator.keys, ids: emulator.ids }));
  });
}
