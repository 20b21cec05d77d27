/** The emulator that the control routes act on and show. */
import type { Core } from "../emulator.ts";
import { PREFIX } from "../http.ts";
import type { World } from "../world.ts";
import type { ConnectionList } from "./connections.ts";
import type { RequestLog } from "./request-log.ts";
import { clockOf, countsOf, faultsOf, listsOf, type Schemas } from "./views.ts";

export interface Context {
  core: Core;
  requests: RequestLog;
  connections: ConnectionList;
}

/** Bounds on the items of each list in the state: the default, and the most a caller may ask for. */
export const LIMIT = { default: 1_000, max: 10_000 } as const;

export function settledWorld({ core }: Context): World {
  core.world.settle();
  return core.world;
}

/** @param origin where the caller reaches it, which in a container is not where it listens */
export function stateOf(
  context: Context,
  origin: string,
  limit: number = LIMIT.default,
): Schemas["State"] {
  const world = settledWorld(context);
  const { keys, ids } = context.core.emulator;
  return {
    ...clockOf(world),
    base_url: `${origin}${PREFIX}`,
    profile: world.options.profile?.name ?? null,
    keys,
    ids: ids as unknown as Schemas["Ids"],
    counts: countsOf(world),
    ...listsOf(world, limit),
    ...steeringOf(context),
    requests: context.requests.after(0),
  };
}

/** Returns what control routes asked of the emulator, and which seeded keys are revoked. */
export function steeringOf({ core, connections }: Context) {
  const { world, faults } = core;
  const keys = Object.entries(core.emulator.ids.key_ids);
  const revoked = keys.filter(([, id]) => world.keys.get(`${id}`) === undefined);
  const revoked_keys = revoked.map(([kind]) => kind as Schemas["RevokedKeys"][number]);
  return { ...faultsOf(faults), connections: connections.list, revoked_keys };
}
