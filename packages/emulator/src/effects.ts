import type { Operation } from "@hosted-postgres/types";
import { settleEndpoint } from "./endpoint-lifecycle.ts";
import { settleProject } from "./project-lifecycle.ts";
import type { World } from "./world.ts";

/** Applies an ended operation to its compute and its project. */
export function takeEffect(world: World, operation: Operation): void {
  settleEndpoint(world, operation);
  settleProject(world, operation);
  world.options.profile?.takeEffect(world, operation);
}
