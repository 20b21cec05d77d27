import { describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { type Call, createStill } from "./support.ts";

function setup() {
  const still = createStill();
  const { ids, as, admin } = still;
  const orgKeys = `/organizations/${ids.org_id}/api_keys`;
  const make = async (path: string, body: object, call: Call = admin) => {
    const reply = await call("POST", path, body);
    const { id, key } = reply.body as unknown as { id: number; key: string };
    return { ...reply, id, key, call: as(key) };
  };
  const project = `/projects/${ids.project_id}`;
  const personal = `/projects/${ids.personal_project_id}`;
  return { ...still, orgKeys, make, project, personal };
}

describe("a request without a valid key", () => {
  test.each([
    ["no header", undefined],
    ["another scheme", "Basic abc"],
    ["no key", "Bearer"],
    ["an unknown key", "Bearer key-0"],
    ["lower case", "bearer {key}"],
    ["a truncated key", "Bearer {key:-1}"],
    ["a longer key", "Bearer {key}0"],
    ["two keys", "Bearer {key} {key}"],
    ["two headers in one", "Bearer {key}, Bearer {key}"],
  ])("gets 401 for %s", async (_, header) => {
    const { fetch, keys, url } = createEmulator();
    const authorization = header
      ?.replaceAll("{key}", keys.admin)
      .replace("{key:-1}", keys.admin.slice(0, -1));

    const response = await fetch(`${url}/projects`, {
      headers: authorization ? { authorization } : {},
    });

    expect(response.status).toBe(401);
  });

  test("gets 401 before anything else is checked, and changes nothing", async () => {
    const { nobody, admin, project } = setup();

    const replies = await Promise.all([
      nobody("POST", `${project}/endpoints`, { endpoint: 5 }),
      nobody("POST", `${project}/endpoints`, { endpoint: { branch_id: "x", type: "read_write" } }),
      nobody("GET", "/nowhere"),
      nobody("DELETE", "/projects"),
      nobody("GET", "/projects/unknown"),
      nobody("GET", `${project}/operations?limit=x`),
    ]);

    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401));
    expect((await admin("GET", `${project}/endpoints`)).body.endpoints).toHaveLength(1);
  });
});

describe("creating a key", () => {
  test("returns the secret once, and never in a list", async () => {
    const { ids, admin, orgKeys, make } = setup();
    const { key, body } = await make(orgKeys, { key_name: "ci" });
    await make("/api_keys", { key_name: "mine" });

    const lists = await Promise.all([admin("GET", orgKeys), admin("GET", "/api_keys")]);

    expect(body).toMatchObject({ id: expect.any(Number), name: "ci", created_by: ids.user_id });
    expect(body).not.toHaveProperty("project_id");
    const text = JSON.stringify(lists.map(({ body }) => body));
    expect(text).not.toContain(key);
    expect(text).not.toContain('"key"');
    expect(text).not.toContain("hash");
  });

  test("gives every key its own secret and id", async () => {
    const { orgKeys, make } = setup();

    const made = await Promise.all(
      Array.from({ length: 50 }, () => make(orgKeys, { key_name: "same" })),
    );

    expect(new Set(made.map(({ key }) => key)).size).toBe(50);
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
  });

  test("needs an administrator's personal key for an organization key", async () => {
    const { orgKeys, admin, member, organization } = setup();
    const create = async (call: Call) => (await call("POST", orgKeys, { key_name: "k" })).status;

    expect(await create(admin)).toBe(201);
    expect(await create(member)).toBe(403);
    expect(await create(organization)).toBe(403);
  });

  test("needs a member's personal key and a project of the organization for a project-scoped key", async () => {
    const { ids, as, emulator, orgKeys, make } = setup();
    const { project_id, personal_project_id } = ids;
    const { admin, member, organization, project } = emulator.keys;
    const create = async (key: string, id = project_id) =>
      (await make(orgKeys, { key_name: "k", project_id: id }, as(key))).status;

    expect(await create(member)).toBe(201);
    expect(await create(organization)).toBe(403);
    expect(await create(project)).toBe(403);
    expect(await create(admin, personal_project_id)).toBe(404);
    expect(await create(admin, "unknown")).toBe(404);
  });

  test("answers 404 to an outsider", async () => {
    const { ids, make, member } = setup();

    const { status } = await make(
      `/organizations/${ids.other_org_id}/api_keys`,
      { key_name: "k" },
      member,
    );

    expect(status).toBe(404);
  });
});

describe("the scope of a key", () => {
  test("includes personal projects and those of its organizations for a personal key", async () => {
    const { admin, member, personal, project } = setup();
    const status = async (call: Call, path: string) => (await call("GET", path)).status;

    expect(await status(admin, personal)).toBe(200);
    expect(await status(admin, project)).toBe(200);
    expect(await status(member, personal)).toBe(404);
    expect(await status(member, project)).toBe(200);
  });

  test("includes the whole organization but no user account for an organization key", async () => {
    const { ids, organization, personal, project } = setup();
    const status = async (path: string) => (await organization("GET", path)).status;

    expect(await status(project)).toBe(200);
    expect(await status(personal)).toBe(404);
    expect(await status(`/organizations/${ids.org_id}/members`)).toBe(200);
    expect(await status(`/organizations/${ids.other_org_id}`)).toBe(404);
    expect(await status("/users/me")).toBe(403);
    expect(await status("/api_keys")).toBe(403);
    const created = await organization("POST", "/projects", { project: { name: "new" } });
    expect(created.status).toBe(201);
    const { body } = await organization("GET", "/projects");
    expect(body.projects).toHaveLength(2);
  });

  test("is limited to managing one project for a project-scoped key", async () => {
    const { ids, emulator, as, personal, orgKeys } = setup();
    const scoped = as(emulator.keys.project);
    const project = `/projects/${ids.project_id}`;
    const statuses = async (...requests: [string, string, object?][]) => {
      const replies = requests.map(([method, path, body]) => scoped(method, path, body));
      return (await Promise.all(replies)).map(({ status }) => status);
    };

    expect(
      await statuses(
        ["GET", project],
        ["GET", "/projects"],
        ["GET", "/auth"],
        ["POST", `${project}/branches`, {}],
        ["POST", `${project}/endpoints/${ids.endpoint_id}/suspend`],
      ),
    ).toEqual([200, 200, 200, 201, 200]);
    const other = await as(emulator.keys.organization)("POST", "/projects", {});
    const { id } = other.body.project as { id: string };
    expect(await statuses(["GET", personal], ["GET", `/projects/${id}`])).toEqual([404, 404]);
    expect(
      await statuses(
        ["DELETE", project],
        ["POST", "/projects", {}],
        ["GET", `/organizations/${ids.org_id}`],
        ["GET", orgKeys],
        ["POST", orgKeys, { key_name: "k", project_id: ids.project_id }],
        ["POST", `${project}/transfer_requests`, {}],
        ["GET", "/users/me"],
        ["GET", "/api_keys"],
      ),
    ).toEqual(Array(8).fill(403));
    const { body } = await scoped("GET", "/projects");
    expect(body.projects).toMatchObject([{ id: ids.project_id }]);
    await as(emulator.keys.admin)("DELETE", project);
    expect((await scoped("GET", "/projects")).body.projects).toEqual([]);
  });
});

describe("revoking a key", () => {
  test("takes effect at once, for good, for reads and writes, and on no other key", async () => {
    const { orgKeys, make, admin, project, emulator, ids } = setup();
    const [kept, gone] = [
      await make(orgKeys, { key_name: "kept" }),
      await make(orgKeys, { key_name: "gone" }),
    ];
    const before = await gone.call("GET", project);

    const { status, body } = await admin("DELETE", `${orgKeys}/${gone.id}`);

    expect(before.status).toBe(200);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: gone.id, operations: [] });
    expect((await gone.call("GET", project)).status).toBe(401);
    expect((await gone.call("POST", `${project}/branches`, {})).status).toBe(401);
    expect((await gone.call("GET", "/nowhere")).status).toBe(401);
    expect((await kept.call("GET", project)).status).toBe(200);
    expect((await admin("DELETE", `${orgKeys}/${gone.id}`)).status).toBe(404);
    emulator.advance(1e9);
    expect((await gone.call("GET", `/projects/${ids.project_id}`)).status).toBe(401);
  });

  test("is up to the owner of a personal key", async () => {
    const { make, admin, member, organization } = setup();
    const { id } = await make("/api_keys", { key_name: "mine" });
    const revoke = async (call: Call) => (await call("DELETE", `/api_keys/${id}`)).status;

    expect(await revoke(member)).toBe(404);
    expect(await revoke(organization)).toBe(403);
    expect(await revoke(admin)).toBe(200);
  });

  test("is up to the administrators for keys of an organization", async () => {
    const { ids, orgKeys, admin, member, organization } = setup();
    const { organization: org_key, project: project_key } = ids.key_ids;

    expect((await member("DELETE", `${orgKeys}/${project_key}`)).status).toBe(403);
    expect((await member("DELETE", `${orgKeys}/${org_key}`)).status).toBe(403);
    expect((await admin("DELETE", `${orgKeys}/${ids.key_ids.admin}`)).status).toBe(404);
    const other = `/organizations/${ids.other_org_id}/api_keys/${org_key}`;
    expect((await admin("DELETE", other)).status).toBe(404);
    expect((await organization("DELETE", `${orgKeys}/${project_key}`)).status).toBe(200);
    expect((await admin("DELETE", `${orgKeys}/${org_key}`)).status).toBe(200);
    expect((await organization("GET", "/projects")).status).toBe(401);
  });

  test("works with the key itself", async () => {
    const { ids, admin } = setup();

    const { status } = await admin("DELETE", `/api_keys/${ids.key_ids.admin}`);

    expect(status).toBe(200);
    expect((await admin("GET", "/auth")).status).toBe(401);
  });

  test("rejects an id that is not a number, naming the parameter", async () => {
    const { admin } = setup();

    const { status, body } = await admin("DELETE", "/api_keys/abc");

    expect(status).toBe(400);
    expect(body.field).toBe("path.key_id");
  });
});

describe("leaving an organization", () => {
  test("takes its projects from a user, whose key stays valid", async () => {
    const { ids, admin, member, project, orgKeys } = setup();

    const { status } = await admin(
      "DELETE",
      `/organizations/${ids.org_id}/members/${ids.member_id}`,
    );

    expect(status).toBe(200);
    expect((await member("GET", project)).status).toBe(404);
    expect((await member("GET", `${project}/endpoints`)).status).toBe(404);
    expect((await member("GET", orgKeys)).status).toBe(404);
    const { status: still, body } = await member("GET", "/projects");
    expect(still).toBe(200);
    expect(body.projects).toEqual([]);
  });

  test("is allowed to members, removing others is not", async () => {
    const { ids, member, admin } = setup();
    const members = `/organizations/${ids.org_id}/members`;
    const { body } = await admin("GET", members);
    const [boss] = (body.members as { id: string; role: string }[]).filter(
      (m) => m.role === "admin",
    );

    expect((await member("DELETE", `${members}/${boss?.id}`)).status).toBe(403);
    expect((await member("DELETE", `${members}/${ids.member_id}`)).status).toBe(200);
  });

  test("revokes the keys scoped to a leaving project, for good", async () => {
    const { ids, emulator, as, admin } = setup();
    const scoped = as(emulator.keys.project);
    const move = (from: string, to: string) =>
      admin("POST", `/organizations/${from}/projects/transfer`, {
        project_ids: [ids.project_id],
        org_id: to,
      });

    const { status } = await move(ids.org_id, ids.other_org_id);

    expect(status).toBe(200);
    expect((await scoped("GET", "/auth")).status).toBe(401);
    await move(ids.other_org_id, ids.org_id);
    expect((await scoped("GET", "/auth")).status).toBe(401);
    expect((await as(emulator.keys.organization)("GET", "/projects")).body.projects).toHaveLength(
      1,
    );
  });

  test("lets nobody but an administrator change roles, their own included", async () => {
    const { ids, admin, member, organization, project, as, emulator } = setup();
    const members = `/organizations/${ids.org_id}/members`;
    const { body } = await admin("GET", members);
    const all = (body.members as { id: string }[]).map(({ id }) => `${members}/${id}`);
    const scoped = as(emulator.keys.project);

    const refused = await Promise.all(
      all.flatMap((at) => [member, scoped].map((key) => key("PATCH", at, { role: "admin" }))),
    );

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await admin("GET", members)).body).toEqual(body);
    const [, other] = all;
    expect((await organization("PATCH", `${other}`, { role: "admin" })).status).toBe(200);
    expect((await member("GET", project)).status).toBe(200);
  });

  test("stops a demoted administrator from creating organization keys", async () => {
    const { ids, admin, member, orgKeys } = setup();
    const of = `/organizations/${ids.org_id}/members/${ids.member_id}`;

    await admin("PATCH", of, { role: "admin" });
    const promoted = await member("POST", orgKeys, { key_name: "k" });
    await admin("PATCH", of, { role: "member" });
    const demoted = await member("POST", orgKeys, { key_name: "k" });

    expect(promoted.status).toBe(201);
    expect(demoted.status).toBe(403);
  });
});
