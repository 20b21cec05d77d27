/** The program under test in these recipes: it suspends every active compute of a project. */

export interface Api {
  baseUrl: string;
  apiKey: string;
  /** Default: the platform's. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Resolves to the ids of the computes it suspended. */
export async function suspendAll(
  { baseUrl, apiKey, fetch = globalThis.fetch }: Api,
  project_id: string,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const computes = `${baseUrl}/projects/${project_id}/endpoints`;
  const listed = await read(() => fetch(computes, { headers }));
  const active = listed.endpoints.filter(({ current_state }) => current_state === "active");
  for (const { id } of active) {
    await read(() => fetch(`${computes}/${id}/suspend`, { method: "POST", headers }));
  }
  return active.map(({ id }) => id);
}

/** Tries a second time when the service is busy or hangs up. */
async function read(send: () => Promise<Response>) {
  const first = await send().catch(() => undefined);
  const response = first && first.status !== 503 ? first : await send();
  if (!response.ok) throw new Error(`the service answers ${response.status}`);
  return (await response.json()) as { endpoints: { id: string; current_state: string }[] };
}
