import { createClient, paginate } from "@hosted-postgres/client";
import { createEmulator } from "@hosted-postgres/emulator";

const { url, keys, ids, fetch, startOperation } = createEmulator();
const { project_id } = ids;
for (let i = 0; i < 5; i++)
  startOperation({ project_id, action: "check_availability" });

const api = createClient({ baseUrl: url, apiKey: keys.admin, fetch });
const path = "/projects/{project_id}/operations";
const params = { path: { project_id }, query: { limit: 2 } };

let count = 0;
for await (const operation of paginate(api, path, params)) {
  count += 1;
  if (count === 1) console.log(`the newest one: ${operation.action}`);
}
console.log(`${count} operations in all`);

for await (const page of paginate(api, path, params).pages()) {
  console.log(`a page of ${page.operations.length}`);
}
