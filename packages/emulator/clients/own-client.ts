/** The same day as the command line's, with the client of this repository. */
import { createClient, unwrap, waitForOperations } from "../../client/src/index.ts";
import { withNamedCalls } from "../../client/src/named-calls.ts";
import type { operations, paths } from "../../types/src/neon.ts";
import { outcomes } from "../../types/src/neon-data.ts";
import type { Served } from "./served.ts";
import { differenceFrom, type STATES } from "./state.ts";
import type { Call, Found } from "./steps.ts";

export function ownClientSteps(served: Served, found: Found): Record<string, Call> {
  const { url, emulator } = served;
  const client = createClient<paths>({ baseUrl: url, apiKey: emulator.keys.admin });
  const api = withNamedCalls<operations, paths>(client);
  const { org_id } = emulator.ids;
  /** The body of a response, when its operations have ended. */
  const ended = async <T>(body: Promise<T>): Promise<T> => {
    const data = await body;
    await waitForOperations(client, data as never, { outcomes });
    return data;
  };
  const inProject = () => ({ project_id: `${found.project}` });
  const on = (branch: string) => ({ ...inProject(), branch_id: `${found[branch]}` });
  const addBranch = async (name: string, compute: boolean, parent?: string) => {
    const endpoints = compute ? [{ type: "read_write" as const }] : [];
    const parent_id = parent === undefined ? {} : { parent_id: `${found[parent]}` };
    const body = { branch: { name, ...parent_id }, endpoints };
    const { branch } = await ended(unwrap(api.branches.createBranch({ ...inProject(), body })));
    found[name] = branch.id;
    return branch;
  };
  const restore = (
    source: string,
    more: { preserve_under_name?: string; source_timestamp?: string } = {},
  ) =>
    ended(
      unwrap(
        api.branches.restoreBranch({
          ...on("dev"),
          body: { source_branch_id: `${found[source]}`, ...more },
        }),
      ),
    );
  const addCompute = (branch: string, size = {}) => {
    const endpoint = { branch_id: `${found[branch]}`, type: "read_only" as const, ...size };
    return ended(unwrap(api.endpoints.createEndpoint({ ...inProject(), body: { endpoint } })));
  };
  const reaches = async (state: keyof typeof STATES) => {
    const difference = await differenceFrom(state, `${found.project}`, served);
    if (difference !== undefined) throw new Error(difference);
    return true;
  };
  return {
    createProject: async () => {
      const body = { project: { name: "day", org_id } };
      const made = await ended(unwrap(api.projects.createProject({ body })));
      Object.assign(found, { project: made.project.id, main: made.branch.id });
      return made;
    },
    updateProject: () =>
      unwrap(api.projects.updateProject({ ...inProject(), body: { project: { name: "day-2" } } })),
    "createBranch dev": () => addBranch("dev", true),
    "createBranch bare": () => addBranch("bare", false),
    updateBranch: () =>
      ended(
        unwrap(api.branches.updateBranch({ ...on("dev"), body: { branch: { name: "work" } } })),
      ),
    "createBranch child": () => addBranch("child", true, "dev"),
    "deleteBranch child": () => ended(unwrap(api.branches.deleteBranch(on("child")))),
    createRole: () =>
      ended(unwrap(api.roles.createRole({ ...on("dev"), body: { role: { name: "ada" } } }))),
    createDatabase: () => {
      const database = { name: "shop", owner_name: "ada" };
      return ended(unwrap(api.databases.createDatabase({ ...on("dev"), body: { database } })));
    },
    "state built": () => reaches("built"),
    getConnectionUri: () => {
      const query = { database_name: "shop", role_name: "ada", branch_id: `${found.dev}` };
      return unwrap(api.projects.getConnectionUri({ ...inProject(), query }));
    },
    deleteDatabase: () =>
      ended(unwrap(api.databases.deleteDatabase({ ...on("dev"), database_name: "shop" }))),
    deleteRole: () => ended(unwrap(api.roles.deleteRole({ ...on("dev"), role_name: "ada" }))),
    "restoreBranch to its parent": () => restore("main"),
    "restoreBranch, kept as work-old": () => restore("main", { preserve_under_name: "work-old" }),
    "restoreBranch to another": () => restore("main"),
    "restoreBranch to its past": () =>
      restore("dev", { source_timestamp: "2026-01-01T00:00:00Z", preserve_under_name: "kept" }),
    "setDefaultBranch work": () => ended(unwrap(api.branches.setDefaultBranch(on("dev")))),
    "setDefaultBranch main": () => ended(unwrap(api.branches.setDefaultBranch(on("main")))),
    "createEndpoint work": () => addCompute("dev"),
    "createEndpoint bare": () =>
      addCompute("bare", { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 2 }),
    createSnapshot: async () => {
      const { snapshot } = await ended(
        unwrap(api.snapshots.createSnapshot({ ...on("main"), query: { name: "s-1" } })),
      );
      found.snapshot = snapshot.id;
      return snapshot;
    },
    restoreSnapshot: () => {
      const at = { ...inProject(), snapshot_id: `${found.snapshot}` };
      return ended(unwrap(api.snapshots.restoreSnapshot({ ...at, body: { name: "back" } })));
    },
    "state restored": () => reaches("restored"),
    deleteProject: () => unwrap(api.projects.deleteProject(inProject())),
    recoverProject: () => unwrap(api.projects.recoverProject(inProject())),
  };
}
