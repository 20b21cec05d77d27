/**
 * Lists a project's operations: `npx tsx packages/client/examples/page-through-operations.ts`.
 *
 * Set BASE_URL, API_KEY and PROJECT_ID to use a server; the default is the mock of `npm run mock`.
 */
import { createClient, paginate } from "@hosted-postgres/client";
import { inTurn } from "./mock-only.ts";

const { BASE_URL = "http://127.0.0.1:4010", API_KEY = "any-key" } = process.env;
const { PROJECT_ID: project_id = "project-1" } = process.env;

const pages = ["first_page", "next_page", "last_page"];
const api = createClient({
  baseUrl: BASE_URL,
  apiKey: API_KEY,
  fetch: inTurn(...pages, ...pages),
});
const path = "/projects/{project_id}/operations";
const params = { path: { project_id }, query: { limit: 2 } };

for await (const { created_at, action, status } of paginate(api, path, params)) {
  console.log(`${created_at} ${action} ${status}`);
}

// The same, page by page. Pass the cursor of any page as `query.cursor` to resume there.
for await (const { operations, pagination } of paginate(api, path, params).pages()) {
  console.log(`${operations.length} operations, then ${pagination.cursor ?? "no more"}`);
}
