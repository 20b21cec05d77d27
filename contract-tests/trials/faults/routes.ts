/** Providers that do not serve a route, or take it for another. */
import { type Apply, type Fault, faultsOf } from "../fault.ts";
import { answered, type Call, edited, elsewhere, front } from "../provider.ts";

const { must } = faultsOf("routes");

const TABLES = "Endpoints, Tables";

function answers(status: number, when: (call: Call) => boolean): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) => {
      const response = await pass();
      return response.ok && when(call) ? answered(status, {}) : response;
    });
}

const lacks = (name: string) => answers(404, (call) => call.name === name);

/** Reads a word of a path as the id before it. */
function confuses(name: string, path: (call: Call) => string): Apply {
  return (emulator) =>
    front(emulator, async (call, pass) =>
      pass(call.name === name ? elsewhere(emulator, call, { path: path(call) }) : {}),
    );
}

const LACKING: [id: string, name: string][] = [
  ["backup-schedule", "PUT /projects/{project_id}/branches/{branch_id}/backup_schedule"],
  ["recover", "POST /projects/{project_id}/recover"],
  ["compare-schema", "GET /projects/{project_id}/branches/{branch_id}/compare_schema"],
  ["member-role", "DELETE /projects/{project_id}/members/{member_id}/role"],
  ["phone-number", "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number"],
  ["snapshot", "DELETE /projects/{project_id}/snapshots/{snapshot_id}"],
  [
    "download",
    "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download",
  ],
  ["accept-transfer", "PUT /projects/{project_id}/transfer_requests/{request_id}"],
  ["legacy-user", "DELETE /projects/{project_id}/auth/users/{auth_user_id}"],
  ["vpc", "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}"],
];

export const routeFaults: Fault[] = [
  ...LACKING.map(([id, name]) =>
    must(`route-lacks-${id}`, TABLES, `does not serve ${name}`, lacks(name)),
  ),
  must(
    "route-shared-as-project",
    TABLES,
    "takes /projects/shared for a project",
    confuses("GET /projects/shared", () => "/projects/does-not-exist"),
  ),
  must(
    "route-count-as-branch",
    TABLES,
    "takes /branches/count for a branch",
    confuses(
      "GET /projects/{project_id}/branches/count",
      ({ ids }) => `/projects/${ids.project_id}/branches/none`,
    ),
  ),
  must(
    "route-prefix-as-object",
    TABLES,
    "takes objects-by-prefix for an object",
    answers(404, ({ name }) => name.endsWith("/objects-by-prefix")),
  ),
  must(
    "route-patch-405",
    TABLES,
    "does not know PATCH of a function",
    answers(405, ({ name }) => name.startsWith("PATCH") && name.endsWith("/functions/{slug}")),
  ),
  must(
    "route-put-501",
    TABLES,
    "has not implemented PUT",
    answers(501, ({ method }) => method === "PUT"),
  ),
  must(
    "route-logs-500",
    TABLES,
    "fails on the values of a log field",
    answers(500, ({ name }) => name.endsWith("/values")),
  ),
  must(
    "route-jwks-redirect",
    TABLES,
    "sends the JWKS URLs elsewhere",
    answers(307, ({ name, method }) => method === "GET" && name.endsWith("/jwks")),
  ),
  must(
    "route-encoded-object",
    TABLES,
    "does not decode the key of an object",
    answers(404, ({ url, name }) => name.includes("{object_key}") && url.includes("%2F")),
  ),
  must(
    "route-delete-auth-keeps",
    "What the service does 7",
    "does not serve storage",
    answers(404, ({ name }) => name.endsWith("/storage")),
  ),
  must(
    "route-families-lacking",
    "What the service does 7",
    "serves no consumption metrics",
    answers(404, ({ name }) => name.startsWith("GET /consumption")),
  ),
  must(
    "route-consumption-v1-only",
    "Versioning 2",
    "serves the legacy consumption metrics only",
    answers(404, ({ name }) => name.includes("/consumption_history/v2/")),
  ),
  must(
    "route-consumption-v2-only",
    "Versioning 2",
    "serves the current consumption metrics only",
    lacks("GET /consumption_history/projects"),
  ),
  must(
    "route-legacy-auth-lacking",
    "Versioning 3",
    "serves no legacy authentication",
    answers(410, ({ name }) => / \/projects\/(\{project_id\}\/)?auth\//.test(name)),
  ),
  must(
    "route-branch-auth-lacking",
    "Versioning 3",
    "serves the legacy authentication only",
    answers(404, ({ name }) => name.includes("/branches/{branch_id}/auth")),
  ),
  must(
    "route-webhooks-lacking",
    "Events",
    "does not serve the webhook configuration",
    answers(404, ({ name }) => name.endsWith("/auth/webhooks")),
  ),
  {
    ...must(
      "route-other-2xx",
      "What the service does 8",
      "answers other 2xx where no shape is shown",
      (emulator) =>
        front(emulator, async ({ name }, pass) => {
          const response = await pass();
          const isUnshown = response.ok && /logs|advisors|anonymi/.test(name);
          return isUnshown
            ? new Response(response.body, { status: 202, headers: response.headers })
            : response;
        }),
    ),
    level: "benign",
  },
  {
    ...must(
      "route-more-in-answers",
      "What the service does 8",
      "answers more where no shape is shown",
      (emulator) =>
        front(emulator, async ({ name }, pass) =>
          edited(await pass(), (body) =>
            /branches|members|regions/.test(name) ? { ...body, links: {} } : undefined,
          ),
        ),
    ),
    level: "benign",
  },
];
