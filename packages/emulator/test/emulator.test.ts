import { afterEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../src/index.ts";
import { allOperations, type Call, callsOf, createStill, NOON_MS } from "./support.ts";

/** A few requests of several kinds, to compare two worlds by their responses. */
async function sample(call: Call, ids: { project_id: string; free_branch_id: string }) {
  const path = `/projects/${ids.project_id}`;
  const endpoint = { branch_id: ids.free_branch_id, type: "read_write" };
  const replies = [
    await call("POST", `${path}/endpoints`, { endpoint }),
    await call("POST", "/projects", { project: { name: "second" } }),
    await call("POST", "/api_keys", { key_name: "k" }),
    await call("GET", `${path}/operations?limit=2`),
    await call("GET", "/projects"),
  ];
  return replies.map(({ body }) => body);
}

describe("time and randomness", () => {
  test("repeats a world for the same seed and requests, and differs for another seed", async () => {
    const [one, same, other] = [createStill(), createStill(), createStill({ seed: "other" })];

    const worlds = await Promise.all(
      [one, same, other].map(({ admin, ids }) => sample(admin, ids)),
    );

    expect(worlds[1]).toEqual(worlds[0]);
    expect(one.emulator.keys).toEqual(same.emulator.keys);
    expect(JSON.stringify(worlds[2])).not.toContain(one.ids.project_id);
    expect(other.emulator.keys.admin).not.toBe(one.emulator.keys.admin);
  });

  test("gives the same ids and keys every time by default", () => {
    const { keys, ids } = createEmulator();

    expect(keys.admin).toBe("key-2371461ae6d51555595c07a0c6429d317fccc32b");
    expect(ids.project_id).toBe("project-8-2aa71824");
  });

  test("takes the clock from the options, and never runs backwards", async () => {
    let nowMs = NOON_MS;
    const { emulator, ids, admin } = createStill({ now: () => nowMs });
    await admin("POST", `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}/suspend`);

    nowMs += 300;

    const [operation] = await allOperations(admin, ids.project_id);
    expect(operation).toMatchObject({ action: "suspend_compute", status: "finished" });
    nowMs -= 1_000_000;
    expect(emulator.now()).toBe(NOON_MS + 300);
  });

  test("runs due events in order, each at its own time, however far the clock moves", async () => {
    const { emulator, ids, admin } = createStill();

    emulator.advance(3 * 24 * 3_600_000);

    const operations = await allOperations(admin, ids.project_id);
    const times = operations.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(operations.map(({ action, created_at }) => `${created_at} ${action}`)).toEqual([
      "2026-03-04T11:59:59Z check_availability",
      "2026-03-03T11:59:59Z check_availability",
      "2026-03-02T11:59:59Z check_availability",
      "2026-03-01T12:05:00Z suspend_compute",
      "2026-03-01T11:59:59Z start_compute",
      "2026-03-01T11:59:59Z create_timeline",
    ]);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("rejects moving the clock by %d", (ms) => {
    expect(() => createEmulator().advance(ms)).toThrow(RangeError);
  });

  test("restores the seeded world and the clock on reset", async () => {
    const { emulator, ids, admin } = createStill();
    const connection = emulator.connect(ids.endpoint_id);
    const before = await sample(admin, ids);
    emulator.advance(1_000);
    emulator.inject({ status: 503 });

    await emulator.reset();

    expect(emulator.now()).toBe(NOON_MS);
    expect(connection.state).toBe("closed");
    expect(await sample(admin, ids)).toEqual(before);
  });

  test("shares nothing between the emulators of a process", async () => {
    const stills = Array.from({ length: 50 }, () => createStill());

    await Promise.all(
      stills.map(async ({ emulator, admin }, index) => {
        for (let count = 0; count < index; count++) await admin("POST", "/projects", {});
        emulator.advance(index);
      }),
    );

    for (const [index, { emulator, admin }] of stills.entries()) {
      const { body } = await admin("GET", "/projects");
      expect(body.projects).toHaveLength(index + 2);
      expect(emulator.now()).toBe(NOON_MS + index);
    }
  });
});

describe("its fetch", () => {
  afterEach(() => vi.useRealTimers());

  test("lets a timer end a loop of requests", async () => {
    const { admin } = createStill();
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, 1);

    let requests = 0;
    while (!isOver && requests < 100_000) {
      await admin("GET", "/projects?limit=1");
      requests++;
    }

    expect(isOver).toBe(true);
  });

  test("answers while a test's timers are fake", async () => {
    vi.useFakeTimers();
    const { admin } = createStill();

    expect((await admin("GET", "/projects")).status).toBe(200);
  });
});

describe("an injected fault", () => {
  test("responds with its status and Retry-After as often as asked, without effect", async () => {
    const { emulator, admin } = createStill();
    emulator.inject({ status: 429, retryAfterS: 7, times: 2 });

    const replies = [];
    for (let count = 0; count < 2; count++) {
      const headers = { authorization: `Bearer ${emulator.keys.admin}` };
      replies.push(await emulator.fetch(`${emulator.url}/projects`, { method: "POST", headers }));
    }

    expect(replies.map(({ status }) => status)).toEqual([429, 429]);
    expect(replies[0]?.headers.get("retry-after")).toBe("7");
    expect((await admin("GET", "/projects")).body.projects).toHaveLength(2);
  });

  test("leaves a wrong key its 401", async () => {
    const { emulator, nobody } = createStill();
    emulator.inject({ status: 429 });

    expect((await nobody("GET", "/projects")).status).toBe(401);
  });

  test("hits a share of the selected requests that the seed decides, and no others", async () => {
    const hits = async () => {
      const { emulator, ids } = createStill();
      emulator.inject({
        on: ({ path }) => path === "/projects",
        chance: 0.5,
        status: 503,
        times: 1e9,
      });
      const statuses = [];
      for (let count = 0; count < 40; count++) {
        const path = count % 2 ? "/projects" : `/projects/${ids.project_id}`;
        const headers = { authorization: `Bearer ${emulator.keys.admin}` };
        statuses.push((await emulator.fetch(`${emulator.url}${path}`, { headers })).status);
      }
      return statuses;
    };

    const [statuses, again] = await Promise.all([hits(), hits()]);

    expect(again).toEqual(statuses);
    expect(statuses.filter((_, index) => index % 2 === 0)).toEqual(Array(20).fill(200));
    expect(new Set(statuses.filter((_, index) => index % 2))).toEqual(new Set([200, 503]));
  });

  test("waits out its latency with the `sleep` option", async () => {
    const waited: number[] = [];
    const sleep = async (ms: number) => void waited.push(ms);
    const { emulator, admin } = createStill({ sleep });
    emulator.inject({ latencyMs: 1_500 });

    expect((await admin("GET", "/projects")).status).toBe(200);

    expect(waited).toEqual([1_500]);
  });

  test.each([
    ["request", 2],
    ["response", 3],
  ] as const)("drops the connection at the %s", async (drop, projects) => {
    const { emulator, admin } = createStill();
    emulator.inject({ drop });

    await expect(admin("POST", "/projects", {})).rejects.toThrow(TypeError);

    expect((await admin("GET", "/projects")).body.projects).toHaveLength(projects);
  });

  test("goes away with clearFaults, as a fate does", async () => {
    const { emulator, ids, admin } = createStill();
    emulator.inject({ status: 503 });
    emulator.decide({ outcome: "failed" });

    emulator.clearFaults();

    const { status } = await admin(
      "POST",
      `/projects/${ids.project_id}/endpoints/${ids.endpoint_id}/suspend`,
    );
    emulator.advance(300);
    expect(status).toBe(200);
    expect((await allOperations(admin, ids.project_id))[0]).toMatchObject({ status: "finished" });
  });
});

describe("the data plane", () => {
  test("tells a given data plane when computes go up and down", async () => {
    const told: string[] = [];
    const dataPlane = {
      start: ({ id }: { id: string }) => void told.push(`start ${id}`),
      stop: ({ id }: { id: string }) => void told.push(`stop ${id}`),
      connect: () => {
        throw new Error("not asked for");
      },
    };
    const emulator = createEmulator({ now: () => NOON_MS, dataPlane });
    const { endpoint_id, personal_endpoint_id, project_id, free_branch_id } = emulator.ids;
    const { admin } = callsOf(emulator);
    const endpoints = `/projects/${project_id}/endpoints`;

    const { body } = await admin("POST", endpoints, {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    });
    const { id } = body.endpoint;
    emulator.advance(300);
    await admin("POST", `${endpoints}/${id}/restart`);
    emulator.advance(300);
    await admin("DELETE", `${endpoints}/${id}`);

    expect(told).toEqual([
      `start ${endpoint_id}`,
      `start ${personal_endpoint_id}`,
      `start ${id}`,
      `stop ${id}`,
      `start ${id}`,
      `stop ${id}`,
    ]);
  });
});
