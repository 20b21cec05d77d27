import { createClient, paginate, unwrap } from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";

const { url, keys, ids, fetch, startOperation } = createEmulator();
const { project_id } = ids;
for (let i = 0; i < 5; i++)
  startOperation({ project_id, action: "check_availability" });

const api = createClient({ baseUrl: url, apiKey: keys.admin, fetch });
const path = "/projects/{project_id}/operations";

const first = await unwrap(
  api.GET(path, {
    params: { path: { project_id }, query: { limit: 4 } },
  }),
);
const { cursor } = first.pagination;
console.log(`${first.operations.length} read, the cursor is kept`);

if (cursor !== undefined) {
  const rest = paginate(api, path, {
    path: { project_id },
    query: { cursor },
  });
  let count = 0;
  for await (const _ of rest) count += 1;
  console.log(`${count} more from there`);
}
