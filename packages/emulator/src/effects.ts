import type { Operation } from "@hosted-postgres/types";
import { settleEndpoint } from "./endpoint-states.ts";
import { settleProject } from "./project-states.ts";
import type { World } from "./world.ts";

/** What the end of an operation changes beside the operation. */
export function takeEffect(world: World, operation: Operation): void {
  settleEndpoint(world, operation);
  settleProject(world, operation);
}
