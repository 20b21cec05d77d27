import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { controlRoutes, startControlled } from "./control.ts";
import { NOON_MS } from "./support.ts";

const still = { now: () => NOON_MS };

describe("the state", () => {
  test("shows projects, branches, computes, keys and the clock", async () => {
    const { emulator, ids, control } = await startControlled(still);

    const { body } = await control("GET", "/state");

    expect(body).toMatchObject({
      now: "2026-03-01T12:00:00.000Z",
      advanced_ms: 0,
      base_url: emulator.url,
      profile: null,
      keys: emulator.keys,
      ids,
      counts: { projects: 2, branches: 6, endpoints: 2, operations: 4 },
    });
    expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(["shop", "notes"]);
    expect(body.branches[0]).toMatchObject({ id: ids.branch_id, default: true, parent_id: null });
    expect(body.endpoints[0]).toMatchObject({
      id: ids.endpoint_id,
      current_state: "active",
      pending_state: null,
      idle_ms: 300_000,
      suspend_at: "2026-03-01T12:05:00.000Z",
    });
  });

  test("lists no more than asked, the newest operations first", async () => {
    const { emulator, ids, control } = await startControlled(still);
    const { project_id } = ids;
    emulator.startOperation({ project_id: ids.personal_project_id, action: "tenant_detach" });
    const last = emulator.startOperation({ project_id, action: "tenant_detach" });

    const { body } = await control("GET", "/state?limit=1");

    expect(body.operations).toEqual([last]);
    expect([body.projects, body.branches, body.endpoints].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    expect(body.counts).toMatchObject({ projects: 2, operations: 6 });
    const refused = await control("GET", "/state?limit=0");
    expect(refused.body).toMatchObject({ field: "query.limit" });
  });

  test("names the seeded keys that are revoked", async () => {
    const { ids, control, api, events } = await startControlled(still);
    const { next } = await events();
    expect((await control("GET", "/state")).body.revoked_keys).toEqual([]);

    await api("DELETE", `/organizations/${ids.org_id}/api_keys/${ids.key_ids.project}`);

    const changes = await next("changes", ({ revoked_keys }) => revoked_keys !== undefined);
    expect(changes.revoked_keys).toEqual(["project"]);
    expect((await control("GET", "/state")).body.revoked_keys).toEqual(["project"]);
  });

  test("leaves out what a deleted project has", async () => {
    const { ids, control, api } = await startControlled(still);

    await api("DELETE", `/projects/${ids.project_id}`);

    const { body } = await control("GET", "/state");
    expect(JSON.stringify([body.projects, body.branches, body.endpoints])).not.toContain(
      ids.project_id,
    );
    expect(body.counts.projects).toBe(1);
  });
});

describe("the clock and the faults", () => {
  test("moves the clock, which suspends a compute", async () => {
    const { control } = await startControlled(still);

    const { body: clock } = await control("POST", "/clock", { advance_ms: 300_300 });

    expect(clock).toEqual({ now: "2026-03-01T12:05:00.300Z", advanced_ms: 300_300 });
    const { body } = await control("GET", "/state");
    expect(body.endpoints[0]).toMatchObject({ current_state: "idle", suspend_at: null });
  });

  test("hits the selected requests, as often as asked", async () => {
    const { ids, control, api } = await startControlled(still);
    const fault = { method: "GET", path: "/projects/{project_id}", status: 503, times: 2 };

    const injected = await control("POST", "/faults", fault);

    expect(injected.body).toEqual({ faults: [fault], fates: [] });
    expect((await api("GET", "/projects")).status).toBe(200);
    expect((await api("PATCH", `/projects/${ids.project_id}`, { project: {} })).status).toBe(200);
    expect((await api("GET", `/projects/${ids.project_id}`)).status).toBe(503);
    const left = await control("GET", "/faults");
    expect(left.body.faults).toEqual([{ ...fault, times: 1 }]);
    const cleared = await control("DELETE", "/faults");
    expect(cleared.body).toEqual({ faults: [], fates: [] });
    expect((await api("GET", `/projects/${ids.project_id}`)).status).toBe(200);
  });

  test("decides how operations end, as often as asked", async () => {
    const { ids, control } = await startControlled(still);
    const { project_id } = ids;
    const fate = { outcome: "failed", action: "tenant_detach", times: 2 };

    await control("POST", "/fates", fate);
    const start = { project_id, action: "tenant_detach" };
    const { body } = await control("POST", "/operations", start);
    await control("POST", "/clock", { advance_ms: 300 });

    expect((await control("GET", "/faults")).body.fates).toEqual([{ ...fate, times: 1 }]);
    const { operations } = (await control("GET", "/state")).body;
    expect(operations[0]).toMatchObject({ id: body.operation.id, status: "failed" });
  });

  test("moves the clock no further than it goes", async () => {
    const { control } = await startControlled(still);
    await control("PUT", "/seed", { projects: [] });
    const far = { advance_ms: 1e12 };
    for (let times = 0; times < 10; times++) await control("POST", "/clock", far);

    const refused = await control("POST", "/clock", far);

    expect(refused).toMatchObject({ status: 400, body: { error: "malformed" } });
    expect(refused.body.message).toContain("the clock advances by 10000000000000 ms in all");
  });
});

describe("the events", () => {
  test("begin with the state", async () => {
    const { control, events } = await startControlled(still);

    const { event, headers } = await events();

    expect(headers.get("content-type")).toBe("text/event-stream");
    expect(await event()).toEqual({ name: "state", data: (await control("GET", "/state")).body });
  });

  test("show a request, and what it changes", async () => {
    const { ids, api, events } = await startControlled();
    const { next } = await events();

    const path = `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}`;
    await api("POST", `${path}/suspend`);

    const changes = await next("changes");
    expect(changes.endpoints[0]).toMatchObject({ id: ids.endpoint_id, pending_state: "idle" });
    expect(changes.operations).toMatchObject([{ action: "suspend_compute", status: "running" }]);
    expect(await next("requests")).toMatchObject({
      requests: [{ id: 1, method: "POST", operation_id: "suspendEndpoint", status: 200 }],
      skipped: 0,
    });
    const after = await next("changes", ({ endpoints }) => endpoints?.[0].pending_state === null);
    expect(after.endpoints[0]).toMatchObject({ current_state: "idle" });
  });

  test("name what is deleted, and give all of a project that comes back", async () => {
    const { ids, api, events } = await startControlled();
    const { event, next } = await events();
    await event();

    await api("DELETE", `/projects/${ids.project_id}`);
    const { deleted, operations } = await next("changes");
    expect(deleted).toEqual(expect.arrayContaining([ids.project_id, ids.endpoint_id]));
    expect(operations).toMatchObject([{ project_id: ids.project_id }]);
    await api("POST", `/projects/${ids.project_id}/recover`);

    const state = await next("state");
    expect(state.branches[0]).toMatchObject({ project_id: ids.project_id });
  });

  test("tell about faults and connections, from whatever caller", async () => {
    const { emulator, ids, control, events } = await startControlled(still);
    const { next } = await events();

    emulator.inject({ status: 503, times: Number.POSITIVE_INFINITY });
    expect((await next("changes")).faults).toEqual([{ status: 503, times: null }]);

    await control("POST", "/connections", { endpoint_id: ids.endpoint_id });
    expect((await next("changes", ({ connections }) => connections)).connections).toEqual([
      { id: 1, endpoint_id: ids.endpoint_id, state: "open" },
    ]);
  });

  test("tell when the clock is moved, and give the state after a reset", async () => {
    const { emulator, ids, events } = await startControlled(still);
    const { event, next } = await events();
    await event();

    emulator.advance(5_000);
    expect(await next("clock", ({ advanced_ms }) => advanced_ms === 5_000)).toMatchObject({
      now: "2026-03-01T12:00:05.000Z",
    });
    await emulator.reset();

    expect(await next("state")).toMatchObject({ advanced_ms: 0, ids });
  });

  test("come in one piece when there are many, the newest requests with the number of others", async () => {
    const { emulator, ids, api, events } = await startControlled(still);
    const { event, next } = await events();
    await event();

    const { project_id } = ids;
    for (let count = 0; count < 1_500; count++) {
      emulator.startOperation({ project_id, action: "tenant_detach" });
    }
    const state = await next("state");
    expect(state.counts.operations).toBe(1_504);
    expect(state.operations).toHaveLength(1_000);

    await Promise.all(Array.from({ length: 300 }, () => api("GET", "/projects")));
    let seen = 0;
    while (seen < 300) {
      const { requests, skipped } = await next("requests");
      expect(requests.length).toBeLessThanOrEqual(100);
      seen += requests.length + skipped;
    }
    expect(seen).toBe(300);
  });

  test("end when the emulator closes", async () => {
    const { emulator, events } = await startControlled();
    const { event } = await events();
    await event();

    await emulator.close();

    const rest = async () => {
      for (;;) await event();
    };
    await expect(rest()).rejects.toThrow("the stream has ended");
  });
});

describe("a request to the API", () => {
  test("can be looked at with its bodies, without a key or a password", async () => {
    const { emulator, ids, control, api } = await startControlled(still);
    const sent = { key_name: "cï", password: "hunter2", dsn: "postgresql://web:hunter2@host/db" };
    await api("POST", `/organizations/${ids.org_id}/api_keys?token=hunter2`, sent);

    const { body } = await control("GET", "/requests/1");

    expect(body.request).toMatchObject({ id: 1, method: "POST", status: 201 });
    expect(body.sent.json).toEqual({
      key_name: "cï",
      password: "***",
      dsn: "postgresql://web:***@host/db",
    });
    expect(body.received.json).toMatchObject({ name: "cï", key: "***" });
    const { bytes } = body.sent;
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(sent)));
    expect(JSON.stringify(body)).not.toMatch(/hunter2|key-[0-9a-f]{40}/);
    expect(JSON.stringify(body)).not.toContain(emulator.keys.admin);
  });

  test("is forgotten after 200 others, and a large body is not kept", async () => {
    const { control, api } = await startControlled(still);
    await api("POST", "/projects", { project: { name: "a".repeat(70_000) } });

    const { body } = await control("GET", "/requests/1");
    expect(body.sent).toEqual({ bytes: 70_023 });
    for (let count = 0; count < 200; count++) await api("GET", "/projects/count");

    const gone = await control("GET", "/requests/1");
    expect(gone).toMatchObject({ status: 404, body: { message: "request 1 does not exist" } });
  });
});

/** Sends with any `Host`, which fetch does not allow. */
async function sendAs(port: string, method: string, path: string, headers: Record<string, string>) {
  const sent = request({ host: "127.0.0.1", port, method, path, setHost: false, headers });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode as number;
}

describe("a caller from elsewhere", () => {
  const origin = "http://evil.example";

  test.each(controlRoutes.map(({ method, path }) => [`${method} ${path}`, method, path] as const))(
    "cannot %s",
    async (_, method, path) => {
      const { emulator } = await startControlled({ ...still, allowedOrigins: ["http://a.test"] });
      const { port } = new URL(emulator.url);
      const before = JSON.stringify(emulator.exportState());

      const statuses = [
        await sendAs(port, method, path, { host: "evil.example" }),
        await sendAs(port, method, path, { host: `localhost:${port}`, origin }),
        await sendAs(port, method, path, { host: `localhost:${port}`, origin: "null" }),
        await sendAs(port, method, path, { host: "evil.example", origin }),
      ];

      expect(statuses).toEqual([403, 403, 403, 403]);
      expect(emulator.now()).toBe(NOON_MS);
      expect(JSON.stringify(emulator.exportState())).toBe(before);
    },
  );

  test("steers from an origin that is allowed", async () => {
    const { send } = await startControlled({ ...still, allowedOrigins: ["http://a.test"] });

    const allowed = await send("POST", "/clock", { advance_ms: 5 }, { origin: "http://a.test" });

    expect(allowed.headers.get("access-control-allow-origin")).toBe("http://a.test");
    expect(await allowed.json()).toMatchObject({ advanced_ms: 5 });
  });

  test("gets no response that a page of another site could embed", async () => {
    const { send } = await startControlled();

    const { headers } = await send("GET", "/state");

    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("control routes on an address that other machines can reach", () => {
  test("are off but for health, unless asked", async () => {
    const { control, send } = await startControlled({ host: "0.0.0.0" });

    expect((await control("GET", "/health")).body).toMatchObject({ status: "ok", control: false });
    for (const { method, path } of controlRoutes.slice(1)) {
      const response = await send(method, path.slice("/_emulator".length));
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("turn them on with control: true or --control");
    }
  });

  test("name the address that the caller used", async () => {
    const { control, events } = await startControlled({ host: "0.0.0.0", control: true });
    const reached = expect.stringMatching(/^http:\/\/0\.0\.0\.0:\d+\/api\/v2$/);

    const { port } = new URL((await control("GET", "/health")).body.base_url);
    const other = await fetch(`http://localhost:${port}/_emulator/state`);

    expect((await (await events()).event()).data.base_url).toEqual(reached);
    expect(await other.json()).toMatchObject({ base_url: `http://localhost:${port}/api/v2` });
  });

  test("turns them on and off as asked", async () => {
    const on = await startControlled({ host: "0.0.0.0", control: true });
    const off = await startControlled({ control: false });

    expect((await on.control("GET", "/state")).status).toBe(200);
    expect((await off.send("GET", "/state")).status).toBe(404);
  });
});
