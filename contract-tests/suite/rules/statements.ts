/**
 * What the document states, sentence by sentence, in our words: each with the rules that stand on
 * it, or with the reason why there is none.
 */
export interface Statement {
  /** Section and number, or the name of the table or paragraph. */
  source: string;
  says: string;
  rules?: string[];
  excuse?: string;
}

const NOT_SHOWN = "says what is not shown";
const DESCRIBES = "explains a word; what it implies is stated elsewhere";

export const statements: Statement[] = [
  ...under("Paths", [
    ["all paths follow base_url, which has the version prefix", ["version-in-base-address"]],
  ]),

  ...under("What the service does 1", [
    ["an HTTP/JSON API", ["json-answers", "request-body-is-labelled-json"]],
  ]),
  ...under("What the service does 2", [
    ["a project contains branches; a branch holds databases and roles", ["routes-served"]],
    ["data is reached only through an attached compute", ["branch-data-through-compute-only"]],
    ["a compute is called an endpoint, with ids that begin with ep-", ["endpoint-id-prefix"]],
  ]),
  ...under("What the service does 3", [
    [
      "every project has a default branch with a primary compute",
      ["project-has-default-branch-with-primary"],
    ],
    ["at most one primary compute per branch", ["endpoint-one-primary"]],
    ["any number of read replicas per branch", ["endpoint-many-replicas"]],
  ]),
  ...under("What the service does 4", [
    ["a compute is fixed-size or autoscaling", ["endpoint-size-range"]],
    ["it suspends itself after inactivity", ["endpoint-suspends-when-inactive"]],
    ["it starts again when used", ["endpoint-connection-wakes-idle"]],
  ]),
  ...under("What the service does 5", [
    ["every mutating response lists the operations it started", ["mutations-list-operations"]],
    [
      "an operation can be read or polled until it finishes",
      [
        "operation-started-is-listed",
        "operation-of-mutation-is-new",
        "operation-of-command-is-listed",
        "operation-outlives-its-compute",
        "operation-poll-until-finished",
      ],
    ],
  ]),
  ...under("What the service does 6", [
    ["access is by API key as bearer token", ["auth-bearer-header"]],
    [
      "keys are personal, of an organization, or scoped to a project",
      ["key-personal-scope", "key-organization-scope", "key-scoped-own-project-only"],
    ],
  ]),
  ...under("What the service does 7", [
    ["the other families have a method and a path only", ["families-without-shapes-served"]],
  ]),
  ...under("What the service does 8", [["behaviour of the other families", NOT_SHOWN]]),

  ...under("Resources and their fields, Conventions", [
    ["timestamps are ISO 8601 UTC, Z, seconds precision", ["timestamp-form"]],
    ["identifiers are strings unless stated", ["identifiers-are-strings"]],
  ]),
  ...under("Resources and their fields, Project", [
    ["the table of 12 fields", ["project-fields"]],
    ["values of platform_id and provisioner, unit of the size limit", NOT_SHOWN],
  ]),
  ...under("Resources and their fields, Compute endpoint", [
    [
      "the table of 19 fields",
      [
        "endpoint-fields",
        "endpoint-is-of-the-project",
        "endpoint-through-its-project-only",
        "endpoint-branch-is-of-the-project",
        "endpoint-hosts-differ",
        "endpoint-times-in-order",
        "endpoint-update-is-dated",
      ],
    ],
    ["id always begins with ep-", ["endpoint-id-prefix"]],
    ["type is read_write for the primary compute", ["endpoint-create-as-asked"]],
    ["the type of a read replica", NOT_SHOWN],
    [
      "the maximum size is equal to the minimum for a fixed size",
      ["endpoint-size-range", "endpoint-create-defaults"],
    ],
    [
      "pending_state: in create and update, not in list and delete",
      [
        "endpoint-create-state",
        "endpoint-update-answer",
        "endpoint-pending-state-present",
        "endpoint-list-without-pending-state",
        "endpoint-delete-answer",
      ],
    ],
    [
      "settings contains pg_settings, empty by default",
      ["endpoint-fields", "endpoint-create-defaults"],
    ],
    ["transaction is the observed pooler_mode", "an observed value, not a closed list"],
    [
      "last_active is absent if never active",
      [
        "endpoint-create-last-active-absent",
        "endpoint-list-last-active-absent",
        "endpoint-last-active-absent-after-failed-start",
        "endpoint-last-active-present",
      ],
    ],
    ["values of a compute created with branch and type only", ["endpoint-create-defaults"]],
    ["what the console shows of a compute", ["endpoint-console-columns"]],
  ]),
  ...under("Resources and their fields, Operation", [
    [
      "the table of 9 fields",
      [
        "operation-fields",
        "operation-of-compute-names-it",
        "operation-endpoint-id-is-of-a-compute",
        "operation-of-mutation-concerns-its-compute",
        "operation-of-the-project",
        "operation-keeps-what-it-is",
        "operation-times-in-order",
        "operation-failures-are-counted",
      ],
    ],
    ["id is a UUID", ["operation-id-is-uuid"]],
    [
      "endpoint_id is absent when no compute is concerned",
      ["operation-without-compute-has-no-endpoint-id"],
    ],
    ["the four statuses", ["operation-status-values"]],
    [
      "operations are started by users and by the control plane itself",
      ["operation-started-is-listed", "operation-by-control-plane-is-listed"],
    ],
    ["the console's names of statuses, and its columns", "a matter of the web console"],
  ]),
  ...under("Resources and their fields, Operation actions", [
    ["the actions seen in payloads", "observed values, not a closed list"],
    [
      "13 actions, in the API in lower case with underscores",
      ["operation-actions-known", "operation-action-form"],
    ],
    ["apply config", ["operation-apply-config-by-settings", "operation-of-settings"]],
    ["apply storage config", ["operation-apply-storage-config"]],
    [
      "check availability: periodic, not without a compute",
      ["operation-check-availability-periodic"],
    ],
    ["create branch", ["operation-create-branch-by-branch"]],
    ["create timeline", ["operation-create-timeline-by-project"]],
    ["delete tenant", ["operation-delete-tenant-by-project"]],
    ["start compute", ["endpoint-create-operation", "endpoint-start-wakes-idle"]],
    ["suspend compute", ["endpoint-suspends-when-inactive"]],
    ["tenant attach", ["operation-tenant-moves"]],
    ["tenant detach", ["operation-tenant-moves"]],
    ["tenant reattach", ["operation-tenant-moves"]],
    ["timeline archive", ["operation-timeline-archive"]],
    ["timeline unarchive", ["operation-timeline-archive"]],
  ]),
  ...under("Resources and their fields, Pagination object", [
    ["one field cursor, a timestamp with fractional seconds", ["pagination-cursor-form"]],
    ["returned with paginated lists", ["pagination-answer"]],
  ]),
  ...under("Resources and their fields, API key", [
    ["the table of 6 fields", ["key-fields"]],
    ["created_at and created_by", ["key-created-at-its-moment", "key-created-by-its-user"]],
    ["id is an integer, used in revoke paths", ["key-fields", "key-revocation-paths"]],
    [
      "key is the secret, returned at creation only",
      [
        "key-secret-at-creation",
        "key-secret-never-listed",
        "key-secret-in-no-other-answer",
        "key-secrets-differ",
      ],
    ],
    [
      "project_id is present for a project-scoped key",
      ["key-scoped-has-project-id", "key-unscoped-names-no-project"],
    ],
    ["fields of all other resources", NOT_SHOWN],
  ]),
  ...under("Resources and their fields, API key types", [
    ["personal: created by any user", ["key-personal-by-any-user"]],
    ["personal: the user's projects and those of organizations", ["key-personal-scope"]],
    [
      "personal: until revoked; organization projects until the user leaves",
      ["key-no-expiry", "key-personal-ends-with-membership", "key-of-the-same-name"],
    ],
    ["organization: created by administrators", ["key-organization-by-admin-only"]],
    [
      "organization: all projects",
      [
        "key-organization-scope",
        "key-organization-opens-its-projects",
        "key-organization-follows-its-projects",
      ],
    ],
    ["organization: until revoked", ["key-no-expiry"]],
    ["project-scoped: created by any member", ["key-scoped-by-any-member"]],
    ["project-scoped: one project", ["key-scoped-own-project-only"]],
    [
      "project-scoped: until revoked, or the project leaves",
      ["key-no-expiry", "key-scoped-ends-with-transfer"],
    ],
  ]),

  ...under("States and transitions, Compute endpoint", [
    ["observed states: init, idle, active", "observed values, not a closed list"],
    [
      "create: init, pending active, start_compute running",
      ["endpoint-create-state", "endpoint-create-operation", "endpoint-create-becomes-active"],
    ],
    [
      "active, inactive for 5 minutes: idle, with suspend_compute",
      ["endpoint-suspends-when-inactive"],
    ],
    ["idle, connection or query: active", ["endpoint-connection-wakes-idle"]],
    [
      "idle, start: active, with start_compute",
      ["endpoint-start-wakes-idle", "endpoint-moved-starts"],
    ],
    ["waking takes a few hundred milliseconds", ["endpoint-wakes-in-a-moment"]],
    [
      "idle, new branch_id: idle, pending idle, two operations",
      ["endpoint-move-state", "endpoint-move-operations"],
    ],
    ["active, restart: connections are interrupted", ["endpoint-restart-interrupts"]],
    ["states that result from a restart or a change of size", NOT_SHOWN],
    ["active, change of size: restart, connections drop", ["endpoint-resize-interrupts"]],
    ["active, autoscaling in its range: stays active", ["endpoint-autoscaling-keeps-connections"]],
    ["other states and moves", NOT_SHOWN],
  ]),
  ...under("States and transitions, Compute endpoint Rules 1", [
    ["without scale to zero always active", ["endpoint-always-active-without-scale-to-zero"]],
    ["each connection resets the timer", ["endpoint-connection-resets-timer"]],
  ]),
  ...under("States and transitions, Compute endpoint Rules 2", [
    ["a deleted compute is gone", ["endpoint-deleted-is-gone"]],
    ["a later one has other connection details", ["endpoint-created-again-differs"]],
  ]),
  ...under("States and transitions, Operation", [
    ["the four statuses", ["operation-status-values"]],
    ["scheduling moves on until finished", ["operation-ends", "operation-moves-on"]],
    [
      "running moves on until finished, which is its end",
      [
        "operation-ends",
        "operation-finished-stays",
        "operation-finished-unchanged",
        "operation-finished-lasts",
      ],
    ],
    ["all other moves", ["operation-unknown-status-waits"]],
  ]),
  ...under("States and transitions, API key", [
    ["created: valid", ["key-valid-after-creation"]],
    [
      "revoked: at once, for good, 401 to every request",
      [
        "key-revoked-401",
        "key-revocation-immediate",
        "key-revocation-permanent",
        "key-revocation-hits-one-key",
      ],
    ],
    ["project leaves the organization: stops working", ["key-scoped-ends-with-transfer"]],
    ["user leaves the organization: loses its projects", ["key-personal-ends-with-membership"]],
    ["states of all other resources", NOT_SHOWN],
  ]),

  ...under("Endpoints, Common rules", [
    ["bodies and responses are JSON", ["json-answers", "request-body-is-labelled-json"]],
    ["header Authorization", ["auth-bearer-header"]],
    ["header Accept", ["request-accept-json"]],
    ["header Content-Type with a body", ["request-body-is-labelled-json"]],
    ["path parameters are placeholders in braces", ["path-parameter-is-one-segment"]],
    ["shapes of the other endpoints", NOT_SHOWN],
  ]),
  ...under("Endpoints, Detailed shapes", [
    [
      "GET projects",
      [
        "project-list-answer",
        "project-listed-once",
        "project-created-is-listed",
        "request-without-body-has-no-content-type",
      ],
    ],
    [
      "POST organization api_keys",
      [
        "key-create-body",
        "key-create-body-refused",
        "key-secret-at-creation",
        "key-named-as-asked",
        "key-fields",
      ],
    ],
    [
      "POST endpoints",
      [
        "endpoint-create-body",
        "endpoint-create-answer",
        "endpoint-create-as-asked",
        "endpoint-create-is-listed",
        "endpoint-unknown-refused",
      ],
    ],
    ["GET endpoints", ["endpoint-list-answer", "endpoint-listed-once"]],
    [
      "PATCH endpoint",
      ["endpoint-update-body", "endpoint-update-answer", "endpoint-answer-is-of-the-path"],
    ],
    ["DELETE endpoint", ["endpoint-delete-answer"]],
    ["POST restart: no request body", ["endpoint-restart-needs-no-body"]],
    [
      "GET operations: limit and cursor, operations and pagination",
      [
        "pagination-answer",
        "pagination-limit-on-every-page",
        "pagination-pages-are-of-the-project",
        "pagination-projects-share-nothing",
        "pagination-cursor-of-another-project",
      ],
    ],
    [
      "GET operation",
      [
        "operation-get-answer",
        "operation-list-agrees-with-get",
        "operation-unknown-is-not-read",
        "operation-of-another-project-is-not-read",
      ],
    ],
  ]),
  ...under("Endpoints, Rules 1", [
    [
      "no second primary compute on a branch",
      [
        "endpoint-one-primary",
        "endpoint-one-primary-in-a-race",
        "endpoint-one-primary-beside-replicas",
        "endpoint-primary-after-deletion",
      ],
    ],
    ["read replicas in any number", ["endpoint-many-replicas"]],
    [
      "init, one operation start_compute, running",
      ["endpoint-create-state", "endpoint-create-operation"],
    ],
  ]),
  ...under("Endpoints, Rules 2", [
    [
      "a move needs a branch without primary compute",
      [
        "endpoint-move-needs-free-branch",
        "endpoint-move-of-active-needs-free-branch",
        "endpoint-one-primary-in-a-race-of-moves",
        "endpoint-move-of-replica",
        "endpoint-move-is-stored",
      ],
    ],
    [
      "the response lists the operations started",
      ["mutations-list-operations", "endpoint-move-operations"],
    ],
    [
      "any changeable attribute can be changed",
      ["endpoint-update-is-stored", "endpoint-updates-at-once-are-stored"],
    ],
  ]),
  ...under("Endpoints, Rules 3", [
    ["restart works only on an active compute", ["endpoint-restart-needs-active"]],
    [
      "an idle one is woken by a query or start",
      ["endpoint-connection-wakes-idle", "endpoint-start-wakes-idle"],
    ],
  ]),
  ...under("Endpoints, Rules 4", [
    ["the first request carries limit", ["pagination-first-request-has-limit"]],
    [
      "each next one the previous cursor with limit",
      [
        "pagination-limit-on-every-page",
        "pagination-cursor-of-previous-answer",
        "pagination-at-most-limit",
      ],
    ],
    ["the cursor is URL-encoded", ["pagination-cursor-is-encoded"]],
    ["newest first", ["pagination-newest-first", "pagination-starts-with-the-newest"]],
    [
      "it is a list, read page by page; its end is not shown",
      [
        "pagination-every-item-once",
        "pagination-holds-under-inserts",
        "pagination-order-lasts",
        "pagination-cursor-used-again",
        "pagination-cursor-lasts",
        "pagination-long-list",
        "pagination-goes-on-to-the-end",
        "pagination-ends-at-absent-cursor",
        "pagination-ends-at-empty-cursor",
        "pagination-ends-at-empty-page",
        "pagination-ends-at-empty-page-with-known-cursor",
        "pagination-ends-at-first-page-empty",
      ],
    ],
  ]),
  ...under("Endpoints, Rules 5", [
    [
      "poll the returned operations by id",
      ["operation-poll-by-id", "operation-poll-after-mutation"],
    ],
    [
      "an interval of 5 seconds is used",
      ["operation-poll-interval-respected", "operation-poll-interval-default"],
    ],
    [
      "until finished",
      [
        "operation-poll-until-finished",
        "operation-poll-deadline",
        "operation-nothing-pending-no-request",
      ],
    ],
    ["handle failed", ["operation-failed-is-handled"]],
  ]),
  ...under("Endpoints, Rules 6", [
    ["omitting project_id; other attributes; answers of start, suspend and restart", NOT_SHOWN],
  ]),
  ...under("Endpoints, Tables", [
    ["168 methods and paths in 11 tables", ["routes-served", "routes-known"]],
    ["the lists of keys", ["key-listed", "key-list-is-the-callers"]],
  ]),

  ...under("Authentication 1", [["every request carries the bearer key", ["auth-bearer-header"]]]),
  ...under("Authentication 2", [
    ["no header: 401", ["auth-missing-header-401", "auth-before-request-is-read"]],
    [
      "no such header, but another form: 401",
      [
        "auth-basic-scheme-401",
        "auth-bearer-alone-401",
        "auth-lower-case-bearer-401",
        "auth-other-scheme-401",
        "auth-other-place-401",
      ],
    ],
    [
      "invalid or revoked key: 401",
      ["auth-rejected-key-401", "auth-changed-key-401", "auth-no-key-401", "key-revoked-401"],
    ],
    ["such a request fails", ["auth-refused-write-has-no-effect", "auth-answer-is-not-kept"]],
    ["a valid key opens", ["auth-valid-key-accepted"]],
  ]),
  ...under("Authentication 3", [
    ["the first key comes from the console", ["key-first-from-console"]],
    ["further keys through the API", ["key-secret-at-creation", "routes-served"]],
  ]),
  ...under("Authentication 4", [
    ["the console shows a secret once", ["key-shown-once-in-console"]],
    ["a lost key is revoked and replaced", ["key-shown-once-in-console"]],
    ["a secret is seen once, so nothing of ours shows it again", ["auth-key-stays-secret"]],
  ]),
  ...under("Authentication 5", [["key types are in the table", DESCRIBES]]),
  ...under("Authentication 6", [
    [
      "a personal key of an administrator is needed",
      ["key-organization-by-personal-key", "key-organization-by-admin-only"],
    ],
    ["verified before the key is created", ["key-organization-checked-first"]],
    ["administrator-level access to all resources", ["key-organization-scope"]],
  ]),
  ...under("Authentication 7", [
    [
      "member-level access to its project only",
      [
        "key-scoped-own-project-only",
        "key-scoped-changes-no-other-project",
        "key-scoped-makes-no-wider-key",
      ],
    ],
    ["cannot delete that project", ["key-scoped-cannot-delete-project"]],
    ["no organization-related actions", ["key-scoped-no-organization-action"]],
    ["cannot create projects", ["key-scoped-cannot-create-project"]],
    ["stops working when the project is transferred", ["key-scoped-ends-with-transfer"]],
    ["any member can create one", ["key-scoped-by-any-member", "key-scoped-to-own-organization"]],
    ["authenticated with a personal key", ["key-scoped-by-personal-key"]],
  ]),
  ...under("Authentication 8", [
    [
      "immediate and permanent",
      [
        "key-revocation-immediate",
        "key-revocation-permanent",
        "key-revocation-stays",
        "key-revocation-of-unused",
        "key-revocation-of-itself",
        "auth-401-is-final",
      ],
    ],
    [
      "who may revoke",
      [
        "key-personal-revoked-by-owner-only",
        "key-others-revoked-by-admins",
        "key-scoped-revoked-by-admins-only",
      ],
    ],
    ["the two revocation endpoints", ["key-revocation-paths"]],
  ]),
  ...under("Authentication 9", [["no expiry", ["key-no-expiry"]]]),
  ...under("Authentication 10", [
    ["GET /auth tells how the request is authenticated", ["auth-request-details"]],
  ]),
  ...under("Authentication 11", [["permissions of each endpoint", NOT_SHOWN]]),

  ...under("Events", [
    ["webhook configuration endpoints exist", ["routes-served"]],
    ["operations are read or polled, not pushed", ["operation-poll-by-id"]],
    ["kinds of event, payloads, delivery, signing", NOT_SHOWN],
  ]),

  ...under("Errors, Table", [
    [
      "missing header, invalid or revoked key: 401",
      [
        "auth-missing-header-401",
        "auth-rejected-key-401",
        "auth-error-of-the-client",
        "key-revoked-401",
      ],
    ],
    [
      "an operation that cannot complete becomes failed, clients handle it",
      ["operation-that-cannot-complete-fails", "operation-failed-is-handled"],
    ],
    ["disk full: SQLSTATE 53100", ["endpoint-disk-full"]],
  ]),
  ...under("Errors, Implied refusals", [
    ["a second primary compute is rejected", ["endpoint-one-primary"]],
    [
      "an organization key without being administrator is rejected",
      ["key-organization-by-admin-only"],
    ],
    ["a restart of an idle compute is rejected", ["endpoint-restart-needs-active"]],
    [
      "a scoped key elsewhere is rejected",
      ["key-scoped-own-project-only", "key-scoped-no-organization-action"],
    ],
    ["their statuses and bodies", NOT_SHOWN],
  ]),
  ...under("Errors, Bodies", [["shape of error bodies", ["error-body-is-not-relied-on"]]]),
  ...under("Errors, Notes", [
    ["mitigations of a full disk", "advice about queries"],
    ["why a compute does not suspend", ["endpoint-connection-resets-timer"]],
    ["result of restarting an idle compute", NOT_SHOWN],
  ]),

  ...under("Limits, Table", [
    ["10,000 keys per account, recommended", ["key-count-recommended"]],
    ["no strict limit of keys", ["key-count-without-limit"]],
    ["1 primary compute per branch", ["endpoint-one-primary"]],
    ["multiple read replicas per branch", ["endpoint-many-replicas"]],
    ["fixed size from 0.25 to 56", ["endpoint-size-supported"]],
    ["autoscaling from 0.25 to 16", ["endpoint-size-range"]],
    ["free plan: 2 vCPUs, 8 GB", ["endpoint-free-plan"]],
    ["idle time 5 minutes by default", ["endpoint-suspends-when-inactive"]],
    ["local file cache and local disk", ["endpoint-resources-of-size"]],
    ["10,000 pooled connections", ["endpoint-pooled-connections"]],
    ["polling interval of 5 seconds", ["operation-poll-interval-default"]],
  ]),
  ...under("Limits, Compute size rules", [
    ["vCPUs, RAM and cache of a size", ["endpoint-resources-of-size"]],
    [
      "the supported sizes",
      ["endpoint-size-supported", "endpoint-size-unsupported-refused", "endpoint-size-as-asked"],
    ],
    ["max_connections of a size", ["endpoint-resources-of-size"]],
    ["max_connections of autoscaling computes and of 40 to 56", NOT_SHOWN],
    ["sizes of paid plans, rate limits, default and maximum of limit", NOT_SHOWN],
  ]),

  ...under("Versioning 1", [["base_url ends with /api/v2", ["version-in-base-address"]]]),
  ...under("Versioning 2", [["two forms of consumption metrics", ["routes-served"]]]),
  ...under("Versioning 3", [["two forms of managed authentication", ["routes-served"]]]),
  ...under("Versioning 4", [["deprecation, compatibility, change notification", NOT_SHOWN]]),
];

/** A list of rules, or an excuse for having none. */
type Basis = string[] | string;

function under(source: string, said: [says: string, basis: Basis][]): Statement[] {
  return said.map(([says, basis]) =>
    typeof basis === "string" ? { source, says, excuse: basis } : { source, says, rules: basis },
  );
}
