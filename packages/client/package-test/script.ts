import { createClient, HttpError, unwrap, waitForOperations } from "@hosted-postgres/client";
import { withNamedCalls } from "@hosted-postgres/client/named-calls";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
const api = withNamedCalls(createClient({ baseUrl, apiKey }));

const { projects } = await unwrap(api.projects.listProjects());
const project_id = projects[0]?.id ?? "";
const before = await unwrap(api.endpoints.listProjectEndpoints({ project_id }));
const endpoint_id = before.endpoints[0]?.id ?? "";

const suspended = await unwrap(api.endpoints.suspendEndpoint({ project_id, endpoint_id }));
await waitForOperations(api, suspended);
await waitForOperations(
  api,
  await unwrap(api.endpoints.startEndpoint({ project_id, endpoint_id })),
);
const after = await unwrap(api.endpoints.listProjectEndpoints({ project_id }));
for (const { id, current_state } of after.endpoints) console.log(`${id} is ${current_state}`);

const missing = api.endpoints.getEndpoint({ project_id, endpoint_id: "ep-none" });
const error = await unwrap(missing).catch((reason) => reason);
if (!(error instanceof HttpError) || error.status !== 404) throw error;
