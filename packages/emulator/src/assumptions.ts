/**
 * What this emulator does where the document says "not shown". Whoever learns the truth changes it
 * here, and only here. Each line quotes the sentence it stands in for.
 */
import type { Endpoint, Operation } from "@hosted-postgres/types";

// Answers

/** "Request and response shapes of every endpoint […]: not shown": statuses of success. */
export const SUCCESS = { read: 200, created: 201, changed: 200 } as const;

/** Which operationIds create something, and so answer `SUCCESS.created`: their statuses are not shown. */
export const CREATES = /^(create|add|issue|grant|deploy)/;

/** "Rejected cases that the rules above imply […]: status codes and bodies: not shown." 401 alone is. */
export const REFUSED = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMedia: 415,
} as const;

/** "Shape of error response bodies: not shown." */
export function errorBody(error: string, message: string, field: string | undefined) {
  return { error, message, ...(field !== undefined && { field }) };
}

/**
 * "Request and response shapes […] not shown": what is read alone stands under its own name, a list
 * under the last word of its path, as in the shapes that are shown (`endpoint`, `endpoints`).
 */
export const UNSHOWN_LIST_NAME = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** "Every mutating response lists the operations it started": an empty list where none was. */
export const NO_OPERATIONS: Operation[] = [];

// Requests

/** The largest body accepted, in bytes, and how deep it may nest; no limit is shown. */
export const MAX_BODY = { bytes: 1_048_576, depth: 100 } as const;

/** "Request none": a body that is sent to a route that takes none is not looked at. */
export const BODY_NOT_TAKEN = {};

/** "`Authorization: Bearer <API_KEY>`": the word Bearer as it is written, one space, the key. */
export const AUTHORIZATION = /^Bearer (\S+)$/;

// Pages

/** "Default and maximum value of the `limit` query parameter on paginated lists: not shown." */
export const LIMIT = { default: 100, max: 1_000 } as const;

/**
 * How the end of a paginated list looks is not shown. `cursor` is "a timestamp with fractional
 * seconds", so the last page has one too, and the page after it is empty and repeats it. The other
 * two ways are there to try a client on them.
 */
export type LastCursor = "timestamp" | "empty" | "absent";
export const LAST_CURSOR: LastCursor = "timestamp";

// Time

/** "a few hundred milliseconds of activation latency": how long an operation runs, in milliseconds. */
export const OPERATION_MS = 300;

/** "default idle time 5 minutes", in milliseconds. How to set another one is not shown. */
export const IDLE_MS = 5 * 60_000;

/** "after a long idle period": how long a project goes unused until it is detached, in milliseconds. */
export const DETACH_MS = 30 * 24 * 3_600_000;

/** "periodic check": its period is not shown; in milliseconds. */
export const CHECK_AVAILABILITY_MS = 24 * 3_600_000;

// Operations

/** "initial status of some operations": one that changes a compute waits for those before it. */
export const QUEUED_ACTIONS: readonly string[] = [
  "start_compute",
  "suspend_compute",
  "apply_config",
];

/** "how `failed` is reached and whether it is final: not shown": it is final, this alone has effect. */
export const STATUS_WITH_EFFECT = "finished";

/** "attaches a project to storage": what recovering a deleted project starts. */
export const RECOVER_ACTION = "tenant_attach";

/** "started for example by changing a project's history retention period": by every change of one. */
export const UPDATE_PROJECT_ACTION = "apply_storage_config";

/** Operations on a project need a `branch_id`; which is not shown: its default branch. */
export const branchOfProjectOperations = <B extends { default: boolean }>(branches: B[]) =>
  branches.find((branch) => branch.default) ?? branches[0];

/** "poll GET operation by id […] until status is `finished`": also those of a deleted project. */
export const ROUTES_OF_DELETED_PROJECTS: readonly string[] = [
  "listOperations",
  "getOperation",
  "recoverProject",
];

/** "by creating, deleting or updating Postgres roles and databases": on the branch's compute, if any. */
export const APPLY_CONFIG_ROUTES: readonly string[] = [
  "createDatabase",
  "updateDatabase",
  "deleteDatabase",
  "createRole",
  "deleteRole",
  "resetRolePassword",
];

// Computes

/** "a read replica […] has its own type value, which is not shown": any other value is one. */
export const PRIMARY = "read_write";

/** "Response bodies of start and suspend, and of restart: not shown": the compute, the operations. */
export const stateResponse = (endpoint: Endpoint, operations: Operation[]) => ({
  endpoint,
  operations,
});

/** "present in responses to create and update; absent in list and delete": in a read, while there is one. */
export const readResponse = (endpoint: Endpoint, pending_state: string | undefined) => ({
  endpoint: pending_state === undefined ? endpoint : { pending_state, ...endpoint },
});

/** "resulting states: not shown" of a restart: it stays active, one operation starts it anew. */
export const RESTART_ACTIONS = ["start_compute"] as const;

/** "A restart applied to an idle compute has no documented result: not shown": it is refused. */
export const RESTART_OF_IDLE = "conflict";

/** "resulting states: not shown" when a compute that is up is moved or resized: it is started anew. */
export const RECONFIGURE_ACTIVE = ["apply_config", "start_compute"] as const;

/** "Other compute states and other moves: not shown": a disabled compute refuses to start. */
export const START_OF_DISABLED = "conflict";

/** Attributes of a compute that the control plane alone sets; which others can change is not shown. */
export const READ_ONLY_ENDPOINT = [
  "id",
  "host",
  "project_id",
  "region_id",
  "current_state",
  "pending_state",
  "last_active",
  "created_at",
  "updated_at",
  "proxy_host",
] as const;

/** "Other attributes of the create-endpoint body […]: not shown": one size alone is the fixed size. */
export const fixedSize = (min_cu: number | undefined, max_cu: number | undefined) =>
  min_cu ?? max_cu ?? 1;

// Projects and branches

/** "Allowed values of platform_id and provisioner […]: not shown", and of the other fields. */
export const PROJECT_DEFAULTS = {
  platform_id: "platform-1",
  region_id: "region-1",
  provisioner: "provisioner-1",
  pg_version: 17,
  locked: false,
  cpu_used_sec: 0,
  branch_logical_size_limit: 0,
} as const;

/** What a caller may set of a project is not shown: all but these. */
export const READ_ONLY_PROJECT = [
  "id",
  "cpu_used_sec",
  "created_at",
  "updated_at",
  "proxy_host",
] as const;

/** Host names: only that they are host names is shown. `.invalid` never resolves. */
export const PROXY_HOST = "proxy.emulator.invalid";
/** Host name of a compute, "connection host name": of which nothing else is shown. */
export const endpointHost = (id: string) => `${id}.emulator.invalid`;

/** "Fields of all other resources (branches […]) […]: not shown": the default branch's name. */
export const DEFAULT_BRANCH_NAME = "main";

/** "States and transitions of branches […]: not shown": the default branch is not deleted. */
export const DELETE_OF_DEFAULT_BRANCH = "conflict";

/** What becomes of the computes of a deleted project is not shown: idle, if it is recovered. */
export const STATE_AFTER_RECOVERY = "idle";

/** Where a new project belongs is not shown: to the organization this names, or to the key's owner. */
export const CREATE_PROJECT_OWNER = "org_id";

/** The bodies of the transfer routes are not shown: which projects, and to which organization. */
export const TRANSFER_BODY = { projects: "project_ids", to: "org_id" } as const;

/** Who accepts a transfer request, and into what, is not shown: any person, who has its id. */
export const ACCEPT_BODY = { to: "org_id" } as const;

// Keys and people

/**
 * "Permissions required by each individual endpoint […]: not shown": roles in an organization. Keys
 * and members take an administrator, as far as that is shown; everything else any member.
 */
export const ROLES = ["admin", "member"] as const;

/** "update member role": the field of the body that has it is not shown. */
export const ROLE_FIELD = "role";

/** Routes of the caller's own account, which a key that is no person's cannot use. */
export const PERSONAL_ROUTES = ["/api_keys", "/users/me"] as const;

/**
 * "cannot delete that project, cannot perform organization-related actions, cannot create projects":
 * what that means for each route is not shown. Every route of an organization is refused as well.
 */
export const NOT_FOR_PROJECT_KEYS: readonly string[] = [
  "createProject",
  "deleteProject",
  "recoverProject",
  "createProjectTransferRequest",
  "acceptProjectTransferRequest",
  "setProjectMemberRole",
  "removeProjectMemberRole",
];

/** A project that a key does not reach is not told from one that does not exist. */
export const UNREACHABLE = "notFound";

// Other resources: "Behavior of the resource families other than compute endpoints, operations and
// API keys: not shown."

/** Where a route keeps what it makes, if that is not its own path; `{…}` may also be in the body. */
export const KEPT_AT: Readonly<Record<string, string>> = {
  createSnapshot: "/projects/{project_id}/snapshots",
  deployFunction: "/projects/{project_id}/branches/{branch_id}/functions/{slug}",
  presignObject:
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}",
  createLegacyAuthIntegration: "/projects/{project_id}/auth/integration",
  createLegacyAuthUser: "/projects/{project_id}/auth/users",
};

/** Where a list is found, if that is not its own path. */
export const LISTED_AT: Readonly<Record<string, string>> = {
  listLegacyAuthIntegrations: "/projects/{project_id}/auth/integration",
};

/** "list VPC endpoints across all regions": all that was kept below this path. */
export const LISTED_BELOW: Readonly<Record<string, string>> = {
  listOrganizationVpcEndpoints: "/organizations/{org_id}/vpc/region/",
};

/** The only region: "list supported regions" shows none. */
export const REGIONS = [{ region_id: PROJECT_DEFAULTS.region_id }] as const;

/** "download object bytes": no route uploads any, so an object is empty. */
export const OBJECT_BYTES = "";

/** "delete every object under a key prefix": where the prefix stands, in body or query, is not shown. */
export const PREFIX_FIELD = "prefix";

/** A second resource under a name that is taken: "Behavior […] not shown". */
export const NAME_TAKEN = "conflict";
