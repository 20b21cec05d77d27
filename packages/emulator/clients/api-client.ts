/** The provider's older API client. */
import { type Api, createApiClient } from "@neondatabase/api-client";
import type { Served } from "./served.ts";
import type { Call, Found } from "./steps.ts";

export function apiSteps({ url, emulator }: Served, found: Found): Record<string, Call> {
  const api: Api<unknown> = createApiClient({ apiKey: emulator.keys.admin, baseURL: url });
  const { org_id } = emulator.ids;
  const settled = async <T>(call: Promise<{ data: T }>): Promise<T> => {
    const { data } = await call;
    emulator.advance(5_000);
    return data;
  };
  return {
    getCurrentUserInfo: () => settled(api.getCurrentUserInfo()),
    getCurrentUserOrganizations: () => settled(api.getCurrentUserOrganizations()),
    listProjects: () => settled(api.listProjects({ org_id, limit: 400 })),
    createProject: async () => {
      const data = await settled(api.createProject({ project: { name: "api", org_id } }));
      Object.assign(found, {
        project: data.project.id,
        main: data.branch.id,
        endpoint: data.endpoints[0]?.id,
      });
      return data;
    },
    getProject: ({ project }) => settled(api.getProject(`${project}`)),
    updateProject: ({ project }) =>
      settled(api.updateProject(`${project}`, { project: { name: "api-2" } })),
    createProjectBranch: async ({ project }) => {
      const data = await settled(
        api.createProjectBranch(`${project}`, { branch: { name: "dev" } }),
      );
      found.branch = data.branch.id;
      return data;
    },
    listProjectBranches: ({ project }) =>
      settled(api.listProjectBranches({ projectId: `${project}` })),
    getProjectBranch: ({ project, branch }) =>
      settled(api.getProjectBranch(`${project}`, `${branch}`)),
    restoreProjectBranch: ({ project, branch, main }) =>
      settled(api.restoreProjectBranch(`${project}`, `${branch}`, { source_branch_id: `${main}` })),
    listProjectBranchRoles: ({ project, main }) =>
      settled(api.listProjectBranchRoles(`${project}`, `${main}`)),
    createProjectBranchRole: ({ project, main }) =>
      settled(api.createProjectBranchRole(`${project}`, `${main}`, { role: { name: "ada" } })),
    createProjectBranchDatabase: ({ project, main }) =>
      settled(
        api.createProjectBranchDatabase(`${project}`, `${main}`, {
          database: { name: "shop", owner_name: "ada" },
        }),
      ),
    getConnectionUri: ({ project }) =>
      settled(
        api.getConnectionUri({ projectId: `${project}`, database_name: "shop", role_name: "ada" }),
      ),
    listProjectEndpoints: ({ project }) => settled(api.listProjectEndpoints(`${project}`)),
    suspendProjectEndpoint: ({ project, endpoint }) =>
      settled(api.suspendProjectEndpoint(`${project}`, `${endpoint}`)),
    startProjectEndpoint: ({ project, endpoint }) =>
      settled(api.startProjectEndpoint(`${project}`, `${endpoint}`)),
    listProjectOperations: ({ project }) =>
      settled(api.listProjectOperations({ projectId: `${project}`, limit: 10 })),
    deleteProjectBranch: ({ project, branch }) =>
      settled(api.deleteProjectBranch({ projectId: `${project}`, branchId: `${branch}` })),
    deleteProject: ({ project }) => settled(api.deleteProject(`${project}`)),
  };
}
