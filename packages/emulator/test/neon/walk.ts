/** Walks over the routes of the profile; every answer must fit the provider's schemas. */
import type { Route } from "../../src/spec.ts";
import { randomOf } from "../hostile.ts";
import { type Ids, learnedFrom, requestTo, routesInOrder } from "./requests.ts";
import { createNeon } from "./support.ts";

/**
 * Calls every route once, then as many random ones.
 *
 * @throws {Error} when an answer does not fit, or is a server error
 */
export async function runWalk({ steps, seed }: { steps: number; seed: number }) {
  const { walk, statuses } = newWalk();
  const random = randomOf(seed);
  const routes = routesInOrder();
  for (const route of routes) await walk(route);
  for (let step = 0; step < steps; step++) await walk(random.pick(routes));
  return statuses;
}

export function newWalk() {
  const { emulator, admin, settle } = createNeon();
  const ids: Ids = {
    ...(emulator.ids as unknown as Ids),
    source_org_id: emulator.ids.org_id,
    deleted_project_id: emulator.ids.project_id,
    role_name: "neondb_owner",
    database_name: "neondb",
    region_id: "region-1",
    vpc_endpoint_id: "vpce-1",
    slug: "hello",
    object_key: "logs/1",
    oauth_provider_id: "google",
    auth_provider: "mock",
    field_name: "message",
  };
  const refused: string[] = [];
  const statuses: Record<string, number> = {};
  return {
    refused,
    statuses,
    async walk(route: Route) {
      settle();
      const { method, target, body: sent } = requestTo(route, ids);
      const { status, body } = await admin(method, target, sent);
      if (status >= 500) throw new Error(`${method} ${target} ${status} ${JSON.stringify(body)}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 300) refused.push(`${method} ${target} ${status} ${JSON.stringify(body)}`);
      else if (typeof body === "object") Object.assign(ids, learnedFrom(route, body));
    },
  };
}
