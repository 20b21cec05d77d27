import { describe, expect, test } from "vitest";
import { specRoutes } from "./conform.ts";
import { createStill } from "./support.ts";

/** Fills in the parameters of a path, with seeded ids or invented names. */
function filled(path: string, ids: Record<string, unknown>, other: Record<string, string> = {}) {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(`${other[name] ?? ids[name] ?? PLACES[name] ?? `a-${name}`}`);
  });
}

const PLACES: Record<string, string> = { source_org_id: "", key_id: "424242" };

/** Requests that create what the routes then read, change and delete. */
const FIRST: [string, string, (ids: Record<string, unknown>) => object][] = [
  ["POST", "/projects/{project_id}/branches/{branch_id}/databases", () => named("database_name")],
  ["POST", "/projects/{project_id}/branches/{branch_id}/roles", () => named("role_name")],
  ["POST", "/projects/{project_id}/branches/{branch_id}/auth/users", () => named("auth_user_id")],
  [
    "POST",
    "/projects/{project_id}/branches/{branch_id}/auth/oauth_providers",
    () => named("oauth_provider_id"),
  ],
  ["POST", "/projects/{project_id}/branches/{branch_id}/auth/domains", () => ({ domain: "a" })],
  ["POST", "/projects/{project_id}/auth/domains", () => ({ domain: "a" })],
  ["POST", "/projects/{project_id}/auth/oauth_providers", () => named("oauth_provider_id")],
  ["POST", "/projects/auth/create", (ids) => ({ ...named("auth_provider"), ...project(ids) })],
  ["POST", "/projects/auth/user", (ids) => ({ ...named("auth_user_id"), ...project(ids) })],
  ["POST", "/projects/{project_id}/branches/{branch_id}/buckets", () => named("bucket_name")],
  [
    "POST",
    "/projects/{project_id}/branches/{branch_id}/buckets/{bucket_name}/objects/{object_key}/presign",
    () => ({}),
  ],
  ["POST", "/projects/{project_id}/branches/{branch_id}/credentials", () => named("token_id")],
  ["POST", "/projects/{project_id}/branches/{branch_id}/functions/{slug}/deployments", () => ({})],
  [
    "POST",
    "/projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
    () => ({ enabled: true }),
  ],
  ["POST", "/projects/{project_id}/branches/{branch_id}/snapshot", () => named("snapshot_id")],
  ["POST", "/projects/{project_id}/permissions", () => named("permission_id")],
  ["POST", "/projects/{project_id}/jwks", () => named("jwks_id")],
  ["POST", "/projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}", () => ({})],
  ["PUT", "/projects/{project_id}/members/{member_id}/role", () => ({ role: "reader" })],
  [
    "POST",
    "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
    () => ({}),
  ],
];

const named = (parameter: string) => ({ [parameter]: `a-${parameter}` });
const project = ({ project_id }: Record<string, unknown>) => ({ project_id });

/** The bodies of routes that need one. */
function bodyFor(operationId: string, ids: Record<string, unknown>): object | undefined {
  const transfer = { project_ids: [], org_id: ids.other_org_id };
  const bodies: Record<string, object> = {
    createEndpoint: { endpoint: { branch_id: ids.free_branch_id, type: "read_write" } },
    updateEndpoint: { endpoint: { pooler_enabled: true } },
    createOrganizationApiKey: { key_name: "ci" },
    updateOrganizationMember: { role: "admin" },
    transferOrganizationProjects: transfer,
    transferCurrentUserProjects: transfer,
    deleteBranchAuthDomain: { domain: "a" },
    deleteLegacyAuthDomain: { domain: "a" },
    deleteObjectsByPrefix: { prefix: "a" },
  };
  return bodies[operationId];
}

/** An emulator with at least one resource of every kind. */
async function furnished() {
  const still = createStill();
  const { admin, emulator } = still;
  const ids = { ...still.ids, source_org_id: still.ids.org_id } as unknown as Record<
    string,
    unknown
  >;
  for (const [method, path, body] of FIRST) {
    const { status } = await admin(method, filled(path, ids), body(ids));
    if (status >= 300) throw new Error(`${method} ${path} → ${status}`);
  }
  const { body: request } = await admin(
    "POST",
    `/projects/${ids.project_id}/transfer_requests`,
    {},
  );
  const { body: key } = await admin("POST", "/api_keys", {});
  const { body: orgKey } = await admin("POST", `/organizations/${ids.org_id}/api_keys`, {
    key_name: "k",
  });
  const { body: operations } = await admin("GET", `/projects/${ids.project_id}/operations`);
  emulator.advance(1_000);
  const more = {
    operation_id: operations.operations[0]?.id,
    request_id: request.id,
    key_id: key.id,
    org_key_id: orgKey.id,
  };
  return { ...still, ids: { ...ids, ...more } as Record<string, unknown> };
}

/** Conflicts in the seeded world: a default branch, and a project that is not deleted. */
const CONFLICTS: Record<string, number> = { deleteBranch: 409, recoverProject: 409 };

describe("every documented route", () => {
  test.each(specRoutes.map((route) => [route.operationId, route] as const))(
    "%s succeeds with a key, and gets 401 without one",
    async (operationId, { method, path, takesBody }) => {
      const { ids, admin, nobody } = await furnished();
      const key_id = operationId === "revokeOrganizationApiKey" ? ids.org_key_id : ids.key_id;
      const target = filled(path, { ...ids, key_id });
      const body = bodyFor(operationId, ids) ?? (takesBody && method !== "DELETE" ? {} : undefined);

      const refused = await nobody(method, target, body);
      const { status } = await admin(method, target, body);

      expect(refused.status).toBe(401);
      if (operationId in CONFLICTS) expect(status).toBe(CONFLICTS[operationId]);
      else expect([200, 201]).toContain(status);
    },
  );

  test.each(
    specRoutes
      .filter(({ path }) => /\{(project|branch|org|source_org)_id\}/.test(path))
      .map((route) => [route.operationId, route] as const),
  )("%s gets 404 for an unknown parent", async (operationId, { method, path, takesBody }) => {
    const { ids, admin } = createStill();
    const known = { ...ids, source_org_id: ids.org_id } as unknown as Record<string, unknown>;
    const [last] = [...path.matchAll(/\{((?:project|branch|org|source_org)_id)\}/g)].slice(-1);
    const target = filled(path, known, { [`${last?.[1]}`]: "unknown" });

    const { status } = await admin(
      method,
      target,
      bodyFor(operationId, known) ?? (takesBody ? {} : undefined),
    );

    expect(status).toBe(404);
  });
});

describe("a resource of undocumented shape", () => {
  test.each([
    ["databases", "database_name"],
    ["roles", "role_name"],
    ["buckets", "bucket_name"],
    ["credentials", "token_id"],
    ["auth/oauth_providers", "oauth_provider_id"],
  ])("can be created, listed, read, updated and deleted: %s", async (family, parameter) => {
    const { ids, admin } = createStill();
    const path = `/projects/${ids.project_id}/branches/${ids.branch_id}/${family}`;
    const list = async () => {
      const { body } = await admin("GET", path);
      return body[`${family.split("/").at(-1)}`] as Record<string, unknown>[];
    };

    const { status } = await admin("POST", path, { [parameter]: "a/b c", kept: 1 });
    const again = await admin("POST", path, { [parameter]: "a/b c" });

    expect(status).toBe(201);
    expect(again.status).toBe(409);
    expect(await list()).toEqual([{ [parameter]: "a/b c", kept: 1 }]);
    const item = `${path}/${encodeURIComponent("a/b c")}`;
    const routes = specRoutes
      .filter(({ pattern }) => pattern.test(item))
      .map(({ method }) => method);
    if (routes.includes("PATCH")) await admin("PATCH", item, { more: 2 });
    if (routes.includes("GET")) expect((await admin("GET", item)).body).toHaveProperty("kept", 1);
    const [listed] = await list();
    if (routes.includes("PATCH")) expect(listed).toHaveProperty("more", 2);
    expect((await admin("DELETE", item)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await admin("DELETE", item)).status).toBe(404);
  });

  test.each(["spending_limit", "backup_schedule"])(
    "is replaced by PUT as a whole: %s",
    async (what) => {
      const { ids, admin } = createStill();
      const path =
        what === "spending_limit"
          ? `/organizations/${ids.org_id}/billing/spending_limit`
          : `/projects/${ids.project_id}/branches/${ids.branch_id}/backup_schedule`;

      await admin("PUT", path, { first: 1 });
      await admin("PUT", path, { second: 2 });

      expect((await admin("GET", path)).body).toEqual({ second: 2 });
    },
  );

  test("takes its name from an object of its kind in the body", async () => {
    const { ids, admin } = createStill();
    const path = `/projects/${ids.project_id}/branches/${ids.branch_id}/databases`;

    await admin("POST", path, { database: { name: "orders" } });

    expect((await admin("GET", `${path}/orders`)).status).toBe(200);
  });

  test("is deleted with its bucket, or by prefix: objects", async () => {
    const { ids, admin } = createStill();
    const buckets = `/projects/${ids.project_id}/branches/${ids.branch_id}/buckets`;
    const keys = async () => {
      const { body } = await admin("GET", `${buckets}/b/objects`);
      return (body.objects as { object_key: string }[]).map(({ object_key }) => object_key);
    };
    await admin("POST", buckets, { bucket_name: "b" });
    for (const key of ["a/1", "a/2", "b/1"]) {
      await admin("POST", `${buckets}/b/objects/${encodeURIComponent(key)}/presign`, {});
    }

    await admin("DELETE", `${buckets}/b/objects-by-prefix`, { prefix: "a/" });

    expect(await keys()).toEqual(["b/1"]);
    expect((await admin("GET", `${buckets}/b/objects/b%2F1/download`)).status).toBe(200);
    await admin("DELETE", `${buckets}/b`);
    expect((await admin("GET", `${buckets}/b/objects`)).status).toBe(404);
    await admin("POST", buckets, { bucket_name: "b" });
    expect(await keys()).toEqual([]);
  });

  test("is listed across regions: VPC endpoints", async () => {
    const { ids, admin } = createStill();
    const vpc = `/organizations/${ids.org_id}/vpc`;
    for (const region of ["north", "south"]) {
      await admin("POST", `${vpc}/region/${region}/vpc_endpoints/v-${region}`, {});
    }

    const all = await admin("GET", `${vpc}/vpc_endpoints`);
    const north = await admin("GET", `${vpc}/region/north/vpc_endpoints`);

    expect(all.body.vpc_endpoints).toHaveLength(2);
    expect(north.body.vpc_endpoints).toHaveLength(1);
  });

  test("is deleted with its branch", async () => {
    const { ids, admin } = createStill();
    const branches = `/projects/${ids.project_id}/branches`;
    await admin("POST", `${branches}/${ids.free_branch_id}/buckets`, { bucket_name: "b" });

    await admin("DELETE", `${branches}/${ids.free_branch_id}`);

    const { status } = await admin("GET", `${branches}/${ids.free_branch_id}/buckets`);
    expect(status).toBe(404);
  });
});
