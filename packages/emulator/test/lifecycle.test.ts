/** Computes and their branches change by themselves, on a clock that the test moves. */
import { describe, expect, test } from "vitest";
import { DETACH_MS } from "../src/assumptions.ts";
import { allOperations, createStill } from "./support.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function setup() {
  const still = createStill();
  const { ids, admin } = still;
  const endpoints = `/projects/${ids.project_id}/endpoints`;
  const read = async (id = ids.endpoint_id) =>
    (await admin("GET", `${endpoints}/${id}`)).body.endpoint;
  const actions = async () =>
    (await allOperations(admin, ids.project_id)).map(({ action, status }) => `${action} ${status}`);
  return { ...still, endpoints, read, actions };
}

describe("a compute", () => {
  test("stays active when its suspension fails, and tries again after another idle period", async () => {
    const { emulator, ids, read, actions } = setup();
    emulator.decide({ action: "suspend_compute", outcome: "failed", times: 1 });

    emulator.advance(5 * MINUTE + 300);
    expect(await read()).toMatchObject({ current_state: "active" });
    emulator.advance(5 * MINUTE - 1);
    expect((await actions()).filter((one) => one.startsWith("suspend"))).toHaveLength(1);
    emulator.advance(1 + 300);

    expect(await read(ids.endpoint_id)).toMatchObject({ current_state: "idle" });
    expect((await actions()).filter((one) => one.startsWith("suspend"))).toEqual([
      "suspend_compute finished",
      "suspend_compute failed",
    ]);
  });

  test("stays as it was when its start fails", async () => {
    const { emulator, admin, endpoints, ids, read } = setup();
    emulator.advance(5 * MINUTE + 300);
    const { last_active } = await read();
    emulator.decide({ action: "start_compute", outcome: "failed", times: 1 });
    emulator.advance(MINUTE);

    await admin("POST", `${endpoints}/${ids.endpoint_id}/start`);
    emulator.advance(300);

    expect(await read()).toMatchObject({ current_state: "idle", last_active });
  });

  test("does not suspend again when it is suspended already", async () => {
    const { emulator, admin, endpoints, ids } = setup();
    emulator.advance(5 * MINUTE + 300);

    const { body } = await admin("POST", `${endpoints}/${ids.endpoint_id}/suspend`);

    expect(body.operations).toEqual([]);
  });

  test("is last active when it was used last, not when it was started", async () => {
    const { emulator, ids, read } = setup();
    const { last_active: before } = await read();
    emulator.advance(2 * MINUTE);

    emulator.connect(ids.endpoint_id);

    const { last_active: after } = await read();
    expect(Date.parse(`${after}`) - Date.parse(`${before}`)).toBe(2 * MINUTE);
  });

  test("is not active once more because it is suspended", async () => {
    const { emulator, read } = setup();
    const { last_active } = await read();

    emulator.advance(5 * MINUTE + 300);

    expect(await read()).toMatchObject({ current_state: "idle", last_active });
  });

  test("does not count a connection as use before it is active", async () => {
    const { emulator, admin, endpoints, ids, read } = setup();
    const { body } = await admin("POST", endpoints, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });

    emulator.connect(body.endpoint.id);

    expect(await read(body.endpoint.id)).not.toHaveProperty("last_active");
  });

  test("is left alone by its own start when its project was deleted meanwhile", async () => {
    const { emulator, admin, endpoints, ids } = setup();
    emulator.advance(5 * MINUTE + 300);
    await admin("POST", `${endpoints}/${ids.endpoint_id}/start`);
    await admin("DELETE", `/projects/${ids.project_id}`);
    emulator.advance(1_000);

    await admin("POST", `/projects/${ids.project_id}/recover`);

    const { body } = await admin("GET", endpoints);
    expect(body.endpoints).toMatchObject([{ id: ids.endpoint_id, current_state: "idle" }]);
  });

  test("keeps its time when scale to zero goes off and on again", async () => {
    const { emulator, ids, read } = setup();
    emulator.setIdleMs(ids.endpoint_id, null);
    emulator.advance(DAY / 2);
    expect(await read()).toMatchObject({ current_state: "active" });

    emulator.setIdleMs(ids.endpoint_id, MINUTE);
    emulator.advance(MINUTE + 300);

    expect(await read()).toMatchObject({ current_state: "idle" });
  });

  test.each([
    ["autoscaling_limit_min_cu", 0.5],
    ["autoscaling_limit_max_cu", 2],
  ])("restarts when its %s changes alone, and closes its connections", async (limit, size) => {
    const { emulator, admin, endpoints, ids } = setup();
    const connection = emulator.connect(ids.endpoint_id);

    const { body } = await admin("PATCH", `${endpoints}/${ids.endpoint_id}`, {
      endpoint: { [limit]: size },
    });

    expect(connection.state).toBe("closed");
    expect(body.operations.map(({ action }) => action)).toEqual(["apply_config", "start_compute"]);
  });

  test.each([
    ["active", 0],
    ["idle", 5 * MINUTE + 300],
  ])("stays %s and gets one apply_config for another setting", async (state, ms) => {
    const { emulator, admin, endpoints, ids } = setup();
    emulator.advance(ms);

    const { body } = await admin("PATCH", `${endpoints}/${ids.endpoint_id}`, {
      endpoint: { pooler_enabled: true },
    });

    expect(body.operations.map(({ action }) => action)).toEqual(["apply_config"]);
    expect(body.endpoint).toMatchObject({ current_state: state, pending_state: state });
  });

  test("may autoscale up to 16 units, not above", async () => {
    const { admin, endpoints, ids } = setup();
    const resize = async (max: number) =>
      (
        await admin("PATCH", `${endpoints}/${ids.endpoint_id}`, {
          endpoint: { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: max },
        })
      ).status;

    expect(await resize(16)).toBe(200);
    expect(await resize(18)).toBe(400);
  });
});

describe("a branch", () => {
  const checks = (operations: { action: string; endpoint_id?: string | undefined }[]) =>
    operations
      .filter(({ action }) => action === "check_availability")
      .map(({ endpoint_id }) => endpoint_id);

  test("is checked once a day, on its primary compute", async () => {
    const { emulator, admin, ids, endpoints } = setup();
    const replica = { branch_id: ids.branch_id, type: "read_replica" };
    await admin("POST", endpoints, { endpoint: replica });

    emulator.advance(DAY);
    const once = checks(await allOperations(admin, ids.project_id));
    emulator.advance(DAY);
    const twice = checks(await allOperations(admin, ids.project_id));

    expect(once).toEqual([ids.endpoint_id]);
    expect(twice).toEqual([ids.endpoint_id, ids.endpoint_id]);
  });

  test("is checked on a replica when it has no primary, and not without a compute", async () => {
    const { emulator, admin, ids, endpoints } = setup();
    const replica = { branch_id: ids.free_branch_id, type: "read_replica" };
    const { body } = await admin("POST", endpoints, { endpoint: replica });

    emulator.advance(DAY);
    const first = checks(await allOperations(admin, ids.project_id));
    await admin("DELETE", `${endpoints}/${body.endpoint.id}`);
    emulator.advance(DAY);
    const second = checks(await allOperations(admin, ids.project_id));

    expect(first).toContain(body.endpoint.id);
    expect(second.filter((id) => id === body.endpoint.id)).toHaveLength(1);
  });

  test("is not checked while its compute has something to do", async () => {
    const { emulator, admin, ids } = setup();
    emulator.decide({ action: "suspend_compute", outcome: "never", times: 1 });

    emulator.advance(DAY);

    expect(checks(await allOperations(admin, ids.project_id))).toEqual([]);
  });

  test("is checked from the day on that a compute moves to it", async () => {
    const { emulator, admin, ids, endpoints } = setup();
    const { body } = await admin("POST", endpoints, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });
    emulator.advance(DAY / 2);
    await admin("PATCH", `${endpoints}/${body.endpoint.id}`, {
      endpoint: { branch_id: ids.other_free_branch_id },
    });

    emulator.advance(DAY);
    const operations = await allOperations(admin, ids.project_id);

    const moved = operations.filter(
      ({ action, branch_id }) =>
        action === "check_availability" && branch_id === ids.other_free_branch_id,
    );
    expect(moved).toHaveLength(1);
  });
});

describe("a project that nobody uses", () => {
  const detached = (actions: string[]) =>
    actions.filter((action) => action.startsWith("tenant_detach"));

  test("stays attached while one of its computes is active", async () => {
    const { emulator, admin, endpoints, ids, actions } = setup();
    await admin("POST", endpoints, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });
    emulator.setIdleMs(ids.endpoint_id, null);

    emulator.advance(2 * DETACH_MS);

    expect(detached(await actions())).toEqual([]);
  });

  test("is detached once", async () => {
    const { emulator, actions } = setup();

    emulator.advance(4 * DETACH_MS);

    expect(detached(await actions())).toEqual(["tenant_detach finished"]);
  });

  test("is not detached when it was deleted", async () => {
    const { emulator, admin, ids, actions } = setup();
    await admin("DELETE", `/projects/${ids.project_id}`);

    emulator.advance(4 * DETACH_MS);

    expect(detached(await actions())).toEqual([]);
  });
});
