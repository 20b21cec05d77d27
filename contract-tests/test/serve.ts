/** Serves the emulator on a port, with changed answers, for the command under test. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator, type Emulator } from "@hosted-postgres/emulator";
import { KEY_NAMES } from "../suite/run/target.ts";
import type { Fixtures } from "../suite/targets/server.ts";

/** Changes an answer before it is sent. */
export type Change = (response: Response, request: Request) => Promise<Response>;

export interface ObservedServer {
  /** Base address, with the version prefix. */
  url: string;
  emulator: Emulator;
  /** The fixtures that a run may use. */
  fixtures: Fixtures;
  /** Requests and their status so far, in order. */
  log: { method: string; path: string; status: number }[];
  close(): Promise<void>;
}

/** Serves the emulator in real time, with short operations: most of a run is waiting for them. */
export async function serve(change?: Change, { operationMs = 20 } = {}): Promise<ObservedServer> {
  const emulator = createEmulator({ operationMs });
  const answer = async (...asked: [url: string, init: RequestInit]) => {
    const response = await emulator.fetch(...asked);
    return change ? change(response, new Request(...asked)) : response;
  };
  const { origin, pathname } = new URL(emulator.url);
  const log: ObservedServer["log"] = [];

  const server = createServer(async (incoming, outgoing) => {
    try {
      const response = await answer(...(await requestOf(incoming, origin)));
      const { method = "", url = "" } = incoming;
      log.push({ method, path: url.slice(pathname.length), status: response.status });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch {
      // The change broke the connection.
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    emulator,
    fixtures: fixturesOf(emulator),
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fixturesOf({ ids, keys }: Emulator): Fixtures {
  const { key_ids, ...others } = ids;
  return {
    ids: others,
    keys: Object.fromEntries(
      KEY_NAMES.map((name) => [name, { id: key_ids[name], key: keys[name] }]),
    ),
    replica_type: "a-replica",
  };
}

async function requestOf(
  incoming: IncomingMessage,
  origin: string,
): Promise<[url: string, init: RequestInit]> {
  const { method = "GET", url = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  return [`${origin}${url}`, { method, headers: sent, ...body }];
}
