import {
  createClient,
  paginate,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { withNamedCalls } from "@hosted-postgres/client/named-calls";
import { createEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import type { operations, paths } from "@hosted-postgres/types/neon";
import { outcomes, pages } from "@hosted-postgres/types/neon-data";

const { url, keys, ids, fetch } = createEmulator({ profile: neon });
const client = createClient<paths>({
  baseUrl: url,
  apiKey: keys.admin,
  fetch,
});
const api = withNamedCalls<operations, paths>(client);
const { project_id } = ids;

const made = await unwrap(
  api.branches.createBranch({
    project_id,
    body: {
      branch: { name: "review-7" },
      endpoints: [{ type: "read_write" }],
    },
  }),
);
await waitForOperations(api, made.operations, { outcomes });
console.log(`${made.branch.name} has ${made.endpoints.length} compute`);

for await (const { name } of paginate(
  api.branches.listBranches,
  { project_id, query: { sort_by: "name", sort_order: "asc" } },
  { pages },
)) {
  console.log(name);
}
