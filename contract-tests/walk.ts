/** `npm start`: the main job of the API with the real client, on a mock started for it. */
import { AuthenticationError, paginate, unwrap, waitForOperations } from "@hosted-postgres/client";
import { createSession } from "./context.ts";
import { mockTarget, startMock } from "./targets/mock.ts";

const mock = await startMock();
const { api, client, play, exchanges } = createSession(mockTarget(mock.url))();
const colored = process.stdout.isTTY && !process.env.NO_COLOR;

try {
  say(`\nThe API's mock listens on ${mock.url}. It keeps no state: where`);
  say("something moves on below, it answers the spec's examples in turn.");

  step("List projects", "GET /projects");
  const { projects } = await unwrap(api.GET("/projects"));
  for (const { id, name, pg_version, region_id } of projects) {
    say(`${id.padEnd(12)} ${name.padEnd(10)} Postgres ${pg_version}, ${region_id}`);
  }

  step("Create a compute", "POST /projects/{project_id}/endpoints");
  const project_id = projects[0]?.id ?? "project-1";
  const created = await unwrap(
    api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id } },
      body: { endpoint: { branch_id: "branch-1", type: "read_write" } },
    }),
  );
  const { endpoint } = created;
  say(
    `${endpoint.id} on ${endpoint.branch_id}: ${endpoint.current_state} → ${endpoint.pending_state}`,
  );

  step("Wait for its operation", "GET /projects/{project_id}/operations/{operation_id}");
  for (const { action, status } of created.operations) say(`${action.padEnd(16)} ${status}`);
  await waitForOperations(client({ fetch: play("running", "running", "finished") }), created, {
    onProgress: ({ action, status }) => say(`${action.padEnd(16)} ${status}`),
  });

  step("Move it to another branch", "PATCH /projects/{project_id}/endpoints/{endpoint_id}");
  const moved = await unwrap(
    api.PATCH("/projects/{project_id}/endpoints/{endpoint_id}", {
      params: { path: { project_id, endpoint_id: endpoint.id } },
      body: { endpoint: { branch_id: "branch-2" } },
    }),
  );
  say(`${moved.endpoint.id} on ${moved.endpoint.branch_id}: ${moved.endpoint.current_state}`);
  for (const { action, status } of moved.operations) say(`${action.padEnd(16)} ${status}`);

  step("Page through the operations, two at a time", "GET /projects/{project_id}/operations");
  const paging = client({ fetch: play("first_page", "next_page", "last_page") });
  const params = { path: { project_id }, query: { limit: 2 } };
  const walk = paginate(paging, "/projects/{project_id}/operations", params);
  for await (const { operations, pagination } of walk.pages()) {
    for (const { created_at, action, status } of operations) {
      say(`${created_at}  ${action.padEnd(16)} ${status}`);
    }
    say(
      dim(pagination.cursor ? `next page from ${pagination.cursor}` : "no cursor: the last page"),
    );
  }

  step("Be refused with a revoked key", "GET /projects");
  const refused = unwrap(api.GET("/projects", { headers: { Prefer: "code=401" } }));
  const error = await refused.catch((error: unknown) => error);
  if (!(error instanceof AuthenticationError)) throw new Error("a revoked key was accepted");
  say(`${error.name}: ${error.message}`);

  say(
    `\n${exchanges.length} requests. README.md goes on from here; \`npm test\` proves the rest.\n`,
  );
} finally {
  await mock.close();
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
