/** Data planes that are wrong in one way: a Postgres whose calls are changed or left out. */
import type { DataPlane, PlaneControl } from "@hosted-postgres/emulator";
import type { Endpoint } from "@hosted-postgres/types";
import { type Fault, inGroup } from "../fault.ts";

/** @param use reports it as it is */
type Use = (endpoint_id: string, use: PlaneControl["use"]) => Promise<void>;

const { must, should } = inGroup("connections");

const A_MOMENT_MS = 500;

/** More than a client needs to connect. */
const USES_TO_SCALE = 4;

const isPrimary = ({ type }: Endpoint) => type === "read_write";

export const connectionFaults: readonly Fault[] = [
  ...must("What the service does 4", {
    "plane-refuses-to-wake": [
      "refuses connections to an idle compute",
      {
        plane: (plane) => {
          const up = new Set<string>();
          const refusingIdle: Use = async (id, use) => {
            if (!up.has(id)) throw new Error("the compute is idle");
            await use(id);
          };
          return { ...noting(plane, up), ...reporting(plane, refusingIdle) };
        },
      },
    ],
    "plane-starts-by-itself": [
      "starts a suspended compute again a moment later",
      {
        plane: (plane) => {
          let start: PlaneControl["use"];
          return {
            open(control, ids) {
              start = control.use;
              return openOf(plane)(control, ids);
            },
            async stop(endpoint) {
              await plane.stop(endpoint);
              setTimeout(() => start(endpoint.id).catch(() => {}), A_MOMENT_MS).unref();
            },
          };
        },
      },
    ],
  }),
  ...must("States and transitions, Compute endpoint Rules 1", {
    "plane-counts-no-use": [
      "does not count a connection to an active compute as use",
      {
        plane: (plane) => {
          const up = new Set<string>();
          const onlyToWake: Use = async (id, use) => (up.has(id) ? undefined : use(id));
          return { ...noting(plane, up), ...reporting(plane, onlyToWake) };
        },
      },
    ],
  }),
  ...must("States and transitions, Compute endpoint", {
    "plane-stops-nothing": [
      "leaves the server of a compute running through restarts and changes of size",
      { plane: () => ({ async stop() {} }) },
    ],
    "plane-restarts-to-scale": [
      "restarts an autoscaling compute that is in use",
      {
        plane: (plane) => {
          const restarts = new Map<string, () => Promise<void>>();
          let uses = 0;
          const scaling: Use = async (id, use) => {
            await use(id);
            if (restarts.has(id) && ++uses === USES_TO_SCALE) await restarts.get(id)?.();
          };
          return {
            ...reporting(plane, scaling),
            async start(endpoint, content) {
              await plane.start(endpoint, content);
              if (endpoint.autoscaling_limit_min_cu === endpoint.autoscaling_limit_max_cu) return;
              restarts.set(endpoint.id, async () => {
                await plane.stop(endpoint);
                await plane.start(endpoint, content);
              });
            },
          };
        },
      },
    ],
  }),
  ...must("Limits, Compute size rules", {
    "plane-has-one-size": [
      "runs every compute at the size of one unit",
      {
        plane: (plane) => ({
          start: (endpoint, content) =>
            plane.start({ ...endpoint, autoscaling_limit_max_cu: 1 }, content),
        }),
      },
    ],
  }),
  ...must("Limits, Table", {
    "plane-has-no-pooler": [
      "leads pooled clients to the server itself",
      { plane: (plane) => ({ pooled: (id) => plane.listen?.(id) }) },
    ],
  }),
  ...should("Resources and their fields, Compute endpoint", {
    "plane-leaves-settings-out": [
      "starts every compute without its Postgres settings",
      {
        plane: (plane) => ({
          start: (endpoint, content) =>
            plane.start({ ...endpoint, settings: { pg_settings: {} } }, content),
        }),
      },
    ],
  }),
  ...must("What the service does 2", {
    "plane-mixes-branches": [
      "leads the clients of every primary compute to the newest one",
      { plane: (plane) => leadingTo(plane, (_, started) => started.findLast(isPrimary)) },
    ],
    "plane-leaves-moved-computes": [
      "starts a moved compute on its old branch",
      {
        plane: (plane) => {
          const first = new Map<string, string>();
          return {
            start(endpoint, content) {
              const { id, branch_id } = endpoint;
              if (!first.has(id)) first.set(id, branch_id);
              return plane.start({ ...endpoint, branch_id: first.get(id) ?? branch_id }, content);
            },
          };
        },
      },
    ],
    "plane-has-no-replicas": [
      "leads the clients of a read replica to the primary compute",
      {
        plane: (plane) =>
          leadingTo(plane, (replica, started) =>
            started.find((other) => isPrimary(other) && other.branch_id === replica.branch_id),
          ),
      },
    ],
  }),
  ...must("States and transitions, Compute endpoint Rules 2", {
    "plane-keeps-deleted-computes": [
      "goes on serving the clients of a deleted compute",
      {
        plane: (plane) => ({
          async stop() {},
          unlisten() {},
          ...reporting(plane, (id, use) => use(id).catch(() => {})),
        }),
      },
    ],
  }),
];

/** Keeps the ids of the computes that are up. */
function noting(plane: DataPlane, up: Set<string>): Pick<DataPlane, "start" | "stop"> {
  return {
    async start(endpoint, content) {
      await plane.start(endpoint, content);
      up.add(endpoint.id);
    },
    stop(endpoint) {
      up.delete(endpoint.id);
      return plane.stop(endpoint);
    },
  };
}

/** Opens a data plane, which every Postgres can. */
function openOf(plane: DataPlane): NonNullable<DataPlane["open"]> {
  return async (...given) => plane.open?.(...given);
}

/** Opens a data plane that reports each use of a compute in this way. */
function reporting(plane: DataPlane, report: Use): Pick<DataPlane, "open"> {
  return {
    open: (control, ids) =>
      openOf(plane)({ ...control, use: (id) => report(id, control.use) }, ids),
  };
}

/** Gives out the address of another compute in place of a started one's own. */
function leadingTo(
  plane: DataPlane,
  lead: (endpoint: Endpoint, started: Endpoint[]) => Endpoint | undefined,
): Partial<DataPlane> {
  const started = new Map<string, Endpoint>();
  const addressOf = (id: string) => {
    const address = plane.listen?.(id);
    if (!address) throw new Error("a Postgres has addresses");
    return address;
  };
  return {
    start(endpoint, content) {
      started.set(endpoint.id, endpoint);
      return plane.start(endpoint, content);
    },
    listen(id) {
      const own = addressOf(id);
      const endpoint = started.get(id);
      const other = endpoint && lead(endpoint, [...started.values()]);
      return other ? addressOf(other.id) : own;
    },
  };
}
