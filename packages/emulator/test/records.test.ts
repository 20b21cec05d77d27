/** The responses of routes whose shape the document does not show: what they list, and what stays. */
import { describe, expect, test } from "vitest";
import { REGIONS } from "../src/assumptions.ts";
import { createStill } from "./support.ts";

function setup() {
  const still = createStill();
  const { ids } = still;
  return {
    ...still,
    project: `/projects/${ids.project_id}`,
    branches: `/projects/${ids.project_id}/branches`,
    orgKeys: `/organizations/${ids.org_id}/api_keys`,
  };
}

interface Named {
  id: number;
  name: string;
  default: boolean;
}

describe("keys", () => {
  test("are listed by owner until they are revoked", async () => {
    const { admin, orgKeys } = setup();
    const mine = (await admin("POST", "/api_keys", { key_name: "mine" })).body as unknown as Named;
    const theirs = (await admin("POST", orgKeys, { key_name: "ci" })).body as unknown as Named;
    const names = async (path: string) => {
      const { body } = await admin("GET", path);
      return (body.api_keys as Named[]).map(({ name }) => name);
    };

    expect(await names("/api_keys")).toContain("mine");
    expect(await names("/api_keys")).not.toContain("ci");
    expect(await names(orgKeys)).toContain("ci");
    const revoked = await admin("DELETE", `${orgKeys}/${theirs.id}`);
    await admin("DELETE", `/api_keys/${mine.id}`);

    expect(revoked.body).toMatchObject({ id: theirs.id, name: "ci", revoked: true });
    expect(await names("/api_keys")).not.toContain("mine");
    expect(await names("/api_keys")).not.toHaveLength(0);
    expect(await names(orgKeys)).not.toContain("ci");
  });

  test("have an empty name unless one is given", async () => {
    const { admin } = setup();

    expect((await admin("POST", "/api_keys")).body.name).toBe("");
  });

  test("make keys of an organization when they are of its user", async () => {
    const { admin, as, orgKeys } = setup();
    const { body } = await admin("POST", "/api_keys", { key_name: "mine" });

    const { status } = await as(body.key as string)("POST", orgKeys, { key_name: "ci" });

    expect(status).toBe(201);
  });

  test("stay revoked under their name when their project leaves and comes back", async () => {
    const { admin, ids, project, orgKeys, as } = setup();
    const { body } = await admin("POST", orgKeys, { key_name: "k", project_id: ids.project_id });
    const transfer = (from: string, to: string) =>
      admin("POST", `/organizations/${from}/projects/transfer`, {
        org_id: to,
        project_ids: [ids.project_id],
      });

    const moved = await transfer(ids.org_id, ids.other_org_id);
    await transfer(ids.other_org_id, ids.org_id);

    expect(moved.body).toMatchObject({ projects: [{ id: ids.project_id }], operations: [] });
    expect((await as(body.key as string)("GET", project)).status).toBe(401);
  });

  test("stay valid when their project is transferred to its own organization", async () => {
    const { admin, ids, project: path, as, emulator } = setup();

    const { status } = await admin("POST", `/organizations/${ids.org_id}/projects/transfer`, {
      org_id: ids.org_id,
      project_ids: [ids.project_id],
    });

    expect(status).toBe(200);
    expect((await as(emulator.keys.project)("GET", path)).status).toBe(200);
  });
});

describe("branches", () => {
  test("keep their name and attributes, and those of an update", async () => {
    const { admin, branches } = setup();
    const { body } = await admin("POST", branches, { branch: { name: "dev", note: "a" } });
    const { id } = body.branch as { id: string };

    expect(id).toMatch(/^branch-/);
    expect(body.branch).toMatchObject({ name: "dev", note: "a", default: false });
    const changed = await admin("PATCH", `${branches}/${id}`, { branch: { color: "red" } });
    const renamed = await admin("PATCH", `${branches}/${id}`, { branch: { name: "test" } });

    expect(changed.body).toMatchObject({
      branch: { id, name: "dev", note: "a", color: "red" },
      operations: [],
    });
    expect(renamed.body.branch).toMatchObject({ name: "test", note: "a", color: "red" });
    expect((await admin("GET", `${branches}/${id}`)).body.branch).toEqual(renamed.body.branch);
    const deleted = await admin("DELETE", `${branches}/${id}`);
    expect(deleted.body).toMatchObject({ branch: { id }, operations: [] });
  });

  test("are named after their id unless a name is given", async () => {
    const { admin, branches } = setup();

    for (const branch of [{}, { name: 5 }]) {
      const { body } = await admin("POST", branches, { branch });
      expect(body.branch).toMatchObject({ name: (body.branch as { id: string }).id });
    }
  });

  test("have one default, even when it becomes the default again", async () => {
    const { admin, ids, branches } = setup();
    const defaults = async () => {
      const { body } = await admin("GET", branches);
      return (body.branches as Named[]).filter((one) => one.default).map(({ id }) => id);
    };

    const set = await admin("POST", `${branches}/${ids.branch_id}/set_as_default`);

    expect(set.body).toMatchObject({
      branch: { id: ids.branch_id, default: true },
      operations: [],
    });
    expect(await defaults()).toEqual([ids.branch_id]);
  });

  test("stay untouched when another one becomes the default", async () => {
    const { admin, emulator, ids, branches } = setup();
    const other = async () => (await admin("GET", `${branches}/${ids.free_branch_id}`)).body.branch;
    const before = await other();
    emulator.advance(60_000);

    await admin("POST", `${branches}/${ids.branch_id}/set_as_default`);

    expect(await other()).toEqual(before);
  });

  test("leave nothing of themselves when they are deleted", async () => {
    const { admin, ids, branches } = setup();
    const { body } = await admin("POST", branches, {});
    const { id } = body.branch as { id: string };
    const at = (branch: string) => `${branches}/${branch}/databases`;
    for (const branch of [id, ids.branch_id]) {
      await admin("POST", at(branch), { database: { name: "orders" } });
    }

    await admin("DELETE", `${branches}/${id}`);

    expect((await admin("GET", `${at(id)}/orders`)).status).toBe(404);
    expect((await admin("GET", `${at(ids.branch_id)}/orders`)).status).toBe(200);
  });
});

describe("projects", () => {
  test("are created under a main branch, with their attributes", async () => {
    const { admin } = setup();
    const { body } = await admin("POST", "/projects", { project: { name: "blog" } });
    const { id } = body.project as { id: string };

    const { body: listed } = await admin("GET", `/projects/${id}/branches`);

    expect(body.project).toMatchObject({ name: "blog" });
    expect(listed.branches).toMatchObject([{ name: "main" }]);
  });

  test("are found in a region", async () => {
    const { admin } = setup();

    expect((await admin("GET", "/regions")).body).toEqual({ regions: REGIONS });
  });

  test("are recovered with their own answer", async () => {
    const { admin, ids, project } = setup();
    await admin("DELETE", project);

    const { body } = await admin("POST", `${project}/recover`);

    expect(body).toMatchObject({
      project: { id: ids.project_id },
      operations: [{ action: "tenant_attach" }],
    });
  });

  test("are accepted with their own answer, unless they were deleted meanwhile", async () => {
    const { admin, member, ids } = setup();
    const path = `/projects/${ids.personal_project_id}`;
    const ask = async () =>
      (await admin("POST", `${path}/transfer_requests`, {})).body as unknown as { id: string };
    const [kept, late] = [await ask(), await ask()];
    await admin("DELETE", path);
    const refused = await member("PUT", `${path}/transfer_requests/${late.id}`, {});
    await admin("POST", `${path}/recover`);

    const accepted = await member("PUT", `${path}/transfer_requests/${kept.id}`, {});

    expect(kept.id).toMatch(/^request-/);
    expect(refused.status).toBe(404);
    expect(refused.body.message).toBe(`project ${ids.personal_project_id} does not exist`);
    expect(accepted.body).toMatchObject({
      project: { id: ids.personal_project_id },
      operations: [],
    });
  });
});
