/**
 * Builds a branch for a review and removes it again, typed by the profile neon: no response is
 * `unknown`, so nothing is cast. `npx tsx packages/client/examples/profile-neon.ts`.
 *
 * Set BASE_URL and API_KEY to use a server. The default is the mock of
 * `npm run mock -- --profile neon`, which accepts any key and creates nothing.
 */
import { createClient, paginate, unwrap, waitForOperations } from "@hosted-postgres/client";
import { withNamedCalls } from "@hosted-postgres/client/named-calls";
import type { operations, paths } from "@hosted-postgres/types/neon";
import { outcomes, pages } from "@hosted-postgres/types/neon-data";
import { finished } from "./mock-only.ts";

const { BASE_URL: baseUrl = "http://127.0.0.1:4010", API_KEY: apiKey = "any-key" } = process.env;
const api = withNamedCalls<operations, paths>(
  createClient<paths>({ baseUrl, apiKey, fetch: finished }),
);

const created = await unwrap(api.projects.createProject({ body: { project: { name: "orders" } } }));
const project_id = created.project.id;
await waitForOperations(api, created, { outcomes });
console.log(`project ${created.project.name} in ${created.project.region_id}`);

const {
  branch,
  endpoints,
  operations: started,
} = await unwrap(
  api.branches.createBranch({
    project_id,
    body: {
      branch: { name: "dev", parent_id: created.branch.id },
      endpoints: [{ type: "read_write" }],
    },
  }),
);
await waitForOperations(api, started, { outcomes });
console.log(`branch ${branch.name} with ${endpoints.map(({ id, type }) => `${id} (${type})`)}`);

const at = { project_id, branch_id: branch.id };
const { role } = await unwrap(api.roles.createRole({ ...at, body: { role: { name: "app" } } }));
const { database } = await unwrap(
  api.databases.createDatabase({
    ...at,
    body: { database: { name: "orders", owner_name: role.name } },
  }),
);
console.log(`database ${database.name} of ${database.owner_name}`);

for await (const { name, current_state } of paginate(
  api.branches.listBranches,
  { project_id },
  { pages },
)) {
  console.log(`listed: ${name} is ${current_state}`);
}
const { roles } = await unwrap(api.roles.listRoles(at));
const { databases } = await unwrap(api.databases.listDatabases(at));
const { endpoints: computes } = await unwrap(api.endpoints.listBranchEndpoints(at));
console.log(
  `listed: ${[...roles, ...databases].map(({ name }) => name)}, ${computes.length} compute`,
);

const { uri } = await unwrap(
  api.projects.getConnectionUri({
    ...at,
    query: { database_name: database.name, role_name: role.name },
  }),
);
console.log(`connects to ${new URL(uri).host}`);

const deleted = await unwrap(api.branches.deleteBranch(at));
// Without a body the branch was gone already.
await waitForOperations(api, deleted, { outcomes });
await unwrap(api.projects.deleteProject({ project_id }));
console.log("deleted");
