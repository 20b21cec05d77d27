/** A request to every route of the profile, in an order in which each can succeed. */
import { complete } from "../../src/neon/complete.ts";
import { flat, routesById, type Schema } from "../../src/neon/spec.ts";
import type { Route } from "../../src/spec.ts";

export interface Sent {
  method: string;
  /** Path and query, without the base address. */
  target: string;
  body?: unknown;
}

/** Values of parameters, by name. */
export type Ids = Record<string, string | number | undefined>;

const NOW = "2026-11-22T10:00:00Z";
const PERIOD = { from: "2026-11-20T00:00:00Z", to: "2026-11-22T00:00:00Z", granularity: "daily" };
const METRICS = { ...PERIOD, metrics: "compute_time_seconds" };

/** Required query parameters. */
const QUERY: Readonly<Record<string, (ids: Ids) => Ids>> = {
  listProjects: ({ org_id }) => ({ org_id }),
  getConnectionUri: ({ database_name, role_name }) => ({ database_name, role_name }),
  getBranchSchema: ({ database_name }) => ({ db_name: database_name }),
  compareBranchSchema: ({ database_name }) => ({ db_name: database_name }),
  listLegacyProjectConsumption: () => PERIOD,
  listProjectConsumption: ({ org_id }) => ({ ...METRICS, org_id }),
  listBranchConsumption: ({ org_id, project_id }) => ({
    ...METRICS,
    org_id,
    project_ids: project_id,
  }),
  deleteObjectsByPrefix: () => ({ prefix: "logs/" }),
};

/** Bodies that the schema alone does not give. */
const BODIES: Readonly<Record<string, (ids: Ids) => unknown>> = {
  createProject: ({ org_id }) => ({ project: { name: "walk", org_id } }),
  createBranch: () => ({ branch: { name: `dev-${++texts}` }, endpoints: [{ type: "read_write" }] }),
  createEndpoint: ({ free_branch_id }) => ({
    endpoint: { branch_id: free_branch_id, type: "read_only" },
  }),
  updateEndpoint: () => ({ endpoint: { suspend_timeout_seconds: 60 } }),
  createDatabase: () => ({ database: { name: `db-${++texts}`, owner_name: "neondb_owner" } }),
  updateDatabase: () => ({ database: { owner_name: "neondb_owner" } }),
  restoreBranch: ({ free_branch_id }) => ({ source_branch_id: free_branch_id }),
  createOrganizationInvitations: () => ({
    invitations: [{ email: "new@example.com", role: "member" }],
  }),
  updateOrganizationMember: () => ({ role: "member" }),
  transferOrganizationProjects: (ids) => transfer(ids.other_org_id, ids.spare_project_id),
  transferCurrentUserProjects: (ids) => transfer(ids.other_org_id, ids.personal_project_id),
  issueCredential: () => ({ scopes: ["storage:read"], principal_type: "user" }),
  updateBranchAuthUserRole: () => ({ roles: ["admin"] }),
  updateBranchAuthEmailProvider: () => ({ type: "shared", sender_name: "Ada" }),
  updateLegacyAuthEmailServer: () => ({ type: "shared", sender_name: "Ada" }),
  deleteBranchAuthDomain: () => domains,
  deleteLegacyAuthDomain: () => domains,
  setBackupSchedule: () => ({ schedule: [{ frequency: "daily", hour: 3 }] }),
};

const domains = { auth_provider: "mock", domains: [{ domain: "https://example.com" }] };
const transfer = (destination_org_id: unknown, project_id: unknown) => ({
  destination_org_id,
  project_ids: [project_id],
});

/** The ids in an answer that later requests name. */
const LEARNED: Readonly<Record<string, (json: never) => Ids>> = {
  createProject: ({ project }: { project: { id: string } }) => ({ spare_project_id: project.id }),
  createBranch: ({ branch, endpoints: [endpoint] }: { branch: Named; endpoints: Named[] }) => ({
    made_branch_id: branch.id,
    made_endpoint_id: endpoint?.id,
  }),
  createProjectTransferRequest: ({ id }: Named) => ({ request_id: id }),
  addProjectJwks: ({ jwks }: { jwks: Named }) => ({ jwks_id: jwks.id }),
  grantProjectPermission: ({ id }: Named) => ({ permission_id: id }),
  createSnapshot: ({ snapshot }: { snapshot: Named }) => ({ snapshot_id: snapshot.id }),
  createBranchAuthUser: ({ id }: Named) => ({ auth_user_id: id }),
  createLegacyAuthUser: ({ id }: Named) => ({ legacy_auth_user_id: id }),
  issueCredential: ({ token_id }: { token_id: string }) => ({ token_id }),
  createBucket: ({ bucket }: { bucket: { name: string } }) => ({ bucket_name: bucket.name }),
  createApiKey: ({ id }: Named) => ({ personal_key_id: id }),
  createOrganizationApiKey: ({ id }: Named) => ({ organization_key_id: id }),
  listOperations: ({ operations: [operation] }: { operations: Named[] }) => ({
    operation_id: operation?.id,
  }),
};

interface Named {
  id: string;
}

/** Path parameters that a route takes from an id of another name. */
const FROM: Readonly<Record<string, Record<string, string>>> = {
  revokeApiKey: { key_id: "personal_key_id" },
  revokeOrganizationApiKey: { key_id: "organization_key_id" },
  deleteLegacyAuthUser: { auth_user_id: "legacy_auth_user_id" },
  deleteBranch: { branch_id: "made_branch_id" },
  deleteEndpoint: { endpoint_id: "made_endpoint_id" },
  recoverProject: { project_id: "deleted_project_id" },
  restoreBranch: { branch_id: "made_branch_id" },
  createProjectTransferRequest: { project_id: "personal_project_id" },
  acceptProjectTransferRequest: { project_id: "personal_project_id" },
};

/** Deletions and what follows them come last, in this order. */
const LAST = [
  "disableBranchAuth",
  "createLegacyAuthIntegration",
  "addLegacyAuthDomain",
  "deleteLegacyAuthDomain",
  "addLegacyAuthOauthProvider",
  "updateLegacyAuthOauthProvider",
  "deleteLegacyAuthOauthProvider",
  "deleteLegacyAuthIntegration",
  "transferOrganizationProjects",
  "transferCurrentUserProjects",
  "deleteDatabase",
  "deleteBucket",
  "removeOrganizationMember",
  "deleteProject",
  "recoverProject",
];

const METHODS = ["POST", "PUT", "GET", "PATCH", "DELETE"];

export function routesInOrder(): Route[] {
  const rank = ({ operationId, method, path }: Route) => [
    LAST.indexOf(operationId),
    METHODS.indexOf(method),
    path.split("/").length * (method === "DELETE" ? -1 : 1),
  ];
  return [...routesById().values()].toSorted((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    return left.map((at, index) => at - (right[index] as number)).find((it) => it !== 0) ?? 0;
  });
}

export function requestTo(route: Route, ids: Ids): Sent {
  const { operationId, method } = route;
  const from = FROM[operationId] ?? {};
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(`${ids[from[name] ?? name]}`),
  );
  const query = queryOf(operationId, ids);
  const body = BODIES[operationId]?.(ids) ?? bodyFrom(route, ids);
  return {
    method,
    target: query.size === 0 ? path : `${path}?${query}`,
    ...(body !== undefined && { body }),
  };
}

export function learnedFrom({ operationId }: Route, json: unknown): Ids {
  return LEARNED[operationId]?.(json as never) ?? {};
}

function queryOf(operationId: string, ids: Ids): URLSearchParams {
  return new URLSearchParams((QUERY[operationId]?.(ids) ?? {}) as Record<string, string>);
}

function bodyFrom({ body }: Route, ids: Ids): unknown {
  if (!body) return undefined;
  const steps = body.pointer.slice(1).split("/");
  const schema = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll("~1", "/")],
    body.spec,
  );
  return withTexts(
    complete(flat(schema as Schema), undefined, { path: {}, world: { timestamp: () => NOW } }),
    ids,
  );
}

/** Puts known ids and new texts where the schema leaves an empty one. */
function withTexts(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((item) => withTexts(item, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === "string" ? textFor(name, item, ids) : withTexts(item, ids),
    ]),
  );
}

function textFor(name: string, item: string, ids: Ids): unknown {
  return ids[name] ?? (item === "" ? `text-${++texts}` : item);
}

let texts = 0;
