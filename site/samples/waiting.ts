import {
  createClient,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";

const { url, keys, ids, fetch } = createEmulator({ operationMs: 1_500 });
const api = createClient({ baseUrl: url, apiKey: keys.admin, fetch });

const created = await unwrap(
  api.POST("/projects/{project_id}/endpoints", {
    params: { path: { project_id: ids.project_id } },
    body: {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    },
  }),
);
console.log(`right away: ${created.endpoint.current_state}`);

await waitForOperations(api, created, {
  onProgress: ({ action, status }) => console.log(`${action} ${status}`),
});

const { endpoints } = await unwrap(
  api.GET("/projects/{project_id}/endpoints", {
    params: { path: { project_id: ids.project_id } },
  }),
);
const compute = endpoints.find(({ id }) => id === created.endpoint.id);
console.log(`afterwards: ${compute?.current_state}`);
