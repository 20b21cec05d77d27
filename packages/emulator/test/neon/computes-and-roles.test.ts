import { describe, expect, it } from "vitest";
import { createNeon } from "./support.ts";

function onSeed() {
  const neon = createNeon();
  const { project_id, branch_id, endpoint_id } = neon.ids;
  const at = `/projects/${project_id}`;
  return {
    ...neon,
    at,
    compute: `${at}/endpoints/${endpoint_id}`,
    main: `${at}/branches/${branch_id}`,
  };
}

describe("a compute", () => {
  it("suspends after the time that its suspend timeout says", async () => {
    const { admin, compute, emulator, settle } = onSeed();
    const set = (suspend_timeout_seconds: number) =>
      admin("PATCH", compute, { endpoint: { suspend_timeout_seconds } });
    expect((await set(-1)).body.endpoint.suspend_timeout_seconds).toBe(-1);
    emulator.advance(24 * 3_600_000);
    expect((await admin("GET", compute)).body.endpoint.current_state).toBe("active");
    await set(60);
    settle();
    emulator.advance(61_000);
    settle();
    expect((await admin("GET", compute)).body.endpoint.current_state).toBe("idle");
  });

  it("restarts when idle too, with both operations listed", async () => {
    const { admin, compute, settle } = onSeed();
    await admin("POST", `${compute}/suspend`);
    settle();
    const { body } = await admin("POST", `${compute}/restart`);

    expect(body.operations.map(({ action }: { action: string }) => action)).toEqual([
      "suspend_compute",
      "start_compute",
    ]);
    settle();
    expect((await admin("GET", compute)).body.endpoint.current_state).toBe("active");
  });

  it("refuses a suspension while it is in transition", async () => {
    const { admin, compute } = onSeed();
    await admin("POST", `${compute}/restart`);
    const { status, body } = await admin("POST", `${compute}/suspend`);

    expect(status).toBe(423);
    expect(body.message).toBe("endpoint is in some transitive state, could not suspend");
  });

  it("is deleted with the operation that suspends it, and again without an error", async () => {
    const { admin, at, settle, ids } = onSeed();
    const { endpoint } = (
      await admin("POST", `${at}/endpoints`, {
        endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
      })
    ).body;
    settle();
    const own = `${at}/endpoints/${endpoint.id}`;
    expect((await admin("DELETE", own)).body.operations).toMatchObject([
      { action: "suspend_compute" },
    ]);
    settle();
    expect((await admin("DELETE", own)).status).toBe(204);
  });

  it("is the only primary of its branch", async () => {
    const { admin, at, ids } = onSeed();
    const endpoint = { branch_id: ids.branch_id, type: "read_write" };

    expect((await admin("POST", `${at}/endpoints`, { endpoint })).status).toBe(409);
  });
});

describe("a role", () => {
  it("shows its password when made, revealed or reset, and in no list", async () => {
    const { admin, main, settle } = onSeed();
    const made = (await admin("POST", `${main}/roles`, { role: { name: "ada" } })).body;
    settle();
    const reveal = async () =>
      (await admin("GET", `${main}/roles/ada/reveal_password`)).body.password;

    expect(made.operations).toMatchObject([{ action: "apply_config" }]);
    expect(await reveal()).toBe(made.role.password);
    const reset = (await admin("POST", `${main}/roles/ada/reset_password`)).body.role.password;
    expect(reset).not.toBe(made.role.password);
    expect(await reveal()).toBe(reset);
    expect(JSON.stringify((await admin("GET", `${main}/roles`)).body)).not.toContain(reset);
  });
});

describe("a database", () => {
  it("is found under its new name", async () => {
    const { admin, main, settle } = onSeed();
    await admin("PATCH", `${main}/databases/neondb`, { database: { name: "shop" } });
    settle();

    expect((await admin("GET", `${main}/databases/shop`)).status).toBe(200);
    expect((await admin("GET", `${main}/databases/neondb`)).status).toBe(404);
  });

  it("keeps its data API under a new name, and loses it when deleted", async () => {
    const { admin, main, settle } = onSeed();
    const get = (name: string) => admin("GET", `${main}/data-api/${name}`);
    await admin("POST", `${main}/data-api/neondb`, { settings: { db_schemas: ["shop"] } });
    settle();
    await admin("PATCH", `${main}/databases/neondb`, { database: { name: "shop" } });
    settle();
    const renamed = await get("shop");

    expect(renamed.body.url).toMatch(/\/shop\/rest\/v1$/);
    expect(renamed.body.settings).toEqual({ db_schemas: ["shop"] });
    expect((await get("neondb")).status).toBe(404);
    await admin("DELETE", `${main}/databases/shop`);
    expect((await get("shop")).status).toBe(404);
  });

  it("is refused under a name that is taken, or for an unknown owner", async () => {
    const { admin, main } = onSeed();
    const add = (name: string, owner_name: string) =>
      admin("POST", `${main}/databases`, { database: { name, owner_name } });

    expect((await add("neondb", "neondb_owner")).status).toBe(409);
    expect((await add("shop", "nobody")).status).toBe(404);
  });
});

describe("a connection string", () => {
  it("names the role, the database and the host, pooled on request", async () => {
    const { admin, at, main } = onSeed();
    const query = "database_name=neondb&role_name=neondb_owner";
    const uri = async (more = "") =>
      (await admin("GET", `${at}/connection_uri?${query}${more}`)).body.uri;
    const { password } = (await admin("GET", `${main}/roles/neondb_owner/reveal_password`)).body;

    expect(await uri()).toContain(`neondb_owner:${password}@ep-`);
    expect(await uri("&pooled=True")).toMatch(/@ep-[a-z0-9-]+-pooler\./);
  });
});

describe("an operation", () => {
  it("has a duration, and is found at once", async () => {
    const { admin, at, compute } = onSeed();
    const { operations } = (await admin("POST", `${compute}/restart`)).body;
    const { body } = await admin("GET", `${at}/operations/${operations[0].id}`);

    expect(body.operation).toMatchObject({ status: "running", total_duration_ms: 0 });
  });

  it("keeps its duration, the wait for others on its compute included", async () => {
    const { admin, at, compute, emulator, settle } = onSeed();
    await admin("POST", `${compute}/restart`);
    emulator.advance(100);
    const durations = async () => {
      const { body } = await admin("GET", `${at}/operations?limit=2`);
      return body.operations.map((it: { total_duration_ms: number }) => it.total_duration_ms);
    };

    expect(await durations()).toEqual([100, 100]);
    settle();
    expect(await durations()).toEqual([600, 300]);
    settle();
    expect(await durations()).toEqual([600, 300]);
  });
});

describe("keys", () => {
  it("are listed without an envelope", async () => {
    const { admin, ids } = onSeed();

    expect((await admin("GET", "/api_keys")).body).toMatchObject([{ name: "personal" }]);
    expect((await admin("GET", `/organizations/${ids.org_id}/api_keys`)).body).toHaveLength(2);
  });

  it("have no user when they belong to an organization", async () => {
    const { organization } = onSeed();
    const { status, body } = await organization("GET", "/users/me");

    expect(status).toBe(404);
    expect(body.message).toBe("not allowed for organization API keys");
  });

  it("reach nothing else when they are scoped to a project", async () => {
    const { project, ids } = onSeed();
    const { status, body } = await project("GET", `/projects/${ids.personal_project_id}`);

    expect(status).toBe(404);
    expect(body.message).toBe(
      `not allowed to perform actions outside the project this key is scoped to; subject_project_id:"${ids.project_id}"`,
    );
    expect((await project("GET", `/projects/${ids.project_id}`)).status).toBe(200);
  });

  it("are refused with 401 when they are wrong", async () => {
    const { as, ids } = onSeed();
    const { status, body, headers } = await as("wrong")("GET", `/projects/${ids.project_id}`);

    expect(status).toBe(401);
    expect(body).toMatchObject({ code: "", request_id: headers.get("x-neon-ret-request-id") });
  });
});
