/** Steps with connections to computes, and with the data behind them. */
import assert from "node:assert/strict";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Connection, Postgres, Session } from "../../run/target.ts";
import { findListed, untilState } from "./endpoints.ts";
import { controlOf } from "./target.ts";

/** Begins to connect to a compute: by its Postgres, or as the target simulates it. */
export async function connect(context: Context, endpoint_id: string): Promise<Connection> {
  const { postgres } = context.target;
  if (!postgres) return controlOf(context).connect(endpoint_id);
  return postgres.connect(await uriOf(context, endpoint_id));
}

/** Uses a compute for a moment. */
export async function visit(context: Context, endpoint_id: string): Promise<void> {
  const connection = await connect(context, endpoint_id);
  await assertConnection(context, connection, "open");
  await connection.close();
}

/** Opens a connection to a compute. */
export async function openConnection(context: Context, endpoint_id: string): Promise<Connection> {
  const connection = await connect(context, endpoint_id);
  await assertConnection(context, connection, "open");
  await untilState(context, endpoint_id, "active");
  return connection;
}

/** Opens a connection to a compute, which a Postgres answers. */
export async function openSession(context: Context, endpoint_id: string): Promise<Session> {
  const session = await postgresOf(context).connect(await uriOf(context, endpoint_id));
  await assertConnection(context, session, "open");
  return session;
}

/**
 * Waits until a connection is open, or closed.
 *
 * @param what completes "a connection … to be open"
 */
export async function assertConnection(
  context: Context,
  connection: Connection,
  state: "open" | "closed",
  what = "",
): Promise<void> {
  const thing = `a connection ${what === "" ? "" : `${what} `}to be ${state}`;
  // One that is closed stays so.
  const isOver = async () => [state, "closed"].includes(connection.state) || undefined;
  await context.until(thing, isOver, () => `it is ${connection.state}`);
  assert.equal(connection.state, state, thing);
}

export async function uriOf(context: Context, endpoint_id: string): Promise<string> {
  return postgresOf(context).uriOf(await findListed(context, endpoint_id));
}

/** @throws {Blocked} where no pooled connection string is known */
export function assertHasPooler(context: Context): void {
  if (postgresOf(context).pooledUriOf) return;
  throw new Blocked("neither PgBouncer nor pooled_connection_uri in the fixtures is there");
}

/** So many clients of a compute's pooler are connected at the same time, and each has its answer. */
export async function assertPooled(context: Context, endpoint_id: string, clients: number) {
  const postgres = postgresOf(context);
  const uri = `${postgres.pooledUriOf?.(await findListed(context, endpoint_id))}`;
  const sessions = await Promise.all(Array.from({ length: clients }, () => postgres.connect(uri)));

  const answers = await Promise.allSettled(sessions.map((session) => session.rows("SELECT 1")));

  const connected = sessions.filter(({ state }) => state === "open").length;
  await Promise.all(sessions.map((session) => session.close()));
  const found = `${connected} of ${clients} pooled clients are connected`;
  const refusal = answers.find((answer) => answer.status === "rejected");
  assert.ok(!refusal, `${found}: ${refusal?.reason}`);
  assert.equal(connected, clients, found);
}

async function runOnUri(context: Context, uri: string, sql: string) {
  const session = await postgresOf(context).connect(uri);
  try {
    return await session.rows(sql);
  } finally {
    await session.close();
  }
}

/** Runs a statement on a connection of its own to a compute. */
export async function runOnCompute(context: Context, endpoint_id: string, sql: string) {
  return runOnUri(context, await uriOf(context, endpoint_id), sql);
}

/** No query is answered at this connection string. */
export async function assertUnreachable(context: Context, uri: string, what: string) {
  const answered = await runOnUri(context, uri, "SELECT 1").then(
    () => true,
    () => false,
  );
  assert.ok(!answered, `${what} answers a query`);
}

function postgresOf({ target }: Context): Postgres {
  assert.ok(target.postgres, "the rule needs a Postgres");
  return target.postgres;
}
