/** An emulator with its profile on a port, in a state where every response is checked. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Emulator } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { misfitsOf } from "../test/neon/support.ts";

export interface Served {
  url: string;
  emulator: Emulator;
  /** A directory for files of the clients, removed at the end. */
  home: string;
  /** The environment of a client that runs as a process. */
  env: Record<string, string>;
  /** Responses that differ from the provider's schemas and hosts refused, since the last call. */
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const home = mkdtempSync(join(tmpdir(), "clients-"));
  const guard = { EMULATOR_URL: url, REFUSED_HOSTS: join(home, "refused-hosts") };
  Object.assign(process.env, guard);
  return {
    url,
    emulator,
    home,
    env: environment(home, guard),
    takeMisfits: () => [...misfits.splice(0), ...takeHosts(guard.REFUSED_HOSTS)],
    close: () => {
      server.close().closeAllConnections();
      rmSync(home, { recursive: true });
    },
  };
}

function environment(home: string, guard: Record<string, string>): Record<string, string> {
  const { href } = new URL("network.mjs", import.meta.url);
  const quiet = { CI: "true", NO_COLOR: "1" };
  return {
    ...guard,
    ...quiet,
    PATH: `${process.env.PATH}`,
    HOME: home,
    NODE_OPTIONS: `--import=${href}`,
  };
}

function takeHosts(file: string): string[] {
  if (!existsSync(file)) return [];
  const hosts = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return hosts.map((host) => `a connection to ${host}`);
}
