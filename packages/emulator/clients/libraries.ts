/**
 * The provider's libraries: every resource of the SDK with its default options, polling included, and
 * the older API client. Left out, since no documented route is behind them: custom domains, triggers,
 * and revealing or rotating a credential.
 */
import { createNeonClient } from "@neon/sdk";
import { type Api, createApiClient } from "@neondatabase/api-client";
import type { Step } from "./run.ts";
import { type Served, serve } from "./served.ts";

type Call = (it: Found) => unknown;
/** Ids that earlier steps found. */
type Found = Record<string, string>;

const PERIOD = {
  from: "2026-11-20T00:00:00Z",
  to: "2026-11-22T00:00:00Z",
  granularity: "daily",
} as const;

const LIBRARIES = { "@neon/sdk 6": sdkSteps, "@neondatabase/api-client 2": apiSteps };

/** @param only part of a library's name; empty for all */
export async function runLibraries(only: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [name, stepsOn] of Object.entries(LIBRARIES)) {
    if (name.includes(only)) steps.push(...(await run(name, stepsOn)));
  }
  return steps;
}

async function run(
  client: string,
  stepsOn: (served: Served, found: Found) => Record<string, Call>,
): Promise<Step[]> {
  const served = await serve();
  const { ids } = served.emulator;
  const found: Found = { org: ids.org_id, member: ids.member_id };
  const steps: Step[] = [];
  try {
    for (const [step, call] of Object.entries(stepsOn(served, found))) {
      const problem = await problemOf(() => call(found), served);
      steps.push({ client, step, problem });
      process.stderr.write(problem === undefined ? "." : "x");
    }
    return steps;
  } finally {
    served.close();
  }
}

async function problemOf(call: () => unknown, served: Served): Promise<string | undefined> {
  try {
    const result = await call();
    const misfits = served.takeMisfits();
    if (misfits.length > 0) return misfits.join("; ");
    return result === undefined ? "no result" : undefined;
  } catch (error) {
    return `${error}`.slice(0, 300);
  }
}

/** The result of a call that gives nothing. */
async function done(call: Promise<unknown>): Promise<true> {
  await call;
  return true;
}

function sdkSteps({ url, emulator }: Served, found: Found): Record<string, Call> {
  const neon = createNeonClient({
    apiKey: emulator.keys.admin,
    baseUrl: url,
    orgId: emulator.ids.org_id,
    throwOnError: true,
  });
  const { projects, branches, postgres, storage, functions, snapshots, auth } = neon;
  const { endpoints, roles, databases, dataApi } = postgres;
  const at = () => ({ projectId: `${found.project}`, branchId: `${found.branch}` });
  const main = () => ({ projectId: `${found.project}`, branchId: `${found.main}` });
  const keep = async <T>(
    name: string,
    call: Promise<T>,
    of: (result: T) => unknown,
  ): Promise<T> => {
    const result = await call;
    found[name] = `${of(result)}`;
    return result;
  };
  return {
    "user.me": () => neon.user.me(),
    "user.organizations": () => neon.user.organizations(),
    "regions.list": () => neon.regions.list(),
    "projects.list": () => projects.list().all(),
    "projects.create": () => keep("project", projects.create({ name: "sdk" }), ({ id }) => id),
    "projects.createAndConnect": () =>
      keep("other", projects.createAndConnect({ name: "sdk-2" }), ({ project }) => project.id),
    "projects.get": ({ project }) => projects.get({ projectId: `${project}` }),
    "projects.update": ({ project }) => projects.update({ projectId: `${project}`, name: "sdk-3" }),
    "projects.permissions.grant": ({ project }) =>
      keep(
        "permission",
        projects.permissions.grant({ projectId: `${project}`, email: "ada@example.com" }),
        ({ id }) => id,
      ),
    "projects.permissions.list": ({ project }) =>
      projects.permissions.list({ projectId: `${project}` }),
    "projects.permissions.revoke": ({ project, permission }) =>
      projects.permissions.revoke({ projectId: `${project}`, permissionId: `${permission}` }),
    "projects.members.list": ({ project }) =>
      projects.members.list({ projectId: `${project}` }).all(),
    "projects.members.setRole": ({ project, member }) =>
      projects.members.setRole({ projectId: `${project}`, memberId: `${member}`, role: "viewer" }),
    "projects.members.removeRole": ({ project, member }) =>
      projects.members.removeRole({ projectId: `${project}`, memberId: `${member}` }),
    "branches.getDefault": ({ project }) =>
      keep("main", branches.getDefault({ projectId: `${project}` }), ({ id }) => id),
    "branches.create": ({ project }) =>
      keep("branch", branches.create({ projectId: `${project}`, name: "dev" }), ({ id }) => id),
    "branches.createAndConnect": ({ project }) =>
      branches.createAndConnect({ projectId: `${project}`, name: "dev-2" }),
    "branches.list": ({ project }) => branches.list({ projectId: `${project}` }).all(),
    "branches.get": () => branches.get(at()),
    "branches.update": () => branches.update({ ...at(), name: "work" }),
    "branches.resetFromParent": () => branches.resetFromParent(at()),
    "branches.compareSchema": () => branches.compareSchema({ ...at(), databaseName: "neondb" }),
    "branches.setDefault": () => branches.setDefault(main()),
    "branches.finalizeRestore": () => done(branches.finalizeRestore(at())),
    "endpoints.list": ({ project }) => endpoints.list({ projectId: `${project}` }),
    "endpoints.listByBranch": () =>
      keep("endpoint", endpoints.listByBranch(main()), ([first]) => first?.id),
    "endpoints.create": () =>
      keep(
        "replica",
        endpoints.create({ ...main(), branch_id: found.main, type: "read_only" } as never),
        ({ id }) => id,
      ),
    "endpoints.get": ({ project, endpoint }) =>
      endpoints.get({ projectId: `${project}`, endpointId: `${endpoint}` }),
    "endpoints.update": ({ project, endpoint }) =>
      endpoints.update(
        {
          projectId: `${project}`,
          endpointId: `${endpoint}`,
          suspend_timeout_seconds: 60,
        } as never,
        { waitForReadiness: true },
      ),
    "endpoints.suspend": ({ project, endpoint }) =>
      endpoints.suspend(
        { projectId: `${project}`, endpointId: `${endpoint}` },
        { waitForReadiness: true },
      ),
    "endpoints.start": ({ project, endpoint }) =>
      endpoints.start(
        { projectId: `${project}`, endpointId: `${endpoint}` },
        { waitForReadiness: true },
      ),
    "endpoints.restart": ({ project, endpoint }) =>
      endpoints.restart(
        { projectId: `${project}`, endpointId: `${endpoint}` },
        { waitForReadiness: true },
      ),
    "endpoints.delete": ({ project, replica }) =>
      done(endpoints.delete({ projectId: `${project}`, endpointId: `${replica}` })),
    "roles.create": () => roles.create({ ...main(), name: "ada" }, { waitForReadiness: true }),
    "roles.list": () => roles.list(main()),
    "roles.get": () => roles.get({ ...main(), roleName: "ada" }),
    "roles.password": () => roles.password({ ...main(), roleName: "ada" }),
    "roles.resetPassword": () =>
      roles.resetPassword({ ...main(), roleName: "ada" }, { waitForReadiness: true }),
    "databases.create": () =>
      databases.create({ ...main(), name: "shop", owner_name: "ada" } as never, {
        waitForReadiness: true,
      }),
    "databases.list": () => databases.list(main()),
    "databases.get": () => databases.get({ ...main(), databaseName: "shop" }),
    "databases.update": () =>
      databases.update(
        { ...main(), databaseName: "shop", name: "store" },
        { waitForReadiness: true },
      ),
    "postgres.connectionString": ({ project }) =>
      postgres.connectionString({
        projectId: `${project}`,
        databaseName: "store",
        roleName: "ada",
      }),
    "dataApi.create": () => dataApi.create({ ...main(), databaseName: "store" }),
    "dataApi.get": () => dataApi.get({ ...main(), databaseName: "store" }),
    "dataApi.update": () =>
      done(dataApi.update({ ...main(), databaseName: "store", settings: {} })),
    "dataApi.delete": () => done(dataApi.delete({ ...main(), databaseName: "store" })),
    "databases.delete": () => done(databases.delete({ ...main(), databaseName: "store" })),
    "roles.delete": () => done(roles.delete({ ...main(), roleName: "ada" })),
    "storage.get": () => storage.get(main()),
    "buckets.create": () => storage.buckets.create({ ...main(), name: "files" } as never),
    "buckets.list": () => storage.buckets.list(main()),
    "objects.presign": () =>
      storage.objects.presign({
        ...main(),
        bucketName: "files",
        objectKey: "a/b",
        operation: "upload",
      } as never),
    "objects.list": () => storage.objects.list({ ...main(), bucketName: "files" }),
    "objects.get": () => storage.objects.get({ ...main(), bucketName: "files", objectKey: "a/b" }),
    "objects.delete": () =>
      done(storage.objects.delete({ ...main(), bucketName: "files", objectKey: "a/b" })),
    "objects.deleteByPrefix": () =>
      storage.objects.deleteByPrefix({ ...main(), bucketName: "files", prefix: "a/" }),
    "buckets.delete": () => done(storage.buckets.delete({ ...main(), bucketName: "files" })),
    "functions.deploy": () =>
      functions.deploy({
        ...main(),
        slug: "hello",
        zip: new Blob(["zip"]),
        runtime: "nodejs24",
      } as never),
    "functions.list": () => functions.list(main()).all(),
    "functions.get": () => functions.get({ ...main(), slug: "hello" }),
    "functions.update": () => functions.update({ ...main(), slug: "hello", name: "Hello" }),
    "functions.delete": () => done(functions.delete({ ...main(), slug: "hello" })),
    "credentials.create": () =>
      keep(
        "token",
        neon.credentials.create({
          ...main(),
          scopes: ["storage:read"],
          principal_type: "user",
        } as never),
        ({ token_id }) => token_id,
      ),
    "credentials.list": () => neon.credentials.list(main()),
    "credentials.revoke": ({ token }) =>
      done(neon.credentials.revoke({ ...main(), tokenId: `${token}` })),
    "aiGateway.get": () => neon.aiGateway.get(main()),
    "logs.query": () => neon.logs.query(main() as never).all(),
    "logs.fields": () => neon.logs.fields(main()),
    "logs.fieldValues": () => neon.logs.fieldValues({ ...main(), fieldName: "message" } as never),
    "snapshots.create": () =>
      keep("snapshot", snapshots.create({ ...main(), name: "s-1" }), ({ id }) => id),
    "snapshots.list": ({ project }) => snapshots.list({ projectId: `${project}` }),
    "snapshots.update": ({ project, snapshot }) =>
      snapshots.update({ projectId: `${project}`, snapshotId: `${snapshot}`, name: "s-2" }),
    "snapshots.restore": ({ project, snapshot }) =>
      snapshots.restore({
        projectId: `${project}`,
        snapshotId: `${snapshot}`,
        name: "back",
      } as never),
    "snapshots.setSchedule": () =>
      done(
        snapshots.setSchedule({ ...main(), schedule: [{ frequency: "daily", hour: 3 }] } as never),
      ),
    "snapshots.getSchedule": () => snapshots.getSchedule(main()),
    "snapshots.delete": ({ project, snapshot }) =>
      done(snapshots.delete({ projectId: `${project}`, snapshotId: `${snapshot}` })),
    "operations.list": ({ project }) => operationsOf(neon, found, `${project}`),
    "operations.get": ({ project, operation }) =>
      neon.operations.get({ projectId: `${project}`, operationId: `${operation}` }),
    "auth.create": () => auth.create({ ...main(), auth_provider: "better_auth" } as never),
    "auth.get": () => auth.get(main()),
    "auth.updateConfig": () => auth.updateConfig({ ...main(), name: "Shop" } as never),
    "auth.trustedDomains.add": () =>
      done(
        auth.trustedDomains.add({
          ...main(),
          domain: "https://a.example",
          auth_provider: "better_auth",
        } as never),
      ),
    "auth.trustedDomains.list": () => auth.trustedDomains.list(main()),
    "auth.trustedDomains.delete": () =>
      done(
        auth.trustedDomains.delete({
          ...main(),
          domains: [{ domain: "https://a.example" }],
          auth_provider: "better_auth",
        } as never),
      ),
    "auth.users.create": () =>
      keep(
        "user",
        auth.users.create({ ...main(), email: "ada@example.com" } as never),
        ({ id }) => id,
      ),
    "auth.users.updateRole": ({ user }) =>
      auth.users.updateRole({ ...main(), authUserId: `${user}`, roles: ["admin"] }),
    "auth.users.delete": ({ user }) =>
      done(auth.users.delete({ ...main(), authUserId: `${user}` })),
    "auth.oauthProviders.add": () => auth.oauthProviders.add({ ...main(), id: "google" } as never),
    "auth.oauthProviders.list": () => auth.oauthProviders.list(main()),
    "auth.oauthProviders.update": () =>
      auth.oauthProviders.update({ ...main(), providerId: "google", client_id: "1" } as never),
    "auth.oauthProviders.delete": () =>
      done(auth.oauthProviders.delete({ ...main(), providerId: "google" })),
    "auth.disable": () => done(auth.disable(main())),
    "consumption.perProject": () => neon.consumption.perProject({ ...PERIOD } as never).all(),
    "apiKeys.create": () => keep("key", neon.apiKeys.create({ keyName: "ci" }), ({ id }) => id),
    "apiKeys.list": () => neon.apiKeys.list(),
    "apiKeys.revoke": ({ key }) => neon.apiKeys.revoke({ keyId: Number(key) }),
    "branches.delete": () => done(branches.delete(at(), { waitForReadiness: true })),
    "projects.delete": ({ project }) => projects.delete({ projectId: `${project}` }),
    "projects.recover": ({ project }) => projects.recover({ projectId: `${project}` }),
    "projects.transfer": ({ other }) =>
      done(projects.transfer({ toOrgId: emulator.ids.other_org_id, projectIds: [`${other}`] })),
    "projects.transferFromUser": () =>
      done(
        projects.transferFromUser({
          toOrgId: emulator.ids.other_org_id,
          projectIds: [emulator.ids.personal_project_id],
        }),
      ),
  };
}

async function operationsOf(
  neon: { operations: { list(params: { projectId: string }): { all(): Promise<unknown> } } },
  found: Found,
  projectId: string,
) {
  const operations = (await neon.operations.list({ projectId }).all()) as { id: string }[];
  found.operation = `${operations[0]?.id}`;
  return operations;
}

function apiSteps({ url, emulator }: Served, found: Found): Record<string, Call> {
  const api: Api<unknown> = createApiClient({ apiKey: emulator.keys.admin, baseURL: url });
  const { org_id } = emulator.ids;
  const settled = async <T>(call: Promise<{ data: T }>): Promise<T> => {
    const { data } = await call;
    emulator.advance(5_000);
    return data;
  };
  return {
    getCurrentUserInfo: () => settled(api.getCurrentUserInfo()),
    getCurrentUserOrganizations: () => settled(api.getCurrentUserOrganizations()),
    listProjects: () => settled(api.listProjects({ org_id, limit: 400 })),
    createProject: async () => {
      const data = await settled(api.createProject({ project: { name: "api", org_id } }));
      Object.assign(found, {
        project: data.project.id,
        main: data.branch.id,
        endpoint: data.endpoints[0]?.id,
      });
      return data;
    },
    getProject: ({ project }) => settled(api.getProject(`${project}`)),
    updateProject: ({ project }) =>
      settled(api.updateProject(`${project}`, { project: { name: "api-2" } })),
    createProjectBranch: async ({ project }) => {
      const data = await settled(
        api.createProjectBranch(`${project}`, { branch: { name: "dev" } }),
      );
      found.branch = data.branch.id;
      return data;
    },
    listProjectBranches: ({ project }) =>
      settled(api.listProjectBranches({ projectId: `${project}` })),
    getProjectBranch: ({ project, branch }) =>
      settled(api.getProjectBranch(`${project}`, `${branch}`)),
    restoreProjectBranch: ({ project, branch, main }) =>
      settled(api.restoreProjectBranch(`${project}`, `${branch}`, { source_branch_id: `${main}` })),
    listProjectBranchRoles: ({ project, main }) =>
      settled(api.listProjectBranchRoles(`${project}`, `${main}`)),
    createProjectBranchRole: ({ project, main }) =>
      settled(api.createProjectBranchRole(`${project}`, `${main}`, { role: { name: "ada" } })),
    createProjectBranchDatabase: ({ project, main }) =>
      settled(
        api.createProjectBranchDatabase(`${project}`, `${main}`, {
          database: { name: "shop", owner_name: "ada" },
        }),
      ),
    getConnectionUri: ({ project }) =>
      settled(
        api.getConnectionUri({ projectId: `${project}`, database_name: "shop", role_name: "ada" }),
      ),
    listProjectEndpoints: ({ project }) => settled(api.listProjectEndpoints(`${project}`)),
    suspendProjectEndpoint: ({ project, endpoint }) =>
      settled(api.suspendProjectEndpoint(`${project}`, `${endpoint}`)),
    startProjectEndpoint: ({ project, endpoint }) =>
      settled(api.startProjectEndpoint(`${project}`, `${endpoint}`)),
    listProjectOperations: ({ project }) =>
      settled(api.listProjectOperations({ projectId: `${project}`, limit: 10 })),
    deleteProjectBranch: ({ project, branch }) =>
      settled(api.deleteProjectBranch({ projectId: `${project}`, branchId: `${branch}` })),
    deleteProject: ({ project }) => settled(api.deleteProject(`${project}`)),
  };
}
