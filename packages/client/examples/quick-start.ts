/**
 * Creates a compute and waits until it runs: `npx tsx packages/client/examples/quick-start.ts`.
 *
 * Set BASE_URL and API_KEY to use a server, PROJECT_ID and BRANCH_ID to place the compute. The default
 * is the mock of `npm run mock`, which accepts any key and creates nothing.
 */
import { createClient, unwrap, waitForOperations } from "@hosted-postgres/client";
import { inTurn } from "./mock-only.ts";

const { BASE_URL = "http://127.0.0.1:4010", API_KEY = "any-key" } = process.env;
const { PROJECT_ID: project_id = "project-1", BRANCH_ID: branch_id = "branch-1" } = process.env;

const api = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, fetch: inTurn("finished") });

const created = await unwrap(
  api.POST("/projects/{project_id}/endpoints", {
    params: { path: { project_id } },
    body: { endpoint: { branch_id, type: "read_write" } },
  }),
);
console.log(`${created.endpoint.id} is ${created.endpoint.current_state}`);

const operations = await waitForOperations(api, created);
for (const { action, status } of operations) console.log(`${action} ${status}`);
