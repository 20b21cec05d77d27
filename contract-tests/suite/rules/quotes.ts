/** The words of the document behind each statement, as they stand there under its source. */

export const quotes = {
  Paths: {
    "base-url": "All paths below are relative to {base_url}",
  },
  "What the service does 1": {
    "json-api": "The service is an HTTP/JSON API for managing hosted Postgres databases.",
  },
  "What the service does 2": {
    "projects-and-branches":
      "A project is the top-level container. It contains branches. A branch holds databases and roles.",
    "data-through-computes":
      "Its data is reached only through a compute that is attached to the branch.",
    "compute-is-an-endpoint":
      "In the API a compute is called an endpoint (path segment `endpoints`, identifier prefix `ep-`).",
  },
  "What the service does 3": {
    "default-branch": "Every project has a default branch with a primary read-write compute.",
    "one-primary": "A branch has at most one primary read-write compute",
    "many-replicas": "any number of read replica computes",
  },
  "What the service does 4": {
    "fixed-or-autoscaling": "A compute is fixed-size or autoscaling.",
    suspends: "It suspends itself after a period of inactivity (scale to zero)",
    "starts-again": "starts again when it is used",
  },
  "What the service does 5": {
    "mutations-list-operations": "Every mutating response lists the operations it started.",
    "operations-are-polled": "An operation can be read or polled until it finishes.",
  },
  "What the service does 6": {
    "bearer-key": "Access is by API key sent as a bearer token.",
    "kinds-of-key": "Keys are personal, organization-wide or project-scoped.",
  },
  "What the service does 7": {
    "other-families": "Only their method and path are given (see Endpoints).",
  },
  "What the service does 8": {
    "other-families-behaviour":
      "Behavior of the resource families other than compute endpoints, operations and API keys: not shown.",
  },
  "Resources and their fields, Conventions": {
    timestamps: "`<timestamp>` is an ISO 8601 UTC string with a trailing `Z` (seconds precision).",
    identifiers: "Identifiers are strings unless stated.",
  },
  "Resources and their fields, Project": {
    fields: "| id | string | project identifier |",
    "project-values":
      "Allowed values of platform_id and provisioner, and the units of branch_logical_size_limit: not shown.",
  },
  "Resources and their fields, Compute endpoint": {
    fields: "| host | string | connection host name of the compute |",
    id: "| id | string | always begins with `ep-` |",
    type: "`read_write` for the primary compute",
    replica: "a read replica (read-only)",
    "replica-type": "a read replica (read-only) has its own type value, which is not shown",
    "fixed-size": "maximum size in compute units; equal to the minimum for a fixed-size compute",
    "pending-state":
      "present in responses to create and update; absent in list and delete responses",
    settings: "contains `pg_settings`, an object of Postgres settings (empty object by default)",
    "pooler-mode": "`transaction` is the observed value",
    "last-active": "absent on a compute that has never been active",
    defaults:
      "A compute created with only branch_id and type in the request has: autoscaling_limit_min_cu = 1, autoscaling_limit_max_cu = 1, pooler_enabled = false, pooler_mode = `transaction`, disabled = false, passwordless_access = true, settings.pg_settings = {}.",
    console: "The console also shows for each compute:",
  },
  "Resources and their fields, Operation": {
    fields: "| failures_count | integer | |",
    id: "| id | string (UUID) | |",
    "endpoint-id": "absent when the operation concerns no compute (for example `create_branch`)",
    status: "| status | string | `running`, `finished`, `failed`, `scheduling` |",
    origin: "It is started either by a user action or by the control plane itself",
    console: "The console shows the status values as OK, Scheduling, In progress, Error.",
  },
  "Resources and their fields, Operation actions": {
    observed:
      "Action values seen in API payloads: `start_compute`, `suspend_compute`, `apply_config`, `check_availability`, `create_branch`.",
    known: "in the API the names are written in lower case with underscores",
    "apply-config": "| Apply config | applies a new configuration to an object;",
    "apply-storage-config": "| Apply storage config | applies configuration to a storage object;",
    "check-availability":
      "| Check availability | periodic check, made by the control plane, that a branch's data is available and that its compute can start; branches without a compute are not checked |",
    "create-branch": "| Create branch | creates a branch |",
    "create-timeline":
      "| Create timeline | sets up storage and creates the default branch when a project is created |",
    "delete-tenant": "| Delete tenant | deletes stored data when a project is deleted |",
    "start-compute": "| Start compute | starts a compute when something needs it,",
    "suspend-compute": "| Suspend compute | suspends a compute after inactivity |",
    "tenant-attach": "| Tenant attach | attaches a project to storage |",
    "tenant-detach": "| Tenant detach | detaches a project from storage after a long idle period |",
    "tenant-reattach":
      "| Tenant reattach | reattaches a detached project when it receives a request |",
    "timeline-archive":
      "| Timeline archive | records when a branch archive operation was initiated |",
    "timeline-unarchive":
      "| Timeline unarchive | records when a branch unarchive operation was initiated |",
  },
  "Resources and their fields, Pagination object": {
    cursor:
      "`pagination` is an object with one field, `cursor` (string, a timestamp with fractional seconds)",
    "on-lists": "returned with paginated lists",
  },
  "Resources and their fields, API key": {
    fields: "| name | string | |",
    created: "| created_by | string | identifier of the creating user |",
    id: "| id | integer | key identifier, used in revoke paths |",
    secret: "| key | string | the secret token; returned only at creation |",
    "project-id": "| project_id | string | present for a project-scoped key |",
    "other-resources":
      "Fields of all other resources (branches, databases, roles, snapshots, organizations, members and the rest) beyond the identifiers used in paths: not shown.",
  },
  "Resources and their fields, API key types": {
    "personal-creation": "| Personal API key | any user |",
    "personal-scope":
      "the user's personal projects and the organization projects where the user is a member",
    "personal-end":
      "until revoked; access to organization projects ends when the user leaves the organization",
    "organization-creation": "| Organization API key | organization administrators |",
    "organization-scope": "all projects in the organization",
    "organization-end":
      "| Organization API key | organization administrators | all projects in the organization | until revoked |",
    "scoped-creation": "| Project-scoped API key | any organization member |",
    "scoped-scope": "the single specified project",
    "scoped-end": "until revoked, or until the project leaves the organization",
  },
  "States and transitions, Compute endpoint": {
    states: "Observed values: `init`, `idle`, `active`.",
    create:
      "| `init`, with pending_state `active` | operation `start_compute` is returned with status `running` |",
    suspend:
      "| `active` | inactivity | scale to zero enabled; default idle time 5 minutes | `idle` | operation `suspend_compute` |",
    connection:
      "| `idle` | a connection to the compute, a query, or the start endpoint | | `active` |",
    start:
      "a connection to the compute, a query, or the start endpoint | | `active` | operation `start_compute`",
    "wake-time": "a few hundred milliseconds of activation latency",
    move: "`idle` (pending_state `idle`) | operations `apply_config` (`running`) and `suspend_compute` (`scheduling`) are returned",
    restart: "existing connections are interrupted",
    "states-after-change":
      "| `active` | restart endpoint | compute is active | resulting states: not shown |",
    resize: "compute restarts; existing connections drop temporarily",
    autoscaling:
      "| `active` | autoscaling resize within the configured range | autoscaling on | `active` | no restart and no disconnect |",
    "other-moves": "Other compute states and other moves: not shown.",
  },
  "States and transitions, Compute endpoint Rules 1": {
    "always-active": "Disabling scale to zero keeps the compute always active.",
    "connection-resets-timer": "Each connection resets the scale-to-zero timer.",
  },
  "States and transitions, Compute endpoint Rules 2": {
    deleted: "A deleted compute is gone",
    "created-again": "a compute created later for the same branch has different connection details",
  },
  "States and transitions, Operation": {
    status: "Values: `scheduling`, `running`, `finished`, `failed`.",
    scheduling:
      "| `scheduling` | initial status of some operations | moves on until `finished` (polling target) |",
    running:
      "| `running` | initial status of some operations | moves on until `finished` (polling target) |",
    "other-moves":
      "All other moves between operation statuses, including how `failed` is reached and whether it is final: not shown.",
  },
  "States and transitions, API key": {
    created: "| valid | creation | valid | secret returned once |",
    revoked:
      "immediate and permanent; every request using the key then fails with 401; cannot be reactivated",
    "project-leaves":
      "| valid (project-scoped) | project transferred out of the organization | stops working |",
    "user-leaves":
      "| valid (personal) | user leaves the organization | loses access to that organization's projects |",
    "other-resources":
      "States and transitions of branches, snapshots, anonymization, transfer requests and all other resources: not shown.",
  },
  "Endpoints, Common rules": {
    json: "Bodies and responses are JSON.",
    authorization: "Request header `Authorization: Bearer <API_KEY>`.",
    accept: "Request header `Accept: application/json`.",
    "content-type": "Requests with a body carry `Content-Type: application/json`.",
    "path-parameters": "Path parameters are placeholders in braces.",
    "other-shapes":
      "Request and response shapes of every endpoint in the tables below: not shown, except for the endpoints in the detailed subsections that follow.",
  },
  "Endpoints, Detailed shapes": {
    "list-projects": "| GET /projects | none | object with `projects`: array of Project |",
    "create-key":
      "| POST /organizations/{org_id}/api_keys | JSON body: `key_name` (string, descriptive name), `project_id` (string, scopes the key to one project) | API key object including the secret `key` |",
    "create-endpoint":
      "| POST /projects/{project_id}/endpoints | JSON body: `endpoint` object with `branch_id` (string) and `type` (string, `read_write` or the read replica value) | object with `endpoint` (Compute endpoint) and `operations` (array of Operation) |",
    "list-endpoints":
      "| GET /projects/{project_id}/endpoints | none | object with `endpoints`: array of Compute endpoint |",
    "update-endpoint":
      "| PATCH /projects/{project_id}/endpoints/{endpoint_id} | JSON body: `endpoint` object with any changeable compute attribute, for example `branch_id` | object with `endpoint` and `operations` |",
    "delete-endpoint":
      "| DELETE /projects/{project_id}/endpoints/{endpoint_id} | none | object with `endpoint` (the deleted compute) and `operations` (empty array) |",
    "restart-endpoint":
      "| POST /projects/{project_id}/endpoints/{endpoint_id}/restart | none | see below |",
    "list-operations":
      "| GET /projects/{project_id}/operations | query: `limit` (integer), `cursor` (string) | object with `operations` (array of Operation) and `pagination` (Pagination object) |",
    "get-operation":
      "| GET /projects/{project_id}/operations/{operation_id} | none | object with `operation` (Operation) |",
  },
  "Endpoints, Rules 1": {
    "one-primary":
      "the branch named by `branch_id` must not already have a primary read-write compute when the type is `read_write`",
    "many-replicas": "Read replicas may be added in any number.",
    create:
      "The response has current_state `init` and one operation `start_compute` with status `running`.",
  },
  "Endpoints, Rules 2": {
    "free-branch":
      "moving a compute to another branch requires that the target branch has no primary compute (for a primary compute)",
    operations: "The response lists the operations started.",
    attributes: "Update endpoint:",
  },
  "Endpoints, Rules 3": {
    "restart-needs-active": "Restart works only on an active compute.",
    "idle-is-woken": "An idle compute is woken by a query or the start endpoint.",
  },
  "Endpoints, Rules 4": {
    limit: "the first request carries `limit`",
    cursor:
      "each next request carries the `cursor` returned by the previous response together with `limit`",
    "url-encoded": "The cursor is URL-encoded in the query string.",
    "newest-first": "Results are ordered newest first.",
    "page-by-page": "Paginated list of operations",
  },
  "Endpoints, Rules 5": {
    "by-id": "after a request that returns operations, poll GET operation by id",
    interval: "an interval of 5 seconds is used",
    "until-finished": "until status is `finished`",
    failed: "handle `failed`",
  },
  "Endpoints, Rules 6": {
    omitted:
      "Create-key body: whether `project_id` may be omitted, and what omitting it yields: not shown.",
  },
  "Endpoints, Tables": {
    routes: "| Method | Path | Purpose |",
    "key-lists": "| GET | /api_keys | list the caller's API keys |",
  },
  "Authentication 1": {
    "bearer-key": "Every request carries `Authorization: Bearer <API_KEY>`.",
  },
  "Authentication 2": {
    "missing-header":
      "A request without this header, or with an invalid or revoked key, fails with HTTP 401.",
    "other-form":
      "A request without this header, or with an invalid or revoked key, fails with HTTP 401.",
    "rejected-key":
      "A request without this header, or with an invalid or revoked key, fails with HTTP 401.",
    "no-effect":
      "A request without this header, or with an invalid or revoked key, fails with HTTP 401.",
    "valid-key":
      "A request without this header, or with an invalid or revoked key, fails with HTTP 401.",
  },
  "Authentication 3": {
    "first-key":
      "The first key is created in the web console, where the user is already signed in.",
    "further-keys": "Further keys can then be created through the API.",
  },
  "Authentication 4": {
    console:
      "In the console the secret is displayed once at creation and cannot be retrieved later.",
    "lost-key": "A lost key must be revoked and replaced.",
    "secret-stays-secret": "the secret is displayed once at creation and cannot be retrieved later",
  },
  "Authentication 5": {
    types: "Key types and scopes are in the API key table under Resources and their fields.",
  },
  "Authentication 6": {
    "admin-needed":
      "Creating an organization API key: the caller uses a personal API key and must be an administrator of the organization",
    "verified-first": "that status is verified before the key is created",
    "admin-access":
      "Organization keys give administrator-level access to all organization resources.",
  },
  "Authentication 7": {
    "own-project":
      "Project-scoped keys have member-level access. They can access and manage only their project",
    "no-project-deletion": "cannot delete that project",
    "no-organization-action": "cannot perform organization-related actions",
    "no-project-creation": "cannot create projects",
    transfer: "stop working if the project is transferred out of the organization",
    "any-member":
      "Any organization member can create one for any organization-owned project with POST /organizations/{org_id}/api_keys",
    "personal-key": "authenticated with a personal key",
  },
  "Authentication 8": {
    immediate: "Revocation is immediate and permanent.",
    "who-revokes":
      "Who may revoke: a personal key only its account owner; an organization key, organization administrators; a project-scoped key, organization administrators.",
    paths:
      "Revocation endpoints: DELETE /api_keys/{key_id} and DELETE /organizations/{org_id}/api_keys/{key_id}.",
  },
  "Authentication 9": {
    "no-expiry": "Keys have no expiry; they are valid until revoked.",
  },
  "Authentication 10": {
    "get-auth": "GET /auth returns details about how the current request is authenticated.",
  },
  "Authentication 11": {
    permissions:
      "Permissions required by each individual endpoint, beyond those stated here: not shown.",
  },
  Events: {
    webhooks: "The service has webhook configuration endpoints for managed authentication",
    polled: "Operations are records that are read or polled, not pushed events.",
    payloads: "Kinds of event, their payloads, delivery and signing: not shown.",
  },
  "Errors, Table": {
    unauthorized:
      "| Authorization header missing, key invalid, or key revoked | HTTP 401 Unauthorized |",
    "failed-operation":
      "| An operation cannot complete | the operation's status becomes `failed`; clients poll and handle it |",
    "disk-full":
      "| Compute local disk is full while Postgres writes temporary files | the database returns an error with SQLSTATE 53100 and the text No space left on device |",
  },
  "Errors, Implied refusals": {
    "second-primary": "creating a primary compute on a branch that already has one",
    "organization-key": "creating an organization key without being an administrator",
    "restart-of-idle": "restarting an idle compute",
    "scoped-key": "a project-scoped key used on another project or for an organization action",
    statuses: "status codes and bodies: not shown",
  },
  "Errors, Bodies": {
    bodies: "Shape of error response bodies: not shown.",
  },
  "Errors, Notes": {
    "full-disk": "Mitigations for the disk-full error:",
    "no-suspension":
      "Why a compute does not suspend: frequent connection requests and periodic background jobs each reset the scale-to-zero timer.",
    "restart-of-idle": "A restart applied to an idle compute has no documented result: not shown.",
  },
  "Limits, Table": {
    "key-count": "10,000 is the recommended maximum",
    "no-key-limit": "| API keys per account | no strict limit;",
    "one-primary": "| Primary read-write computes per branch | 1 |",
    "many-replicas": "| Read replica computes per branch | multiple (count bound not shown) |",
    "fixed-size": "| Fixed compute size | 0.25 to 56 compute units |",
    autoscaling:
      "| Autoscaling range | 0.25 to 16 compute units; 0.25 and 0.5 are shared compute; sizes above 16 are fixed-size only |",
    "free-plan": "| Free plan compute | up to 2 vCPUs and 8 GB RAM |",
    "idle-time": "| Scale-to-zero idle time | 5 minutes by default |",
    "local-disk": "| Local file cache | up to 75% of the compute's RAM |",
    "pooled-connections":
      "| Concurrent user connections through a pooled connection | up to 10,000 |",
    "polling-interval": "| Suggested operation polling interval | 5 seconds |",
  },
  "Limits, Compute size rules": {
    resources: "one compute unit is 1 vCPU and 4 GB RAM",
    "supported-sizes":
      "Supported sizes: 0.25, 0.5, every integer from 1 to 16, then every even integer from 18 to 56.",
    "max-connections": "| Compute units | max_connections |",
    "max-connections-of-others": "max_connections for sizes 40 to 56: not shown",
    "plans-and-rates":
      "Larger compute sizes on paid plans (which sizes per plan): not shown. Request rate limits: not shown.",
  },
  "Versioning 1": {
    "base-url":
      "The API version is part of the base address: {base_url} ends with the path prefix `/api/v2`.",
  },
  "Versioning 2": {
    consumption: "Consumption metrics exist in two forms",
  },
  "Versioning 3": {
    "managed-auth": "Managed authentication exists in a per-branch form",
  },
  "Versioning 4": {
    deprecation: "Deprecation policy, compatibility guarantees and change notification: not shown.",
  },
};
