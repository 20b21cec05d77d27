import { describe, expect, it } from "vitest";
import { createNeon } from "./support.ts";

async function newProject(options = {}) {
  const neon = createNeon(options);
  const { body } = await neon.admin("POST", "/projects", {
    project: { name: "day", org_id: neon.ids.org_id },
  });
  neon.settle();
  return { ...neon, created: body, at: `/projects/${body.project.id}` };
}

describe("a new project", () => {
  it("comes with its branch, compute, role, database and connection string", async () => {
    const { created } = await newProject();
    const [{ connection_uri, connection_parameters: parameters }] = created.connection_uris;
    const { password, host } = parameters;

    expect(created.branch).toMatchObject({ name: "main", default: true, current_state: "init" });
    expect(created.endpoints).toMatchObject([
      { type: "read_write", autoscaling_limit_max_cu: 0.25 },
    ]);
    expect(created.roles).toMatchObject([{ name: "neondb_owner", password }]);
    expect(created.databases).toMatchObject([{ name: "neondb", owner_name: "neondb_owner" }]);
    expect(connection_uri).toBe(
      `postgresql://neondb_owner:${password}@${host}/neondb?sslmode=require&channel_binding=require`,
    );
    expect(parameters.pooler_host).toBe(host.replace(".", "-pooler."));
    expect(created.project).not.toHaveProperty("locked");
  });

  it("takes the names of its branch, role and database from the request", async () => {
    const { admin, ids } = createNeon();
    const branch = { name: "trunk", role_name: "ada", database_name: "shop" };
    const { body } = await admin("POST", "/projects", { project: { org_id: ids.org_id, branch } });

    expect(body.branch.name).toBe("trunk");
    expect(body.databases).toMatchObject([{ name: "shop", owner_name: "ada" }]);
  });

  it("has a branch that becomes ready when its operations finish", async () => {
    const { admin, at, created } = await newProject();
    const { body } = await admin("GET", `${at}/branches/${created.branch.id}`);

    expect(body.branch).toMatchObject({ current_state: "ready" });
    expect(body.branch).not.toHaveProperty("pending_state");
  });
});

describe("the settings of new computes", () => {
  it("are the project's, except where a compute has its own", async () => {
    const { admin, ids, settle } = createNeon();
    const default_endpoint_settings = { pg_settings: { work_mem: "7MB" } };
    const project = { org_id: ids.org_id, default_endpoint_settings };
    const { body: made } = await admin("POST", "/projects", { project });
    const at = `/projects/${made.project.id}`;
    const settingsOf = async (own: object) => {
      settle();
      const { body } = await admin("POST", `${at}/branches`, {
        endpoints: [{ type: "read_write", ...own }],
      });
      return body.endpoints[0].settings;
    };

    expect(made.endpoints[0].settings).toEqual(default_endpoint_settings);
    expect(await settingsOf({ autoscaling_limit_max_cu: 1 })).toEqual(default_endpoint_settings);
    const own = { pg_settings: { work_mem: "8MB" } };
    expect(await settingsOf({ settings: own })).toEqual(own);
  });
});

describe("a busy project", () => {
  it("refuses changes with 423 until the lock of its operations ends, and never reads", async () => {
    const { admin, at, created, settle } = await newProject({ lockMs: Infinity });
    const start = `${at}/endpoints/${created.endpoints[0].id}/restart`;
    expect((await admin("POST", start)).status).toBe(200);

    const refused = await admin("PATCH", at, { project: { name: "other" } });
    expect(refused.status).toBe(423);
    expect(refused.body.message).toMatch(/conflicting operations/);
    expect((await admin("GET", at)).status).toBe(200);
    settle();
    expect((await admin("PATCH", at, { project: { name: "other" } })).status).toBe(200);
  });
});

describe("a project with two operations", () => {
  it("is busy until both have ended, one of them failed", async () => {
    const { admin, at, emulator } = await newProject({
      lockMs: Infinity,
      operationMs: ({ action }: { action: string }) => (action === "create_branch" ? 500 : 300),
    });
    emulator.decide({ action: "start_compute", outcome: "failed" });
    const change = async () => (await admin("PATCH", at, { project: { name: "a" } })).status;
    await admin("POST", `${at}/branches`, { endpoints: [{ type: "read_write" }] });

    emulator.advance(400);
    expect(await change()).toBe(423);
    emulator.advance(100);
    expect(await change()).toBe(200);
  });
});

describe("the lock of an operation", () => {
  it("is short, so that clients wait it out", async () => {
    const { admin, at, created, emulator } = await newProject();
    await admin("POST", `${at}/endpoints/${created.endpoints[0].id}/restart`);

    expect((await admin("PATCH", at, { project: { name: "a" } })).status).toBe(423);
    emulator.advance(60);
    expect((await admin("PATCH", at, { project: { name: "a" } })).status).toBe(200);
  });
});

describe("a deleted project", () => {
  it("is recoverable for seven days", async () => {
    const { admin, at, emulator, ids } = await newProject();
    expect((await admin("DELETE", at)).body).not.toHaveProperty("operations");
    expect((await admin("GET", at)).status).toBe(404);
    const listed = await admin("GET", `/projects?org_id=${ids.org_id}&recoverable=True`);
    expect(listed.body.projects).toMatchObject([{ name: "day" }]);
    expect((await admin("POST", `${at}/recover`)).body.branches).toHaveLength(1);
    emulator.advance(5_000);
    await admin("DELETE", at);
    emulator.advance(7 * 24 * 3_600_000 + 1_000);
    expect((await admin("POST", `${at}/recover`)).status).toBe(404);
  });
});

describe("the list of projects", () => {
  it("asks a personal key for its organization", async () => {
    const { admin } = createNeon();
    const { status, body } = await admin("GET", "/projects");

    expect(status).toBe(400);
    expect(body.message).toBe(
      "org_id is required, you can find it on your organization settings page",
    );
  });

  it("pages by the id of a project, with a cursor on the last page too", async () => {
    const { organization, admin, ids, settle } = createNeon();
    for (const name of ["a", "b", "c", "d"]) {
      await admin("POST", "/projects", { project: { name, org_id: ids.org_id } });
      settle();
    }
    const names: string[] = [];
    let query = "?limit=2";
    for (;;) {
      const { body } = await organization("GET", `/projects${query}`);
      if (body.projects.length === 0) break;
      names.push(...body.projects.map(({ name }: { name: string }) => name));
      query = `?limit=2&cursor=${body.pagination.cursor}`;
    }

    expect(names).toEqual(["shop", "a", "b", "c", "d"]);
  });

  it("searches names, and takes limits beyond the maximum", async () => {
    const { organization } = createNeon();
    const { body } = await organization("GET", "/projects?search=sho&limit=10000");

    expect(body.projects).toHaveLength(1);
    expect((await organization("GET", "/projects?search=zzz")).body.projects).toEqual([]);
  });
});

describe("consumption", () => {
  it("counts the seconds in which computes were active", async () => {
    const { admin, at, created, emulator, ids } = await newProject({ idleMs: null });
    emulator.advance(3_600_000);
    const project = created.project.id;
    const query = `from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=daily`;
    const { body } = await admin(
      "GET",
      `/consumption_history/v2/projects?${query}&org_id=${ids.org_id}&project_ids=${project}&metrics=active_time_seconds,compute_time_seconds`,
    );

    const [{ consumption }] = body.projects[0].periods;
    const [active, compute] = consumption[0].metrics;
    expect(active.value).toBeGreaterThan(3_600);
    expect(compute.value).toBeCloseTo(active.value * 0.25, -1);
    expect((await admin("GET", at)).body.project.active_time_seconds).toBe(active.value);
  });
});
