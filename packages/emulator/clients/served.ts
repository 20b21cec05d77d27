/** An emulator with its profile on a port, in a state where every response is checked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator, type Emulator } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { misfitsOf } from "../test/neon/support.ts";

export interface Served {
  url: string;
  emulator: Emulator;
  /** Responses that differ from the provider's schemas, since the last call. */
  takeMisfits(): string[];
  close(): void;
}

/** Serves on loopback; each response is held against the profile on its way out. */
export async function serve(): Promise<Served> {
  const emulator = createEmulator({ profile: neon });
  const misfits: string[] = [];
  const prefix = new URL(emulator.url).pathname;
  const server = createServer(async (request, response) => {
    const { method = "GET", url: target = "" } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = await emulator.fetch(new URL(target, emulator.url), {
      method,
      headers: Object.entries(request.headers) as [string, string][],
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await reply.text();
    const [path = ""] = target.slice(prefix.length).split("?");
    for (const misfit of misfitsOf({ method, path }, reply.status, text)) {
      misfits.push(`${method} ${path} ${reply.status}: ${misfit}`);
    }
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    emulator,
    takeMisfits: () => misfits.splice(0),
    close: () => server.close().closeAllConnections(),
  };
}
