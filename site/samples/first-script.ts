import {
  createClient,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";

const { BASE_URL = "http://127.0.0.1:8080/api/v2", API_KEY = "" } =
  process.env;
const api = createClient({ baseUrl: BASE_URL, apiKey: API_KEY });

const { projects } = await unwrap(api.GET("/projects"));
for (const { id, name } of projects) console.log(`${id}  ${name}`);

const [project] = projects;
if (!project) throw new Error("This key reaches no project.");
const project_id = project.id;

const { endpoints } = await unwrap(
  api.GET("/projects/{project_id}/endpoints", {
    params: { path: { project_id } },
  }),
);
const [compute] = endpoints;
if (!compute) throw new Error(`${project_id} has no compute.`);

const resized = await unwrap(
  api.PATCH("/projects/{project_id}/endpoints/{endpoint_id}", {
    params: { path: { project_id, endpoint_id: compute.id } },
    body: { endpoint: { autoscaling_limit_max_cu: 2 } },
  }),
);
await waitForOperations(api, resized);

console.log(
  `${compute.id} grows up to ${resized.endpoint.autoscaling_limit_max_cu} CU`,
);
