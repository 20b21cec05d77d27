import { describe, expect, test } from "vitest";
import { ConnectionList } from "../src/control/connections.ts";
import { createEmulator } from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { startControlled } from "./control.ts";
import { NOON_MS } from "./support.ts";

const still = { now: () => NOON_MS };
const branches = [{ name: "main", parent: "mian" }];

describe("a wrong request to a control route", () => {
  test.each<[string, string, unknown, number, string, string?]>([
    ["POST", "/clock", {}, 400, "body.advance_ms is missing"],
    ["POST", "/clock", { advance_ms: -1 }, 400, "body.advance_ms must be >= 0"],
    ["POST", "/clock", { advance_ms: "1" }, 400, "body.advance_ms must be number"],
    ["POST", "/clock", { advance_ms: 1, ms: 1 }, 400, "must NOT have additional properties"],
    ["PUT", "/seed", { projects: [{ name: 1 }] }, 400, "projects[0].name: must be a string"],
    ["PUT", "/seed", { projects: [{ name: "a", branches }] }, 400, "has no branch mian"],
    ["PUT", "/seed", {}, 400, "body.projects is missing"],
    ["POST", "/faults", {}, 400, "body has none of latency_ms, status and drop"],
    ["POST", "/faults", { status: 200 }, 400, "body.status must be >= 400"],
    ["POST", "/faults", { status: 503, path: "projects" }, 400, "body.path must match pattern"],
    ["POST", "/fates", { outcome: "maybe" }, 400, "body.outcome must be equal to one of"],
    ["POST", "/operations", { project_id: "p", action: "a" }, 404, "project p does not exist"],
    ["POST", "/operations/none/end", {}, 404, "operation none does not exist"],
    ["PUT", "/endpoints/none/idle", { idle_ms: 1 }, 404, "compute none does not exist"],
    ["PUT", "/endpoints/none/idle", { idle_ms: -1 }, 400, "body.idle_ms must be >= 0"],
    ["POST", "/connections", { endpoint_id: "none" }, 404, "compute none does not exist"],
    ["GET", "/connections/7", undefined, 404, "connection 7 does not exist"],
    ["POST", "/connections/7/query", undefined, 404, "connection 7 does not exist"],
    ["DELETE", "/connections/7", undefined, 404, "connection 7 does not exist"],
    ["GET", "/requests/7", undefined, 404, "request 7 does not exist"],
    ["GET", "/requests/first", undefined, 400, "path.request_id must be a whole number"],
    ["GET", "/state?limit=0", undefined, 400, "query.limit must be 1 to 10000"],
    ["GET", "/state?limit=few", undefined, 400, "query.limit must be a whole number"],
  ])("is refused by name: %s %s %j", async (method, path, body, status, message) => {
    const { emulator, control } = await startControlled(still);
    const before = emulator.exportState();

    const refused = await control(method, path, body);

    expect([refused.status, refused.body.message]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
    expect(emulator.exportState()).toEqual(before);
    expect(emulator.now()).toBe(NOON_MS);
  });

  test("is refused for another path, method, media type or form", async () => {
    const { origin, send } = await startControlled();

    const path = await send("GET", "/nothing");
    const method = await send("PATCH", "/clock", {});
    const type = await send("POST", "/clock", {}, { "content-type": "text/plain" });
    const form = await fetch(`${origin}/_emulator/clock`, { method: "POST", body: "{" });
    const large = await send("POST", "/clock", { text: "a".repeat(1_100_000) });

    expect([path, method, type, form, large].map(({ status }) => status)).toEqual([
      404, 405, 415, 415, 413,
    ]);
    expect(method.headers.get("allow")).toBe("POST");
  });

  test("ends no operation twice", async () => {
    const { emulator, ids, control } = await startControlled(still);
    const { id } = emulator.startOperation({ project_id: ids.project_id, action: "tenant_detach" });

    expect((await control("POST", `/operations/${id}/end`)).body.operation.status).toBe("finished");
    const again = await control("POST", `/operations/${id}/end`);

    expect(again).toMatchObject({
      status: 409,
      body: { message: `operation ${id} is finished, not running` },
    });
  });

  test("queries no connection that waits or is closed", async () => {
    const { emulator, ids, control } = await startControlled(still);
    emulator.advance(300_300);
    const { endpoint_id } = ids;

    const opened = await control("POST", "/connections", { endpoint_id });
    expect(opened.body.connection.state).toBe("waiting");
    expect(await control("POST", "/connections/1/query")).toMatchObject({
      status: 409,
      body: { message: "connection 1 is waiting, not open" },
    });

    await control("POST", "/clock", { advance_ms: 300 });
    expect((await control("POST", "/connections/1/query")).status).toBe(200);
  });

  test("connects to no disabled compute", async () => {
    const { ids, control, api } = await startControlled(still);
    const { project_id, endpoint_id } = ids;
    const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
    await api("PATCH", path, { endpoint: { disabled: true } });

    const refused = await control("POST", "/connections", { endpoint_id });

    expect(refused.body.message).toBe(`compute ${endpoint_id} is disabled`);
  });

  test("opens no more than a thousand connections, until some are closed", () => {
    const emulator = createEmulator();
    const connections = new ConnectionList();
    const open = () => connections.add(() => emulator.connect(emulator.ids.endpoint_id));
    for (let count = 0; count < 1_000; count++) open();

    expect(open).toThrow("1000 connections are kept");
    connections.close(1);
    expect(open()).toMatchObject({ id: 1_001, state: "open" });
  });
});

describe("seed data from a caller", () => {
  const data = { projects: [{ name: "orders", branches: [{ name: "main" }, { name: "dev" }] }] };

  test("begins the world anew, and a reset restores it", async () => {
    const { emulator, control, api } = await startControlled(still);
    await control("POST", "/connections", { endpoint_id: emulator.ids.endpoint_id });

    const { body } = await control("PUT", "/seed", data);

    expect(body.ids).toEqual(emulator.ids);
    expect((await api("GET", `/projects/${body.ids.project_id}`)).status).toBe(200);
    expect((await control("GET", "/state")).body.connections).toEqual([]);
    await control("POST", "/connections", { endpoint_id: body.ids.endpoint_id });
    await api("DELETE", `/projects/${body.ids.project_id}`);
    await control("POST", "/reset");
    expect((await control("GET", "/state")).body.connections).toEqual([]);
    expect((await control("GET", "/seed")).body.projects).toMatchObject([{ name: "orders" }]);
  });

  test("changes nothing when a part of it cannot be, and names that part", async () => {
    const { emulator, control } = await startControlled(still);
    emulator.inject({ status: 503, times: 5 });
    const before = emulator.exportState();
    const computes = [{ type: "read_write" }, { type: "read_write" }];
    const twice = { projects: [{ name: "a", branches: [{ name: "main", computes }] }] };

    const refused = await control("PUT", "/seed", twice);

    expect(refused.body.message).toMatch(/^projects\[0\].branches\[0\].computes\[1\]: /);
    expect(emulator.exportState()).toEqual(before);
    expect((await control("GET", "/faults")).body.faults).toMatchObject([{ times: 5 }]);
    await control("POST", "/reset");
    expect(emulator.exportState()).toEqual(before);
  });

  test("cannot be exported when two projects have the same name", async () => {
    const { control, api } = await startControlled(still);
    await api("POST", "/projects", { project: { name: "shop" } });

    const refused = await control("GET", "/seed");

    expect(refused).toMatchObject({ status: 409, body: { error: "conflict" } });
    expect(refused.body.message).toContain("repeats projects[0].name");
  });
});

describe("a profile", () => {
  test("shows the provider's spec, and its passwords cut", async () => {
    const { ids, control, api } = await startControlled({ ...still, profile: neon });

    const spec = await control("GET", "/openapi.json");
    await api("GET", `/projects/${ids.project_id}/branches/${ids.branch_id}/roles`);
    const role = `/projects/${ids.project_id}/branches/${ids.branch_id}/roles/neondb_owner`;
    const { body } = await api("GET", `${role}/reveal_password`);

    expect(spec.body.servers).toEqual([{ url: expect.stringMatching(/\/api\/v2$/) }]);
    expect((await control("GET", "/health")).body.profile).toBe("neon");
    expect(body.password.length).toBeGreaterThan(5);
    const shown = await control("GET", "/requests/2");
    expect(shown.body.received.json).toEqual({ password: "***" });
  });
});
