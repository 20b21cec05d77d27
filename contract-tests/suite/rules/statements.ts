/**
 * The sentences of the document in our words, by section and number, or by the name of the table or
 * paragraph. Rules name the sentences they stand on; a sentence without rules gives its reason here.
 */

import { quotes } from "./quotes.ts";

const NOT_SHOWN = "says what is not shown";

const sentences = {
  Paths: {
    "base-url": "all paths follow base_url, which has the version prefix",
  },
  "What the service does 1": {
    "json-api": "an HTTP/JSON API",
  },
  "What the service does 2": {
    "projects-and-branches": "a project contains branches; a branch holds databases and roles",
    "data-through-computes": "data is reached only through an attached compute",
    "compute-is-an-endpoint": "a compute is called an endpoint, with ids that begin with ep-",
  },
  "What the service does 3": {
    "default-branch": "every project has a default branch with a primary compute",
    "one-primary": "at most one primary compute per branch",
    "many-replicas": "any number of read replicas per branch",
  },
  "What the service does 4": {
    "fixed-or-autoscaling": "a compute is fixed-size or autoscaling",
    suspends: "it suspends itself after inactivity",
    "starts-again": "it starts again when used",
  },
  "What the service does 5": {
    "mutations-list-operations": "every mutating response lists the operations it started",
    "operations-are-polled": "an operation can be read or polled until it finishes",
  },
  "What the service does 6": {
    "bearer-key": "access is by API key as bearer token",
    "kinds-of-key": "keys are personal, of an organization, or scoped to a project",
  },
  "What the service does 7": {
    "other-families": "the other families have a method and a path only",
  },
  "What the service does 8": {
    "other-families-behaviour": unproven("behaviour of the other families", NOT_SHOWN),
  },
  "Resources and their fields, Conventions": {
    timestamps: "timestamps are ISO 8601 UTC, Z, seconds precision",
    identifiers: "identifiers are strings unless stated",
  },
  "Resources and their fields, Project": {
    fields: "the table of 12 fields",
    "project-values": unproven(
      "values of platform_id and provisioner, unit of the size limit",
      NOT_SHOWN,
    ),
  },
  "Resources and their fields, Compute endpoint": {
    fields: "the table of 19 fields",
    id: "id always begins with ep-",
    type: "type is read_write for the primary compute",
    replica: "a read replica is read-only",
    "replica-type": unproven("the type of a read replica", NOT_SHOWN),
    "fixed-size": "the maximum size is equal to the minimum for a fixed size",
    "pending-state": "pending_state: in create and update, not in list and delete",
    settings: "settings contains pg_settings, empty by default",
    "pooler-mode": unproven(
      "transaction is the observed pooler_mode",
      "an observed value, not a closed list",
    ),
    "last-active": "last_active is absent if never active",
    defaults: "values of a compute created with branch and type only",
    console: "what the console shows of a compute",
  },
  "Resources and their fields, Operation": {
    fields: "the table of 9 fields",
    id: "id is a UUID",
    "endpoint-id": "endpoint_id is absent when no compute is concerned",
    status: "the four statuses",
    origin: "operations are started by users and by the control plane itself",
    console: unproven(
      "the console's names of statuses, and its columns",
      "a matter of the web console",
    ),
  },
  "Resources and their fields, Operation actions": {
    observed: unproven("the actions seen in payloads", "observed values, not a closed list"),
    known: "13 actions, in the API in lower case with underscores",
    "apply-config": "apply config",
    "apply-storage-config": "apply storage config",
    "check-availability": "check availability: periodic, not without a compute",
    "create-branch": "create branch",
    "create-timeline": "create timeline",
    "delete-tenant": "delete tenant",
    "start-compute": "start compute",
    "suspend-compute": "suspend compute",
    "tenant-attach": "tenant attach",
    "tenant-detach": "tenant detach",
    "tenant-reattach": "tenant reattach",
    "timeline-archive": "timeline archive",
    "timeline-unarchive": "timeline unarchive",
  },
  "Resources and their fields, Pagination object": {
    cursor: "one field cursor, a timestamp with fractional seconds",
    "on-lists": "returned with paginated lists",
  },
  "Resources and their fields, API key": {
    fields: "the table of 6 fields",
    created: "created_at and created_by",
    id: "id is an integer, used in revoke paths",
    secret: "key is the secret, returned at creation only",
    "project-id": "project_id is present for a project-scoped key",
    "other-resources": unproven("fields of all other resources", NOT_SHOWN),
  },
  "Resources and their fields, API key types": {
    "personal-creation": "personal: created by any user",
    "personal-scope": "personal: the user's projects and those of organizations",
    "personal-end": "personal: until revoked; organization projects until the user leaves",
    "organization-creation": "organization: created by administrators",
    "organization-scope": "organization: all projects",
    "organization-end": "organization: until revoked",
    "scoped-creation": "project-scoped: created by any member",
    "scoped-scope": "project-scoped: one project",
    "scoped-end": "project-scoped: until revoked, or the project leaves",
  },
  "States and transitions, Compute endpoint": {
    states: unproven("observed states: init, idle, active", "observed values, not a closed list"),
    create: "create: init, pending active, start_compute running",
    suspend: "active, inactive for 5 minutes: idle, with suspend_compute",
    connection: "idle, connection or query: active",
    start: "idle, start: active, with start_compute",
    "wake-time": "waking takes a few hundred milliseconds",
    move: "idle, new branch_id: idle, pending idle, two operations",
    restart: "active, restart: connections are interrupted",
    "states-after-change": unproven(
      "states that result from a restart or a change of size",
      NOT_SHOWN,
    ),
    resize: "active, change of size: restart, connections drop",
    autoscaling: "active, autoscaling in its range: stays active",
    "other-moves": unproven("other states and moves", NOT_SHOWN),
  },
  "States and transitions, Compute endpoint Rules 1": {
    "always-active": "without scale to zero always active",
    "connection-resets-timer": "each connection resets the timer",
  },
  "States and transitions, Compute endpoint Rules 2": {
    deleted: "a deleted compute is gone",
    "created-again": "a later one has other connection details",
  },
  "States and transitions, Operation": {
    status: "the four statuses",
    scheduling: "scheduling moves on until finished",
    running: "running moves on until finished, which is its end",
    "other-moves": "all other moves",
  },
  "States and transitions, API key": {
    created: "created: valid",
    revoked: "revoked: at once, for good, 401 to every request",
    "project-leaves": "project leaves the organization: stops working",
    "user-leaves": "user leaves the organization: loses its projects",
    "other-resources": unproven("states of all other resources", NOT_SHOWN),
  },
  "Endpoints, Common rules": {
    json: "bodies and responses are JSON",
    authorization: "header Authorization",
    accept: "header Accept",
    "content-type": "header Content-Type with a body",
    "path-parameters": "path parameters are placeholders in braces",
    "other-shapes": unproven("shapes of the other endpoints", NOT_SHOWN),
  },
  "Endpoints, Detailed shapes": {
    "list-projects": "GET projects",
    "create-key": "POST organization api_keys",
    "create-endpoint": "POST endpoints",
    "list-endpoints": "GET endpoints",
    "update-endpoint": "PATCH endpoint",
    "delete-endpoint": "DELETE endpoint",
    "restart-endpoint": "POST restart: no request body",
    "list-operations": "GET operations: limit and cursor, operations and pagination",
    "get-operation": "GET operation",
  },
  "Endpoints, Rules 1": {
    "one-primary": "no second primary compute on a branch",
    "many-replicas": "read replicas in any number",
    create: "init, one operation start_compute, running",
  },
  "Endpoints, Rules 2": {
    "free-branch": "a move needs a branch without primary compute",
    operations: "the response lists the operations started",
    attributes: "any changeable attribute can be changed",
  },
  "Endpoints, Rules 3": {
    "restart-needs-active": "restart works only on an active compute",
    "idle-is-woken": "an idle one is woken by a query or start",
  },
  "Endpoints, Rules 4": {
    limit: "the first request carries limit",
    cursor: "each next one the previous cursor with limit",
    "url-encoded": "the cursor is URL-encoded",
    "newest-first": "newest first",
    "page-by-page": "it is a list, read page by page; its end is not shown",
  },
  "Endpoints, Rules 5": {
    "by-id": "poll the returned operations by id",
    interval: "an interval of 5 seconds is used",
    "until-finished": "until finished",
    failed: "handle failed",
  },
  "Endpoints, Rules 6": {
    omitted: unproven(
      "omitting project_id; other attributes; answers of start, suspend and restart",
      NOT_SHOWN,
    ),
  },
  "Endpoints, Tables": {
    routes: "the methods and paths of the tables",
    "key-lists": "the lists of keys",
  },
  "Authentication 1": {
    "bearer-key": "every request carries the bearer key",
  },
  "Authentication 2": {
    "missing-header": "no header: 401",
    "other-form": "no such header, but another form: 401",
    "rejected-key": "invalid or revoked key: 401",
    "no-effect": "such a request fails",
    "valid-key": "a valid key opens",
  },
  "Authentication 3": {
    "first-key": "the first key comes from the console",
    "further-keys": "further keys through the API",
  },
  "Authentication 4": {
    console: "the console shows a secret once",
    "lost-key": "a lost key is revoked and replaced",
    "secret-stays-secret": "a secret is seen once, so nothing of ours shows it again",
  },
  "Authentication 5": {
    types: unproven(
      "key types are in the table",
      "explains a word; what it implies is stated elsewhere",
    ),
  },
  "Authentication 6": {
    "admin-needed": "a personal key of an administrator is needed",
    "verified-first": "verified before the key is created",
    "admin-access": "administrator-level access to all resources",
  },
  "Authentication 7": {
    "own-project": "member-level access to its project only",
    "no-project-deletion": "cannot delete that project",
    "no-organization-action": "no organization-related actions",
    "no-project-creation": "cannot create projects",
    transfer: "stops working when the project is transferred",
    "any-member": "any member can create one",
    "personal-key": "authenticated with a personal key",
  },
  "Authentication 8": {
    immediate: "immediate and permanent",
    "who-revokes": "who may revoke",
    paths: "the two revocation endpoints",
  },
  "Authentication 9": {
    "no-expiry": "no expiry",
  },
  "Authentication 10": {
    "get-auth": "GET /auth tells how the request is authenticated",
  },
  "Authentication 11": {
    permissions: unproven("permissions of each endpoint", NOT_SHOWN),
  },
  Events: {
    webhooks: "webhook configuration endpoints exist",
    polled: "operations are read or polled, not pushed",
    payloads: unproven("kinds of event, payloads, delivery, signing", NOT_SHOWN),
  },
  "Errors, Table": {
    unauthorized: "missing header, invalid or revoked key: 401",
    "failed-operation": "an operation that cannot complete becomes failed, clients handle it",
    "disk-full": "disk full: SQLSTATE 53100",
  },
  "Errors, Implied refusals": {
    "second-primary": "a second primary compute is rejected",
    "organization-key": "an organization key without being administrator is rejected",
    "restart-of-idle": "a restart of an idle compute is rejected",
    "scoped-key": "a scoped key elsewhere is rejected",
    statuses: unproven("their statuses and bodies", NOT_SHOWN),
  },
  "Errors, Bodies": {
    bodies: "shape of error bodies",
  },
  "Errors, Notes": {
    "full-disk": unproven("mitigations of a full disk", "advice about queries"),
    "no-suspension": "why a compute does not suspend",
    "restart-of-idle": unproven("result of restarting an idle compute", NOT_SHOWN),
  },
  "Limits, Table": {
    "key-count": "10,000 keys per account, recommended",
    "no-key-limit": "no strict limit of keys",
    "one-primary": "1 primary compute per branch",
    "many-replicas": "multiple read replicas per branch",
    "fixed-size": "fixed size from 0.25 to 56",
    autoscaling: "autoscaling from 0.25 to 16",
    "free-plan": "free plan: 2 vCPUs, 8 GB",
    "idle-time": "idle time 5 minutes by default",
    "local-disk": "local file cache and local disk",
    "pooled-connections": "10,000 pooled connections",
    "polling-interval": "polling interval of 5 seconds",
  },
  "Limits, Compute size rules": {
    resources: "vCPUs, RAM and cache of a size",
    "supported-sizes": "the supported sizes",
    "max-connections": "max_connections of a size",
    "max-connections-of-others": unproven(
      "max_connections of autoscaling computes and of 40 to 56",
      NOT_SHOWN,
    ),
    "plans-and-rates": unproven(
      "sizes of paid plans, rate limits, default and maximum of limit",
      NOT_SHOWN,
    ),
  },
  "Versioning 1": {
    "base-url": "base_url ends with /api/v2",
  },
  "Versioning 2": {
    consumption: "two forms of consumption metrics",
  },
  "Versioning 3": {
    "managed-auth": "two forms of managed authentication",
  },
  "Versioning 4": {
    deprecation: unproven("deprecation, compatibility, change notification", NOT_SHOWN),
  },
} satisfies Record<string, Record<string, string | Unproven>>;

type Sentences = typeof sentences;

/** `<source>: <key>`, as in "Endpoints, Rules 1: one-primary". */
export type StatementKey = {
  [Source in keyof Sentences]: `${Source}: ${keyof Sentences[Source] & string}`;
}[keyof Sentences];

export interface Statement {
  key: StatementKey;
  /** Section and number, or the name of the table or paragraph. */
  source: string;
  says: string;
  /** The document's own words. */
  quote: string;
  /** The reason that no rule covers the statement. */
  excuse?: string;
}

/** Does not compile while a sentence has no quote. */
const quoteOf: Record<string, Record<string, string>> = quotes satisfies {
  [Source in keyof Sentences]: Record<keyof Sentences[Source], string>;
};

export const statements: Statement[] = Object.entries<Record<string, string | Unproven>>(
  sentences,
).flatMap(([source, under]) =>
  Object.entries(under).map(([name, sentence]) => ({
    key: `${source}: ${name}` as StatementKey,
    source,
    quote: quoteOf[source]?.[name] as string,
    ...(typeof sentence === "string" ? { says: sentence } : sentence),
  })),
);

interface Unproven {
  says: string;
  excuse: string;
}

function unproven(says: string, excuse: string): Unproven {
  return { says, excuse };
}
