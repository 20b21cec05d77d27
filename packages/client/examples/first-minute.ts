/** `npm start`: starts an emulator, creates a compute on it, moves the compute and revokes a key. */
import {
  AuthenticationError,
  createClient,
  type Operation,
  paginate,
  unwrap,
  waitForOperations,
} from "@hosted-postgres/client";
import { startEmulator } from "@hosted-postgres/emulator";

const emulator = await startEmulator({ operationMs: 500 });
const { url, keys, ids } = emulator;
const { project_id, org_id } = ids;
const colored = process.stdout.isTTY && !process.env.NO_COLOR;
let requests = 0;
const client = (apiKey: string) =>
  createClient({
    baseUrl: url,
    apiKey,
    onEvent: ({ type }) => void (type === "request" && requests++),
  });
const api = client(keys.admin);

try {
  say(`\nAn emulator of the API listens on ${url}.`);

  step("List projects", "GET /projects");
  const { projects } = await unwrap(api.GET("/projects"));
  for (const { id, name, pg_version, region_id } of projects) {
    say(`${id.padEnd(20)} ${name.padEnd(20)} Postgres ${pg_version}, ${region_id}`);
  }

  step("Create a compute", "POST /projects/{project_id}/endpoints");
  const created = await unwrap(
    api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id } },
      body: { endpoint: { branch_id: ids.free_branch_id, type: "read_write" } },
    }),
  );
  const { id: endpoint_id, branch_id, current_state, pending_state } = created.endpoint;
  say(`${endpoint_id} on ${branch_id}: ${current_state} → ${pending_state}`);

  step("Wait for its operation", "GET …/operations/{operation_id}");
  created.operations.forEach(show);
  await waitForOperations(api, created, { onProgress: show });

  step("Move it to another branch once it is idle", "PATCH …/endpoints/{endpoint_id}");
  // A compute without connections is suspended after five minutes.
  emulator.advance(5 * 60_000 + 1_000);
  const moved = await unwrap(
    api.PATCH("/projects/{project_id}/endpoints/{endpoint_id}", {
      params: { path: { project_id, endpoint_id } },
      body: { endpoint: { branch_id: ids.other_free_branch_id } },
    }),
  );
  say(`${endpoint_id} on ${moved.endpoint.branch_id}: ${moved.endpoint.current_state}`);
  moved.operations.forEach(show);
  await waitForOperations(api, moved, { onProgress: show });

  step("Page through the operations, three at a time", "GET …/operations");
  const params = { path: { project_id }, query: { limit: 3 } };
  for await (const page of paginate(api, "/projects/{project_id}/operations", params).pages()) {
    for (const { created_at, action, status } of page.operations) {
      say(`${created_at}  ${action.padEnd(20)} ${status}`);
    }
    say(dim(page.operations.length > 0 ? `next page from ${page.pagination.cursor}` : "the end"));
  }

  step("Revoke a key", "DELETE /organizations/{org_id}/api_keys/{key_id}");
  const key = await unwrap(
    api.POST("/organizations/{org_id}/api_keys", {
      params: { path: { org_id } },
      body: { key_name: "first-minute", project_id },
    }),
  );
  const scoped = client(key.key);
  const seen = await unwrap(scoped.GET("/projects"));
  say(
    `a new key for ${key.project_id} sees ${seen.projects.length} of ${projects.length} projects`,
  );
  const revocation = { params: { path: { org_id, key_id: key.id } } };
  await unwrap(api.DELETE("/organizations/{org_id}/api_keys/{key_id}", revocation));
  const error = await unwrap(scoped.GET("/projects")).catch((error: unknown) => error);
  if (!(error instanceof AuthenticationError)) throw new Error("a revoked key was accepted");
  say(`revoked: ${error.name}: ${error.message}`);

  say(`\n${requests} requests. README.md shows the next steps; \`npm test\` checks the rest.\n`);
} finally {
  await emulator.close();
}

function show({ action, status }: Operation) {
  say(`${action.padEnd(20)} ${status}`);
}

function step(title: string, route: string) {
  say(`\n${colored ? `\x1b[1m${title}\x1b[22m` : title}  ${dim(route)}`);
}

function say(line: string) {
  console.log(`  ${line.replaceAll("\n", "\n  ")}`);
}

function dim(text: string): string {
  return colored ? `\x1b[2m${text}\x1b[22m` : text;
}
