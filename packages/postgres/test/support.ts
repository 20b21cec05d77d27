/** Shared by the tests: an emulator with Postgres behind it, and clients. */
import { readFileSync } from "node:fs";
import {
  type EmulatorOptions,
  type RunningEmulator,
  type ServerOptions,
  startEmulator,
} from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import pg from "pg";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { described, lookForPostgres } from "../src/binaries.ts";
import { type PostgresDataPlane, type PostgresOptions, postgres } from "../src/index.ts";

const found = lookForPostgres();
export const hasPostgres = found.some(({ binaries }) => binaries);

/** Named in the output where no Postgres is found. */
export const describeWithPostgres: typeof describe.skip = hasPostgres
  ? describe
  : (Object.assign(
      (name: string, tests: () => void) =>
        describe.skip(`${name} (no Postgres here: ${described(found)})`, tests),
      {},
    ) as never);

export interface Setup extends RunningEmulator {
  plane: PostgresDataPlane;
  /** Sends a request. */
  api(method: string, path: string, body?: unknown): Promise<Json>;
  /** Sends a request about the project of the seed. */
  call(method: string, path: string, body?: unknown): Promise<Json>;
  /** Connects to a compute; the test's end disconnects. */
  client(endpoint_id?: string, config?: pg.ClientConfig): Promise<pg.Client>;
  /** Runs one statement on a connection of its own. */
  sql(text: string, endpoint_id?: string): Promise<pg.QueryResult>;
  state(endpoint_id: string): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are read as the test knows them
export type Json = any;

/**
 * Starts an emulator with the profile, which tells roles and databases.
 *
 * @param atEnd takes what stops it; default: the test's end does
 */
export async function started(
  options: ServerOptions & EmulatorOptions = {},
  { settings, ...given }: PostgresOptions = {},
  atEnd: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<Setup> {
  const plane = postgres({ ...given, settings: { fsync: "off", ...settings } });
  const emulator = await startEmulator({
    profile: neon,
    lockMs: 0,
    seedData: { projects: [{ name: "shop" }] },
    ...options,
    dataPlane: plane,
  });
  atEnd(() => emulator.close());
  const { project_id, endpoint_id: first } = emulator.ids;
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const call = (method: string, path: string, body?: unknown) =>
    api(method, `/projects/${project_id}${path}`, body);
  const client = async (endpoint_id = first, config: pg.ClientConfig = {}) => {
    const { hostname, port, username, password, pathname } = new URL(
      emulator.connectionUri(endpoint_id),
    );
    const made = new pg.Client({
      host: hostname,
      port: Number(port),
      user: username,
      password,
      database: pathname.slice(1),
      ...config,
    });
    made.on("error", () => {});
    onTestFinished(() => made.end().catch(() => {}));
    await made.connect();
    return made;
  };
  return Object.assign(emulator, {
    plane,
    api,
    call,
    client,
    async sql(text: string, endpoint_id?: string) {
      const made = await client(endpoint_id);
      try {
        return await made.query(text);
      } finally {
        await made.end();
      }
    },
    state: async (endpoint_id: string) =>
      (await call("GET", `/endpoints/${endpoint_id}`)).endpoint.current_state,
  });
}

/**
 * An emulator that all tests of a file share, or of a `describe`. Each test names its tables and roles
 * itself, and leaves the compute so that it can be used.
 */
export function shared(options: ServerOptions & EmulatorOptions = {}): Setup {
  const setup = {} as Setup;
  let stop = async () => {};
  beforeAll(async () => {
    if (!hasPostgres) return;
    const made = await started(options, {}, (end) => {
      stop = end;
    });
    Object.assign(setup, made);
  });
  afterAll(() => stop());
  return setup;
}

/** Suspends the first compute after this time without use, until the test ends. */
export function idleAfter(emulator: Setup, ms: number): void {
  const { endpoint_id } = emulator.ids;
  emulator.setIdleMs(endpoint_id, ms);
  onTestFinished(() => emulator.setIdleMs(endpoint_id, null));
}

/** Waits for the operations of a response; throws when one fails. */
export async function finished(setup: Setup, { operations }: Json): Promise<void> {
  for (const { id } of operations) {
    for (;;) {
      const { operation } = await setup.call("GET", `/operations/${id}`);
      if (operation.status === "failed") throw new Error(`${operation.action}: ${operation.error}`);
      if (operation.status === "finished") break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

export function trusting(plane: PostgresDataPlane): pg.ClientConfig {
  return { ssl: { ca: readFileSync(plane.authorityFile) } };
}
