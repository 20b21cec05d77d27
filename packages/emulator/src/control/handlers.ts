/** The handlers of the control routes. */
import { endpointAt } from "../control.ts";
import { PREFIX } from "../http.ts";
import { found, Problem } from "../problem.ts";
import { checkSeedData, SeedError } from "../seed-data.ts";
import { documentedSpec } from "../spec.ts";
import { type Context, LIMIT, settledWorld, stateOf } from "./context.ts";
import type { operations } from "./schema.ts";
import { controlSpec } from "./spec.ts";
import { clockOf, endpointView, faultsOf, type Schemas } from "./views.ts";

/** Every route but the stream of events. */
type Name = Exclude<keyof operations, "streamEvents">;

interface Request<Of extends Name> {
  context: Context;
  /** The origin at which the caller reaches the emulator. */
  origin: string;
  path: Record<string, string>;
  query: Record<string, string | undefined>;
  body: BodyOf<operations[Of]>;
}

type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : unknown;

type ResultOf<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Result } } };
}
  ? Result
  : never;

type Handlers = {
  [Of in Name]: (
    request: Request<Of>,
  ) => ResultOf<operations[Of]> | Promise<ResultOf<operations[Of]>>;
};

export const handlers: Handlers = {
  getHealth: ({ context, origin }) => healthOf(context, origin, true),
  getState: ({ context, origin, query }) => stateOf(context, origin, limitOf(query.limit)),
  getRequest: ({ context, path }) =>
    found(context.requests.get(Number(path.request_id)), `request ${path.request_id}`),
  async reset({ context }) {
    await context.core.emulator.reset();
    context.connections.clear();
    return clockOf(context.core.world);
  },
  advanceClock({ context, body }) {
    context.core.emulator.advance(body.advance_ms);
    return clockOf(context.core.world);
  },
  exportSeed({ context }) {
    try {
      return context.core.emulator.exportState() as unknown as Schemas["SeedData"];
    } catch (error) {
      // Not the caller's mistake: the state has no such form.
      throw error instanceof SeedError ? new Problem("conflict", error.message) : error;
    }
  },
  async startFromSeed({ context, body }) {
    const data: unknown = body;
    checkSeedData(data);
    await context.core.emulator.reset(data);
    context.connections.clear();
    const { keys, ids } = context.core.emulator;
    return { keys, ids: ids as unknown as Schemas["Ids"] };
  },
  listFaults: ({ context }) => faultsOf(context.core.faults),
  injectFault({ context: { core }, body }) {
    const { latency_ms, retry_after_s, times = 1, ...fault } = body;
    if (latency_ms === undefined && fault.status === undefined && fault.drop === undefined) {
      throw new Problem("malformed", "body has none of latency_ms, status and drop", "body");
    }
    core.emulator.inject({
      ...fault,
      times: times ?? Number.POSITIVE_INFINITY,
      latencyMs: latency_ms,
      retryAfterS: retry_after_s,
    });
    return faultsOf(core.faults);
  },
  clearFaults({ context: { core } }) {
    core.emulator.clearFaults();
    return faultsOf(core.faults);
  },
  decideFate({ context: { core }, body: { times = 1, ...fate } }) {
    core.emulator.decide({ ...fate, times: times ?? Number.POSITIVE_INFINITY });
    return faultsOf(core.faults);
  },
  startOperation({ context, body }) {
    const world = settledWorld(context);
    found(world.projects.get(body.project_id), `project ${body.project_id}`, "body.project_id");
    checkEndpoint(context, body.endpoint_id);
    return { operation: context.core.emulator.startOperation(body) };
  },
  endOperation({ context, path: { operation_id = "" }, body: { outcome } }) {
    const { operations } = settledWorld(context);
    const { operation } = found(operations.get(operation_id), `operation ${operation_id}`);
    if (operation.status !== "running") {
      throw new Problem(
        "conflict",
        `operation ${operation_id} is ${operation.status}, not running`,
      );
    }
    context.core.emulator.endOperation(operation_id, outcome);
    return { operation };
  },
  setIdleTime({ context, path: { endpoint_id = "" }, body }) {
    checkEndpoint(context, endpoint_id);
    context.core.emulator.setIdleMs(endpoint_id, body.idle_ms);
    const { world } = context.core;
    return { endpoint: endpointView(world, endpointAt(world, endpoint_id)) };
  },
  connect({ context, body: { endpoint_id } }) {
    checkEndpoint(context, endpoint_id, "body.endpoint_id");
    const { core, connections } = context;
    return { connection: connections.add(() => core.emulator.connect(endpoint_id)) };
  },
  getConnection({ context, path }) {
    settledWorld(context);
    return { connection: context.connections.get(Number(path.connection_id)) };
  },
  closeConnection: ({ context, path }) => ({
    connection: context.connections.close(Number(path.connection_id)),
  }),
  query({ context, path }) {
    settledWorld(context);
    return { connection: context.connections.query(Number(path.connection_id)) };
  },
  getApiSpec: ({ context: { core }, origin }) => ({
    ...(core.profile?.spec ?? documentedSpec),
    servers: [{ url: `${origin}${PREFIX}` }],
  }),
  getControlSpec: ({ origin }) => ({ ...controlSpec, servers: [{ url: origin }] }),
};

/** @param isOn whether the other routes are */
export function healthOf(
  context: Context,
  origin: string,
  isOn: boolean,
): ResultOf<operations["getHealth"]> {
  const world = settledWorld(context);
  const { now } = clockOf(world);
  const profile = world.options.profile?.name ?? null;
  return { status: "ok", now, base_url: `${origin}${PREFIX}`, profile, control: isOn };
}

function limitOf(given: string | undefined): number {
  const limit = given === undefined ? LIMIT.default : Number(given);
  if (limit >= 1 && limit <= LIMIT.max) return limit;
  throw new Problem("malformed", `query.limit must be 1 to ${LIMIT.max}`, "query.limit");
}

function checkEndpoint(context: Context, endpoint_id: string | undefined, field?: string): void {
  if (endpoint_id === undefined) return;
  found(settledWorld(context).endpoints.get(endpoint_id), `compute ${endpoint_id}`, field);
}
