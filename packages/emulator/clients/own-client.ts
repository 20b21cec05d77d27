/** The same day as the command line's, with the client of this repository. */
import { createClient, unwrap, waitForOperations } from "../../client/src/index.ts";
import { withNamedCalls } from "../../client/src/named-calls.ts";
import type { operations, paths } from "../../types/src/neon.ts";
import { outcomes } from "../../types/src/neon-data.ts";
import type { Served } from "./served.ts";
import { differenceFrom, type STATES } from "./state.ts";
import type { Call, Found } from "./steps.ts";

export function ownClientSteps(served: Served, found: Found): Record<string, Call> {
  const day = dayOn(served, found);
  return Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, () => step(day)]));
}

type Day = ReturnType<typeof dayOn>;

function dayOn(served: Served, found: Found) {
  const { url, emulator } = served;
  const client = createClient<paths>({ baseUrl: url, apiKey: emulator.keys.admin });
  return {
    api: withNamedCalls<operations, paths>(client),
    org_id: emulator.ids.org_id,
    found,
    inProject: () => ({ project_id: `${found.project}` }),
    on: (branch: string) => ({
      project_id: `${found.project}`,
      branch_id: `${found[branch]}`,
    }),
    /** The body of a response, when its operations have ended. */
    async ended<T>(body: Promise<T>): Promise<T> {
      const data = await body;
      await waitForOperations(client, data as never, { outcomes });
      return data;
    },
    async reaches(state: keyof typeof STATES) {
      const difference = await differenceFrom(state, `${found.project}`, served);
      if (difference !== undefined) throw new Error(difference);
      return true;
    },
  };
}

async function addBranch(
  { api, found, ended, inProject }: Day,
  name: string,
  { compute = false, parent }: { compute?: boolean; parent?: string } = {},
) {
  const endpoints = compute ? [{ type: "read_write" as const }] : [];
  const parent_id = parent === undefined ? {} : { parent_id: `${found[parent]}` };
  const body = { branch: { name, ...parent_id }, endpoints };
  const { branch } = await ended(unwrap(api.branches.createBranch({ ...inProject(), body })));
  found[name] = branch.id;
  return branch;
}

function addReplica({ api, found, ended, inProject }: Day, branch: string, size = {}) {
  const endpoint = { branch_id: `${found[branch]}`, type: "read_only" as const, ...size };
  return ended(unwrap(api.endpoints.createEndpoint({ ...inProject(), body: { endpoint } })));
}

function restore(
  { api, found, ended, on }: Day,
  source: string,
  more: { preserve_under_name?: string; source_timestamp?: string } = {},
) {
  const body = { source_branch_id: `${found[source]}`, ...more };
  return ended(unwrap(api.branches.restoreBranch({ ...on("dev"), body })));
}

const STEPS: Record<string, (day: Day) => unknown> = {
  createProject: async ({ api, org_id, found, ended }) => {
    const body = { project: { name: "day", org_id } };
    const made = await ended(unwrap(api.projects.createProject({ body })));
    Object.assign(found, { project: made.project.id, main: made.branch.id });
    return made;
  },
  updateProject: ({ api, ended, inProject }) =>
    ended(
      unwrap(api.projects.updateProject({ ...inProject(), body: { project: { name: "day-2" } } })),
    ),
  "createBranch dev": (day) => addBranch(day, "dev", { compute: true }),
  "createBranch bare": (day) => addBranch(day, "bare"),
  updateBranch: ({ api, ended, on }) =>
    ended(unwrap(api.branches.updateBranch({ ...on("dev"), body: { branch: { name: "work" } } }))),
  "createBranch child": (day) => addBranch(day, "child", { compute: true, parent: "dev" }),
  "deleteBranch child": ({ api, ended, on }) =>
    ended(unwrap(api.branches.deleteBranch(on("child")))),
  createRole: ({ api, ended, on }) =>
    ended(unwrap(api.roles.createRole({ ...on("dev"), body: { role: { name: "ada" } } }))),
  createDatabase: ({ api, ended, on }) => {
    const database = { name: "shop", owner_name: "ada" };
    return ended(unwrap(api.databases.createDatabase({ ...on("dev"), body: { database } })));
  },
  "state built": ({ reaches }) => reaches("built"),
  getConnectionUri: ({ api, found, inProject }) => {
    const query = { database_name: "shop", role_name: "ada", branch_id: `${found.dev}` };
    return unwrap(api.projects.getConnectionUri({ ...inProject(), query }));
  },
  deleteDatabase: ({ api, ended, on }) =>
    ended(unwrap(api.databases.deleteDatabase({ ...on("dev"), database_name: "shop" }))),
  deleteRole: ({ api, ended, on }) =>
    ended(unwrap(api.roles.deleteRole({ ...on("dev"), role_name: "ada" }))),
  "restoreBranch to its parent": (day) => restore(day, "main"),
  "restoreBranch, kept as work-old": (day) =>
    restore(day, "main", { preserve_under_name: "work-old" }),
  "restoreBranch to another": (day) => restore(day, "main"),
  "restoreBranch to its past": (day) =>
    restore(day, "dev", {
      source_timestamp: "2026-01-01T00:00:00Z",
      preserve_under_name: "kept",
    }),
  "setDefaultBranch work": ({ api, ended, on }) =>
    ended(unwrap(api.branches.setDefaultBranch(on("dev")))),
  "setDefaultBranch main": ({ api, ended, on }) =>
    ended(unwrap(api.branches.setDefaultBranch(on("main")))),
  "createEndpoint work": (day) => addReplica(day, "dev"),
  "createEndpoint bare": (day) =>
    addReplica(day, "bare", { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 2 }),
  createSnapshot: async ({ api, found, ended, on }) => {
    const query = { name: "s-1" };
    const { snapshot } = await ended(
      unwrap(api.snapshots.createSnapshot({ ...on("main"), query })),
    );
    found.snapshot = snapshot.id;
    return snapshot;
  },
  restoreSnapshot: ({ api, found, ended, inProject }) => {
    const at = { ...inProject(), snapshot_id: `${found.snapshot}` };
    return ended(unwrap(api.snapshots.restoreSnapshot({ ...at, body: { name: "back" } })));
  },
  "state restored": ({ reaches }) => reaches("restored"),
  deleteProject: ({ api, inProject }) => unwrap(api.projects.deleteProject(inProject())),
  recoverProject: ({ api, inProject }) => unwrap(api.projects.recoverProject(inProject())),
};
