/** Code that uses the API: what is to be checked. */
import { type ApiClient, unwrap, waitForOperations } from "@hosted-postgres/client";

/** Gives a branch a compute, and its host as soon as it takes connections. */
export async function openBranch(
  api: ApiClient,
  project_id: string,
  branch_id: string,
): Promise<string> {
  const created = await unwrap(
    api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id } },
      body: { endpoint: { branch_id, type: "read_write" } },
    }),
  );
  await waitForOperations(api, created);
  return created.endpoint.host;
}

/** The computes of a project that run. */
export async function runningComputes(api: ApiClient, project_id: string): Promise<string[]> {
  const params = { path: { project_id } };
  const { endpoints } = await unwrap(api.GET("/projects/{project_id}/endpoints", { params }));
  return endpoints
    .filter(({ current_state }) => current_state === "active")
    .map(({ host }) => host);
}
