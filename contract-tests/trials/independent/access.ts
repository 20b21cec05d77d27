/** Authenticates the caller and checks what the caller may see. */
import type { ApiKey, Compute, JsonObject, Member, Project } from "./model.ts";
import { isObject, Problem } from "./model.ts";
import type { World } from "./seed.ts";

export interface Call {
  key: ApiKey;
  param: (name: string) => string;
  query: URLSearchParams;
  body: unknown;
}

export type Access = ReturnType<typeof createAccess>;

export function createAccess(world: World) {
  function authenticate(authorization = ""): ApiKey {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const key = world.keys.find((each) => each.secret === secret);
    if (!key) throw new Problem(401, "Present a valid API key.");
    return key;
  }

  const membershipOf = (key: ApiKey): Member | undefined =>
    key.scope.kind === "personal"
      ? world.organization.members.find((each) => each.userId === key.createdBy)
      : undefined;

  function requireAdministrator(key: ApiKey, detail: string): void {
    const isAdministrator =
      key.scope.kind === "organization" || membershipOf(key)?.role === "admin";
    if (!isAdministrator) throw new Problem(403, detail);
  }

  function canSee(key: ApiKey, project: Project): boolean {
    if (key.scope.kind === "project") return project.id === key.scope.projectId;
    if (project.owner.kind === "user")
      return key.scope.kind === "personal" && project.owner.id === key.createdBy;
    return key.scope.kind === "organization" || membershipOf(key) !== undefined;
  }

  function requireProject({ key, param }: Call): Project {
    const project = world.projects.find(
      (each) => each.id === param("project_id") && canSee(key, each),
    );
    if (!project) throw new Problem(404, "No such project, or not for this key.");
    return project;
  }

  function requireCompute(call: Call): [Project, Compute] {
    const project = requireProject(call);
    const id = call.param("endpoint_id");
    const compute = project.computes.find((each) => each.id === id);
    if (compute) return [project, compute];
    if (project.deletedComputeIds.has(id)) throw new Problem(410, "This compute was deleted.");
    throw new Problem(404, "No such compute.");
  }

  function requireOrganization({ key, param }: Call): void {
    if (key.scope.kind === "project")
      throw new Problem(403, "A project-scoped key has no access to organizations.");
    const belongs = key.scope.kind === "organization" || membershipOf(key) !== undefined;
    if (param("org_id") !== world.organization.id || !belongs)
      throw new Problem(404, "No such organization.");
  }

  return {
    ...{ authenticate, canSee, requireAdministrator },
    ...{ requireProject, requireCompute, requireOrganization },
  };
}

export function requirePersonal(key: ApiKey): void {
  if (key.scope.kind !== "personal") throw new Problem(403, "Only a personal key may do this.");
}

export function requireObject(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new Problem(400, `${what} is a JSON object.`);
  return value;
}
