import { describe, expect, test } from "vitest";
import type { Emulator } from "../src/index.ts";
import { type Call, createStill } from "./support.ts";

const PRIMARY = "read_write";
const FIVE_MINUTES = 5 * 60_000;

/** The organization's project, with an active compute on its default branch. */
function setup(options = {}) {
  const { emulator, ids, admin, ...calls } = createStill(options);
  const endpoints = `/projects/${ids.project_id}/endpoints`;
  const primary = `${endpoints}/${ids.endpoint_id}`;
  const create = (branch_id: string, more: object = {}) =>
    admin("POST", endpoints, { endpoint: { branch_id, type: PRIMARY, ...more } });
  const read = async (id = ids.endpoint_id) => {
    const { body } = await admin("GET", `${endpoints}/${id}`);
    return body.endpoint;
  };
  const makeIdle = () => emulator.advance(FIVE_MINUTES + 1_000);
  return { emulator, ids, admin, endpoints, primary, create, read, makeIdle, ...calls };
}

describe("creating a compute", () => {
  test("answers init, pending active and one running start_compute, then becomes active", async () => {
    const { emulator, ids, create, read } = setup();

    const { status, body } = await create(ids.free_branch_id);

    expect(status).toBe(201);
    const { endpoint, operations } = body;
    expect(endpoint).toMatchObject({ current_state: "init", pending_state: "active" });
    expect(endpoint.id).toMatch(/^ep-/);
    expect(endpoint).not.toHaveProperty("last_active");
    expect(operations).toMatchObject([
      { action: "start_compute", status: "running", endpoint_id: endpoint.id, failures_count: 0 },
    ]);
    emulator.advance(299);
    expect(await read(endpoint.id)).toMatchObject({ current_state: "init" });
    emulator.advance(1);
    const active = await read(endpoint.id);
    expect(active).toMatchObject({ current_state: "active", last_active: "2026-03-01T12:00:00Z" });
    expect(active).not.toHaveProperty("pending_state");
  });

  test("applies the documented defaults", async () => {
    const { ids, create } = setup();

    const { body } = await create(ids.free_branch_id);

    expect(body.endpoint).toMatchObject({
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
      pooler_enabled: false,
      pooler_mode: "transaction",
      disabled: false,
      passwordless_access: true,
      settings: { pg_settings: {} },
    });
  });

  test("rejects a second primary, even in a race, and allows any number of replicas", async () => {
    const { ids, create, admin, endpoints } = setup();

    const race = await Promise.all(Array.from({ length: 10 }, () => create(ids.free_branch_id)));
    const replicas = await Promise.all(
      Array.from({ length: 5 }, () => create(ids.free_branch_id, { type: "replica" })),
    );

    expect(race.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(race.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(race[1]?.body.field).toBe("body.endpoint.branch_id");
    expect(replicas.every(({ status }) => status === 201)).toBe(true);
    const { body } = await admin("GET", endpoints);
    expect(body.endpoints).toHaveLength(7);
  });

  test("rejects a branch of another project", async () => {
    const { ids, create } = setup();

    const { status, body } = await create(ids.personal_free_branch_id);

    expect(status).toBe(404);
    expect(body.field).toBe("body.endpoint.branch_id");
  });

  test.each([0.25, 0.5, 1, 16, 18, 56])("accepts the size %d", async (size) => {
    const { ids, create } = setup();

    const { status } = await create(ids.free_branch_id, {
      autoscaling_limit_min_cu: size,
      autoscaling_limit_max_cu: size,
    });

    expect(status).toBe(201);
  });

  test.each([
    [{ autoscaling_limit_min_cu: 17 }, "autoscaling_limit_min_cu"],
    [{ autoscaling_limit_max_cu: 64 }, "autoscaling_limit_max_cu"],
    [{ autoscaling_limit_min_cu: 0 }, "autoscaling_limit_min_cu"],
    [{ autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 2 }, "autoscaling_limit_min_cu"],
    [{ autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 18 }, "autoscaling_limit_max_cu"],
    [{ pooler_enabled: "yes" }, "pooler_enabled"],
    [{ id: "ep-mine" }, "id"],
    [{ current_state: "active" }, "current_state"],
  ])("rejects %j, naming the field", async (attributes, name) => {
    const { ids, create, admin, endpoints } = setup();

    const { status, body } = await create(ids.free_branch_id, attributes);

    expect(status).toBe(400);
    expect(body.field).toBe(`body.endpoint.${name}`);
    expect((await admin("GET", endpoints)).body.endpoints).toHaveLength(1);
  });
});

describe("inactivity", () => {
  test("suspends an active compute after five minutes, with a listed operation", async () => {
    const { emulator, ids, admin, read } = setup();

    emulator.advance(FIVE_MINUTES);

    const { body } = await admin("GET", `/projects/${ids.project_id}/operations?limit=1`);
    expect(body.operations).toMatchObject([{ action: "suspend_compute", status: "running" }]);
    expect(await read()).toMatchObject({ current_state: "active", pending_state: "idle" });
    emulator.advance(300);
    expect(await read()).toMatchObject({ current_state: "idle" });
  });

  test("starts over with each connection and query", async () => {
    const { emulator, ids, read } = setup();

    emulator.advance(FIVE_MINUTES - 1);
    const connection = emulator.connect(ids.endpoint_id);
    emulator.advance(FIVE_MINUTES - 1);
    connection.query();
    emulator.advance(FIVE_MINUTES - 1);

    expect(connection.state).toBe("open");
    expect((await read()).current_state).toBe("active");
    emulator.advance(1_000);
    expect((await read()).current_state).toBe("idle");
    expect(connection.state).toBe("closed");
  });

  test("never suspends a compute whose scale to zero is off", async () => {
    const { emulator, ids, read } = setup();

    emulator.setIdleMs(ids.endpoint_id, null);
    emulator.advance(30 * 24 * 3_600_000);

    expect((await read()).current_state).toBe("active");
  });

  test("uses the idle time of the options", async () => {
    const { emulator, read } = setup({ idleMs: 1_000 });

    emulator.advance(1_300);

    expect((await read()).current_state).toBe("idle");
  });
});

describe("start, suspend and restart", () => {
  test("wakes an idle compute for a connection, which opens once the compute is active", async () => {
    const { emulator, ids, makeIdle, read } = setup();
    makeIdle();

    const connection = emulator.connect(ids.endpoint_id);

    expect(connection.state).toBe("waiting");
    expect((await read()).pending_state).toBe("active");
    emulator.advance(300);
    expect(connection.state).toBe("open");
    expect((await read()).current_state).toBe("active");
  });

  test("wakes an idle compute on start, and does nothing to an active one", async () => {
    const { emulator, primary, admin, makeIdle, read } = setup();
    const again = await admin("POST", `${primary}/start`);
    makeIdle();

    const { status, body } = await admin("POST", `${primary}/start`);

    expect(again.body.operations).toEqual([]);
    expect(status).toBe(200);
    expect(body.operations).toMatchObject([{ action: "start_compute", status: "running" }]);
    emulator.advance(300);
    expect((await read()).current_state).toBe("active");
  });

  test("makes an active compute idle on suspend, and queues a start behind it", async () => {
    const { emulator, primary, admin, read } = setup();

    const suspended = await admin("POST", `${primary}/suspend`);
    const started = await admin("POST", `${primary}/start`);

    expect(suspended.body.operations).toMatchObject([{ status: "running" }]);
    expect(started.body.operations).toMatchObject([{ status: "scheduling" }]);
    emulator.advance(300);
    expect(await read()).toMatchObject({ current_state: "idle", pending_state: "active" });
    emulator.advance(300);
    expect((await read()).current_state).toBe("active");
  });

  test("restarts only an active compute, and closes its connections", async () => {
    const { emulator, ids, primary, admin, makeIdle } = setup();
    const connection = emulator.connect(ids.endpoint_id);

    const active = await admin("POST", `${primary}/restart`);
    emulator.advance(1_000);
    makeIdle();
    const idle = await admin("POST", `${primary}/restart`);

    expect(active.status).toBe(200);
    expect(connection.state).toBe("closed");
    expect(idle.status).toBe(409);
  });

  test("refuses to start a disabled compute", async () => {
    const { emulator, ids, primary, admin, makeIdle } = setup();
    await admin("PATCH", primary, { endpoint: { disabled: true } });
    makeIdle();

    const { status } = await admin("POST", `${primary}/start`);

    expect(status).toBe(409);
    expect(() => emulator.connect(ids.endpoint_id)).toThrow(/disabled/);
  });
});

describe("updating a compute", () => {
  test("moves an idle compute with apply_config and a scheduled suspend_compute, and leaves it idle", async () => {
    const { emulator, ids, endpoints, admin, makeIdle, read, create } = setup();
    const { id } = (await create(ids.free_branch_id)).body.endpoint;
    makeIdle();

    const { body } = await admin("PATCH", `${endpoints}/${id}`, {
      endpoint: { branch_id: ids.other_free_branch_id },
    });

    expect(body.endpoint).toMatchObject({
      branch_id: ids.other_free_branch_id,
      current_state: "idle",
      pending_state: "idle",
    });
    expect(body.operations).toMatchObject([
      { action: "apply_config", status: "running" },
      { action: "suspend_compute", status: "scheduling" },
    ]);
    const ended = async () => {
      const paths = body.operations.map(({ id }) => `/projects/${ids.project_id}/operations/${id}`);
      const read = await Promise.all(paths.map((path) => admin("GET", path)));
      return read.map(({ body }) => body.operation.status);
    };
    emulator.advance(300);
    expect(await ended()).toEqual(["finished", "running"]);
    emulator.advance(300);
    expect(await ended()).toEqual(["finished", "finished"]);
    expect(await read(id)).not.toHaveProperty("pending_state");
    expect((await create(ids.free_branch_id)).status).toBe(201);
    expect((await create(ids.other_free_branch_id)).status).toBe(409);
  });

  test("refuses to move a primary to a branch that has one, but moves a replica there", async () => {
    const { ids, admin, endpoints, create, read } = setup();
    const { endpoint } = (await create(ids.free_branch_id)).body;
    const replica = (await create(ids.free_branch_id, { type: "replica" })).body.endpoint;
    const move = { endpoint: { branch_id: ids.branch_id } };

    const refused = await admin("PATCH", `${endpoints}/${endpoint.id}`, move);
    const moved = await admin("PATCH", `${endpoints}/${replica.id}`, move);

    expect(refused.status).toBe(409);
    expect((await read(endpoint.id)).branch_id).toBe(ids.free_branch_id);
    expect(moved.status).toBe(200);
  });

  test("closes the connections of a resized active compute and changes nothing else", async () => {
    const { emulator, ids, primary, admin, read } = setup();
    const connection = emulator.connect(ids.endpoint_id);
    const before = await read();

    const { body } = await admin("PATCH", primary, {
      endpoint: { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 2 },
    });

    expect(body.operations.length).toBeGreaterThan(0);
    expect(connection.state).toBe("closed");
    emulator.advance(1_000);
    expect(await read()).toEqual({
      ...before,
      autoscaling_limit_min_cu: 0.5,
      autoscaling_limit_max_cu: 2,
      updated_at: expect.any(String),
      last_active: expect.any(String),
    });
  });

  test.each(["id", "type", "host", "current_state", "project_id", "last_active"])(
    "refuses to change %s, naming the field",
    async (name) => {
      const { primary, admin, read } = setup();
      const before = await read();

      const { status, body } = await admin("PATCH", primary, { endpoint: { [name]: "other" } });

      expect(status).toBe(400);
      expect(body.field).toBe(`body.endpoint.${name}`);
      expect(await read()).toEqual(before);
    },
  );

  test("changes nothing for an empty update, or when one of two attributes is rejected", async () => {
    const { primary, admin, read } = setup();
    const before = await read();

    const nothing = await admin("PATCH", primary, { endpoint: {} });
    const half = await admin("PATCH", primary, {
      endpoint: { pooler_enabled: true, autoscaling_limit_max_cu: 17 },
    });

    expect(nothing.body.operations).toEqual([]);
    expect(half.status).toBe(400);
    expect(await read()).toEqual(before);
  });

  test("applies other attributes without closing connections", async () => {
    const { emulator, ids, primary, admin, read } = setup();
    const connection = emulator.connect(ids.endpoint_id);

    const { body } = await admin("PATCH", primary, { endpoint: { pooler_enabled: true } });

    expect(body.operations).toMatchObject([{ action: "apply_config" }]);
    expect(connection.state).toBe("open");
    expect((await read()).pooler_enabled).toBe(true);
  });
});

describe("deleting a compute", () => {
  test("starts no operation, removes the compute from every list, and never reuses its id", async () => {
    const { ids, endpoints, admin, create } = setup();
    const { id } = (await create(ids.free_branch_id)).body.endpoint;

    const { status, body } = await admin("DELETE", `${endpoints}/${id}`);

    expect(status).toBe(200);
    expect(body.operations).toEqual([]);
    expect(body.endpoint).not.toHaveProperty("pending_state");
    expect((await admin("GET", `${endpoints}/${id}`)).status).toBe(404);
    expect((await admin("GET", endpoints)).body.endpoints).toMatchObject([{ id: ids.endpoint_id }]);
    const next = (await create(ids.free_branch_id)).body.endpoint;
    expect(next.id).not.toBe(body.endpoint.id);
    expect(next.host).not.toBe(body.endpoint.host);
  });
});

describe("last_active", () => {
  test("is the time of the last activation, connection or query", async () => {
    const { emulator, ids, read, primary, admin } = setup();
    const lastActive = async () => (await read()).last_active;
    expect(await lastActive()).toBe("2026-03-01T12:00:00Z");

    emulator.advance(10_000);
    const connection = emulator.connect(ids.endpoint_id);
    expect(await lastActive()).toBe("2026-03-01T12:00:10Z");
    emulator.advance(10_000);
    expect(await lastActive()).toBe("2026-03-01T12:00:10Z");
    connection.query();
    expect(await lastActive()).toBe("2026-03-01T12:00:20Z");

    await admin("POST", `${primary}/suspend`);
    emulator.advance(60_000);
    expect(await lastActive()).toBe("2026-03-01T12:00:20Z");
    await admin("POST", `${primary}/start`);
    emulator.advance(1_000);
    expect(await lastActive()).toBe("2026-03-01T12:01:20Z");
  });
});

describe("the default branch", () => {
  test("keeps its primary compute, whatever is deleted, moved or set as default", async () => {
    const { ids, primary, endpoints, admin, create, read } = setup();
    const { id } = (await create(ids.free_branch_id, { type: "replica" })).body.endpoint;
    const setDefault = (branch_id: string) =>
      admin("POST", `/projects/${ids.project_id}/branches/${branch_id}/set_as_default`);

    const refused = [
      await admin("DELETE", primary),
      await admin("PATCH", primary, { endpoint: { branch_id: ids.free_branch_id } }),
      await setDefault(ids.free_branch_id),
      await setDefault(ids.other_free_branch_id),
    ];

    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await read()).branch_id).toBe(ids.branch_id);
    const replica = (await create(ids.branch_id, { type: "replica" })).body.endpoint;
    for (const other of [id, replica.id]) {
      expect((await admin("DELETE", `${endpoints}/${other}`)).status).toBe(200);
    }
  });

  test("lets its primary compute go once another branch is the default one", async () => {
    const { ids, primary, admin, create } = setup();
    await create(ids.free_branch_id);

    const set = await admin(
      "POST",
      `/projects/${ids.project_id}/branches/${ids.free_branch_id}/set_as_default`,
    );

    expect(set.status).toBe(200);
    expect((await admin("DELETE", primary)).status).toBe(200);
  });
});

describe("pending_state", () => {
  test("is absent from lists and deletions, even during a change", async () => {
    const { ids, admin, endpoints, create } = setup();
    const { endpoint } = (await create(ids.free_branch_id)).body;

    const lists = await Promise.all([
      admin("GET", endpoints),
      admin("GET", `/projects/${ids.project_id}/branches/${ids.free_branch_id}/endpoints`),
    ]);
    const deleted = await admin("DELETE", `${endpoints}/${endpoint.id}`);

    for (const { body } of lists) {
      for (const listed of body.endpoints) expect(listed).not.toHaveProperty("pending_state");
    }
    expect(lists.map(({ body }) => body.endpoints.map(({ id }) => id))).toEqual([
      [ids.endpoint_id, endpoint.id],
      [endpoint.id],
    ]);
    expect(deleted.body.endpoint).not.toHaveProperty("pending_state");
  });
});

describe("the control plane", () => {
  test("checks the availability of branches with a compute, and no others", async () => {
    const { emulator, ids, admin } = setup();

    emulator.advance(24 * 3_600_000);

    const { body } = await admin("GET", `/projects/${ids.project_id}/operations`);
    const checks = body.operations.filter(({ action }) => action === "check_availability");
    expect(checks).toMatchObject([{ branch_id: ids.branch_id, endpoint_id: ids.endpoint_id }]);
  });
});

describe("an availability check", () => {
  test("waits for the next period while operations change the compute", async () => {
    const { emulator, ids, admin, primary } = setup({ idleMs: null });
    const checks = async () => {
      const { body } = await admin("GET", `/projects/${ids.project_id}/operations`);
      return body.operations.filter(({ action }) => action === "check_availability").length;
    };
    emulator.decide({ outcome: "never" });
    const { body } = await admin("PATCH", primary, { endpoint: { pooler_enabled: true } });

    emulator.advance(25 * 3_600_000);
    expect(await checks()).toBe(0);

    emulator.endOperation(`${body.operations[0]?.id}`);
    emulator.advance(24 * 3_600_000);
    expect(await checks()).toBe(1);
  });
});

describe("a restart of a compute that is not active", () => {
  test.each<[string, (call: Call, path: string, emulator: Emulator) => unknown]>([
    ["being suspended", (call, path) => call("POST", `${path}/suspend`)],
    ["idle", (_call, _path, emulator) => emulator.advance(FIVE_MINUTES + 1_000)],
  ])("is refused with its state: %s", async (state, prepare) => {
    const { emulator, ids, admin, primary } = setup();
    await prepare(admin, primary, emulator);

    const { status, body } = await admin("POST", `${primary}/restart`);

    expect(status).toBe(409);
    expect(body.message).toBe(
      `compute ${ids.endpoint_id} is ${state}: only an active compute restarts`,
    );
  });

  test("is refused before its first start has ended", async () => {
    const { ids, admin, endpoints, create } = setup();
    const { id } = (await create(ids.free_branch_id)).body.endpoint;

    const { status, body } = await admin("POST", `${endpoints}/${id}/restart`);

    expect(status).toBe(409);
    expect(body.message).toBe(`compute ${id} is init: only an active compute restarts`);
  });
});
