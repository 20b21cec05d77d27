/** Providers that lack a route, or take it for another. */
import { type Apply, type Fault, inGroup, rowsOf } from "../../fault.ts";
import { answered, elsewhere } from "../../provider.ts";
import { answering, type On, sending } from "../../verbs.ts";
import { under } from "./under.ts";

const { must } = inGroup("requests");

const TABLES = "Endpoints, Tables";

/** Answers a status in place of success. */
const failing = (status: number, on: On): Apply => answering(on, () => answered(status, {}));

const lacking = (on: On): Apply => failing(404, on);

const LACKING: [id: string, route: string][] = [
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

/** A word of the paths of each family without shapes. */
const FAMILIES: [id: string, what: string, paths: RegExp][] = [
  ["members", "members of organizations", /organizations\/\{org_id\}(\/members.*)?$/],
  ["invitations", "invitations", /\/invitations/],
  ["transfers", "project transfers", /transfer/],
  ["vpc", "VPC endpoint restrictions", /vpc_endpoints/],
  ["backups", "snapshots and backup schedules", /snapshot|backup_schedule/],
  ["consumption", "consumption metrics", /consumption/],
  ["branch-auth", "managed authentication", /\{branch_id\}\/auth/],
  ["data-api", "the Data API", /data-api/],
  ["buckets", "storage buckets", /buckets|storage/],
  ["functions", "functions", /functions/],
  ["logs", "logs", /logs/],
  ["credentials", "scoped credentials", /credentials/],
  ["ai-gateway", "the AI gateway", /ai_gateway/],
  ["regions", "regions", / \/regions/],
];

export const routeFaults: Fault[] = [
  ...must(
    TABLES,
    rowsOf(LACKING, ([id, route]) => [
      `route-lacks-${id}`,
      `does not serve ${route}`,
      lacking(route),
    ]),
  ),
  ...must(TABLES, {
    "route-shared-as-project": [
      "reads /projects/shared as the project named shared",
      sending("GET /projects/shared", (call) =>
        elsewhere(call.emulator, call, { path: "/projects/does-not-exist" }),
      ),
    ],
    "route-count-as-branch": [
      "reads /branches/count as the branch named count",
      sending("GET /projects/{project_id}/branches/count", (call) =>
        elsewhere(call.emulator, call, { path: `/projects/${call.ids.project_id}/branches/none` }),
      ),
    ],
    "route-prefix-as-object": [
      "reads objects-by-prefix as an object",
      lacking(under(/\/objects-by-prefix$/)),
    ],
    "route-patch-405": [
      "answers 405 to PATCH of a function",
      failing(405, under(/^PATCH.*\/functions\/\{slug\}$/)),
    ],
    "route-put-501": ["answers 501 to every PUT", failing(501, ({ method }) => method === "PUT")],
    "route-logs-500": [
      "answers 500 for the values of a log field",
      failing(500, under(/\/values$/)),
    ],
    "route-jwks-redirect": [
      "redirects the JWKS URLs",
      failing(307, ({ name, method }) => method === "GET" && name.endsWith("/jwks")),
    ],
    "route-encoded-object": [
      "does not decode the key of an object",
      lacking(({ url, name }) => name.includes("{object_key}") && url.includes("%2F")),
    ],
  }),
  ...must(
    "What the service does 7",
    rowsOf(FAMILIES, ([id, what, paths]) => [
      `family-lacks-${id}`,
      `does not serve ${what}`,
      lacking(under(paths)),
    ]),
  ),
  ...must("What the service does 7", {
    "route-delete-auth-keeps": ["does not serve storage", lacking(under(/\/storage$/))],
    "route-families-lacking": [
      "does not serve consumption metrics",
      lacking(under(/^GET \/consumption/)),
    ],
  }),
  ...must("Versioning 2", {
    "route-consumption-v1-only": [
      "serves only the legacy consumption metrics",
      lacking(under(/\/consumption_history\/v2\//)),
    ],
    "route-consumption-v2-only": [
      "serves only the current consumption metrics",
      lacking("GET /consumption_history/projects"),
    ],
  }),
  ...must("Versioning 3", {
    "route-legacy-auth-lacking": [
      "does not serve the legacy authentication",
      failing(410, under(/ \/projects\/(\{project_id\}\/)?auth\//)),
    ],
    "route-branch-auth-lacking": [
      "serves only the legacy authentication",
      lacking(under(/\/branches\/\{branch_id\}\/auth/)),
    ],
  }),
  ...must("Events", {
    "route-webhooks-lacking": [
      "does not serve the webhook configuration",
      lacking(under(/\/auth\/webhooks$/)),
    ],
  }),
];
