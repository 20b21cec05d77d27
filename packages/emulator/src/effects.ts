/** The effects of operations: their work on the data plane, and the changes that their end makes. */
import type { Operation } from "@hosted-postgres/types";
import { settleEndpoint } from "./endpoint-lifecycle.ts";
import { settleProject } from "./project-lifecycle.ts";
import { contentOf } from "./roles-and-databases.ts";
import type { Effects, World } from "./world.ts";

type Work = (world: World, operation: Operation) => void | Promise<void>;

const whenReady: Work = ({ dataPlane, dataOf }, { id, branch_id }) =>
  dataPlane.ready?.(dataOf.get(id) ?? branch_id);

const WORK: Readonly<Record<string, Work>> = {
  create_branch: whenReady,
  create_timeline: whenReady,
  apply_config: (world, { branch_id }) =>
    world.dataPlane.configure?.(branch_id, contentOf(world, branch_id)),
  start_compute: (world, { endpoint_id }) => {
    const endpoint = world.endpoints.get(`${endpoint_id}`)?.endpoint;
    return endpoint && world.dataPlane.start(endpoint, contentOf(world, endpoint.branch_id));
  },
  suspend_compute: (world, { endpoint_id }) => {
    const endpoint = world.endpoints.get(`${endpoint_id}`)?.endpoint;
    return endpoint && world.dataPlane.stop(endpoint);
  },
};

export const effects: Effects = {
  begin(world, operation) {
    const work = world.dataPlane.takesTime && WORK[operation.action];
    if (!work) return undefined;
    // A request that starts it may have more to change, such as the roles of a new branch.
    return Promise.resolve().then(() => {
      const isGone = world.isClosed || !world.branches.get(operation.branch_id);
      return isGone ? undefined : work(world, operation);
    });
  },
  end(world, operation) {
    world.dataOf.delete(operation.id);
    settleEndpoint(world, operation);
    settleProject(world, operation);
    world.options.profile?.takeEffect(world, operation);
  },
};
