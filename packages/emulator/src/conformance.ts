/**
 * The promises of a data plane as checks, for any test runner:
 *
 * ```ts
 * test.each(promises)("$promise", ({ check }) => check({ create: () => new MyPlane() }));
 * ```
 */
import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { DataPlane } from "./data-plane.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "./emulator.ts";

/** A data plane under test. */
export interface Subject {
  create(): DataPlane;
  /** Runs a statement on a new connection; rejects when it fails. Left out: nothing of SQL is checked. */
  query?: ((connectionUri: string, sql: string) => Promise<Record<string, unknown>[]>) | undefined;
}

export interface DataPlanePromise {
  /** A sentence without its subject, the data plane. */
  promise: string;
  /** True when it takes a `query` to check. */
  needsQuery: boolean;
  check(subject: Subject): Promise<void>;
}

/** Our own bound for each wait. */
const PATIENCE_MS = 60_000;
const OPTIONS: EmulatorOptions = {
  operationMs: 10,
  seedData: { projects: [{ name: "conformance" }] },
};

type Check = (emulator: Emulator, query: Query) => Promise<void>;
type Query = (endpoint_id: string, sql: string) => Promise<Record<string, unknown>[]>;

const OF_ALL: Readonly<Record<string, Check>> = {
  "opens a connection once its compute is up": async (emulator) => {
    const { endpoint_id } = emulator.ids;
    const connection = emulator.connect(endpoint_id);
    await until(emulator, () => connection.state === "open", "the connection is open");
    equal(await stateOf(emulator, endpoint_id), "active");
  },
  "closes the connections of a suspended compute, and opens those that come after": async (
    emulator,
  ) => {
    const { endpoint_id } = emulator.ids;
    const before = emulator.connect(endpoint_id);
    await until(emulator, () => before.state === "open", "the first connection is open");
    await change(emulator, "POST", `/endpoints/${endpoint_id}/suspend`);
    await untilState(emulator, endpoint_id, "idle");
    equal(before.state, "closed");
    const after = emulator.connect(endpoint_id);
    equal(after.state, "waiting");
    await until(emulator, () => after.state === "open", "the second connection is open");
  },
  "closes the connections of a restarted compute": async (emulator) => {
    const { endpoint_id } = emulator.ids;
    const connection = emulator.connect(endpoint_id);
    await until(emulator, () => connection.state === "open", "the connection is open");
    await change(emulator, "POST", `/endpoints/${endpoint_id}/restart`);
    equal(connection.state, "closed");
    await untilState(emulator, endpoint_id, "active");
  },
  "closes the connections of a deleted compute": async (emulator) => {
    const { branch } = await change(emulator, "POST", "/branches", {});
    const endpoint_id = await addCompute(emulator, branch.id);
    const connection = emulator.connect(endpoint_id);
    await until(emulator, () => connection.state === "open", "the connection is open");
    await change(emulator, "DELETE", `/endpoints/${endpoint_id}`);
    equal(connection.state, "closed");
  },
  "lets an idle compute be suspended, not one that is used": async (emulator) => {
    const { endpoint_id } = emulator.ids;
    const connection = emulator.connect(endpoint_id);
    await until(emulator, () => connection.state === "open", "the connection is open");
    emulator.advance(200_000);
    connection.query();
    emulator.advance(200_000);
    equal(connection.state, "open");
    emulator.advance(200_000);
    await until(emulator, () => connection.state === "closed", "the connection is closed");
  },
};

const OF_ENGINES: Readonly<Record<string, Check>> = {
  "keeps data while a compute is idle, and wakes it for a client": async (emulator, query) => {
    const { endpoint_id } = emulator.ids;
    await query(endpoint_id, "CREATE TABLE kept AS SELECT 1 AS n");
    await change(emulator, "POST", `/endpoints/${endpoint_id}/suspend`);
    await untilState(emulator, endpoint_id, "idle");
    deepEqual(await query(endpoint_id, "SELECT n FROM kept"), [{ n: 1 }]);
    equal(await stateOf(emulator, endpoint_id), "active");
  },
  "gives a branch its parent's data, and its own from then on": async (emulator, query) => {
    const { endpoint_id } = emulator.ids;
    await query(endpoint_id, "CREATE TABLE shared AS SELECT 1 AS n");
    const { branch, operations } = await change(emulator, "POST", "/branches", {});
    await untilFinished(emulator, operations);
    const other = await addCompute(emulator, branch.id);
    await query(endpoint_id, "INSERT INTO shared VALUES (2)");
    await query(other, "INSERT INTO shared VALUES (3)");
    const rows = "SELECT n FROM shared ORDER BY n";
    deepEqual(await query(endpoint_id, rows), [{ n: 1 }, { n: 2 }]);
    deepEqual(await query(other, rows), [{ n: 1 }, { n: 3 }]);
  },
  "keeps the data of a snapshot as it was": async (emulator, query) => {
    const { branch_id, endpoint_id } = emulator.ids;
    await query(endpoint_id, "CREATE TABLE kept AS SELECT 1 AS n");
    const snapshot = { snapshot_id: "../before" };
    const taken = await change(emulator, "POST", `/branches/${branch_id}/snapshot`, snapshot);
    await untilFinished(emulator, taken.operations);
    await query(endpoint_id, "INSERT INTO kept VALUES (2)");
    const { branch } = await change(emulator, "POST", "/snapshots/..%2Fbefore/restore", {});
    const restored = await addCompute(emulator, branch.id);
    deepEqual(await query(restored, "SELECT n FROM kept"), [{ n: 1 }]);
  },
  "reaches the data of a deleted branch no more": async (emulator, query) => {
    const { branch } = await change(emulator, "POST", "/branches", {});
    const endpoint_id = await addCompute(emulator, branch.id);
    await query(endpoint_id, "SELECT 1");
    const uri = emulator.connectionUri(endpoint_id);
    await change(emulator, "DELETE", `/branches/${branch.id}`);
    await rejects(query(uri, "SELECT 1"));
  },
  "refuses writes on a read replica, which follows its branch": async (emulator, query) => {
    const { endpoint_id, branch_id } = emulator.ids;
    await query(endpoint_id, "CREATE TABLE followed (n int)");
    const replica = await addCompute(emulator, branch_id, "read_only");
    deepEqual(await query(replica, "SELECT n FROM followed"), []);
    await query(endpoint_id, "INSERT INTO followed VALUES (4)");
    await until(
      emulator,
      async () => (await query(replica, "SELECT n FROM followed")).length === 1,
      "the replica has the row",
    );
    await rejects(query(replica, "INSERT INTO followed VALUES (5)"));
  },
  "makes the databases of the API, and drops them": async (emulator, query) => {
    const { branch_id, endpoint_id } = emulator.ids;
    const path = `/branches/${branch_id}/databases`;
    const made = await change(emulator, "POST", path, { database_name: "orders" });
    await untilFinished(emulator, made.operations);
    const found = "SELECT datname AS name FROM pg_database WHERE datname = 'orders'";
    deepEqual(await query(endpoint_id, found), [{ name: "orders" }]);
    const { operations } = await change(emulator, "DELETE", `${path}/orders`);
    await untilFinished(emulator, operations);
    deepEqual(await query(endpoint_id, found), []);
  },
  "lets nobody in without the password": async (emulator, query) => {
    const uri = new URL(emulator.connectionUri(emulator.ids.endpoint_id));
    deepEqual(await query(uri.href, "SELECT 1 AS n"), [{ n: 1 }]);
    uri.password = "another";
    await rejects(query(uri.href, "SELECT 1 AS n"));
  },
  "serves nobody once it is closed": async (emulator, query) => {
    const uri = emulator.connectionUri(emulator.ids.endpoint_id);
    await query(uri, "SELECT 1");
    await closing.get(emulator)?.();
    await rejects(query(uri, "SELECT 1"));
  },
};

/** Functions that close the data planes of emulators. */
const closing = new WeakMap<Emulator, () => Promise<void>>();

export const promises: readonly DataPlanePromise[] = [
  ...rowsOf(OF_ALL, false),
  ...rowsOf(OF_ENGINES, true),
];

function rowsOf(checks: Readonly<Record<string, Check>>, needsQuery: boolean): DataPlanePromise[] {
  return Object.entries(checks).map(([promise, check]) => ({
    promise,
    needsQuery,
    async check({ create, query }) {
      const dataPlane = create();
      const emulator = createEmulator({ ...OPTIONS, dataPlane });
      closing.set(emulator, async () => dataPlane.close?.());
      const queried: Query = (at, sql) => {
        if (!query) throw new Error("this promise takes a query to check");
        return query(at.includes("://") ? at : emulator.connectionUri(at), sql);
      };
      try {
        await check(emulator, queried);
      } finally {
        await dataPlane.close?.();
      }
    },
  }));
}

interface Answer {
  branch: { id: string };
  endpoint: { id: string; current_state: string };
  operation: { status: string };
  operations: { id: string }[];
}

/** Sends a request for the project of the seed. */
async function change(
  { fetch, url, keys, ids }: Emulator,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/projects/${ids.project_id}${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  ok(response.ok, `${method} ${path} is answered with ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function addCompute(emulator: Emulator, branch_id: string, type = "read_write") {
  const { endpoint } = await change(emulator, "POST", "/endpoints", {
    endpoint: { branch_id, type },
  });
  return endpoint.id;
}

async function stateOf(emulator: Emulator, endpoint_id: string): Promise<string> {
  return (await change(emulator, "GET", `/endpoints/${endpoint_id}`)).endpoint.current_state;
}

function untilState(emulator: Emulator, endpoint_id: string, state: string): Promise<void> {
  const isThere = async () => (await stateOf(emulator, endpoint_id)) === state;
  return until(emulator, isThere, `compute ${endpoint_id} is ${state}`);
}

async function untilFinished(emulator: Emulator, operations: Answer["operations"]) {
  for (const { id } of operations) {
    await until(
      emulator,
      async () => {
        const { status } = (await change(emulator, "GET", `/operations/${id}`)).operation;
        ok(status !== "failed", `operation ${id} failed`);
        return status === "finished";
      },
      `operation ${id} is finished`,
    );
  }
}

async function until(
  emulator: Emulator,
  isSo: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await sleep(10)) {
    // A simulation's time passes with each call.
    emulator.now();
    if (await isSo()) return;
  }
  throw new Error(`within ${PATIENCE_MS} ms, it does not come to this: ${what}`);
}
