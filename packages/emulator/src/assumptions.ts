/**
 * The emulator's guesses where the document says "not shown", each under the sentence it stands in
 * for. When the truth is known, it is changed here and nowhere else.
 */
import type { Endpoint, Operation, Project } from "@hosted-postgres/types";

// Responses

/** "Request and response shapes of every endpoint […]: not shown": the success statuses. */
export const SUCCESS = { read: 200, created: 201 } as const;

/** Operations that create something, by operationId; their POST answers `SUCCESS.created`. */
export const CREATES = /^(create|add|issue|grant|deploy)/;

/** "Rejected cases that the rules above imply […]: status codes and bodies: not shown"; 401 is. */
export const REFUSED = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMedia: 415,
  rateLimited: 429,
} as const;

/** The same, for what is not an HTTP request, does not arrive, or cannot be saved. */
export const FAILED = { timeout: 408, headersTooLarge: 431, internal: 500 } as const;

/** "Shape of error response bodies: not shown." */
export function errorBody(error: string, message: string, field?: string) {
  return { error, message, ...(field !== undefined && { field }) };
}

/**
 * "Request and response shapes […] not shown": a list stands under the last word of its path, as
 * the lists that are shown do (`endpoints`).
 */
export const UNSHOWN_LIST_NAME = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** "Every mutating response lists the operations it started": an empty list if it started none. */
export const NO_OPERATIONS: Operation[] = [];

/**
 * "Fields of all other resources […]: not shown": each stands under its name, as a compute does, and
 * beside it the operations of a change.
 */
export const shapes = {
  branch: <Branch>(branch: Branch) => ({ branch }),
  branches: <Branch>(branches: Branch[]) => ({ branches }),
  branchCount: (count: number) => ({ count }),
  changedBranch: <Branch>(branch: Branch, operations: Operation[]) => ({ branch, operations }),
  /** "restore snapshot": what comes of it is not shown: a new branch, with the snapshot's data. */
  restoredSnapshot: <Branch>(branch: Branch, operations: Operation[]) => ({ branch, operations }),
  organization: <Organization>(organization: Organization) => ({ organization }),
  organizations: <Organization>(organizations: Organization[]) => ({ organizations }),
  member: <Member>(member: Member) => ({ member }),
  members: <Member>(members: Member[]) => ({ members }),
  changedMember: <Member>(member: Member) => ({ member, operations: NO_OPERATIONS }),
  /** A member of the organization, with the body of the role on the project that was set. */
  projectMember: <Member>(member: Member, role: object | undefined) => ({
    ...member,
    ...(role && { project_role: role }),
  }),
  projectRole: <Role extends object>(role: Role) => ({ ...role, operations: NO_OPERATIONS }),
  user: <User>(user: User) => ({ user }),
  regions: <Region>(regions: readonly Region[]) => ({ regions }),
  project: <Project>(project: Project) => ({ project }),
  changedProject: (project: Project, operations: Operation[]) => ({ project, operations }),
  createdProject: (project: Project, endpoints: Endpoint[], operations: Operation[]) => ({
    project,
    endpoints,
    operations,
  }),
  transferredProjects: (projects: Project[]) => ({ projects, operations: NO_OPERATIONS }),
  transferRequest: ({ id, project_id }: Record<"id" | "project_id", string>) => ({
    id,
    project_id,
    operations: NO_OPERATIONS,
  }),
  /** "details about how the current request is authenticated". */
  auth: (key: {
    id: number;
    name: string;
    kind: string;
    owner_id: string;
    project_id?: string;
  }) => {
    const { id, name, kind, owner_id, project_id } = key;
    return { id, name, kind, owner_id, ...(project_id !== undefined && { project_id }) };
  },
  revokedKey: <Key extends object>(key: Key) => ({ ...key, revoked: true }),
};

/** "Fields of all other resources […]": a branch has what its creator sent, and its own fields. */
export const branchFields = <Own extends object>(attributes: object, own: Own) => ({
  ...attributes,
  ...own,
});

/** The name of a project or a branch that is created without one is not shown: its id. */
export const unnamed = (id: string) => id;

// Requests

/** No limits are shown: the largest body, in bytes, and its deepest nesting. */
export const MAX_BODY = { bytes: 1_048_576, depth: 100 } as const;

/** "Request […] shapes of every endpoint […]: not shown": the fields of a body that is no object. */
export const FIELDS_OF_OTHER_VALUES: Readonly<Record<string, unknown>> = {};

/** "Request none": a body sent to a route that takes none is ignored. */
export const BODY_NOT_TAKEN = {};

/** "`Authorization: Bearer <API_KEY>`": the word Bearer in this case, one space, the key. */
export const AUTHORIZATION = /^Bearer (\S+)$/;

// Pages

/**
 * "Default and maximum value of the `limit` query parameter on paginated lists: not shown." A smaller
 * one than the minimum is refused, a larger one than the maximum is cut.
 */
export const LIMIT = { min: 1, default: 100, max: 1_000 } as const;

/**
 * The end of a paginated list is not shown. `cursor` is "a timestamp with fractional seconds", so
 * the last page has one too, and the page after it is empty and repeats it. The other two values
 * exist to try a client on them.
 */
export type LastCursor = "timestamp" | "empty" | "absent";
export const LAST_CURSOR: LastCursor = "timestamp";

// Time

/** "a few hundred milliseconds of activation latency": how long an operation runs. */
export const OPERATION_MS = 300;

/** "default idle time 5 minutes", in milliseconds. No way to set another one is shown. */
export const IDLE_MS = 5 * 60_000;

/** "after a long idle period": the idle time after which a project is detached, in milliseconds. */
export const DETACH_MS = 30 * 24 * 3_600_000;

/** "periodic check": the period, in milliseconds, is not shown. */
export const CHECK_AVAILABILITY_MS = 24 * 3_600_000;

/** A check of a compute that operations are changing is not shown: it waits for the next period. */
export const isCheckDue = (pending_state: string | undefined) => pending_state === undefined;

// Operations

/** "initial status of some operations": these wait for earlier ones on the same compute. */
export const QUEUED_ACTIONS: readonly string[] = [
  "start_compute",
  "suspend_compute",
  "apply_config",
];

/** No end of the list of operations is shown, nor of the time to recover a deleted project: none. */
export const HISTORY = Number.POSITIVE_INFINITY;

/** "how `failed` is reached and whether it is final: not shown": it is final, without effect. */
export const STATUS_WITH_EFFECT = "finished";

/** Our choice, since none is shown: a failed suspension is retried after another idle time. */
export const RETRIED_AFTER_FAILURE: readonly string[] = ["suspend_compute"];

/** "attaches a project to storage": the operation that recovers a deleted project. */
export const RECOVER_ACTION = "tenant_attach";

/** "started for example by changing a project's history retention period": by any change. */
export const UPDATE_PROJECT_ACTION = "apply_storage_config";

/** Operations on a project need a `branch_id`, not shown which: the default branch. */
export const branchOfProjectOperations = <B extends { default: boolean }>(branches: B[]) =>
  branches.find((branch) => branch.default) ?? branches[0];

/** The compute of a branch that is configured and checked is not shown: its primary one, or any. */
export const computeOfBranchOperations = <C extends { endpoint: { type: string } }>(
  computes: C[],
) => computes.find(({ endpoint }) => endpoint.type === PRIMARY) ?? computes[0];

/** "poll GET operation by id […] until status is `finished`": for a deleted project too. */
export const ROUTES_OF_DELETED_PROJECTS: readonly string[] = [
  "listOperations",
  "getOperation",
  "recoverProject",
];

/** "by creating, deleting or updating Postgres roles and databases": on a compute of the branch. */
export const APPLY_CONFIG_ROUTES: readonly string[] = [
  "createDatabase",
  "updateDatabase",
  "deleteDatabase",
  "createRole",
  "deleteRole",
  "resetRolePassword",
];

// Computes

/** "a read replica […] has its own type value, which is not shown": any value but this one. */
export const PRIMARY = "read_write";

/** "Response bodies of start and suspend, and of restart: not shown": compute and operations. */
export const stateResponse = (endpoint: Endpoint, operations: Operation[]) => ({
  endpoint,
  operations,
});

/** "present in responses to create and update; absent in list and delete": in reads, if pending. */
export const readResponse = (endpoint: Endpoint, pending_state: string | undefined) => ({
  endpoint: pending_state === undefined ? endpoint : { pending_state, ...endpoint },
});

/** "resulting states: not shown" of a restart: the compute stays active, and starts once more. */
export const RESTART_ACTIONS = ["start_compute"] as const;

/** "A restart applied to an idle compute has no documented result: not shown": refused. */
export const RESTART_OF_IDLE = "conflict";

/** "resulting states: not shown" of a move or resize of a compute that is up: it restarts. */
export const RECONFIGURE_ACTIVE = ["apply_config", "start_compute"] as const;

/** "Other compute states and other moves: not shown": starting a disabled compute is refused. */
export const START_OF_DISABLED = "conflict";

/** The attributes of a compute that can change are not shown: all but these. */
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

/** "Other attributes of the create-endpoint body […]: not shown": one limit alone fixes the size. */
export const fixedSize = (min_cu: number | undefined, max_cu: number | undefined) =>
  min_cu ?? max_cu ?? 1;

// Projects and branches

/** "Allowed values of platform_id and provisioner […]: not shown"; nor are the other fields'. */
export const PROJECT_DEFAULTS = {
  platform_id: "platform-1",
  region_id: "region-1",
  provisioner: "provisioner-1",
  pg_version: 17,
  locked: false,
  cpu_used_sec: 0,
  branch_logical_size_limit: 0,
} as const;

/** The attributes of a project that a caller can set are not shown: all but these. */
export const READ_ONLY_PROJECT = [
  "id",
  "cpu_used_sec",
  "created_at",
  "updated_at",
  "proxy_host",
] as const;

/** The form of host names is not shown. `.invalid` never resolves. */
export const PROXY_HOST = "proxy.emulator.invalid";
/** "connection host name" of a compute: its form is not shown. */
export const endpointHost = (id: string) => `${id}.emulator.invalid`;

/** "Fields of all other resources (branches […]) […]: not shown": the default branch's name. */
export const DEFAULT_BRANCH_NAME = "main";

/** "States and transitions of branches […]: not shown": deleting the default branch is refused. */
export const DELETE_OF_DEFAULT_BRANCH = "conflict";

/** The role and the database that every branch has, and their names: not shown. */
export const DEFAULT_CONTENT = { role: "owner", database: "app" } as const;

/** "Fields of all other resources (branches […]) […]: not shown": where a branch names its parent. */
export const parentIdIn = ({ parent_id }: Record<string, unknown>) => parent_id;

/** The fate of the computes of a deleted branch is not shown: all go with it. */
export const deletedWithBranch = <C>(computes: C[]) => computes;

/** "Every project has a default branch with a primary […] compute": a request to end that is refused. */
export const DEFAULT_BRANCH_WITHOUT_PRIMARY = "conflict";

/** The fate of a deleted project's computes is not shown: they are idle after recovery. */
export const STATE_AFTER_RECOVERY = "idle";

/** Recovering a project that is not deleted: not shown, refused. */
export const RECOVER_OF_LIVING = "conflict";

/** "list shared projects": how a project is shared is not shown, so none is. */
export const SHARED_PROJECTS: Project[] = [];

/** The owner of a new project is not shown: the organization in this field, or the key's owner. */
export const CREATE_PROJECT_OWNER = "org_id";

/** The bodies of the transfer routes are not shown: fields for the projects and the new owner. */
export const TRANSFER_BODY = { projects: "project_ids", to: "org_id" } as const;

/** The rules for accepting a transfer are not shown: its id is enough; this names the new owner. */
export const ACCEPT_BODY = { to: "org_id" } as const;

// Keys and people

/**
 * "Permissions required by each individual endpoint […]: not shown": the roles in an organization.
 * Its keys and members take an administrator, as far as shown; everything else takes any member.
 */
export const ROLES = ["admin", "member"] as const;

/** "remove member": who may is not shown: administrators, and members themselves. */
export const mayRemoveMember = (isSelf: boolean, isAdmin: boolean) => isSelf || isAdmin;

/** "whether `project_id` may be omitted, and what omitting it yields: not shown": a wider key. */
export const kindOfKey = (project_id: string | undefined) =>
  project_id === undefined ? "organization" : "project";

/** The body of creating a personal key is not shown: the field of its name, and the name without. */
export const PERSONAL_KEY_NAME = { field: "key_name", default: "" } as const;

/** "stop working if the project is transferred": all scoped keys, even if the project comes back. */
export const keysEndedByTransfer = <K>(scoped: K[]) => scoped;

/** "update member role": its body field is not shown. */
export const ROLE_FIELD = "role";

/** Routes of the caller's own account: only a personal key can use them. */
export const PERSONAL_ROUTES = ["/api_keys", "/users/me"] as const;

/**
 * "cannot delete that project, cannot perform organization-related actions, cannot create projects":
 * the routes this covers are not shown. Every route of an organization is refused as well.
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

/** The answer about an unreachable project is not shown: as if it did not exist. */
export const UNREACHABLE = "notFound";

// Other resources: "Behavior of the resource families other than compute endpoints, operations and
// API keys: not shown."

/** Routes that keep their resource under another path; the body may have the path's parameters. */
export const KEPT_AT: Readonly<Record<string, string>> = {
  createSnapshot: "/projects/{project_id}/snapshots",
  deployFunction: "/projects/{project_id}/branches/{branch_id}/functions/{slug}",
  presignObject:
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}",
  createLegacyAuthIntegration: "/projects/{project_id}/auth/integration",
  createLegacyAuthUser: "/projects/{project_id}/auth/users",
};

/** Lists that read from another path than their own. */
export const LISTED_AT: Readonly<Record<string, string>> = {
  listLegacyAuthIntegrations: "/projects/{project_id}/auth/integration",
};

/** "list VPC endpoints across all regions": lists everything below this path. */
export const LISTED_BELOW: Readonly<Record<string, string>> = {
  listOrganizationVpcEndpoints: "/organizations/{org_id}/vpc/region",
};

/** "list supported regions": none is shown, so there is one. */
export const REGIONS = [{ region_id: PROJECT_DEFAULTS.region_id }] as const;

/** "download object bytes": no route uploads bytes, so every object is empty. */
export const OBJECT_BYTES = "";

/** "delete every object under a key prefix": its field is not shown; in the body or the query. */
export const PREFIX_FIELD = "prefix";

/** "Behavior […] not shown" when a name is taken. */
export const NAME_TAKEN = "conflict";
