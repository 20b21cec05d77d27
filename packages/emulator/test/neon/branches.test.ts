import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../src/index.ts";
import { neon } from "../../src/neon/index.ts";
import { callsOf, createNeon, NOON_MS } from "./support.ts";

function onSeed() {
  const neon = createNeon();
  const at = `/projects/${neon.ids.project_id}`;
  const branch = async (body: object) => {
    const reply = await neon.admin("POST", `${at}/branches`, body);
    neon.settle();
    return reply;
  };
  return { ...neon, at, branch, main: `${at}/branches/${neon.ids.branch_id}` };
}

describe("a new branch", () => {
  it("has the roles, passwords and databases of its parent, and no compute unless asked", async () => {
    const { admin, at, branch, main, ids } = onSeed();
    const { body } = await branch({ branch: { name: "dev" } });
    const reveal = "roles/neondb_owner/reveal_password";
    const [own, parents] = [`${at}/branches/${body.branch.id}/${reveal}`, `${main}/${reveal}`];

    expect(body.branch.parent_id).toBe(ids.branch_id);
    expect(body.endpoints).toEqual([]);
    expect(body.databases).toMatchObject([{ name: "neondb", branch_id: body.branch.id }]);
    expect((await admin("GET", own)).body).toEqual((await admin("GET", parents)).body);
  });

  it("needs no body", async () => {
    const { admin, at } = onSeed();

    expect((await admin("POST", `${at}/branches`)).status).toBe(201);
  });

  it("comes with its compute and connection string when asked for one", async () => {
    const { branch } = onSeed();
    const { body } = await branch({ endpoints: [{ type: "read_write" }] });

    expect(body.endpoints).toMatchObject([{ branch_id: body.branch.id, current_state: "init" }]);
    expect(body.connection_uris[0].connection_parameters.host).toBe(body.endpoints[0].host);
  });

  it("keeps its annotation, which the list of branches has by id", async () => {
    const { admin, at, branch, main } = onSeed();
    const value = { "integration-test": "true" };
    const { body } = await branch({ branch: { name: "dev" }, annotation_value: value });
    const { id } = body.branch;
    const annotation = { object: { type: "console/branch", id }, value };

    expect((await admin("GET", `${at}/branches/${id}`)).body.annotation).toMatchObject(annotation);
    expect((await admin("GET", main)).body.annotation.value).toEqual({});
    expect((await admin("GET", `${at}/branches`)).body.annotations).toMatchObject({
      [id]: annotation,
    });
  });

  it("is not made of what an anonymized one names outside of its branch", async () => {
    const { admin, at } = onSeed();
    const body = { branch_create: { branch: { name: "masked" } }, endpoints: "two" };
    const { status, body: made } = await admin("POST", `${at}/branch_anonymized`, body);

    expect(status).toBe(201);
    expect(made).toMatchObject({ branch: { name: "masked" }, endpoints: [] });
  });

  it("is refused under a name that is taken", async () => {
    const { branch } = onSeed();
    const { status, body } = await branch({ branch: { name: "main" } });

    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: "BRANCH_ALREADY_EXISTS",
      message: 'branch already exists; branch_name:"main"',
    });
  });
});

describe("what a branch has", () => {
  it("changes on that branch alone", async () => {
    const { admin, at, branch, main, settle } = onSeed();
    const { body } = await branch({ branch: { name: "dev" } });
    const own = `${at}/branches/${body.branch.id}`;
    await admin("POST", `${own}/roles`, { role: { name: "ada" } });
    settle();

    expect((await admin("GET", `${own}/roles`)).body.roles).toHaveLength(2);
    expect((await admin("GET", `${main}/roles`)).body.roles).toHaveLength(1);
  });

  it("becomes the source's again by a restore, which may keep the former data", async () => {
    const { admin, at, branch, settle, ids } = onSeed();
    const expires_at = "2030-01-01T00:00:00Z";
    const { body } = await branch({ branch: { name: "dev", expires_at } });
    const own = `${at}/branches/${body.branch.id}`;
    await admin("POST", `${own}/roles`, { role: { name: "ada" } });
    settle();
    const restored = await admin("POST", `${own}/restore`, {
      source_branch_id: ids.branch_id,
      preserve_under_name: "dev-old",
    });
    settle();

    expect(restored.status).toBe(200);
    expect((await admin("GET", `${own}/roles`)).body.roles).toHaveLength(1);
    const { branches } = (await admin("GET", `${at}/branches?search=dev-old`)).body;
    expect(branches[0]).not.toHaveProperty("expires_at");
    const kept = `${at}/branches/${branches[0].id}/roles`;
    expect((await admin("GET", kept)).body.roles).toHaveLength(2);
  });

  it("comes back from a snapshot as a new branch", async () => {
    const { admin, at, main, settle } = onSeed();
    const { snapshot } = (await admin("POST", `${main}/snapshot?name=before`)).body;
    settle();
    const { body } = await admin("POST", `${at}/snapshots/${snapshot.id}/restore`, {
      name: "back",
    });

    expect(body.branch).toMatchObject({ name: "back", restored_from: snapshot.id });
  });
});

describe("the default branch", () => {
  it("is one", async () => {
    const { admin, at, branch, settle } = onSeed();
    const { body } = await branch({ branch: { name: "dev" }, endpoints: [{ type: "read_write" }] });
    settle();
    await admin("POST", `${at}/branches/${body.branch.id}/set_as_default`);
    const { branches } = (await admin("GET", `${at}/branches`)).body;

    const defaults = branches.filter((it: { default: boolean }) => it.default);
    expect(defaults).toMatchObject([{ name: "dev" }]);
  });

  it("has a primary compute, and keeps it", async () => {
    const { admin, at, ids } = onSeed();

    const setting = await admin("POST", `${at}/branches/${ids.free_branch_id}/set_as_default`);
    const deleting = await admin("DELETE", `${at}/endpoints/${ids.endpoint_id}`);

    expect([setting.status, deleting.status]).toEqual([409, 409]);
  });
});

describe("the deletion of a branch", () => {
  it.each(["default", "root", "parent"])("is refused for a %s branch", async (kind) => {
    const { admin, at, branch, ids } = onSeed();
    const made = (await branch({ branch: { name: "dev" } })).body.branch.id;
    await branch({ branch: { name: "child", parent_id: made } });
    const id = { default: ids.branch_id, root: ids.free_branch_id, parent: made }[kind];

    expect((await admin("DELETE", `${at}/branches/${id}`)).status).toBe(422);
  });

  it("is no error when repeated", async () => {
    const { admin, at, branch, settle } = onSeed();
    const { body } = await branch({ branch: { name: "dev" }, endpoints: [{ type: "read_write" }] });
    const own = `${at}/branches/${body.branch.id}`;
    const { operations } = (await admin("DELETE", own)).body;
    settle();

    expect(operations.map(({ action }: { action: string }) => action)).toEqual([
      "suspend_compute",
      "delete_timeline",
    ]);
    expect((await admin("DELETE", own)).status).toBe(204);
    expect((await admin("GET", own)).status).toBe(404);
  });
});

describe("a branch that expires", () => {
  const AT_ONE = "2026-03-01T13:00:00Z";

  it("is deleted then, with its compute", async () => {
    const { admin, at, branch, emulator } = onSeed();
    const { body } = await branch({
      branch: { name: "dev", expires_at: AT_ONE },
      endpoints: [{ type: "read_write" }],
    });
    const own = `${at}/branches/${body.branch.id}`;
    emulator.advance(3_594_000);
    expect((await admin("GET", own)).status).toBe(200);
    emulator.advance(3_600_000);
    const { branches } = (await admin("GET", `${at}/branches?include_deleted=true&search=dev`))
      .body;

    expect((await admin("GET", own)).status).toBe(404);
    expect((await admin("GET", `${at}/endpoints/${body.endpoints[0].id}`)).status).toBe(404);
    expect(branches).toMatchObject([{ recovery: { deleted_at: AT_ONE, deletion_method: "ttl" } }]);
  });

  it.each([
    ["no longer expires", { expires_at: null }, 200],
    ["expires later", { expires_at: "2026-03-01T15:00:00Z" }, 200],
    ["expires as before", { name: "new" }, 404],
  ])("stays if it %s", async (_, changes, status) => {
    const { admin, at, branch, emulator } = onSeed();
    const { body } = await branch({ branch: { expires_at: AT_ONE } });
    const own = `${at}/branches/${body.branch.id}`;
    await admin("PATCH", own, { branch: changes });
    emulator.advance(5_400_000);

    expect((await admin("GET", own)).status).toBe(status);
  });

  it("stays while a request could not delete it", async () => {
    const { admin, at, branch, emulator } = onSeed();
    const { body } = await branch({ branch: { expires_at: AT_ONE } });
    await branch({ branch: { parent_id: body.branch.id } });
    emulator.advance(5_400_000);

    expect((await admin("GET", `${at}/branches/${body.branch.id}`)).status).toBe(200);
  });

  it("is deleted at the first request after a restart", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "expiry-"));
    let nowMs = NOON_MS;
    const started = () => startEmulator({ stateDir, profile: neon, now: () => nowMs });
    const first = await started();
    const branches = `/projects/${first.ids.project_id}/branches`;
    const call = callsOf(first)(first.keys.admin);
    const { body } = await call("POST", branches, { branch: { expires_at: AT_ONE } });
    await first.close();
    nowMs += 5_400_000;
    const second = await started();
    const { status } = await callsOf(second)(second.keys.admin)(
      "GET",
      `${branches}/${body.branch.id}`,
    );
    await second.close();
    rmSync(stateDir, { recursive: true });

    expect(status).toBe(404);
  });
});

describe("the list of branches", () => {
  it("sorts, searches and pages", async () => {
    const { admin, at, branch } = onSeed();
    for (const name of ["dev-1", "dev-2", "dev-3"]) await branch({ branch: { name } });
    const first = await admin(
      "GET",
      `${at}/branches?search=dev&sort_by=name&sort_order=asc&limit=2`,
    );
    const { next, ...sorting } = first.body.pagination;
    const second = await admin(
      "GET",
      `${at}/branches?search=dev&sort_by=name&sort_order=asc&limit=2&cursor=${next}`,
    );

    const names = [...first.body.branches, ...second.body.branches].map(({ name }) => name);
    expect(names).toEqual(["dev-1", "dev-2", "dev-3"]);
    expect(sorting).toEqual({ sort_by: "name", sort_order: "asc" });
    expect(second.body.pagination).not.toHaveProperty("next");
  });

  it("has deleted branches on demand for 7 days, but none that was deleted for good", async () => {
    const { admin, at, branch, emulator } = onSeed();
    const remove = async (name: string, query = "") => {
      const { id } = (await branch({ branch: { name } })).body.branch;
      await admin("DELETE", `${at}/branches/${id}${query}`);
      emulator.advance(1_000);
    };
    const list = async (query: string) =>
      (await admin("GET", `${at}/branches?search=old&${query}`)).body.branches;
    await remove("old");
    await remove("old-2", "?hard_delete=true");
    const recovery = { recoverable_until: "2026-03-08T12:00:05Z", deletion_method: "user" };

    expect(await list("")).toEqual([]);
    expect(await list("include_deleted=true")).toMatchObject([{ name: "old", recovery }]);
    emulator.advance(7 * 24 * 3_600_000);
    expect(await list("include_deleted=true")).toEqual([]);
  });

  it("is a 404 under an unknown project", async () => {
    const { admin } = onSeed();

    expect((await admin("GET", "/projects/unknown/branches")).status).toBe(404);
  });
});

describe("the comparison of schemas", () => {
  it("finds them equal, but needs the database on both branches", async () => {
    const { admin, branch, main, settle, at } = onSeed();
    const dev = `${at}/branches/${(await branch({ branch: { name: "dev" } })).body.branch.id}`;
    const compare = (on: string, query: string) => admin("GET", `${on}/compare_schema?${query}`);
    await admin("POST", `${dev}/databases`, {
      database: { name: "d", owner_name: "neondb_owner" },
    });
    settle();

    expect((await compare(dev, "db_name=neondb")).body).toEqual({ diff: "" });
    expect((await compare(main, "db_name=neondb")).body).toEqual({ diff: "" });
    expect((await compare(dev, "db_name=d")).status).toBe(404);
    expect((await compare(dev, `db_name=d&base_branch_id=${dev.split("/").at(-1)}`)).status).toBe(
      200,
    );
    expect((await compare(dev, "db_name=neondb&base_branch_id=br-none")).status).toBe(404);
    expect((await admin("GET", `${main}/schema?db_name=d`)).status).toBe(404);
  });
});
