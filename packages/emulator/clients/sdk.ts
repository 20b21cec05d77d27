/**
 * The provider's SDK: every resource with its default options, polling included. Left out, since no
 * documented route is behind them: custom domains, triggers, and revealing or rotating a credential.
 */
import { createNeonClient } from "@neon/sdk";
import type { Served } from "./served.ts";
import type { Call, Found } from "./steps.ts";

/** A call: the parameters that earlier steps found, by their names there, and the others. */
type Row = [
  method: string,
  found?: Record<string, string>,
  given?: object | ((found: Found) => object),
  more?: More,
];

interface More {
  options?: object;
  /** Values for later steps: the path of each in the result. */
  keeps?: Record<string, string>;
  /** Reads all pages. */
  isPaged?: boolean;
  /** Resolves to nothing. */
  isEmpty?: boolean;
}

const PROJECT = { projectId: "project" };
const BRANCH = { projectId: "project", branchId: "branch" };
const MAIN = { projectId: "project", branchId: "main" };
const ENDPOINT = { projectId: "project", endpointId: "endpoint" };
const ADA = { roleName: "ada" };
const SHOP = { databaseName: "shop" };
const STORE = { databaseName: "store" };
const FILE = { bucketName: "files", objectKey: "a/b" };
const DOMAIN = { domain: "https://a.example" };
const AUTH = { auth_provider: "better_auth" };
const PERIOD = {
  from: "2026-11-20T00:00:00Z",
  to: "2026-11-22T00:00:00Z",
  granularity: "daily",
};
const READY = { options: { waitForReadiness: true } };
const PAGED = { isPaged: true };
const EMPTY = { isEmpty: true };

const ROWS: Row[] = [
  ["user.me"],
  ["user.organizations"],
  ["regions.list"],
  ["projects.list", {}, {}, PAGED],
  ["projects.create", {}, { name: "sdk" }, { keeps: { project: "id" } }],
  ["projects.createAndConnect", {}, { name: "sdk-2" }, { keeps: { other: "project.id" } }],
  ["projects.get", PROJECT],
  ["projects.update", PROJECT, { name: "sdk-3" }],
  [
    "projects.permissions.grant",
    PROJECT,
    { email: "ada@example.com" },
    { keeps: { permission: "id" } },
  ],
  ["projects.permissions.list", PROJECT],
  ["projects.permissions.revoke", { ...PROJECT, permissionId: "permission" }],
  ["projects.members.list", PROJECT, {}, PAGED],
  ["projects.members.setRole", { ...PROJECT, memberId: "member" }, { role: "viewer" }],
  ["projects.members.removeRole", { ...PROJECT, memberId: "member" }],

  ["branches.getDefault", PROJECT, {}, { keeps: { main: "id" } }],
  ["branches.create", PROJECT, { name: "dev" }, { keeps: { branch: "id" } }],
  ["branches.createAndConnect", PROJECT, { name: "dev-2" }],
  ["branches.list", PROJECT, {}, PAGED],
  ["branches.get", BRANCH],
  ["branches.update", BRANCH, { name: "work" }],
  ["branches.resetFromParent", BRANCH],
  ["branches.compareSchema", BRANCH, { databaseName: "neondb" }],
  ["branches.setDefault", MAIN],
  ["branches.finalizeRestore", BRANCH, {}, EMPTY],

  ["postgres.endpoints.list", PROJECT],
  ["postgres.endpoints.listByBranch", MAIN, {}, { keeps: { endpoint: "0.id" } }],
  [
    "postgres.endpoints.create",
    { ...MAIN, branch_id: "main" },
    { type: "read_only" },
    { keeps: { replica: "id" } },
  ],
  ["postgres.endpoints.get", ENDPOINT],
  ["postgres.endpoints.update", ENDPOINT, { suspend_timeout_seconds: 60 }, READY],
  ["postgres.endpoints.suspend", ENDPOINT, {}, READY],
  ["postgres.endpoints.start", ENDPOINT, {}, READY],
  ["postgres.endpoints.restart", ENDPOINT, {}, READY],
  ["postgres.endpoints.delete", { ...PROJECT, endpointId: "replica" }, {}, EMPTY],
  ["postgres.roles.create", MAIN, { name: "ada" }, READY],
  ["postgres.roles.list", MAIN],
  ["postgres.roles.get", MAIN, ADA],
  ["postgres.roles.password", MAIN, ADA],
  ["postgres.roles.resetPassword", MAIN, ADA, READY],
  ["postgres.databases.create", MAIN, { name: "shop", owner_name: "ada" }, READY],
  ["postgres.databases.list", MAIN],
  ["postgres.databases.get", MAIN, SHOP],
  ["postgres.databases.update", MAIN, { ...SHOP, name: "store" }, READY],
  ["postgres.connectionString", PROJECT, { ...STORE, ...ADA }],
  ["postgres.dataApi.create", MAIN, STORE],
  ["postgres.dataApi.get", MAIN, STORE],
  ["postgres.dataApi.update", MAIN, { ...STORE, settings: {} }, EMPTY],
  ["postgres.dataApi.delete", MAIN, STORE, EMPTY],
  ["postgres.databases.delete", MAIN, STORE, EMPTY],
  ["postgres.roles.delete", MAIN, ADA, EMPTY],

  ["storage.get", MAIN],
  ["storage.buckets.create", MAIN, { name: "files" }],
  ["storage.buckets.list", MAIN],
  ["storage.objects.presign", MAIN, { ...FILE, operation: "upload" }],
  ["storage.objects.list", MAIN, { bucketName: "files" }],
  ["storage.objects.get", MAIN, FILE],
  ["storage.objects.delete", MAIN, FILE, EMPTY],
  ["storage.objects.deleteByPrefix", MAIN, { bucketName: "files", prefix: "a/" }],
  ["storage.buckets.delete", MAIN, { bucketName: "files" }, EMPTY],

  ["functions.deploy", MAIN, { slug: "hello", zip: new Blob(["zip"]), runtime: "nodejs24" }],
  ["functions.list", MAIN, {}, PAGED],
  ["functions.get", MAIN, { slug: "hello" }],
  ["functions.update", MAIN, { slug: "hello", name: "Hello" }],
  ["functions.delete", MAIN, { slug: "hello" }, EMPTY],
  [
    "credentials.create",
    MAIN,
    { scopes: ["storage:read"], principal_type: "user" },
    { keeps: { token: "token_id" } },
  ],
  ["credentials.list", MAIN],
  ["credentials.revoke", { ...MAIN, tokenId: "token" }, {}, EMPTY],
  ["aiGateway.get", MAIN],
  ["logs.query", MAIN, { limit: 2, source: "pg_endpoint" }, PAGED],
  ["logs.fields", MAIN],
  ["logs.fieldValues", MAIN, { fieldName: "message" }],

  ["snapshots.create", MAIN, { name: "s-1" }, { ...READY, keeps: { snapshot: "id" } }],
  ["snapshots.list", PROJECT],
  ["snapshots.update", { ...PROJECT, snapshotId: "snapshot" }, { name: "s-2" }],
  ["snapshots.restore", { ...PROJECT, snapshotId: "snapshot" }, { name: "back" }, READY],
  ["snapshots.setSchedule", MAIN, { schedule: [{ frequency: "daily", hour: 3 }] }, EMPTY],
  ["snapshots.getSchedule", MAIN],
  ["snapshots.delete", { ...PROJECT, snapshotId: "snapshot" }, {}, EMPTY],
  ["operations.list", PROJECT, {}, { isPaged: true, keeps: { operation: "0.id" } }],
  ["operations.get", { ...PROJECT, operationId: "operation" }],

  ["auth.create", MAIN, AUTH],
  ["auth.get", MAIN],
  ["auth.updateConfig", MAIN, { name: "Shop" }],
  ["auth.trustedDomains.add", MAIN, { ...DOMAIN, ...AUTH }, EMPTY],
  ["auth.trustedDomains.list", MAIN],
  ["auth.trustedDomains.delete", MAIN, { domains: [DOMAIN], ...AUTH }, EMPTY],
  ["auth.users.create", MAIN, { email: "ada@example.com" }, { keeps: { user: "id" } }],
  ["auth.users.updateRole", { ...MAIN, authUserId: "user" }, { roles: ["admin"] }],
  ["auth.users.delete", { ...MAIN, authUserId: "user" }, {}, EMPTY],
  ["auth.oauthProviders.add", MAIN, { id: "google" }],
  ["auth.oauthProviders.list", MAIN],
  ["auth.oauthProviders.update", MAIN, { providerId: "google", client_id: "1" }],
  ["auth.oauthProviders.delete", MAIN, { providerId: "google" }, EMPTY],
  ["auth.disable", MAIN, {}, EMPTY],

  ["consumption.perProject", {}, PERIOD, PAGED],
  ["apiKeys.create", {}, { keyName: "ci" }, { keeps: { key: "id" } }],
  ["apiKeys.list"],
  ["apiKeys.revoke", { keyId: "key" }],
  ["branches.delete", BRANCH, {}, { ...READY, ...EMPTY }],
  ["projects.delete", PROJECT],
  ["projects.recover", PROJECT],
  ["projects.transfer", { toOrgId: "other_org" }, ({ other }) => ({ projectIds: [other] }), EMPTY],
  [
    "projects.transferFromUser",
    { toOrgId: "other_org" },
    ({ personal }) => ({ projectIds: [personal] }),
    EMPTY,
  ],
];

export function sdkSteps({ url, emulator }: Served, found: Found): Record<string, Call> {
  const { keys, ids } = emulator;
  const client = createNeonClient({
    apiKey: keys.admin,
    baseUrl: url,
    orgId: ids.org_id,
    throwOnError: true,
  });
  Object.assign(found, { other_org: ids.other_org_id, personal: ids.personal_project_id });
  return Object.fromEntries(ROWS.map((row) => [row[0], () => call(client, row, found)]));
}

type Method = (parameters: object, options?: object) => Promise<unknown> & Paged;
interface Paged {
  all(): Promise<unknown>;
}

async function call(client: object, row: Row, found: Found): Promise<unknown> {
  const [path, from = {}, given = {}, { options, keeps = {}, isPaged, isEmpty } = {}] = row;
  const names = Object.entries(from).map(([parameter, name]) => [parameter, found[name]]);
  const others = typeof given === "function" ? given(found) : given;
  const resource = valueAt(client, path.slice(0, path.lastIndexOf("."))) as Record<string, Method>;
  const method = path.slice(path.lastIndexOf(".") + 1);
  const { [method]: run } = resource;
  if (!run) throw new Error(`the SDK has no ${path}`);
  const answer = run.call(resource, { ...Object.fromEntries(names), ...others }, options);
  const result = await (isPaged ? answer.all() : answer);
  for (const [name, place] of Object.entries(keeps)) found[name] = valueAt(result, place);
  return isEmpty ? true : result;
}

/** The value at a path such as `0.id`. */
function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce((at, name) => (at as Record<string, unknown>)?.[name], value);
}
