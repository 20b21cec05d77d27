import { fork } from "node:child_process";
import { once } from "node:events";

/** Starts the server in its own process. */
export async function startServer(): Promise<{ baseUrl: string; close: () => void }> {
  const child = fork(new URL("./server.js", import.meta.url), { execArgv: [] });
  const [port] = await once(child, "message");
  return { baseUrl: `http://127.0.0.1:${port}/api/v2`, close: () => child.disconnect() };
}
