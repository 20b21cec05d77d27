/** What another tool says of a provider. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Fault } from "../faults/fault.ts";
import { type FaultyServer, serve } from "../faults/serve.ts";

export interface Peer {
  /** As the table names it. */
  name: string;
  /** The packages it consists of, with their versions; none for the suite of this repository. */
  versions: Record<string, string>;
  /** Gets ready, once in a process: its parts are loaded and what it generates is generated. */
  prepare: () => Promise<Judge>;
}

/** The first thing that is wrong with this provider, or undefined when all is well. */
export type Judge = (fault: Fault) => Promise<string | undefined>;

/** The provider without a fault: whoever flags it is set up wrong. */
export const CONTROL: Fault = {
  id: "control",
  group: "routes",
  level: "benign",
  text: "the emulator as it is",
  source: "",
};

/** How far the clock is moved before a run, so that the computes of the seed are idle. */
const REST_MS = 10 * 60_000;

/** How long its operations run unless the fault says otherwise: shorter than by default, for speed. */
const OPERATION_MS = 100;

/** A judge that gets each provider on a port of its own. */
export function onServer(judge: (server: FaultyServer) => ReturnType<Judge>): Judge {
  return async (fault) => {
    const options = { operationMs: OPERATION_MS, ...fault.options };
    const server = await serve({ ...fault, options });
    server.emulator.advance(REST_MS);
    try {
      return await judge(server);
    } finally {
      await server.close();
    }
  };
}

/** By the names of the packages. Read from their files: not every package exports its own. */
export function versionsOf(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const url = new URL(`node_modules/${name}/package.json`, import.meta.url);
      return [name, JSON.parse(readFileSync(url, "utf8")).version];
    }),
  );
}

/** A folder for what a peer generates. Each process has its own. */
export function scratchFolder(name: string): string {
  const folder = fileURLToPath(new URL(`dist/${name}-${process.pid}/`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
