/** The handlers of all routes, by operationId. */
import * as documentedKeys from "../api-keys.ts";
import * as documentedProjects from "../projects.ts";
import type { RoutedRequest } from "../router.ts";
import * as auth from "./auth-integration.ts";
import * as branches from "./branches.ts";
import { collection, listAllVpcEndpoints } from "./collections.ts";
import { getConnectionUri } from "./connections.ts";
import * as consumption from "./consumption.ts";
import * as dataApi from "./data-api.ts";
import * as endpoints from "./endpoints.ts";
import * as logs from "./logs.ts";
import * as operations from "./operations.ts";
import * as people from "./people.ts";
import * as projects from "./projects.ts";
import * as content from "./roles-and-databases.ts";
import { settings } from "./settings.ts";
import * as snapshots from "./snapshots.ts";
import * as storage from "./storage.ts";

const jwks = collection("jwks");
const permissions = collection("permissions");
const projectVpc = collection("projectVpcEndpoints");
const organizationVpc = collection("organizationVpcEndpoints");
const oauthProviders = collection("oauthProviders");
const authUsers = collection("authUsers");
const buckets = collection("buckets");
const functions = collection("functions");
const credentials = collection("credentials");

type Handler = (request: RoutedRequest) => unknown;

const handlers = {
  listApiKeys: people.listApiKeys,
  createApiKey: documentedKeys.createApiKey,
  revokeApiKey: documentedKeys.revokeApiKey,
  listOrganizationApiKeys: people.listOrganizationApiKeys,
  createOrganizationApiKey: documentedKeys.createOrganizationApiKey,
  revokeOrganizationApiKey: documentedKeys.revokeOrganizationApiKey,

  listProjects: projects.listProjects,
  listSharedProjects: projects.listSharedProjects,
  createProject: projects.createProject,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  deleteProject: projects.deleteProject,
  recoverProject: projects.recoverProject,
  transferOrganizationProjects: projects.transferProjects,
  transferCurrentUserProjects: projects.transferProjects,
  createProjectTransferRequest: projects.createProjectTransferRequest,
  acceptProjectTransferRequest: documentedProjects.acceptProjectTransferRequest,

  listBranches: branches.listBranches,
  countBranches: branches.countBranches,
  getBranch: branches.getBranch,
  createBranch: branches.createBranch,
  createAnonymizedBranch: branches.createAnonymizedBranch,
  updateBranch: branches.updateBranch,
  setDefaultBranch: branches.setDefaultBranch,
  deleteBranch: branches.deleteBranch,
  restoreBranch: branches.restoreBranch,

  listProjectEndpoints: endpoints.listProjectEndpoints,
  listBranchEndpoints: endpoints.listBranchEndpoints,
  getEndpoint: endpoints.getEndpoint,
  createEndpoint: endpoints.createEndpoint,
  updateEndpoint: endpoints.updateEndpoint,
  deleteEndpoint: endpoints.deleteEndpoint,
  startEndpoint: endpoints.startEndpoint,
  suspendEndpoint: endpoints.suspendEndpoint,
  restartEndpoint: endpoints.restartEndpoint,

  listOperations: operations.listOperations,
  getOperation: operations.getOperation,

  listDatabases: content.listDatabases,
  getDatabase: content.getDatabase,
  createDatabase: content.createDatabase,
  updateDatabase: content.updateDatabase,
  deleteDatabase: content.deleteDatabase,
  listRoles: content.listRoles,
  getRole: content.getRole,
  createRole: content.createRole,
  deleteRole: content.deleteRole,
  revealRolePassword: content.revealPassword,
  resetRolePassword: content.resetPassword,
  getConnectionUri,
  compareBranchSchema: branches.compareBranchSchema,

  listSnapshots: snapshots.listSnapshots,
  createSnapshot: snapshots.createSnapshot,
  updateSnapshot: snapshots.updateSnapshot,
  deleteSnapshot: snapshots.deleteSnapshot,
  restoreSnapshot: snapshots.restoreSnapshot,
  finalizeBranchRestore: snapshots.finalizeRestore,

  getCurrentUser: people.getCurrentUser,
  getRequestAuth: people.getRequestAuth,
  listCurrentUserOrganizations: people.listCurrentUserOrganizations,
  getOrganization: people.getOrganization,
  listOrganizationMembers: people.listOrganizationMembers,
  getOrganizationMember: people.getOrganizationMember,
  updateOrganizationMember: people.updateOrganizationMember,
  removeOrganizationMember: people.removeOrganizationMember,
  listProjectMembers: people.listProjectMembers,
  setProjectMemberRole: people.setProjectMemberRole,
  removeProjectMemberRole: people.removeProjectMemberRole,

  listLegacyProjectConsumption: consumption.consumptionPerProject,
  listProjectConsumption: consumption.consumptionPerProjectV2,
  listBranchConsumption: consumption.consumptionPerBranchV2,

  listOrganizationInvitations: people.listInvitations,
  createOrganizationInvitations: people.createInvitations,
  getSpendingLimit: settings("spendingLimit").get,
  setSpendingLimit: settings("spendingLimit").change,
  removeSpendingLimit: settings("spendingLimit").remove,
  listRegions: projects.listRegions,
  listAvailablePreloadLibraries: () => ({ libraries: [] }),
  listAdvisorIssues: () => ({ issues: [] }),

  listProjectPermissions: permissions.list,
  grantProjectPermission: permissions.add,
  revokeProjectPermission: permissions.remove,
  listProjectJwks: jwks.list,
  addProjectJwks: (request: RoutedRequest) => ({ jwks: jwks.add(request) }),
  deleteProjectJwks: jwks.remove,
  listProjectVpcEndpoints: projectVpc.list,
  setProjectVpcEndpoint: projectVpc.add,
  deleteProjectVpcEndpoint: projectVpc.remove,
  listOrganizationVpcEndpoints: listAllVpcEndpoints,
  listOrganizationRegionVpcEndpoints: organizationVpc.list,
  getOrganizationVpcEndpoint: organizationVpc.get,
  assignOrganizationVpcEndpoint: organizationVpc.add,
  deleteOrganizationVpcEndpoint: organizationVpc.remove,

  getBranchSchema: branches.getBranchSchema,
  getMaskingRules: settings("maskingRules").get,
  updateMaskingRules: settings("maskingRules").change,
  getAnonymizedBranchStatus: storage.anonymizedStatus,
  startBranchAnonymization: storage.startAnonymization,
  getBackupSchedule: settings("backupSchedule").get,
  setBackupSchedule: settings("backupSchedule").change,

  getBranchAuth: auth.getAuth,
  enableBranchAuth: auth.enableAuth,
  disableBranchAuth: auth.disableAuth,
  listBranchAuthDomains: auth.listDomains,
  addBranchAuthDomain: auth.addDomain,
  deleteBranchAuthDomain: auth.deleteDomains,
  createBranchAuthUser: authUsers.add,
  deleteBranchAuthUser: authUsers.remove,
  updateBranchAuthUserRole: auth.setUserRoles,
  listBranchAuthOauthProviders: oauthProviders.list,
  addBranchAuthOauthProvider: oauthProviders.add,
  updateBranchAuthOauthProvider: oauthProviders.change,
  deleteBranchAuthOauthProvider: oauthProviders.remove,
  sendBranchAuthTestEmail: () => ({ success: true }),
  getBranchAuthEmailAndPassword: settings("emailAndPassword").get,
  updateBranchAuthEmailAndPassword: settings("emailAndPassword").change,
  getBranchAuthEmailProvider: settings("emailProvider").get,
  updateBranchAuthEmailProvider: settings("emailProvider").change,
  getBranchAuthAllowLocalhost: settings("allowLocalhost").get,
  updateBranchAuthAllowLocalhost: settings("allowLocalhost").change,
  getBranchAuthPlugins: auth.getPlugins,
  updateBranchAuthOrganizationPlugin: settings("organizationPlugin").change,
  updateBranchAuthConfig: settings("authConfig").change,
  updateBranchAuthMagicLinkPlugin: settings("magicLinkPlugin").change,
  getBranchAuthPhoneNumberPlugin: settings("phoneNumberPlugin").get,
  updateBranchAuthPhoneNumberPlugin: settings("phoneNumberPlugin").change,
  getBranchAuthWebhooks: settings("webhooks").get,
  updateBranchAuthWebhooks: settings("webhooks").change,

  createLegacyAuthIntegration: auth.forProjectInBody(auth.enableAuth),
  createLegacyAuthKeys: auth.forProjectInBody(auth.enableAuth),
  createLegacyAuthUser: auth.forProjectInBody(authUsers.add),
  transferLegacyAuthOwnership: auth.forProjectInBody(auth.transferOwnership),
  listLegacyAuthDomains: auth.forProject(auth.listDomains),
  addLegacyAuthDomain: auth.forProject(auth.addDomain as Handler),
  deleteLegacyAuthDomain: auth.forProject(auth.deleteDomains as Handler),
  deleteLegacyAuthUser: auth.forProject(authUsers.remove),
  listLegacyAuthIntegrations: auth.listIntegrations,
  deleteLegacyAuthIntegration: auth.disableIntegration,
  listLegacyAuthOauthProviders: auth.forProject(oauthProviders.list),
  addLegacyAuthOauthProvider: auth.forProject(oauthProviders.add),
  updateLegacyAuthOauthProvider: auth.forProject(oauthProviders.change),
  deleteLegacyAuthOauthProvider: auth.forProject(oauthProviders.remove),
  getLegacyAuthEmailServer: auth.forProject(settings("emailProvider").get),
  updateLegacyAuthEmailServer: auth.forProject(settings("emailProvider").change),

  getDataApi: dataApi.getDataApi,
  createDataApi: dataApi.createDataApi,
  updateDataApi: dataApi.updateDataApi,
  deleteDataApi: dataApi.deleteDataApi,
  listBuckets: buckets.list,
  createBucket: buckets.add,
  deleteBucket: buckets.remove,
  listObjects: storage.listObjects,
  deleteObject: storage.deleteObject,
  downloadObject: storage.downloadObject,
  deleteObjectsByPrefix: storage.deleteObjectsByPrefix,
  presignObject: storage.presignObject,
  getBranchStorage: storage.getBranchStorage,
  getBranchAiGateway: storage.getBranchAiGateway,
  listCredentials: credentials.list,
  issueCredential: storage.issueCredential,
  revokeCredential: credentials.remove,
  listFunctions: storage.listFunctions,
  getFunction: functions.get,
  updateFunction: functions.change,
  deleteFunction: functions.remove,
  deployFunction: storage.deployFunction,
  queryLogs: logs.queryLogs,
  listLogFields: logs.listLogFields,
  listLogFieldValues: logs.listLogFieldValues,
} satisfies Record<string, (request: never) => unknown>;

const byId = new Map<string, unknown>(Object.entries(handlers));

/** The handler of a route. Its body type holds for a body that fits the route's schema. */
export function handlerOf(operationId: string): Handler {
  return byId.get(operationId) as Handler;
}
