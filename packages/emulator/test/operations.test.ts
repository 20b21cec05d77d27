import type { Operation } from "@hosted-postgres/types";
import { describe, expect, test } from "vitest";
import { allOperations, createStill } from "./support.ts";

const ACTIONS =
  "apply_config apply_storage_config check_availability create_branch create_timeline delete_tenant start_compute suspend_compute tenant_attach tenant_detach tenant_reattach timeline_archive timeline_unarchive".split(
    " ",
  );

function setup(options = {}) {
  const still = createStill(options);
  const { emulator, ids, admin } = still;
  const operations = `/projects/${ids.project_id}/operations`;
  const status = async (id: string) => {
    const { body } = await admin("GET", `${operations}/${id}`);
    return body.operation.status;
  };
  const start = (action = "tenant_attach") =>
    emulator.startOperation({ project_id: ids.project_id, action });
  return { ...still, operations, status, start };
}

describe("operations", () => {
  test("finishes create_timeline and start_compute for a new project", async () => {
    const { ids, admin } = setup();

    const listed = await allOperations(admin, ids.project_id);

    expect(listed.map(({ action, status }) => [action, status])).toEqual([
      ["start_compute", "finished"],
      ["create_timeline", "finished"],
    ]);
    expect(listed[1]).not.toHaveProperty("endpoint_id");
    expect(listed.map(({ failures_count }) => failures_count)).toEqual([0, 0]);
  });

  test("pages through every operation once, newest first, while new ones arrive", async () => {
    const { ids, admin, operations, start } = setup();
    const before = await allOperations(admin, ids.project_id);
    const old = [
      ...Array.from({ length: 25 }, () => start().id).reverse(),
      ...before.map((o) => o.id),
    ];

    const seen: string[] = [];
    let query = "limit=4";
    for (let pages = 0; pages < 50; pages++) {
      const { body } = await admin("GET", `${operations}?${query}`);
      if (body.operations.length === 0) break;
      seen.push(...body.operations.map(({ id }) => id));
      query = `limit=4&cursor=${encodeURIComponent(`${body.pagination.cursor}`)}`;
      start();
      start();
    }

    expect(seen).toEqual(old);
  });

  test("lists only the operations of the project", async () => {
    const { ids, admin } = setup();

    const [here, there] = await Promise.all(
      [ids.project_id, ids.personal_project_id].map((id) => allOperations(admin, id)),
    );

    expect(new Set(here?.map(({ project_id }) => project_id))).toEqual(new Set([ids.project_id]));
    const [theirs] = there as [Operation];
    const { status } = await admin("GET", `/projects/${ids.project_id}/operations/${theirs.id}`);
    expect(status).toBe(404);
  });

  test.each([
    ["timestamp", /^2026-.*\.\d{6}Z$/],
    ["empty", /^$/],
    ["absent", /^undefined$/],
  ] as const)("ends a list with a cursor that is %s", async (lastCursor, form) => {
    const { admin, operations } = setup({ lastCursor });

    const { body } = await admin("GET", `${operations}?limit=100`);

    expect(String(body.pagination.cursor)).toMatch(form);
  });

  test.each(["timestamp", "empty", "absent"] as const)(
    "has a timestamp on every page but the last where that is %s",
    async (lastCursor) => {
      const { admin, operations } = setup({ lastCursor });

      const { body } = await admin("GET", `${operations}?limit=1`);

      expect(body.pagination.cursor).toMatch(/^2026-.*\.\d{6}Z$/);
    },
  );

  test("repeats the last cursor on the empty page after it", async () => {
    const { admin, operations } = setup();
    const { pagination } = (await admin("GET", `${operations}?limit=100`)).body;

    const { body } = await admin("GET", `${operations}?cursor=${pagination.cursor}`);

    expect(body).toEqual({ operations: [], pagination });
  });

  test("repeats a cursor that is older than every operation", async () => {
    const { admin, operations } = setup();
    const cursor = "2020-01-01T00:00:00.000000Z";

    const { body } = await admin("GET", `${operations}?cursor=${cursor}`);

    expect(body).toEqual({ operations: [], pagination: { cursor } });
  });

  test.each(["0", "-1", "1.5", "", "ten", "1&limit=2"])("rejects the limit %j", async (limit) => {
    const { admin, operations } = setup();

    const { status, body } = await admin("GET", `${operations}?limit=${limit}`);

    expect(status).toBe(400);
    expect(body.field).toBe("query.limit");
  });

  test("ends once, even if it is ended before its time", async () => {
    const { emulator, admin, operations, start } = setup();
    const { id } = start("tenant_attach");
    const read = async () => (await admin("GET", `${operations}/${id}`)).body.operation;

    emulator.endOperation(id, "failed");
    const ended = await read();
    emulator.advance(60_000);

    expect(ended).toMatchObject({ status: "failed", failures_count: 1 });
    expect(await read()).toEqual(ended);
  });

  test("has at most 1,000 items on a page, however many are asked for", async () => {
    const { admin, operations, start } = setup();
    for (let count = 0; count < 1_001; count++) start("create_branch");

    const counts = await Promise.all(
      [999, 1_000, 1_001, 5_000].map(async (limit) => {
        const { body } = await admin("GET", `${operations}?limit=${limit}`);
        return body.operations.length;
      }),
    );

    expect(counts).toEqual([999, 1_000, 1_000, 1_000]);
  });

  test.each([
    "2026-03-01",
    "x2026-03-01T12:00:00.000000Z",
    "2026-03-01T12:00:00.000000Zx",
    "2026-13-01T12:00:00.000000Z",
  ])("rejects the foreign cursor %s, naming the parameter", async (cursor) => {
    const { admin, operations } = setup();

    const { status, body } = await admin("GET", `${operations}?cursor=${cursor}`);

    expect(status).toBe(400);
    expect(body.field).toBe("query.cursor");
  });

  test.each(ACTIONS)("runs %s when the control plane starts it", async (action) => {
    const { emulator, start, status } = setup();

    const { id } = start(action);

    expect(await status(id)).toBe("running");
    emulator.advance(300);
    expect(await status(id)).toBe("finished");
  });

  test("takes as long as the options say for each operation", async () => {
    const operationMs = ({ action }: Operation) => (action === "tenant_attach" ? 10 : 2_000);
    const { emulator, start, status } = setup({ operationMs });
    const [short, long] = [start("tenant_attach"), start("tenant_detach")];

    emulator.advance(10);

    expect(await status(short.id)).toBe("finished");
    expect(await status(long.id)).toBe("running");
  });

  test("fails on demand, counts the failure, and leaves the compute as it was", async () => {
    const { emulator, ids, admin, status } = setup();
    const primary = `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
    emulator.decide({ outcome: "failed", action: "suspend_compute" });

    const { body } = await admin("POST", `${primary}/suspend`);
    const [operation] = body.operations as [Operation];
    emulator.advance(300);

    expect(await status(operation.id)).toBe("failed");
    const { body: read } = await admin(
      "GET",
      `/projects/${ids.project_id}/operations/${operation.id}`,
    );
    expect(read.operation.failures_count).toBe(1);
    expect((await admin("GET", primary)).body.endpoint.current_state).toBe("active");
    const again = await admin("POST", `${primary}/suspend`);
    emulator.advance(300);
    expect(again.body.operations).toHaveLength(1);
    expect((await admin("GET", primary)).body.endpoint.current_state).toBe("idle");
  });

  test("never ends on demand, until endOperation is called", async () => {
    const { emulator, start, status } = setup();
    emulator.decide({ outcome: "never" });
    const { id } = start();

    emulator.advance(365 * 24 * 3_600_000);

    expect(await status(id)).toBe("running");
    emulator.endOperation(id);
    expect(await status(id)).toBe("finished");
    expect(() => emulator.endOperation(id)).toThrow(/finished, not running/);
    expect(() => emulator.endOperation("none")).toThrow("operation none is unknown, not running");
  });

  test("waits for no other one without a compute", async () => {
    const { start, status } = setup();

    const started = [start("apply_config"), start("apply_config")];

    expect(await Promise.all(started.map(({ id }) => status(id)))).toEqual(["running", "running"]);
  });

  test.each([
    ["POST", "databases", { name: "orders" }],
    ["POST", "roles", { name: "reader" }],
  ])("starts apply_config on the branch's compute for %s %s", async (method, family, body) => {
    const { ids, admin } = setup();
    const branches = `/projects/${ids.project_id}/branches`;

    const withCompute = await admin(method, `${branches}/${ids.branch_id}/${family}`, body);
    const without = await admin(method, `${branches}/${ids.free_branch_id}/${family}`, body);

    expect(withCompute.body.operations).toMatchObject([
      { action: "apply_config", endpoint_id: ids.endpoint_id },
    ]);
    expect(without.body.operations).toEqual([]);
  });
});
