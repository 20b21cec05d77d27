import { describe, expect, test } from "vitest";
import { CHECK_AVAILABILITY_MS, DETACH_MS, OPERATION_MS } from "../src/assumptions.ts";
import { allOperations, type Call, createStill } from "./support.ts";

interface Project {
  id: string;
  name: string;
}

async function tenantMoves(call: Call, project_id: string) {
  const operations = await allOperations(call, project_id, 1_000);
  const moves = operations.filter(({ action }) => action.startsWith("tenant_"));
  return moves.map(({ action, status }) => `${action} ${status}`);
}

describe("projects and branches", () => {
  test("creates a project with a default branch and a primary compute, which starts", async () => {
    const { emulator, admin } = createStill();

    const { status, body } = await admin("POST", "/projects", { project: { name: "blog" } });

    expect(status).toBe(201);
    const { id } = body.project as Project;
    expect(body.operations.map(({ action }) => action)).toEqual([
      "create_timeline",
      "start_compute",
    ]);
    const { body: branches } = await admin("GET", `/projects/${id}/branches`);
    expect(branches.branches).toMatchObject([{ default: true }]);
    emulator.advance(300);
    const { body: computes } = await admin("GET", `/projects/${id}/endpoints`);
    expect(computes.endpoints).toMatchObject([{ type: "read_write", current_state: "active" }]);
  });

  test("changes a project with apply_storage_config, but no read-only attribute", async () => {
    const { ids, admin } = createStill();
    const path = `/projects/${ids.project_id}`;

    const changed = await admin("PATCH", path, { project: { name: "renamed" } });
    const refused = await admin("PATCH", path, { project: { cpu_used_sec: 0 } });
    const mistyped = await admin("PATCH", path, { project: { pg_version: "17" } });

    expect(changed.body.operations).toMatchObject([{ action: "apply_storage_config" }]);
    expect((await admin("GET", path)).body.project).toMatchObject({ name: "renamed" });
    expect(refused.body.field).toBe("body.project.cpu_used_sec");
    expect(mistyped.body.field).toBe("body.project.pg_version");
  });

  test("hides a deleted project except for its operations, until it is recovered", async () => {
    const { emulator, ids, admin } = createStill();
    const path = `/projects/${ids.project_id}`;
    const connection = emulator.connect(ids.endpoint_id);

    const { body } = await admin("DELETE", path);

    expect(body.operations).toMatchObject([{ action: "delete_tenant", status: "running" }]);
    expect(connection.state).toBe("closed");
    emulator.advance(1_000_000_000);
    const [deleted] = await allOperations(admin, ids.project_id);
    expect(deleted).toMatchObject({ action: "delete_tenant", status: "finished" });
    expect((await admin("GET", path)).status).toBe(404);
    expect((await admin("GET", `${path}/endpoints`)).status).toBe(404);
    expect((await admin("GET", "/projects")).body.projects).toHaveLength(1);
    const { status } = await admin("POST", `${path}/recover`);
    expect(status).toBe(200);
    expect((await admin("POST", `${path}/recover`)).status).toBe(409);
    const { body: computes } = await admin("GET", `${path}/endpoints`);
    expect(computes.endpoints).toMatchObject([{ id: ids.endpoint_id, current_state: "idle" }]);
    expect(await tenantMoves(admin, ids.project_id)).toEqual(["tenant_attach running"]);
  });

  test("checks the branches of a project again once it is recovered", async () => {
    const { emulator, ids, admin } = createStill();
    const path = `/projects/${ids.project_id}`;
    const checks = async () => {
      const operations = await allOperations(admin, ids.project_id);
      return operations.filter(({ action }) => action === "check_availability").length;
    };

    await admin("DELETE", path);
    emulator.advance(CHECK_AVAILABILITY_MS);
    expect(await checks()).toBe(0);
    await admin("POST", `${path}/recover`);
    emulator.advance(CHECK_AVAILABILITY_MS);
    expect(await checks()).toBe(1);
  });

  test("leaves a compute idle whose start ends after its project was deleted", async () => {
    const { emulator, ids, admin } = createStill();
    const path = `/projects/${ids.project_id}`;
    const computes = `${path}/endpoints`;
    const endpoint = { branch_id: ids.free_branch_id, type: "read_write" };
    await admin("POST", `${computes}/${ids.endpoint_id}/suspend`);
    emulator.advance(300);
    await admin("POST", computes, { endpoint });
    await admin("POST", `${computes}/${ids.endpoint_id}/start`);

    await admin("DELETE", path);
    emulator.advance(300);
    await admin("POST", `${path}/recover`);

    const { body } = await admin("GET", computes);
    const states = body.endpoints.map(({ current_state }) => current_state);
    expect(states).toEqual(["idle", "idle"]);
    emulator.advance(1_000_000);
    const actions = (await allOperations(admin, ids.project_id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "suspend_compute")).toHaveLength(1);
  });

  test("transfers a project to an organization, or by a request that works once", async () => {
    const { ids, admin, member } = createStill();
    const path = `/projects/${ids.personal_project_id}`;
    const { body } = await admin("POST", `${path}/transfer_requests`, {});
    const request = `${path}/transfer_requests/${(body as unknown as Project).id}`;

    const accepted = await member("PUT", request, {});
    const again = await member("PUT", request, {});

    expect(accepted.status).toBe(200);
    expect(again.status).toBe(404);
    expect((await admin("GET", path)).status).toBe(404);
    const given = await member("POST", "/users/me/projects/transfer", {
      project_ids: [ids.personal_project_id],
      org_id: ids.org_id,
    });
    expect(given.status).toBe(200);
    expect((await admin("GET", path)).status).toBe(200);
  });

  test("transfers no project if one of them belongs to another owner", async () => {
    const { ids, admin } = createStill();

    const { status, body } = await admin("POST", "/users/me/projects/transfer", {
      project_ids: [ids.personal_project_id, ids.project_id],
      org_id: ids.other_org_id,
    });

    expect(status).toBe(404);
    expect(body.field).toBe("body.project_ids");
    const { body: theirs } = await admin("GET", "/projects");
    expect((theirs.projects as Project[])[0]?.id).toBe(ids.personal_project_id);
  });

  test("transfers no project that is deleted", async () => {
    const { ids, admin } = createStill();
    await admin("DELETE", `/projects/${ids.project_id}`);

    const { status, body } = await admin("POST", `/organizations/${ids.org_id}/projects/transfer`, {
      project_ids: [ids.project_id],
      org_id: ids.other_org_id,
    });

    expect(status).toBe(404);
    expect(body.message).toBe(`project ${ids.project_id} of ${ids.org_id} does not exist`);
  });

  test("creates, renames, makes default, and deletes a branch with its computes", async () => {
    const { ids, admin } = createStill();
    const branches = `/projects/${ids.project_id}/branches`;

    const { body } = await admin("POST", branches, { branch: { name: "dev" } });
    const { id } = body.branch as Project;
    const path = `${branches}/${id}`;
    await admin("PATCH", path, { branch: { name: "stage" } });
    await admin("POST", `/projects/${ids.project_id}/endpoints`, {
      endpoint: { branch_id: id, type: "read_write" },
    });

    expect(body.operations).toMatchObject([{ action: "create_branch" }]);
    expect(body.operations[0]).not.toHaveProperty("endpoint_id");
    expect((await admin("GET", path)).body.branch).toMatchObject({ name: "stage", default: false });
    expect((await admin("GET", `${branches}/count`)).body.count).toBe(4);
    await admin("POST", `${path}/set_as_default`);
    expect((await admin("DELETE", path)).status).toBe(409);
    await admin("POST", `${branches}/${ids.branch_id}/set_as_default`);
    expect((await admin("DELETE", path)).status).toBe(200);
    expect((await admin("GET", path)).status).toBe(404);
    const { body: computes } = await admin("GET", `/projects/${ids.project_id}/endpoints`);
    expect(computes.endpoints).toHaveLength(1);
  });

  test("keeps hostile attribute names away from prototypes", async () => {
    const { ids, admin, emulator } = createStill();
    const path = `${emulator.url}/projects/${ids.project_id}/branches/${ids.branch_id}`;

    await emulator.fetch(path, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${emulator.keys.admin}`,
        "content-type": "application/json",
      },
      body: '{"branch":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    });

    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { body } = await admin("GET", `/projects/${ids.project_id}/branches`);
    expect(body.branches).toHaveLength(3);
  });

  test("detaches a project that is idle for long, and reattaches it on a request", async () => {
    const { emulator, ids, admin } = createStill();

    emulator.advance(DETACH_MS + 300);

    const moves = await tenantMoves(admin, ids.project_id);
    expect(moves).toEqual(["tenant_reattach running", "tenant_detach finished"]);
    emulator.advance(DETACH_MS - 1);
    expect(await tenantMoves(admin, ids.project_id)).toHaveLength(2);
  });

  test("detaches a project 30 days after its last use, not before", async () => {
    const days = 24 * 3_600_000;
    const after = async (ms: number) => {
      const { emulator, ids, admin } = createStill({ idleMs: 1_000 });
      // The seeded project was last used when its first operations started.
      emulator.advance(ms - OPERATION_MS);
      return tenantMoves(admin, ids.project_id);
    };

    expect(await after(30 * days - 1)).toEqual([]);
    expect(await after(30 * days)).toEqual(["tenant_detach running"]);
  });

  test("keeps a project attached that has requests, connections or an active compute", async () => {
    const { emulator, ids, admin, member } = createStill();
    emulator.setIdleMs(ids.personal_endpoint_id, null);

    emulator.advance(DETACH_MS - 1_000);
    expect((await member("GET", `/projects/${ids.project_id}`)).status).toBe(200);
    emulator.advance(DETACH_MS - 1_000);
    emulator.connect(ids.endpoint_id).close();
    emulator.advance(DETACH_MS - 1_000);

    expect(await tenantMoves(admin, ids.project_id)).toEqual([]);
    expect(await tenantMoves(admin, ids.personal_project_id)).toEqual([]);
  });

  test("reattaches a project on a connection, and retries a failed attempt on the next use", async () => {
    const { emulator, ids, admin } = createStill();
    emulator.decide({ action: "tenant_detach", outcome: "failed" });
    emulator.decide({ action: "tenant_reattach", outcome: "failed" });

    emulator.advance(2 * DETACH_MS + 600);
    emulator.connect(ids.endpoint_id);
    emulator.advance(300);

    expect(await tenantMoves(admin, ids.project_id)).toEqual([
      "tenant_reattach running",
      "tenant_reattach failed",
      "tenant_detach finished",
      "tenant_detach failed",
    ]);
  });
});

describe("a transfer request", () => {
  test("is void after the project was transferred another way", async () => {
    const { ids, admin, member } = createStill();
    const path = `/projects/${ids.project_id}/transfer_requests`;
    const { body } = await admin("POST", path);

    await admin("POST", `/organizations/${ids.org_id}/projects/transfer`, {
      org_id: ids.other_org_id,
      project_ids: [ids.project_id],
    });

    expect((await member("PUT", `${path}/${body.id}`, {})).status).toBe(404);
    expect((await admin("GET", `/projects/${ids.project_id}`)).status).toBe(200);
  });
});
