/** Sizes of computes: which are supported, which are refused, and what a change of size does. */
import assert from "node:assert/strict";
import { type Endpoint, unwrap } from "@hosted-postgres/client";
import {
  COMPUTE_SIZES,
  type ComputeResources,
  computeResources,
} from "@hosted-postgres/client/compute-sizes";
import { Blocked } from "../../run/blocked.ts";
import type { Context } from "../../run/context.ts";
import type { Rule } from "../../run/rule.ts";
import type { Session } from "../../run/target.ts";
import { assertAccepted, assertDenied } from "../steps/asserts.ts";
import {
  assertConnection,
  assertHasPooler,
  assertPooled,
  openConnection,
  openSession,
  runOnCompute,
} from "../steps/connections.ts";
import {
  activeKinds,
  assertHas,
  assertUpdateRefused,
  ENDPOINTS,
  findListed,
  idleEndpoint,
  lasting,
  ownEndpoint,
  untilState,
  updateEndpoint,
} from "../steps/endpoints.ts";
import { listOperations, newOfEndpoint, settle } from "../steps/operations.ts";
import { each, endpointsIn } from "../steps/seen.ts";
import { idOf } from "../steps/target.ts";

/** Minimum and maximum of supported sizes, fixed and autoscaling. */
const SIZES: readonly (readonly [min: number, max: number])[] = [
  [0.25, 0.25],
  [0.5, 0.5],
  [2, 2],
  [0.25, 2],
  [0.5, 1],
  [1, 2],
  [3, 3],
  [16, 16],
  [0.25, 16],
  [7, 15],
  [18, 18],
  [38, 38],
  [56, 56],
  [1, 1],
];

/** Not shown: how soon a compute scales. Our choice. */
const TIME_TO_SCALE_MS = 10_000;

const A_MOMENT_MS = 500;

/** Below 9 units; from 9 to 38 it is 4,000, and beyond it is not shown. */
const MAX_CONNECTIONS = new Map([
  [0.25, 112],
  [0.5, 225],
  [1, 450],
  [2, 901],
  [3, 1_351],
  [4, 1_802],
  [5, 2_253],
  [6, 2_703],
  [7, 3_154],
  [8, 3_604],
]);

const SMALLEST = 0.25;

/**
 * Twice what the smallest compute takes directly, so that a pooler with a connection to the server for
 * each client runs out of them. To try the document's 10,000 would burden a service that others use.
 */
const POOLED_CLIENTS = 224;

const sizes = (min: unknown, max: unknown = min) => ({
  autoscaling_limit_min_cu: min,
  autoscaling_limit_max_cu: max,
});

const UNSUPPORTED = [
  ...[0, 0.1, 0.75, 1.5, 16.5, 17, 19, 55, 57, 58, 64, -1, "1"].map((size) => sizes(size)),
  { autoscaling_limit_min_cu: 0.75 },
  { autoscaling_limit_max_cu: 17 },
  { autoscaling_limit_max_cu: 58 },
];

const NO_RANGES = [sizes(2, 1), sizes(8, 4), sizes(1, 18), sizes(16, 32), sizes(20, 56)];

export const sizeRules: Rule[] = [
  {
    id: "endpoint-size-supported",
    level: "MUST",
    text: "a size is 0.25, 0.5, an integer from 1 to 16 or an even integer from 18 to 56",
    states: ["Limits, Compute size rules: supported-sizes", "Limits, Table: fixed-size"],
    observe: (answer) =>
      each(endpointsIn(answer), ({ id, autoscaling_limit_min_cu, autoscaling_limit_max_cu }) => {
        for (const size of [autoscaling_limit_min_cu, autoscaling_limit_max_cu]) {
          assert.ok(isSupported(size), `${id} has the size ${size}`);
        }
      }),
  },
  {
    id: "endpoint-size-range",
    level: "MUST",
    text: "the minimum size is not above the maximum, and an autoscaling range ends at 16",
    states: [
      "Limits, Table: autoscaling",
      "What the service does 4: fixed-or-autoscaling",
      "Resources and their fields, Compute endpoint: fixed-size",
    ],
    observe: (answer) =>
      each(
        endpointsIn(answer),
        ({ id, autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => {
          assert.ok(min <= max, `${id} has sizes from ${min} to ${max}`);
          assert.ok(min === max || max <= 16, `${id} autoscales from ${min} to ${max}`);
        },
      ),
  },
  {
    id: "endpoint-size-unsupported-refused",
    level: "SHOULD",
    text: "an update to unsupported sizes is refused and changes nothing",
    states: ["Limits, Compute size rules: supported-sizes"],
    needs: ["writes"],
    beside: true,
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const before = context.target.lacks.state
        ? undefined
        : await findListed(context, endpoint_id);
      for (const endpoint of UNSUPPORTED) {
        await assertUpdateRefused(context, endpoint_id, { endpoint });
      }

      if (!before) return;
      for (const endpoint of NO_RANGES) {
        await assertUpdateRefused(context, endpoint_id, { endpoint });
      }
      assert.deepEqual(lasting(await findListed(context, endpoint_id)), lasting(before));
    },
  },
  {
    id: "endpoint-size-unsupported-not-stored",
    level: "MUST",
    text: "no update gives a compute an unsupported size or range, whatever it is answered",
    states: ["Limits, Compute size rules: supported-sizes", "Limits, Table: autoscaling"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      for (const endpoint of [...UNSUPPORTED, ...NO_RANGES]) {
        const asked = JSON.stringify(endpoint);
        // Only what is stored is judged here.
        await assertUpdateRefused(context, endpoint_id, { endpoint }).catch(ignoreAcceptance);
        const found = await findListed(context, endpoint_id);
        const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max } = found;
        const isRange = min === max || (min < max && max <= 16);
        assert.ok(
          isSupported(min) && isSupported(max) && isRange,
          `${asked} stored ${min}, ${max}`,
        );
      }
    },
  },
  {
    id: "endpoint-size-as-asked",
    level: "MUST",
    text: "a supported size within the plan is accepted and stored exactly",
    states: ["Limits, Compute size rules: supported-sizes"],
    needs: ["state"],
    beside: true,
    async check(context) {
      const endpoint_id = await idleEndpoint(context);
      for (const [min, max] of SIZES) {
        const sizes = { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max };
        const { data, response } = await updateEndpoint(context, endpoint_id, sizes);
        // Undocumented: the larger sizes of a plan. The free one goes up to 2.
        if (max <= 2) assertAccepted(response, `the size ${min} to ${max}`);
        if (!data) {
          assertDenied(response, `the size ${min} to ${max}`);
          continue;
        }
        await settle(context, data);
        for (const found of [data.endpoint, await findListed(context, endpoint_id)]) {
          assertHas(found, sizes, `asked for ${min} to ${max}, ${found.id}`);
        }
      }
    },
  },
  {
    id: "endpoint-resize-interrupts",
    level: "MUST",
    text: "changing the size of an active compute restarts it and drops connections",
    states: ["States and transitions, Compute endpoint: resize"],
    needs: ["network", "state"],
    async check(context) {
      for (const { what, id: endpoint_id } of await activeKinds(context)) {
        for (const sizes of [
          { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
          { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
          { autoscaling_limit_max_cu: 2 },
          { autoscaling_limit_min_cu: 0.5 },
          { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 },
        ]) {
          const connection = await openConnection(context, endpoint_id);

          const changed = await unwrap(updateEndpoint(context, endpoint_id, sizes));

          await settle(context, changed);
          const asked = `to ${what}, changed to ${JSON.stringify(sizes)},`;
          await assertConnection(context, connection, "closed", asked);
        }
      }
    },
  },
  {
    id: "endpoint-autoscaling-keeps-connections",
    level: "MUST",
    text: "an autoscaling compute stays active under load, without a restart and with its connections",
    states: ["States and transitions, Compute endpoint: autoscaling"],
    needs: ["postgres", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const range = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };
      await settle(context, await unwrap(updateEndpoint(context, endpoint_id, range)));
      await untilState(context, endpoint_id, "active");
      const session = await openSession(context, endpoint_id);
      const before = await listOperations(context);

      await load(context, session);

      await assertConnection(context, session, "open", "to an autoscaling compute");
      assert.equal((await findListed(context, endpoint_id)).current_state, "active");
      const started = await newOfEndpoint(context, before, endpoint_id);
      const moves = started.filter(({ action }) => action.endsWith("_compute"));
      assert.deepEqual(moves, [], "a compute that was in use has moved");
      await session.close();
    },
  },
  {
    id: "endpoint-disk-full",
    level: "MUST",
    text: "a full local disk gives SQLSTATE 53100, No space left on device",
    states: ["Errors, Table: disk-full"],
    excused: "a run would have to fill a disk of 20 GiB or more",
  },
  {
    id: "endpoint-max-connections",
    level: "MUST",
    text: "a compute of a fixed size up to 38 has the max_connections of that size",
    states: ["Limits, Compute size rules: max-connections"],
    needs: ["postgres", "state"],
    async check(context) {
      const endpoint_id = await ownEndpoint(context);
      const judged: number[] = [];
      for (const size of [...MAX_CONNECTIONS.keys(), 9, 38]) {
        if (!(await fixSize(context, endpoint_id, size))) continue;
        const [shown] = await runOnCompute(context, endpoint_id, "SHOW max_connections");
        const found = Number(shown?.max_connections);
        assert.equal(found, connectionsOf(size), `max_connections of ${size} units is ${found}`);
        judged.push(size);
      }
      if (judged.length === 0) throw new Blocked("no change of size is accepted");
    },
  },
  {
    id: "endpoint-resources-of-size",
    level: "MUST",
    text: "the client's vCPUs, RAM, file cache, local disk and max_connections of a size are right",
    states: [
      "Limits, Compute size rules: resources",
      "Limits, Compute size rules: max-connections",
      "Limits, Table: local-disk",
    ],
    about: "client",
    async check({ api, exchanges, target }) {
      const params = { path: { project_id: idOf({ target }, "project_id") } };
      const { endpoints } = await unwrap(api.GET(ENDPOINTS, { params }));
      const listed = exchanges.at(-1)?.json as { endpoints: Endpoint[] };
      for (const [place, { autoscaling_limit_max_cu: size }] of listed.endpoints.entries()) {
        const { autoscaling_limit_max_cu } = endpoints[place] ?? {};
        assert.deepEqual(computeResources(Number(autoscaling_limit_max_cu)), resourcesOf(size));
      }

      for (const size of COMPUTE_SIZES) {
        assert.deepEqual(computeResources(size), resourcesOf(size), `resources of ${size}`);
      }
    },
  },
  {
    id: "endpoint-pooled-connections",
    level: "MUST",
    text: "more users connect at a time through the pooler than the compute has connections for",
    states: ["Limits, Table: pooled-connections"],
    needs: ["postgres", "state"],
    async check(context) {
      assertHasPooler(context);
      const endpoint_id = await ownEndpoint(context);
      if (!(await fixSize(context, endpoint_id, SMALLEST)))
        throw new Blocked(`no change of size to ${SMALLEST} units is accepted`);

      await assertPooled(context, endpoint_id, POOLED_CLIENTS);
    },
  },
  {
    id: "endpoint-free-plan",
    level: "MUST",
    text: "the free plan has computes of up to 2 vCPUs and 8 GB of RAM",
    states: ["Limits, Table: free-plan"],
    excused: "the API does not show the plan of a project",
  },
];

/** Keeps a compute of any size busy, for as long as one takes to scale where it is a real one. */
async function load({ target }: Context, session: Session): Promise<void> {
  const forMs = target.control ? A_MOMENT_MS : TIME_TO_SCALE_MS;
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    await session.rows("SELECT count(*) FROM generate_series(1, 300000)").catch((error: Error) => {
      assert.fail(`a query of an autoscaling compute under load: ${error.message}`);
    });
  }
}

/** The resources of a size as the tables of the document give them. */
function resourcesOf(size: number): ComputeResources {
  return {
    vcpu: size,
    ram_gb: size * 4,
    local_file_cache_gb: size * 3,
    local_disk_gib: Math.max(size * 15, 20),
    max_connections: connectionsOf(size),
    shared: size < 1,
  };
}

function connectionsOf(size: number): number | undefined {
  return MAX_CONNECTIONS.get(size) ?? (size <= 38 ? 4_000 : undefined);
}

function ignoreAcceptance(error: unknown) {
  if (!(error instanceof assert.AssertionError)) throw error;
}

function isSupported(size: Endpoint["autoscaling_limit_min_cu"]): boolean {
  if (size === 0.25 || size === 0.5) return true;
  return Number.isInteger(size) && size >= 1 && size <= 56 && (size <= 16 || size % 2 === 0);
}

/** Returns false when the size is refused. Not shown: which sizes a plan has. */
async function fixSize(context: Context, endpoint_id: string, size: number): Promise<boolean> {
  const { data } = await updateEndpoint(context, endpoint_id, {
    autoscaling_limit_min_cu: size,
    autoscaling_limit_max_cu: size,
  });
  if (data) await settle(context, data);
  return data !== undefined;
}
