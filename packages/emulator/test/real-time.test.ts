import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCore } from "../src/emulator.ts";
import {
  createEmulator,
  type DataPlane,
  type PlaneControl,
  type RolesAndDatabases,
  startEmulator,
} from "../src/index.ts";
import { neon } from "../src/neon/index.ts";
import { openStore } from "../src/store.ts";
import { startControlled } from "./control.ts";
import { callsOf } from "./support.ts";

interface Told {
  what: string;
  end: (error?: Error) => void;
}

/** A plane whose work ends when the test says so. */
class SlowPlane implements DataPlane {
  readonly takesTime = true;
  readonly told: Told[] = [];
  control: PlaneControl | undefined;
  busy = false;

  open = async (control: PlaneControl) => {
    this.control = control;
  };
  start: DataPlane["start"] = ({ id }, { roles }) =>
    this.#tell(`start ${id} for ${roles.map(({ name }) => name)}`);
  stop: DataPlane["stop"] = ({ id }) => this.#tell(`stop ${id}`);
  configure = (id: string, { roles }: RolesAndDatabases) =>
    this.#tell(`configure ${id} for ${roles.map(({ name }) => name)}`);
  ready = (id: string) => this.#tell(`ready ${id}`);
  copyBranch = (source: string, branch: string) => void this.#tell(`copy ${source} to ${branch}`);
  deleteBranch = (id: string) => void this.#tell(`delete ${id}`);
  listen = () => ({ host: "127.9.9.9", port: 5432 });
  unlisten = (id: string) => void this.#tell(`unlisten ${id}`);
  isBusy = () => this.busy;

  connect(): never {
    throw new Error("not asked for");
  }

  /** Ends the work that was asked for last. */
  async end(what: string, error?: Error): Promise<void> {
    const last = this.told.findLast((told) => told.what.startsWith(what));
    if (!last) throw new Error(`nobody asked for ${what}: ${this.told.map(({ what }) => what)}`);
    last.end(error);
    await sleep(0);
  }

  #tell(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.told.push({ what, end: (error) => (error ? reject(error) : resolve()) });
    });
  }
}

async function started(options: Parameters<typeof createEmulator>[0] = {}) {
  const plane = new SlowPlane();
  const emulator = createEmulator({ ...options, dataPlane: plane });
  const { project_id, endpoint_id } = emulator.ids;
  const { admin } = callsOf(emulator);
  const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
  const state = async () => (await admin("GET", path)).body.endpoint.current_state;
  const lastOperation = async () =>
    (await admin("GET", `/projects/${project_id}/operations`)).body.operations[0];
  return { plane, emulator, admin, path, state, lastOperation, ...emulator.ids };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a compute of a data plane that takes time", () => {
  test("is init until its start ends, however late that is", async () => {
    const { plane, emulator, state, endpoint_id } = await started();

    emulator.advance(60_000);
    expect(await state()).toBe("init");
    await plane.end(`start ${endpoint_id}`);

    expect(await state()).toBe("active");
  });

  test("fails its operation when its start fails, and starts again at its next use", async () => {
    const { plane, state, lastOperation, endpoint_id } = await started({ profile: neon });

    await plane.end(`start ${endpoint_id}`, new Error("no room on the disk"));

    expect(await lastOperation()).toMatchObject({
      status: "failed",
      failures_count: 1,
      error: "no room on the disk",
    });
    expect(await state()).toBe("init");
    const used = plane.control?.use(endpoint_id);
    await sleep(0);
    await plane.end(`start ${endpoint_id}`);
    await used;
    expect(await state()).toBe("active");
  });

  test("tells who waits for it why it did not start", async () => {
    const { plane, endpoint_id } = await started();

    const used = plane.control?.use(endpoint_id);
    const refused = expect(used).rejects.toThrow("no room on the disk");
    await plane.end(`start ${endpoint_id}`, new Error("no room on the disk"));

    await refused;
  });

  test("is suspended by a timer, without a request", async () => {
    vi.useFakeTimers({ now: Date.now() });
    const { plane, endpoint_id } = await started({ idleMs: 5_000 });
    const { end } = plane.told.find(({ what }) => what.startsWith(`start ${endpoint_id}`)) as Told;
    end();

    await vi.advanceTimersByTimeAsync(4_900);
    expect(plane.told.map(({ what }) => what)).not.toContain(`stop ${endpoint_id}`);
    await vi.advanceTimersByTimeAsync(200);

    expect(plane.told.map(({ what }) => what)).toContain(`stop ${endpoint_id}`);
  });

  test("is not suspended while a client waits for a response", async () => {
    const { plane, emulator, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);

    plane.busy = true;
    emulator.advance(300_001);
    expect(await state()).toBe("active");
    expect(plane.told.map(({ what }) => what)).not.toContain(`stop ${endpoint_id}`);
    plane.busy = false;
    emulator.advance(300_001);
    await sleep(0);

    expect(plane.told.map(({ what }) => what)).toContain(`stop ${endpoint_id}`);
  });

  test("stays active until its server has stopped", async () => {
    const { plane, admin, path, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);

    await admin("POST", `${path}/suspend`);
    expect(await state()).toBe("active");
    await plane.end(`stop ${endpoint_id}`);

    expect(await state()).toBe("idle");
  });

  test("starts after a suspension in whose middle it is used", async () => {
    const { plane, admin, path, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);
    await admin("POST", `${path}/suspend`);

    const onUp = vi.fn();
    const used = plane.control?.use(endpoint_id).then(onUp);
    await plane.end(`stop ${endpoint_id}`);
    expect(await state()).toBe("idle");
    expect(onUp).not.toHaveBeenCalled();
    await plane.end(`start ${endpoint_id}`);
    await used;

    expect(await state()).toBe("active");
  });

  test("is idle when its server dies", async () => {
    const { plane, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});

    plane.control?.died(endpoint_id, "signal 9");

    expect(await state()).toBe("idle");
    expect(warned.mock.calls.join()).toContain("signal 9");
  });

  test("stays as it is when a server dies that is not up, or not there", async () => {
    const { plane, state, endpoint_id } = await started();

    plane.control?.died(endpoint_id, "signal 9");
    plane.control?.died("ep-gone", "signal 9");

    expect(await state()).toBe("init");
  });

  test("is idle when its restart fails", async () => {
    const { plane, admin, path, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);
    await admin("POST", `${path}/restart`);
    await sleep(0);

    await plane.end(`start ${endpoint_id}`, new Error("no room on the disk"));

    expect(await state()).toBe("idle");
    expect(plane.told.at(-1)?.what).toBe(`stop ${endpoint_id}`);
  });

  test("stays active when its suspension fails", async () => {
    const { plane, emulator, admin, path, state, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);
    emulator.decide({ outcome: "failed", action: "suspend_compute" });

    await admin("POST", `${path}/suspend`);
    emulator.advance(300);

    expect(await state()).toBe("active");
  });

  test("shows the control routes why it is down, until it is up", async () => {
    const plane = new SlowPlane();
    const { control, ids } = await startControlled({ dataPlane: plane });
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const start = `start ${ids.endpoint_id}`;
    const shown = async () => {
      const { endpoints, operations } = (await control("GET", "/state")).body;
      const { failure } = endpoints.find(({ id }: { id: string }) => id === ids.endpoint_id);
      const isOfCompute = ({ endpoint_id }: { endpoint_id: string }) =>
        endpoint_id === ids.endpoint_id;
      return [failure, operations.find(isOfCompute).error];
    };
    expect(await shown()).toEqual([null, undefined]);

    await plane.end(start, new Error("no room on the disk"));
    expect(await shown()).toEqual(["no room on the disk", "no room on the disk"]);
    const used = plane.control?.use(ids.endpoint_id);
    await sleep(0);
    await plane.end(start);
    await used;
    expect(await shown()).toEqual([null, undefined]);

    plane.control?.died(ids.endpoint_id, "signal 9");
    expect((await shown())[0]).toBe("signal 9");
  });

  test("is refused when it is disabled", async () => {
    const { plane, admin, path, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);

    await admin("PATCH", path, { endpoint: { disabled: true } });

    await expect(plane.control?.use(endpoint_id)).rejects.toThrow(/disabled/);
  });

  test("is never started when its operation is decided to fail, and says so to a client", async () => {
    const plane = new SlowPlane();
    const emulator = createEmulator({ dataPlane: plane, outcome: () => "failed" });
    const { project_id, free_branch_id } = emulator.ids;
    const { admin } = callsOf(emulator);

    const { body } = await admin("POST", `/projects/${project_id}/endpoints`, {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    });
    const used = plane.control?.use(body.endpoint.id);
    const refused = expect(used).rejects.toThrow("the compute did not start");
    emulator.advance(300);

    await refused;
    const told = plane.told.map(({ what }) => what);
    expect(told.join()).not.toContain(`start ${body.endpoint.id}`);
  });

  test("stops only once a suspension that never ends is ended by hand", async () => {
    const { plane, emulator, admin, path, state, lastOperation, endpoint_id } = await started();
    await plane.end(`start ${endpoint_id}`);
    emulator.decide({ outcome: "never" });
    await admin("POST", `${path}/suspend`);
    await expect(plane.end(`stop ${endpoint_id}`)).rejects.toThrow("nobody asked");

    emulator.endOperation(`${(await lastOperation())?.id}`);

    expect(await lastOperation()).toMatchObject({ status: "running" });
    await plane.end(`stop ${endpoint_id}`);
    expect(await lastOperation()).toMatchObject({ status: "finished" });
    expect(await state()).toBe("idle");
  });

  test("keeps the outcome that was decided by hand, whatever comes of the work", async () => {
    const { plane, emulator, lastOperation, endpoint_id } = await started();

    emulator.endOperation(`${(await lastOperation())?.id}`);
    const ended = await lastOperation();
    await plane.end(`start ${endpoint_id}`, new Error("no room on the disk"));

    expect(ended).toMatchObject({ status: "finished", failures_count: 0 });
    expect(await lastOperation()).toEqual(ended);
  });

  test("has the address of the data plane as its host, and in its connection string", async () => {
    const { admin, path, emulator, endpoint_id } = await started();

    expect((await admin("GET", path)).body.endpoint.host).toBe("127.9.9.9");
    expect(emulator.connectionUri(endpoint_id)).toMatch(
      /^postgresql:\/\/owner:[0-9a-f]{24}@127\.9\.9\.9:5432\/app$/,
    );
  });

  test("has the pooler's address in its pooled connection string, or its own without a pooler", async () => {
    const { plane, emulator, endpoint_id } = await started();
    const pooledUri = () => emulator.connectionUri(endpoint_id, { pooled: true });
    const direct = emulator.connectionUri(endpoint_id);

    expect(pooledUri()).toBe(direct);
    Object.assign(plane, { pooled: () => ({ host: "127.9.9.8", port: 6432 }) });
    expect(pooledUri()).toBe(direct.replace("127.9.9.9:5432", "127.9.9.8:6432"));
    expect(emulator.connectionUri(endpoint_id)).toBe(direct);
  });
});

describe("a state directory of a data plane that takes time", () => {
  async function setup() {
    const stateDir = mkdtempSync(join(tmpdir(), "real-time-"));
    const open = async () => {
      const plane = new SlowPlane();
      const { keys, url, ids, close } = await startEmulator({ stateDir, dataPlane: plane });
      const { project_id, endpoint_id } = ids;
      const { admin } = callsOf({ keys, url, fetch: (input, init) => fetch(input, init) });
      const state = async () => {
        const { body } = await admin("GET", `/projects/${project_id}/endpoints/${endpoint_id}`);
        return body.endpoint.current_state;
      };
      return { plane, state, close, start: `start ${endpoint_id}` };
    };
    let last = await open();
    onTestFinished(async () => {
      await last.close();
      rmSync(stateDir, { recursive: true });
    });
    const again = async () => {
      await last.close();
      last = await open();
      return last;
    };
    return { ...last, again };
  }

  test("begins again what was under way", async () => {
    const { again, start } = await setup();

    const { plane, state } = await again();

    expect(await state()).toBe("init");
    await plane.end(start);
    expect(await state()).toBe("active");
  });

  test("starts what was up, which is idle when that fails", async () => {
    const { plane: before, again, start } = await setup();
    await before.end(start);

    const { plane, state } = await again();

    expect(await state()).toBe("active");
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    await plane.end(start, new Error("no room on the disk"));
    expect(await state()).toBe("idle");
  });
});

describe("a branch of a data plane that takes time", () => {
  test("is copied from its parent, and its operation ends when it is ready", async () => {
    const { plane, admin, lastOperation, project_id, branch_id, free_branch_id } = await started();

    const { body } = await admin("POST", `/projects/${project_id}/branches`, {
      branch: { parent_id: free_branch_id },
    });
    const other = await admin("POST", `/projects/${project_id}/branches`, {});

    const told = plane.told.map(({ what }) => what);
    const [first, second] = [body, other.body].map(({ branch }) => (branch as { id: string }).id);
    expect(told).toContain(`copy ${free_branch_id} to ${first}`);
    expect(told).toContain(`copy ${branch_id} to ${second}`);
    expect(await lastOperation()).toMatchObject({ action: "create_branch", status: "running" });
    await plane.end(`ready ${second}`);
    expect(await lastOperation()).toMatchObject({ status: "finished" });
  });

  test("is deleted with the branch, and its computes listen no more", async () => {
    const { plane, admin, project_id, free_branch_id } = await started();
    const { body } = await admin("POST", `/projects/${project_id}/endpoints`, {
      endpoint: { branch_id: free_branch_id, type: "read_write" },
    });

    await admin("DELETE", `/projects/${project_id}/branches/${free_branch_id}`);

    const told = plane.told.map(({ what }) => what);
    expect(told.slice(-3)).toEqual([
      `stop ${body.endpoint.id}`,
      `unlisten ${body.endpoint.id}`,
      `delete ${free_branch_id}`,
    ]);
  });

  test("gets its roles and databases, and a failure there is the operation's", async () => {
    const { plane, admin, lastOperation, project_id, branch_id } = await started({
      profile: neon,
      lockMs: 0,
    });

    await admin("POST", `/projects/${project_id}/branches/${branch_id}/roles`, {
      role: { name: "web" },
    });
    for (const { what, end } of plane.told) if (what.startsWith("start")) end();
    await vi.waitFor(() => {
      expect(plane.told.map(({ what }) => what)).toContain(
        `configure ${branch_id} for neondb_owner,web`,
      );
    });
    await plane.end(`configure ${branch_id}`, new Error("role web cannot be"));

    expect(await lastOperation()).toMatchObject({
      action: "apply_config",
      status: "failed",
      error: "role web cannot be",
    });
  });
});

describe("an emulator that starts again on its state", () => {
  test("deletes a branch when it expires, without a request", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "expiry-"));
    onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
    const begin = async (plane: SlowPlane) =>
      createCore({ profile: neon, dataPlane: plane }, await openStore(stateDir));
    const first = await begin(new SlowPlane());
    const { admin } = callsOf(first.emulator);
    const { body } = await admin("POST", `/projects/${first.emulator.ids.project_id}/branches`, {
      branch: { expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    await first.close();

    vi.useFakeTimers({ now: Date.now(), toFake: ["Date", "setTimeout", "clearTimeout"] });
    const plane = new SlowPlane();
    const again = await begin(plane);
    const deleted = () => plane.told.filter(({ what }) => what.startsWith("delete"));
    await vi.advanceTimersByTimeAsync(3_500_000);
    expect(deleted()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200_000);

    expect(deleted()).toMatchObject([{ what: `delete ${(body.branch as { id: string }).id}` }]);
    await again.close();
  });
});

describe("connectionUri", () => {
  test("needs a Postgres", () => {
    const emulator = createEmulator();
    expect(() => emulator.connectionUri(emulator.ids.endpoint_id)).toThrow(/no Postgres/);
    expect(() => emulator.connectionUri("ep-none")).toThrow(RangeError);
  });
});
