/**
 * A service written from the document alone, without knowledge of the emulator or the suite: it tries
 * the suite on code that does not share their mistakes. It keeps its state in memory and runs in real
 * time. `tsx independent/server.ts` serves it and prints its fixtures.
 */
import { createServer, type Server } from "node:http";
import { createAccess } from "./access.ts";
import { ControlPlane } from "./computes.ts";
import { createAnswer, send, toReply } from "./http.ts";
import { FAULTS, type Fault } from "./model.ts";
import { routesOf } from "./routes.ts";
import { type Fixtures, seed } from "./seed.ts";

const BASE = "/cloud/nordic/api/v2";

export interface IndependentServerOptions {
  /** Default: any free port. */
  port?: number;
  /** The mistakes to make. Default: none. */
  faults?: string[];
  /** Duration of one operation, in milliseconds. Default: 40. */
  operationMs?: number;
}

export interface IndependentServer {
  url: string;
  /** The ids and keys that a run may use, and the routes that are served. */
  fixtures: Fixtures & { routes: string[] };
  close: () => Promise<void>;
}

export async function startIndependentServer({
  port = 0,
  faults = [],
  operationMs = 40,
}: IndependentServerOptions = {}): Promise<IndependentServer> {
  for (const name of faults) {
    if (!FAULTS.some((known) => known === name)) throw new Error(`unknown fault: ${name}`);
  }
  const isFaulty = (fault: Fault) => faults.includes(fault);
  const { world, fixtures, running } = seed();
  const plane = new ControlPlane({
    operationMs,
    suspendedPrimaryCounts: !isFaulty("suspended-primary-not-counted"),
  });
  plane.watchIdle(running.project, running.compute);
  const access = createAccess(world);
  const routes = routesOf({ world, access, plane, isFaulty });
  const answer = createAnswer(BASE, routes, access);
  const server = createServer((request, response) => {
    void answer(request)
      .catch(toReply)
      .then((reply) => send(response, reply));
  });
  return {
    url: `http://127.0.0.1:${await listen(server, port)}${BASE}`,
    fixtures: { ...fixtures, routes: Object.keys(routes) },
    close() {
      plane.stop();
      return close(server);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(address.port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

const isStartedDirectly = import.meta.url === new URL(`file://${process.argv[1] ?? ""}`).href;
if (isStartedDirectly) {
  const { PORT = "0", FAULTS: faults = "", OPERATION_MS = "40" } = process.env;
  const { url, fixtures } = await startIndependentServer({
    port: Number(PORT),
    faults: faults.split(",").filter(Boolean),
    operationMs: Number(OPERATION_MS),
  });
  console.log(JSON.stringify({ url, fixtures }, null, 2));
}
