/** Requests every answer whose shape the document shows, for the observers. */
import { exampleNames, type Route, route as routeOf, routes } from "../spec/routes.ts";
import type { Context } from "./context.ts";
import { type Sending, send } from "./send.ts";

/** On the mock every example; elsewhere the life of one compute and one key. */
export async function tour(context: Context): Promise<void> {
  const { api, target } = context;
  if (target.lacks.examples === undefined) {
    for (const route of routes) {
      for (const example of exampleNames(route)) {
        const headers = { Prefer: `example=${example}` };
        await send(api, route, { ids: target.ids, headers });
      }
    }
    return;
  }

  let ids: Sending["ids"] = target.ids;
  async function ask(name: string, body?: object): Promise<Seen> {
    const route: Route = routeOf(name);
    const isAllowed = route.method === "GET" || target.lacks.writes === undefined;
    if (!isAllowed || !target.routes.includes(route)) return {};
    // An id may be unknown, and the rules judge failures, not the tour.
    const answered = await send(api, route, { ids, body }).catch(() => undefined);
    return (answered?.data ?? {}) as Seen;
  }

  const { project_id, free_branch_id, other_free_branch_id } = target.ids;
  await ask("GET /projects");
  const { id: key_id } = await ask("POST /organizations/{org_id}/api_keys", {
    key_name: context.unique("key"),
    project_id,
  });
  ids = { ...ids, key_id };
  await ask("DELETE /organizations/{org_id}/api_keys/{key_id}");
  if (free_branch_id !== undefined) {
    const { endpoint } = await ask("POST /projects/{project_id}/endpoints", {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    });
    if (endpoint) ids = { ...ids, endpoint_id: endpoint.id };
    await ask("GET /projects/{project_id}/endpoints");
    await ask("GET /projects/{project_id}/endpoints/{endpoint_id}");
    if (endpoint) {
      await ask("PATCH /projects/{project_id}/endpoints/{endpoint_id}", {
        endpoint: { branch_id: other_free_branch_id ?? free_branch_id },
      });
    }
  } else await ask("GET /projects/{project_id}/endpoints");
  const { operations = [] } = await ask("GET /projects/{project_id}/operations");
  for (const { id } of operations.slice(0, 5)) {
    ids = { ...ids, operation_id: id };
    await ask("GET /projects/{project_id}/operations/{operation_id}");
  }
  if (ids.endpoint_id !== target.ids.endpoint_id) {
    await ask("DELETE /projects/{project_id}/endpoints/{endpoint_id}");
  }
}

interface Seen {
  id?: number;
  endpoint?: { id: string };
  operations?: { id: string }[];
}
