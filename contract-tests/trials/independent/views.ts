/** Renders resources as answers show them. */
import { proxyHost } from "./computes.ts";
import type { ApiKey, Branch, JsonObject, Operation, Project } from "./model.ts";
import { timestamp } from "./model.ts";
import { showOperation } from "./operations.ts";

export const showProject = (project: Project): JsonObject => ({
  id: project.id,
  name: project.name,
  platform_id: "bare-metal",
  region_id: project.region,
  provisioner: "kvm",
  pg_version: 17,
  locked: false,
  cpu_used_sec: 4211,
  branch_logical_size_limit: 2048,
  proxy_host: proxyHost(project),
  created_at: timestamp(project.created),
  updated_at: timestamp(project.created),
  owned_by: project.owner,
});

export const showBranch = (project: Project, branch: Branch): JsonObject => ({
  id: branch.id,
  project_id: project.id,
  name: branch.name,
  is_default: branch.isDefault,
  created_at: timestamp(branch.created),
});

export const showOperations = (project: Project, operations: Operation[]): JsonObject[] =>
  operations.map((each) => showOperation(project, each));

export const showKey = (key: ApiKey): JsonObject => ({
  id: key.id,
  name: key.name,
  kind: key.scope.kind,
  created_at: timestamp(key.created),
  created_by: key.createdBy,
  project_id: key.scope.kind === "project" ? key.scope.projectId : undefined,
});

export const showNewKey = (key: ApiKey): JsonObject => ({ ...showKey(key), key: key.secret });
