/** Every answer under the profile fits the provider's schemas, by a validator of its own. */
import { describe, expect, it } from "vitest";
import type { Route } from "../../src/spec.ts";
import { randomOf } from "../hostile.ts";
import { type Ids, learnedFrom, requestTo, routesInOrder } from "./requests.ts";
import { createNeon } from "./support.ts";

describe("the emulator as neon", () => {
  it("answers each of the 168 routes with success, in the provider's shape", async () => {
    const { walk, refused } = newWalk();
    const routes = routesInOrder();
    for (const route of routes) await walk(route);

    expect(refused).toEqual([]);
    expect(routes).toHaveLength(168);
  });

  it("keeps to the provider's shapes on a random walk, and never fails", async () => {
    const { walk, statuses } = newWalk();
    const random = randomOf(Number(process.env.WALK_SEED ?? 1));
    const routes = routesInOrder();
    for (const route of routes) await walk(route);
    for (let step = 0; step < Number(process.env.WALK_STEPS ?? 1_000); step++) {
      await walk(random.pick(routes));
    }

    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
});

function newWalk() {
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
  const statuses = new Set<number>();
  return {
    refused,
    statuses,
    async walk(route: Route) {
      settle();
      const { method, target, body: sent } = requestTo(route, ids);
      const { status, body } = await admin(method, target, sent);
      statuses.add(status);
      if (status >= 300) refused.push(`${method} ${target} ${status} ${JSON.stringify(body)}`);
      else if (typeof body === "object") Object.assign(ids, learnedFrom(route, body));
    },
  };
}
