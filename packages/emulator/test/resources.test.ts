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

/** Conflicts in the seeded world: a default branch, its compute, and a project that is there. */
const CONFLICTS: Record<string, number> = {
  deleteBranch: 409,
  deleteEndpoint: 409,
  recoverProject: 409,
};

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

describe("project_id in the body of any route", () => {
  const routes = specRoutes.filter(({ takesBody }) => takesBody);
  type World = Awaited<ReturnType<typeof furnished>>;

  async function repliesTo(world: World, key: "admin" | "member" | "project", project_id: unknown) {
    const org_key = { key_id: world.ids.org_key_id };
    const replies = routes.map(async ({ operationId, method, path }) => {
      const isOfOrganization = operationId === "revokeOrganizationApiKey";
      const target = filled(path, { ...world.ids, ...(isOfOrganization && org_key) });
      const body = { ...bodyFor(operationId, world.ids), project_id };
      const reply = await world[key](method, target, body);
      return { operationId, status: reply.status, field: reply.body.field };
    });
    return Promise.all(replies);
  }

  test.each([
    ["unknown", () => "project-unknown", 404],
    ["deleted", ({ ids }: World) => ids.deleted_id, 404],
    ["a number", () => 5, 400],
    ["null", () => null, 400],
  ] as const)("is refused when it is %s", async (_, projectOf, expected) => {
    const world = await furnished();
    const { body } = await world.admin("POST", "/projects", {});
    const { id: deleted_id } = body.project as { id: string };
    await world.admin("DELETE", `/projects/${deleted_id}`);

    const project_id = projectOf({ ...world, ids: { ...world.ids, deleted_id } });
    const replies = await repliesTo(world, "admin", project_id);

    const others = replies.filter(
      ({ status, field }) => status !== expected || field !== "body.project_id",
    );
    expect(others).toEqual([]);
    expect(replies.length).toBeGreaterThan(60);
  });

  test.each(["project", "member"] as const)(
    "is refused to a key that does not reach it: %s",
    async (key) => {
      const world = await furnished();

      const replies = await repliesTo(world, key, world.ids.personal_project_id);

      expect(replies.filter(({ status }) => status < 403 || status > 404)).toEqual([]);
      expect(replies.filter(({ field }) => field === "body.project_id").length).toBeGreaterThan(40);
    },
  );

  test("counts as a use of the project", async () => {
    const { emulator, admin, ids } = createStill();
    emulator.startOperation({ project_id: ids.project_id, action: "tenant_detach" });
    emulator.advance(300);

    await admin("POST", "/projects/auth/keys", { project_id: ids.project_id });
    emulator.advance(5_000);

    const { body } = await admin("GET", `/projects/${ids.project_id}/operations`);
    expect(body.operations[0]).toMatchObject({
      action: "tenant_reattach",
      created_at: "2026-03-01T12:00:00Z",
    });
  });
});

describe("an undocumented method", () => {
  const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"];

  test("gets 405 and the methods that the path is documented with, on every path", async () => {
    const { emulator, ids, admin } = createStill();
    const known = { ...ids, source_org_id: ids.org_id } as unknown as Record<string, unknown>;
    for (const path of new Set(specRoutes.map(({ path }) => path))) {
      const target = filled(path, known);
      const documented = methods.filter((method) =>
        specRoutes.some((route) => route.method === method && route.pattern.test(target)),
      );
      for (const method of methods.filter((method) => !documented.includes(method))) {
        const { status, headers, body } = await admin(method, target);

        expect([method, path, status]).toEqual([method, path, 405]);
        expect(headers.get("allow")).toBe(documented.join(", "));
        expect(body.message).toBe(
          `this path is documented with ${documented.join(", ")}, not with ${method}`,
        );
      }
    }
    const head = await emulator.fetch(`${emulator.url}/projects`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${emulator.keys.admin}` },
    });
    expect([head.status, head.headers.get("allow")]).toEqual([405, "GET, POST"]);
  });
});

describe("a renamed resource", () => {
  test.each([
    ["database_name", { database_name: "b" }],
    ["name", { name: "b" }],
    ["the name of its kind", { database: { name: "b" } }],
  ])("is found under its new name and not under the old one: %s", async (_, change) => {
    for (const creation of [{ database_name: "a" }, { name: "a" }, { database: { name: "a" } }]) {
      const { ids, admin } = createStill();
      const path = `/projects/${ids.project_id}/branches/${ids.branch_id}/databases`;
      await admin("POST", path, { ...creation, owner: "o" });

      const { status, body } = await admin("PATCH", `${path}/a`, change);

      expect(status).toBe(200);
      expect(body).toMatchObject({ database_name: "b", owner: "o" });
      expect(JSON.stringify(body)).not.toContain('"a"');
      expect((await admin("GET", `${path}/a`)).status).toBe(404);
      const { body: read } = await admin("GET", `${path}/b`);
      expect({ ...read, operations: body.operations }).toEqual(body);
      expect((await admin("GET", path)).body.databases).toEqual([read]);
      expect((await admin("POST", path, { name: "a" })).status).toBe(201);
    }
  });

  test("keeps its name when the new one is taken, and when it is the same", async () => {
    const { ids, admin } = createStill();
    const path = `/projects/${ids.project_id}/branches/${ids.branch_id}/databases`;
    for (const name of ["a", "b/c"]) await admin("POST", path, { name, was: name });

    const taken = await admin("PATCH", `${path}/a`, { name: "b/c", was: "changed" });
    const same = await admin("PATCH", `${path}/b%2Fc`, { name: "b/c", more: 1 });

    expect([taken.status, taken.body.message]).toEqual([409, "b/c exists already"]);
    expect((await admin("GET", `${path}/a`)).body).toMatchObject({ was: "a" });
    expect(same.body).toMatchObject({ database_name: "b/c", was: "b/c", more: 1 });
    expect((await admin("GET", path)).body.databases).toHaveLength(2);
  });

  test("is none when only an attribute of it is called name", async () => {
    const { ids, admin } = createStill();
    const project = `/projects/${ids.project_id}`;
    await admin("POST", `${project}/branches/${ids.branch_id}/snapshot`, { snapshot_id: "s" });

    await admin("PATCH", `${project}/snapshots/s`, { name: "before the release", id: "t" });

    const { body } = await admin("GET", `${project}/snapshots`);
    expect(body.snapshots).toEqual([{ snapshot_id: "s", name: "before the release", id: "t" }]);
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
