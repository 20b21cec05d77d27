/** Generated from the spec by `npm run generate`; not edited by hand. */
import type { operations } from "./schema.ts";

/** Method and path of each operation, by its tag and its operationId. */
export const routesByTag = {
  /**
   * The top-level containers. Every project has a default branch with a primary read-write compute.
   */
  projects: {
    addProjectJwks: "POST /projects/{project_id}/jwks",
    createProject: "POST /projects",
    deleteProject: "DELETE /projects/{project_id}",
    deleteProjectJwks: "DELETE /projects/{project_id}/jwks/{jwks_id}",
    getConnectionUri: "GET /projects/{project_id}/connection_uri",
    getProject: "GET /projects/{project_id}",
    listAdvisorIssues: "GET /projects/{project_id}/advisors",
    listAvailablePreloadLibraries: "GET /projects/{project_id}/available_preload_libraries",
    listProjectJwks: "GET /projects/{project_id}/jwks",
    listProjects: "GET /projects",
    listSharedProjects: "GET /projects/shared",
    recoverProject: "POST /projects/{project_id}/recover",
    updateProject: "PATCH /projects/{project_id}",
  },
  /**
   * Who may reach a project, and with which role.
   */
  projectAccess: {
    grantProjectPermission: "POST /projects/{project_id}/permissions",
    listProjectMembers: "GET /projects/{project_id}/members",
    listProjectPermissions: "GET /projects/{project_id}/permissions",
    removeProjectMemberRole: "DELETE /projects/{project_id}/members/{member_id}/role",
    revokeProjectPermission: "DELETE /projects/{project_id}/permissions/{permission_id}",
    setProjectMemberRole: "PUT /projects/{project_id}/members/{member_id}/role",
  },
  /**
   * Moving projects between accounts and organizations. A project-scoped API key stops working when
   * its project leaves the organization.
   */
  projectTransfers: {
    acceptProjectTransferRequest: "PUT /projects/{project_id}/transfer_requests/{request_id}",
    createProjectTransferRequest: "POST /projects/{project_id}/transfer_requests",
    transferCurrentUserProjects: "POST /users/me/projects/transfer",
    transferOrganizationProjects: "POST /organizations/{source_org_id}/projects/transfer",
  },
  /**
   * Branches of a project: their history, schema and anonymization. States of branches are not
   * shown.
   */
  branches: {
    compareBranchSchema: "GET /projects/{project_id}/branches/{branch_id}/compare_schema",
    countBranches: "GET /projects/{project_id}/branches/count",
    createAnonymizedBranch: "POST /projects/{project_id}/branch_anonymized",
    createBranch: "POST /projects/{project_id}/branches",
    deleteBranch: "DELETE /projects/{project_id}/branches/{branch_id}",
    finalizeBranchRestore: "POST /projects/{project_id}/branches/{branch_id}/finalize_restore",
    getAnonymizedBranchStatus: "GET /projects/{project_id}/branches/{branch_id}/anonymized_status",
    getBranch: "GET /projects/{project_id}/branches/{branch_id}",
    getBranchSchema: "GET /projects/{project_id}/branches/{branch_id}/schema",
    getMaskingRules: "GET /projects/{project_id}/branches/{branch_id}/masking_rules",
    listBranches: "GET /projects/{project_id}/branches",
    restoreBranch: "POST /projects/{project_id}/branches/{branch_id}/restore",
    setDefaultBranch: "POST /projects/{project_id}/branches/{branch_id}/set_as_default",
    startBranchAnonymization: "POST /projects/{project_id}/branches/{branch_id}/anonymize",
    updateBranch: "PATCH /projects/{project_id}/branches/{branch_id}",
    updateMaskingRules: "PATCH /projects/{project_id}/branches/{branch_id}/masking_rules",
  },
  /**
   * Computes, which the API calls endpoints.
   * 
   * | State | What happens | Next state | Operations |
   * |---|---|---|---|
   * | (none) | create | `init`, pending `active` | `start_compute`, running |
   * | `active` | no connection or query for the idle time, 5 minutes by default | `idle` | `suspend_compute` |
   * | `idle` | a connection, a query or start | `active` within a few hundred milliseconds | `start_compute` |
   * | `idle` | update with a new `branch_id` | `idle`, pending `idle` | `apply_config`, running; `suspend_compute`, scheduling |
   * | `active` | restart | not shown | not shown; connections are interrupted |
   * | `active` | change of the fixed size or of an autoscaling limit | not shown | not shown; restarts, connections drop |
   * | `active` | autoscaling within its range | `active` | none; no restart, no disconnect |
   * 
   * Each connection resets the timer of scale to zero, so frequent connections and periodic
   * background jobs keep a compute from suspending; with scale to zero disabled it stays active.
   * When the local disk of a compute (the larger of 20 GiB and 15 GiB times its maximum size) is
   * full, anything that needs temporary files fails with SQLSTATE 53100, "No space left on
   * device": end long queries, use fewer temporary files, tune external sync or replication.
   * 
   * Not shown: other states and moves.
   */
  endpoints: {
    createEndpoint: "POST /projects/{project_id}/endpoints",
    deleteEndpoint: "DELETE /projects/{project_id}/endpoints/{endpoint_id}",
    getEndpoint: "GET /projects/{project_id}/endpoints/{endpoint_id}",
    listBranchEndpoints: "GET /projects/{project_id}/branches/{branch_id}/endpoints",
    listProjectEndpoints: "GET /projects/{project_id}/endpoints",
    restartEndpoint: "POST /projects/{project_id}/endpoints/{endpoint_id}/restart",
    startEndpoint: "POST /projects/{project_id}/endpoints/{endpoint_id}/start",
    suspendEndpoint: "POST /projects/{project_id}/endpoints/{endpoint_id}/suspend",
    updateEndpoint: "PATCH /projects/{project_id}/endpoints/{endpoint_id}",
  },
  /**
   * Databases of a branch.
   */
  databases: {
    createDatabase: "POST /projects/{project_id}/branches/{branch_id}/databases",
    deleteDatabase: "DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
    getDatabase: "GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
    listDatabases: "GET /projects/{project_id}/branches/{branch_id}/databases",
    updateDatabase: "PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}",
  },
  /**
   * Postgres roles of a branch.
   */
  roles: {
    createRole: "POST /projects/{project_id}/branches/{branch_id}/roles",
    deleteRole: "DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
    getRole: "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
    listRoles: "GET /projects/{project_id}/branches/{branch_id}/roles",
    resetRolePassword: "POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password",
    revealRolePassword: "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password",
  },
  /**
   * Records of actions that take time. A request that starts some returns them; poll each by its
   * id, every 5 seconds as the document suggests, until it is `finished`, and handle `failed`.
   * Clients read them; they are never pushed. The list of a project's operations is paginated,
   * newest first.
   */
  operations: {
    getOperation: "GET /projects/{project_id}/operations/{operation_id}",
    listOperations: "GET /projects/{project_id}/operations",
  },
  /**
   * Managed authentication in its current form, per branch.
   */
  managedAuth: {
    addBranchAuthDomain: "POST /projects/{project_id}/branches/{branch_id}/auth/domains",
    addBranchAuthOauthProvider: "POST /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
    createBranchAuthUser: "POST /projects/{project_id}/branches/{branch_id}/auth/users",
    deleteBranchAuthDomain: "DELETE /projects/{project_id}/branches/{branch_id}/auth/domains",
    deleteBranchAuthOauthProvider: "DELETE /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
    deleteBranchAuthUser: "DELETE /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}",
    disableBranchAuth: "DELETE /projects/{project_id}/branches/{branch_id}/auth",
    enableBranchAuth: "POST /projects/{project_id}/branches/{branch_id}/auth",
    getBranchAuth: "GET /projects/{project_id}/branches/{branch_id}/auth",
    getBranchAuthAllowLocalhost: "GET /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
    getBranchAuthEmailAndPassword: "GET /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
    getBranchAuthEmailProvider: "GET /projects/{project_id}/branches/{branch_id}/auth/email_provider",
    getBranchAuthPhoneNumberPlugin: "GET /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
    getBranchAuthPlugins: "GET /projects/{project_id}/branches/{branch_id}/auth/plugins",
    getBranchAuthWebhooks: "GET /projects/{project_id}/branches/{branch_id}/auth/webhooks",
    listBranchAuthDomains: "GET /projects/{project_id}/branches/{branch_id}/auth/domains",
    listBranchAuthOauthProviders: "GET /projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
    sendBranchAuthTestEmail: "POST /projects/{project_id}/branches/{branch_id}/auth/send_test_email",
    updateBranchAuthAllowLocalhost: "PATCH /projects/{project_id}/branches/{branch_id}/auth/allow_localhost",
    updateBranchAuthConfig: "PATCH /projects/{project_id}/branches/{branch_id}/auth/config",
    updateBranchAuthEmailAndPassword: "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password",
    updateBranchAuthEmailProvider: "PATCH /projects/{project_id}/branches/{branch_id}/auth/email_provider",
    updateBranchAuthMagicLinkPlugin: "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link",
    updateBranchAuthOauthProvider: "PATCH /projects/{project_id}/branches/{branch_id}/auth/oauth_providers/{oauth_provider_id}",
    updateBranchAuthOrganizationPlugin: "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/organization",
    updateBranchAuthPhoneNumberPlugin: "PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/phone-number",
    updateBranchAuthUserRole: "PUT /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role",
    updateBranchAuthWebhooks: "PUT /projects/{project_id}/branches/{branch_id}/auth/webhooks",
  },
  /**
   * Managed authentication in its legacy form, per project.
   */
  legacyAuth: {
    addLegacyAuthDomain: "POST /projects/{project_id}/auth/domains",
    addLegacyAuthOauthProvider: "POST /projects/{project_id}/auth/oauth_providers",
    createLegacyAuthIntegration: "POST /projects/auth/create",
    createLegacyAuthKeys: "POST /projects/auth/keys",
    createLegacyAuthUser: "POST /projects/auth/user",
    deleteLegacyAuthDomain: "DELETE /projects/{project_id}/auth/domains",
    deleteLegacyAuthIntegration: "DELETE /projects/{project_id}/auth/integration/{auth_provider}",
    deleteLegacyAuthOauthProvider: "DELETE /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
    deleteLegacyAuthUser: "DELETE /projects/{project_id}/auth/users/{auth_user_id}",
    getLegacyAuthEmailServer: "GET /projects/{project_id}/auth/email_server",
    listLegacyAuthDomains: "GET /projects/{project_id}/auth/domains",
    listLegacyAuthIntegrations: "GET /projects/{project_id}/auth/integrations",
    listLegacyAuthOauthProviders: "GET /projects/{project_id}/auth/oauth_providers",
    transferLegacyAuthOwnership: "POST /projects/auth/transfer_ownership",
    updateLegacyAuthEmailServer: "PATCH /projects/{project_id}/auth/email_server",
    updateLegacyAuthOauthProvider: "PATCH /projects/{project_id}/auth/oauth_providers/{oauth_provider_id}",
  },
  /**
   * Organizations, their members, invitations and spending limit.
   */
  organizations: {
    createOrganizationInvitations: "POST /organizations/{org_id}/invitations",
    getOrganization: "GET /organizations/{org_id}",
    getOrganizationMember: "GET /organizations/{org_id}/members/{member_id}",
    getSpendingLimit: "GET /organizations/{org_id}/billing/spending_limit",
    listOrganizationInvitations: "GET /organizations/{org_id}/invitations",
    listOrganizationMembers: "GET /organizations/{org_id}/members",
    removeOrganizationMember: "DELETE /organizations/{org_id}/members/{member_id}",
    removeSpendingLimit: "DELETE /organizations/{org_id}/billing/spending_limit",
    setSpendingLimit: "PUT /organizations/{org_id}/billing/spending_limit",
    updateOrganizationMember: "PATCH /organizations/{org_id}/members/{member_id}",
  },
  /**
   * Keys are sent as bearer tokens, have no expiry, and end when they are revoked, immediately and
   * permanently.
   * 
   * | Kind | Created by | Gives access to | Also ends |
   * |---|---|---|---|
   * | personal | any user | the user's own projects and those of organizations the user is a member of | for an organization's projects, when the user leaves it |
   * | organization | its administrators, with a personal key | all projects and other resources of the organization, as an administrator | |
   * | project-scoped | any member of the organization, with a personal key | one project, as a member | when the project leaves the organization |
   * 
   * A project-scoped key cannot delete its project, create projects or act on the organization. A
   * personal key is revoked by its owner, the others by administrators of the organization. The
   * first key of an account comes from the web console; a lost one is revoked and replaced.
   */
  apiKeys: {
    createApiKey: "POST /api_keys",
    createOrganizationApiKey: "POST /organizations/{org_id}/api_keys",
    listApiKeys: "GET /api_keys",
    listOrganizationApiKeys: "GET /organizations/{org_id}/api_keys",
    revokeApiKey: "DELETE /api_keys/{key_id}",
    revokeOrganizationApiKey: "DELETE /organizations/{org_id}/api_keys/{key_id}",
  },
  /**
   * The current user, and how a request is authenticated.
   */
  users: {
    getCurrentUser: "GET /users/me",
    getRequestAuth: "GET /auth",
    listCurrentUserOrganizations: "GET /users/me/organizations",
  },
  /**
   * Regions the service runs in.
   */
  regions: {
    listRegions: "GET /regions",
  },
  /**
   * Consumption metrics. Those under `/consumption_history/v2/` are the current ones; the other is
   * for legacy plans.
   */
  consumption: {
    listBranchConsumption: "GET /consumption_history/v2/branches",
    listLegacyProjectConsumption: "GET /consumption_history/projects",
    listProjectConsumption: "GET /consumption_history/v2/projects",
  },
  /**
   * Snapshots of branches and the schedules that take them.
   */
  snapshots: {
    createSnapshot: "POST /projects/{project_id}/branches/{branch_id}/snapshot",
    deleteSnapshot: "DELETE /projects/{project_id}/snapshots/{snapshot_id}",
    getBackupSchedule: "GET /projects/{project_id}/branches/{branch_id}/backup_schedule",
    listSnapshots: "GET /projects/{project_id}/snapshots",
    restoreSnapshot: "POST /projects/{project_id}/snapshots/{snapshot_id}/restore",
    setBackupSchedule: "PUT /projects/{project_id}/branches/{branch_id}/backup_schedule",
    updateSnapshot: "PATCH /projects/{project_id}/snapshots/{snapshot_id}",
  },
  /**
   * VPC endpoints of organizations, and the projects restricted to them.
   */
  vpcEndpoints: {
    assignOrganizationVpcEndpoint: "POST /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
    deleteOrganizationVpcEndpoint: "DELETE /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
    deleteProjectVpcEndpoint: "DELETE /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
    getOrganizationVpcEndpoint: "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
    listOrganizationRegionVpcEndpoints: "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints",
    listOrganizationVpcEndpoints: "GET /organizations/{org_id}/vpc/vpc_endpoints",
    listProjectVpcEndpoints: "GET /projects/{project_id}/vpc_endpoints",
    setProjectVpcEndpoint: "POST /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
  },
  /**
   * The Data API of a database.
   */
  dataApi: {
    createDataApi: "POST /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
    deleteDataApi: "DELETE /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
    getDataApi: "GET /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
    updateDataApi: "PATCH /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
  },
  /**
   * Buckets and objects of a branch.
   */
  storage: {
    createBucket: "POST /projects/{project_id}/branches/{branch_id}/buckets",
    deleteBucket: "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}",
    deleteObject: "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}",
    deleteObjectsByPrefix: "DELETE /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects-by-prefix",
    downloadObject: "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/download",
    getBranchStorage: "GET /projects/{project_id}/branches/{branch_id}/storage",
    listBuckets: "GET /projects/{project_id}/branches/{branch_id}/buckets",
    listObjects: "GET /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects",
    presignObject: "POST /projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/presign",
  },
  /**
   * The AI gateway of a branch.
   */
  aiGateway: {
    getBranchAiGateway: "GET /projects/{project_id}/branches/{branch_id}/ai_gateway",
  },
  /**
   * Scoped credentials of a branch.
   */
  credentials: {
    issueCredential: "POST /projects/{project_id}/branches/{branch_id}/credentials",
    listCredentials: "GET /projects/{project_id}/branches/{branch_id}/credentials",
    revokeCredential: "DELETE /projects/{project_id}/branches/{branch_id}/credentials/{token_id}",
  },
  /**
   * Functions of a branch.
   */
  functions: {
    deleteFunction: "DELETE /projects/{project_id}/branches/{branch_id}/functions/{slug}",
    deployFunction: "POST /projects/{project_id}/branches/{branch_id}/functions/{slug}/deployments",
    getFunction: "GET /projects/{project_id}/branches/{branch_id}/functions/{slug}",
    listFunctions: "GET /projects/{project_id}/branches/{branch_id}/functions",
    updateFunction: "PATCH /projects/{project_id}/branches/{branch_id}/functions/{slug}",
  },
  /**
   * Logs of a branch.
   */
  logs: {
    listLogFieldValues: "GET /projects/{project_id}/branches/{branch_id}/logs/fields/{field_name}/values",
    listLogFields: "GET /projects/{project_id}/branches/{branch_id}/logs/fields",
    queryLogs: "POST /projects/{project_id}/branches/{branch_id}/logs/query",
  },
} as const;

/** Method and path of each operation, by its operationId. */
export const routes: Readonly<Record<keyof operations, string>> =
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.values(routesByTag)
      .flatMap((group): [string, string][] => Object.entries(group))
      .sort(),
  ) as never;
