import {
  type ApiClient,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";

/** Starts every idle compute of a project, and resolves to their ids once they are up. */
export async function wakeAll(
  api: ApiClient,
  project_id: string,
): Promise<string[]> {
  const { endpoints } = await unwrap(
    api.GET("/projects/{project_id}/endpoints", {
      params: { path: { project_id } },
    }),
  );
  const idle = endpoints.filter(
    ({ current_state }) => current_state === "idle",
  );
  for (const { id: endpoint_id } of idle) {
    const started = await unwrap(
      api.POST("/projects/{project_id}/endpoints/{endpoint_id}/start", {
        params: { path: { project_id, endpoint_id } },
      }),
    );
    await waitForOperations(api, started, { timeoutMs: 60_000 });
  }
  return idle.map(({ id }) => id);
}
