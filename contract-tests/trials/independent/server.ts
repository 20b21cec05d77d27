/**
 * A service written from the document alone, by somebody who had seen neither the emulator nor the
 * suite: a trial of the suite on code that does not share its mistakes. It keeps its state in memory
 * and its time is the real one. `tsx foreign/server.ts` serves it and prints its fixtures.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { createControlPlane, proxyHost, showCompute, showWithPending } from "./computes.ts";
import type { ApiKey, Branch, Compute, Fault, JsonObject, Operation, Project } from "./model.ts";
import { FAULTS, isObject, Problem, timestamp } from "./model.ts";
import { listOperations, showOperation } from "./operations.ts";
import type { Fixtures } from "./seed.ts";
import { addKey, seed } from "./seed.ts";

const BASE = "/cloud/nordic/api/v2";

export interface ForeignServerOptions {
  port?: number;
  faults?: string[];
  operationMs?: number;
}

export interface LogEntry {
  method: string;
  path: string;
  status: number;
}

export interface ForeignServer {
  url: string;
  /** What a run may use, and the routes that are served. */
  fixtures: Fixtures & { routes: string[] };
  log: LogEntry[];
  close: () => Promise<void>;
}

interface Call {
  key: ApiKey;
  param: (name: string) => string;
  query: URLSearchParams;
  body: unknown;
}

interface Reply {
  status: number;
  body?: unknown;
}

type Handler = (call: Call) => Reply;

const ok = (body: unknown, status = 200): Reply => ({ status, body });

export async function startForeignServer(
  options: ForeignServerOptions = {},
): Promise<ForeignServer> {
  const { port = 0, faults = [], operationMs = 40 } = options;
  for (const name of faults) {
    if (!FAULTS.some((known) => known === name)) throw new Error(`unknown fault: ${name}`);
  }
  const faulty = (fault: Fault): boolean => faults.includes(fault);

  const { world, fixtures, running } = seed();
  const plane = createControlPlane({
    operationMs,
    suspendedPrimaryCounts: !faulty("suspended-primary-not-counted"),
  });
  plane.watchIdle(running.project, running.compute);
  const log: LogEntry[] = [];

  // --- who is calling, and what may they see -------------------------------------------------------------------

  function authenticate(request: IncomingMessage): ApiKey {
    const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const key = world.keys.find((each) => each.secret === secret);
    if (!key) throw new Problem(401, "Present a valid API key.");
    return key;
  }

  const membershipOf = (key: ApiKey) =>
    key.scope.kind === "personal"
      ? world.organization.members.find((each) => each.userId === key.createdBy)
      : undefined;

  const isAdministrator = (key: ApiKey): boolean =>
    key.scope.kind === "organization" || membershipOf(key)?.role === "admin";

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

  function requirePersonal(key: ApiKey): void {
    if (key.scope.kind !== "personal") throw new Problem(403, "Only a personal key may do this.");
  }

  function requireObject(value: unknown, what: string): JsonObject {
    if (!isObject(value)) throw new Problem(400, `${what} is a JSON object.`);
    return value;
  }

  const endpointInput = (body: unknown): JsonObject =>
    requireObject(requireObject(body, "The request body").endpoint, "endpoint");

  // --- how resources look --------------------------------------------------------------------------------------

  const showProject = (project: Project): JsonObject => ({
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

  const showBranch = (project: Project, branch: Branch): JsonObject => ({
    id: branch.id,
    project_id: project.id,
    name: branch.name,
    is_default: branch.isDefault,
    created_at: timestamp(branch.created),
  });

  const showOperations = (project: Project, operations: Operation[]): JsonObject[] =>
    operations.map((each) => showOperation(project, each));

  const showKey = (key: ApiKey): JsonObject => ({
    id: key.id,
    name: key.name,
    kind: key.scope.kind,
    created_at: timestamp(key.created),
    created_by: key.createdBy,
    project_id: key.scope.kind === "project" ? key.scope.projectId : undefined,
  });

  const showNewKey = (key: ApiKey): JsonObject => ({ ...showKey(key), key: key.secret });

  // --- keys ----------------------------------------------------------------------------------------------------

  function readKeyName(body: JsonObject): string {
    const name = body.key_name;
    if (typeof name !== "string" || name.trim() === "")
      throw new Problem(422, "key_name is a non-empty string.");
    return name;
  }

  function createOrganizationKey(call: Call): Reply {
    requireOrganization(call);
    requirePersonal(call.key);
    const body = requireObject(call.body, "The request body");
    const orgId = world.organization.id;
    const projectId = body.project_id;
    if (projectId === undefined) {
      if (!isAdministrator(call.key))
        throw new Problem(403, "Only an administrator creates organization keys.");
      return ok(
        showNewKey(
          addKey(world, readKeyName(body), call.key.createdBy, { kind: "organization", orgId }),
        ),
      );
    }
    const project = world.projects.find((each) => each.id === projectId && each.owner.id === orgId);
    if (!project) throw new Problem(422, "project_id names no project of this organization.");
    const scope = { kind: "project", orgId, projectId: project.id } as const;
    return ok(showNewKey(addKey(world, readKeyName(body), call.key.createdBy, scope)));
  }

  function revoke(id: string, mayRevoke: (key: ApiKey) => boolean): Reply {
    const index = world.keys.findIndex((each) => String(each.id) === id && mayRevoke(each));
    if (index < 0) throw new Problem(404, "No such key.");
    world.keys.splice(index, 1);
    return { status: 204 };
  }

  function revokeOrganizationKey(call: Call): Reply {
    requireOrganization(call);
    if (!isAdministrator(call.key))
      throw new Problem(403, "Only an administrator revokes the keys of an organization.");
    return revoke(
      call.param("key_id"),
      ({ scope }) => scope.kind !== "personal" || faulty("org-route-revokes-personal-keys"),
    );
  }

  // --- routes --------------------------------------------------------------------------------------------------

  const PROJECT = "/projects/{project_id}";
  const COMPUTE = `${PROJECT}/endpoints/{endpoint_id}`;
  const ORGANIZATION = "/organizations/{org_id}";

  const routes: Record<string, Handler> = {
    "GET /projects": ({ key }) =>
      ok({ projects: world.projects.filter((each) => canSee(key, each)).map(showProject) }),
    [`GET ${PROJECT}`]: (call) => ok(showProject(requireProject(call))),
    [`GET ${PROJECT}/branches`]: (call) => {
      const project = requireProject(call);
      return ok({
        branches: project.branches.map((each) => showBranch(project, each)),
        total: project.branches.length,
      });
    },
    [`GET ${PROJECT}/branches/{branch_id}`]: (call) => {
      const project = requireProject(call);
      const branch = project.branches.find((each) => each.id === call.param("branch_id"));
      if (!branch) throw new Problem(404, "No such branch.");
      return ok(showBranch(project, branch));
    },

    [`GET ${PROJECT}/endpoints`]: (call) => {
      const project = requireProject(call);
      return ok({ endpoints: project.computes.map((each) => showCompute(project, each)) });
    },
    [`POST ${PROJECT}/endpoints`]: (call) => {
      const project = requireProject(call);
      const { compute, operations } = plane.create(project, endpointInput(call.body));
      return ok(
        {
          endpoint: showWithPending(project, compute),
          operations: showOperations(project, operations),
        },
        202,
      );
    },
    [`GET ${COMPUTE}`]: (call) => {
      const [project, compute] = requireCompute(call);
      return ok(showCompute(project, compute, compute.pending ?? undefined));
    },
    [`PATCH ${COMPUTE}`]: (call) => {
      const [project, compute] = requireCompute(call);
      const { operations } = plane.update(project, compute, endpointInput(call.body));
      return ok({
        endpoint: showWithPending(project, compute),
        operations: showOperations(project, operations),
      });
    },
    [`DELETE ${COMPUTE}`]: (call) => {
      const [project, compute] = requireCompute(call);
      plane.remove(project, compute);
      return ok({ endpoint: showCompute(project, compute), operations: [] }, 202);
    },
    [`POST ${COMPUTE}/start`]: (call) => {
      const [project, compute] = requireCompute(call);
      return ok({ operations: showOperations(project, plane.start(project, compute)) });
    },
    [`POST ${COMPUTE}/suspend`]: (call) => {
      const [project, compute] = requireCompute(call);
      return ok({ operations: showOperations(project, plane.suspend(project, compute)) });
    },
    [`POST ${COMPUTE}/restart`]: (call) => {
      const [project, compute] = requireCompute(call);
      return ok({ operations: showOperations(project, plane.restart(project, compute)) }, 202);
    },

    [`GET ${PROJECT}/operations`]: (call) =>
      ok(
        listOperations(requireProject(call), call.query, faulty("cursor-in-milliseconds") ? 3 : 6),
      ),
    [`GET ${PROJECT}/operations/{operation_id}`]: (call) => {
      const project = requireProject(call);
      const operation = project.operations.find((each) => each.id === call.param("operation_id"));
      if (!operation) throw new Problem(404, "No such operation.");
      return ok({ operation: showOperation(project, operation) });
    },

    [`GET ${ORGANIZATION}`]: (call) => {
      requireOrganization(call);
      const { id, name, created } = world.organization;
      return ok({ id, name, plan: "business", created_at: timestamp(created) });
    },
    [`GET ${ORGANIZATION}/members`]: (call) => {
      requireOrganization(call);
      const members = world.organization.members.map((each) => ({
        id: each.id,
        user_id: each.userId,
        role: each.role,
        joined_at: timestamp(each.joined),
      }));
      return ok({ members });
    },
    [`GET ${ORGANIZATION}/api_keys`]: (call) => {
      requireOrganization(call);
      if (!isAdministrator(call.key))
        throw new Problem(403, "Only an administrator sees the keys of an organization.");
      return ok(world.keys.filter(({ scope }) => scope.kind !== "personal").map(showKey));
    },
    [`POST ${ORGANIZATION}/api_keys`]: createOrganizationKey,
    [`DELETE ${ORGANIZATION}/api_keys/{key_id}`]: revokeOrganizationKey,

    "GET /api_keys": ({ key }) => {
      requirePersonal(key);
      const own = world.keys.filter(
        (each) => each.scope.kind === "personal" && each.createdBy === key.createdBy,
      );
      return ok({ api_keys: own.map(showKey) });
    },
    "POST /api_keys": ({ key, body }) => {
      requirePersonal(key);
      const name = readKeyName(requireObject(body, "The request body"));
      return ok(showNewKey(addKey(world, name, key.createdBy, { kind: "personal" })), 201);
    },
    "DELETE /api_keys/{key_id}": ({ key, param }) => {
      requirePersonal(key);
      return revoke(
        param("key_id"),
        (each) => each.scope.kind === "personal" && each.createdBy === key.createdBy,
      );
    },
    "GET /auth": ({ key }) => ok({ method: "bearer", api_key: showKey(key) }),
    "GET /users/me": ({ key }) => {
      requirePersonal(key);
      return ok(world.users.find((each) => each.id === key.createdBy));
    },
  };

  const table = Object.entries(routes).map(([route, handler]) => {
    const [method, template = ""] = route.split(" ");
    const pattern = new RegExp(`^${BASE}${template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    return { method, pattern, handler };
  });

  function route(
    method: string,
    path: string,
  ): { handler: Handler; param: Call["param"] } | undefined {
    for (const entry of table) {
      const groups = entry.method === method ? entry.pattern.exec(path) : null;
      if (groups)
        return { handler: entry.handler, param: (name) => decode(groups.groups?.[name] ?? "") };
    }
    return undefined;
  }

  function decode(segment: string): string {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw new Problem(400, "Unreadable path.");
    }
  }

  async function readBody(request: IncomingMessage): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    if (text === "") return undefined;
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      throw new Problem(415, "A body is sent as application/json.");
    }
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new Problem(400, "The body is not JSON.");
    }
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    authenticate(request);
    const { method = "GET", url = "/" } = request;
    const [path = "/", search = ""] = url.split("?", 2);
    const found = route(method, path);
    const body = await readBody(request);
    // Again, because the key may have been revoked while the body was on its way.
    const key = authenticate(request);
    if (!found) {
      throw key.scope.kind === "project"
        ? new Problem(403, "Not with a project-scoped key.")
        : new Problem(501, "This server does not have that route.");
    }
    return found.handler({ key, param: found.param, query: new URLSearchParams(search), body });
  }

  const titles: Record<number, string> = {
    401: "Who are you?",
    403: "Not yours to do",
    404: "Nothing here",
    410: "Gone for good",
  };

  function toReply(error: unknown): Reply {
    const problem = error instanceof Problem ? error : new Problem(500, String(error));
    const { status, message } = problem;
    return {
      status,
      body: { type: "about:blank", title: titles[status] ?? "Refused", status, detail: message },
    };
  }

  function send(response: ServerResponse, { status, body }: Reply): void {
    response.statusCode = status;
    if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="management"');
    if (body === undefined) {
      response.end();
      return;
    }
    response.setHeader(
      "Content-Type",
      status < 400 ? "application/json; charset=UTF-8" : "application/problem+json",
    );
    response.end(`${JSON.stringify(body, null, 2)}\n`);
  }

  const server = createServer((request, response) => {
    void answer(request)
      .catch(toReply)
      .then((reply) => {
        log.push({ method: request.method ?? "", path: request.url ?? "", status: reply.status });
        send(response, reply);
      });
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");

  return {
    url: `http://127.0.0.1:${address.port}${BASE}`,
    fixtures: { ...fixtures, routes: Object.keys(routes) },
    log,
    close: () =>
      new Promise<void>((resolve, reject) => {
        plane.stop();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const startedDirectly = import.meta.url === new URL(`file://${process.argv[1] ?? ""}`).href;
if (startedDirectly) {
  const { PORT = "0", FAULTS: faults = "", OPERATION_MS = "40" } = process.env;
  const { url, fixtures } = await startForeignServer({
    port: Number(PORT),
    faults: faults.split(",").filter(Boolean),
    operationMs: Number(OPERATION_MS),
  });
  console.log(JSON.stringify({ url, fixtures }, null, 2));
}
