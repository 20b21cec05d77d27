/** The routes that the service has, each with its handler. */
import { type Access, type Call, requireObject, requirePersonal } from "./access.ts";
import { type ControlPlane, showCompute, showWithPending } from "./computes.ts";
import type { ApiKey, Fault, JsonObject } from "./model.ts";
import { Problem, timestamp } from "./model.ts";
import { listOperations, showOperation } from "./operations.ts";
import { addKey, type World } from "./seed.ts";
import { showBranch, showKey, showNewKey, showOperations, showProject } from "./views.ts";

export interface Reply {
  status: number;
  body?: unknown;
}

export type Routes = Record<string, (call: Call) => Reply>;

export interface Service {
  world: World;
  access: Access;
  plane: ControlPlane;
  isFaulty: (fault: Fault) => boolean;
}

const PROJECT = "/projects/{project_id}";
const COMPUTE = `${PROJECT}/endpoints/{endpoint_id}`;
const ORGANIZATION = "/organizations/{org_id}";

const ok = (body: unknown, status = 200): Reply => ({ status, body });

export const routesOf = (service: Service): Routes => ({
  ...projectRoutes(service),
  ...computeRoutes(service),
  ...commandRoutes(service),
  ...operationRoutes(service),
  ...organizationRoutes(service),
  ...organizationKeyRoutes(service),
  ...personalKeyRoutes(service),
  ...callerRoutes(service),
});

const projectRoutes = ({ world, access }: Service): Routes => ({
  "GET /projects": ({ key }) =>
    ok({ projects: world.projects.filter((each) => access.canSee(key, each)).map(showProject) }),
  [`GET ${PROJECT}`]: (call) => ok(showProject(access.requireProject(call))),
  [`GET ${PROJECT}/branches`]: (call) => {
    const project = access.requireProject(call);
    return ok({
      branches: project.branches.map((each) => showBranch(project, each)),
      total: project.branches.length,
    });
  },
  [`GET ${PROJECT}/branches/{branch_id}`]: (call) => {
    const project = access.requireProject(call);
    const branch = project.branches.find((each) => each.id === call.param("branch_id"));
    if (!branch) throw new Problem(404, "No such branch.");
    return ok(showBranch(project, branch));
  },
});

const endpointInput = (body: unknown): JsonObject =>
  requireObject(requireObject(body, "The request body").endpoint, "endpoint");

const computeRoutes = ({ access, plane }: Service): Routes => ({
  [`GET ${PROJECT}/endpoints`]: (call) => {
    const project = access.requireProject(call);
    return ok({ endpoints: project.computes.map((each) => showCompute(project, each)) });
  },
  [`POST ${PROJECT}/endpoints`]: (call) => {
    const project = access.requireProject(call);
    const { compute, operations } = plane.create(project, endpointInput(call.body));
    const endpoint = showWithPending(project, compute);
    return ok({ endpoint, operations: showOperations(project, operations) }, 202);
  },
  [`GET ${COMPUTE}`]: (call) => {
    const [project, compute] = access.requireCompute(call);
    return ok(showCompute(project, compute, compute.pending ?? undefined));
  },
  [`PATCH ${COMPUTE}`]: (call) => {
    const [project, compute] = access.requireCompute(call);
    const { operations } = plane.update(project, compute, endpointInput(call.body));
    const endpoint = showWithPending(project, compute);
    return ok({ endpoint, operations: showOperations(project, operations) });
  },
  [`DELETE ${COMPUTE}`]: (call) => {
    const [project, compute] = access.requireCompute(call);
    plane.remove(project, compute);
    return ok({ endpoint: showCompute(project, compute), operations: [] }, 202);
  },
});

const commandRoutes = ({ access, plane }: Service): Routes => {
  const command =
    (name: "start" | "suspend" | "restart", status = 200) =>
    (call: Call): Reply => {
      const [project, compute] = access.requireCompute(call);
      return ok({ operations: showOperations(project, plane[name](project, compute)) }, status);
    };
  return {
    [`POST ${COMPUTE}/start`]: command("start"),
    [`POST ${COMPUTE}/suspend`]: command("suspend"),
    [`POST ${COMPUTE}/restart`]: command("restart", 202),
  };
};

const operationRoutes = ({ access, isFaulty }: Service): Routes => ({
  [`GET ${PROJECT}/operations`]: (call) => {
    const project = access.requireProject(call);
    return ok(listOperations(project, call.query, isFaulty("cursor-in-milliseconds") ? 3 : 6));
  },
  [`GET ${PROJECT}/operations/{operation_id}`]: (call) => {
    const project = access.requireProject(call);
    const operation = project.operations.find((each) => each.id === call.param("operation_id"));
    if (!operation) throw new Problem(404, "No such operation.");
    return ok({ operation: showOperation(project, operation) });
  },
});

const organizationRoutes = ({ world, access }: Service): Routes => ({
  [`GET ${ORGANIZATION}`]: (call) => {
    access.requireOrganization(call);
    const { id, name, created } = world.organization;
    return ok({ id, name, plan: "business", created_at: timestamp(created) });
  },
  [`GET ${ORGANIZATION}/members`]: (call) => {
    access.requireOrganization(call);
    const members = world.organization.members.map((each) => ({
      id: each.id,
      user_id: each.userId,
      role: each.role,
      joined_at: timestamp(each.joined),
    }));
    return ok({ members });
  },
});

const organizationKeyRoutes = (service: Service): Routes => {
  const { world, access, isFaulty } = service;
  return {
    [`GET ${ORGANIZATION}/api_keys`]: (call) => {
      access.requireOrganization(call);
      access.requireAdministrator(
        call.key,
        "Only an administrator sees the keys of an organization.",
      );
      return ok(world.keys.filter(({ scope }) => scope.kind !== "personal").map(showKey));
    },
    [`POST ${ORGANIZATION}/api_keys`]: (call) => createOrganizationKey(service, call),
    [`DELETE ${ORGANIZATION}/api_keys/{key_id}`]: (call) => {
      access.requireOrganization(call);
      access.requireAdministrator(
        call.key,
        "Only an administrator revokes the keys of an organization.",
      );
      const isAnyKind = isFaulty("org-route-revokes-personal-keys");
      return revoke(world, call, ({ scope }) => scope.kind !== "personal" || isAnyKind);
    },
  };
};

const personalKeyRoutes = ({ world }: Service): Routes => {
  const isOwn = (own: ApiKey) => (each: ApiKey) =>
    each.scope.kind === "personal" && each.createdBy === own.createdBy;
  return {
    "GET /api_keys": ({ key }) => {
      requirePersonal(key);
      return ok({ api_keys: world.keys.filter(isOwn(key)).map(showKey) });
    },
    "POST /api_keys": ({ key, body }) => {
      requirePersonal(key);
      const name = readKeyName(requireObject(body, "The request body"));
      return ok(showNewKey(addKey(world, name, key.createdBy, { kind: "personal" })), 201);
    },
    "DELETE /api_keys/{key_id}": (call) => {
      requirePersonal(call.key);
      return revoke(world, call, isOwn(call.key));
    },
  };
};

const callerRoutes = ({ world }: Service): Routes => ({
  "GET /auth": ({ key }) => ok({ method: "bearer", api_key: showKey(key) }),
  "GET /users/me": ({ key }) => {
    requirePersonal(key);
    return ok(world.users.find((each) => each.id === key.createdBy));
  },
});

function readKeyName(body: JsonObject): string {
  const name = body.key_name;
  if (typeof name !== "string" || name.trim() === "")
    throw new Problem(422, "key_name is a non-empty string.");
  return name;
}

function createOrganizationKey({ world, access }: Service, call: Call): Reply {
  access.requireOrganization(call);
  requirePersonal(call.key);
  const body = requireObject(call.body, "The request body");
  const orgId = world.organization.id;
  const projectId = body.project_id;
  if (projectId === undefined) {
    access.requireAdministrator(call.key, "Only an administrator creates organization keys.");
    const scope = { kind: "organization", orgId } as const;
    return ok(showNewKey(addKey(world, readKeyName(body), call.key.createdBy, scope)));
  }
  const project = world.projects.find((each) => each.id === projectId && each.owner.id === orgId);
  if (!project) throw new Problem(422, "project_id names no project of this organization.");
  const scope = { kind: "project", orgId, projectId: project.id } as const;
  return ok(showNewKey(addKey(world, readKeyName(body), call.key.createdBy, scope)));
}

function revoke(world: World, { param }: Call, mayRevoke: (key: ApiKey) => boolean): Reply {
  const id = param("key_id");
  const index = world.keys.findIndex((each) => String(each.id) === id && mayRevoke(each));
  if (index < 0) throw new Problem(404, "No such key.");
  world.keys.splice(index, 1);
  return { status: 204 };
}
