/** The handlers by operationId. `handleResource` serves every route without one. */
import type { operations } from "@hosted-postgres/types";
import * as apiKeys from "./api-keys.ts";
import * as branches from "./branches.ts";
import * as endpoints from "./endpoints.ts";
import * as projectOperations from "./operations.ts";
import * as organizations from "./organizations.ts";
import * as projects from "./projects.ts";
import * as resources from "./resources.ts";
import type { RoutedRequest } from "./router.ts";
import * as snapshots from "./snapshots.ts";
import type { Route } from "./spec.ts";

type OperationId = keyof operations;

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : Record<string, unknown>;

type ResponseOf<Id extends OperationId> = operations[Id]["responses"]["2XX"]["content"] extends {
  "application/json": infer Body;
}
  ? Body
  : unknown;

export type Handlers = {
  [Id in OperationId]?: (request: RoutedRequest<BodyOf<Id>>) => ResponseOf<Id>;
};

export const handlers = {
  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  listOrganizationApiKeys: apiKeys.listOrganizationApiKeys,
  createOrganizationApiKey: apiKeys.createOrganizationApiKey,
  revokeOrganizationApiKey: apiKeys.revokeOrganizationApiKey,

  listProjects: projects.listProjects,
  listSharedProjects: projects.listSharedProjects,
  listRegions: projects.listRegions,
  createProject: projects.createProject,
  getProject: projects.getProject,
  updateProject: projects.updateProject,
  deleteProject: projects.deleteProject,
  recoverProject: projects.recoverProject,
  transferOrganizationProjects: projects.transferOrganizationProjects,
  transferCurrentUserProjects: projects.transferCurrentUserProjects,
  createProjectTransferRequest: projects.createProjectTransferRequest,
  acceptProjectTransferRequest: projects.acceptProjectTransferRequest,

  listBranches: branches.listBranches,
  countBranches: branches.countBranches,
  getBranch: branches.getBranch,
  createBranch: branches.createBranch,
  createAnonymizedBranch: branches.createBranch,
  updateBranch: branches.updateBranch,
  setDefaultBranch: branches.setDefaultBranch,
  deleteBranch: branches.deleteBranch,

  listProjectEndpoints: endpoints.listProjectEndpoints,
  listBranchEndpoints: endpoints.listBranchEndpoints,
  getEndpoint: endpoints.getEndpoint,
  createEndpoint: endpoints.createEndpoint,
  updateEndpoint: endpoints.updateEndpoint,
  deleteEndpoint: endpoints.deleteEndpoint,
  startEndpoint: endpoints.startEndpoint,
  suspendEndpoint: endpoints.suspendEndpoint,
  restartEndpoint: endpoints.restartEndpoint,

  listOperations: projectOperations.listOperations,
  getOperation: projectOperations.getOperation,

  getOrganization: organizations.getOrganization,
  listOrganizationMembers: organizations.listOrganizationMembers,
  getOrganizationMember: organizations.getOrganizationMember,
  updateOrganizationMember: organizations.updateOrganizationMember,
  removeOrganizationMember: organizations.removeOrganizationMember,
  listProjectMembers: organizations.listProjectMembers,
  setProjectMemberRole: organizations.setProjectMemberRole,
  removeProjectMemberRole: organizations.removeProjectMemberRole,
  getCurrentUser: organizations.getCurrentUser,
  listCurrentUserOrganizations: organizations.listCurrentUserOrganizations,
  getRequestAuth: organizations.getRequestAuth,

  createSnapshot: snapshots.createSnapshot,
  restoreSnapshot: snapshots.restoreSnapshot,

  downloadObject: resources.downloadObject,
  deleteObjectsByPrefix: resources.deleteObjectsByPrefix,
} satisfies Handlers;

const handlersById = new Map<string, unknown>(Object.entries(handlers));

/** The handler of a route. Its body type holds for a body that fits the route's schema. */
export function handlerOf({ operationId }: Route): (request: RoutedRequest) => unknown {
  const handler = handlersById.get(operationId) ?? resources.handleResource;
  return handler as (request: RoutedRequest) => unknown;
}
