import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DataPlane, type Moment, SimulatedDataPlane } from "../../src/index.ts";
import { createNeon, NOON_MS } from "./support.ts";

/** Notes what is to be copied and deleted. */
class CopyingPlane extends SimulatedDataPlane implements DataPlane {
  readonly copies: { source: string; branch: string; past: Moment | undefined }[] = [];
  readonly deleted: string[] = [];

  copyBranch(source: string, branch: string, past?: Moment): void {
    this.copies.push({ source, branch, past });
  }

  deleteBranch(id: string): void {
    this.deleted.push(id);
  }
}

function copying() {
  const dataPlane = new CopyingPlane();
  vi.setSystemTime(NOON_MS - 2 * HOUR_MS);
  const neon = createNeon({ dataPlane, now: Date.now, lockMs: 0, idleMs: null });
  vi.setSystemTime(NOON_MS);
  const at = `/projects/${neon.ids.project_id}`;
  const main = `${at}/branches/${neon.ids.branch_id}`;
  return { ...neon, ...dataPlane, at, main, main_id: neon.ids.branch_id };
}

const timeOf = (ms: number) => new Date(NOON_MS + ms).toISOString();
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

describe("a moment of the past", () => {
  it("is that of a new branch, of a restore and of a snapshot", async () => {
    const { admin, at, main, main_id, settle, copies } = copying();
    const time = new Date(NOON_MS - HOUR_MS);
    const body = { branch: { parent_timestamp: time.toISOString() } };
    const { branch } = (await admin("POST", `${at}/branches`, body)).body;
    settle();
    const own = { source_branch_id: main_id, source_lsn: "0/16B3748" };
    await admin("POST", `${main}/restore`, own);
    settle();
    const query = `timestamp=${encodeURIComponent(time.toISOString())}`;
    await admin("POST", `${main}/snapshot?${query}`);

    expect(copies).toEqual([
      { source: main_id, branch: branch.id, past: { time } },
      { source: main_id, branch: main_id, past: { lsn: "0/16B3748" } },
      { source: main_id, branch: expect.stringMatching(/^snapshot-/), past: { time } },
    ]);
  });

  it("keeps the roles of a branch that is restored to its own past", async () => {
    const { admin, main, main_id, settle } = copying();
    await admin("POST", `${main}/restore`, { source_branch_id: main_id, source_lsn: "0/1" });
    settle();

    expect((await admin("GET", `${main}/roles`)).body.roles).toHaveLength(1);
  });

  it("is a time of this machine, whatever the clock has skipped", async () => {
    const { admin, emulator, at, copies } = copying();
    emulator.advance(DAY_MS);
    vi.setSystemTime(NOON_MS + HOUR_MS);
    emulator.advance(DAY_MS);
    const skipped = [-1, HOUR_MS, DAY_MS + HOUR_MS - 2, DAY_MS + HOUR_MS + 1, 2 * DAY_MS + HOUR_MS];
    for (const ms of skipped) {
      await admin("POST", `${at}/branches`, { branch: { parent_timestamp: timeOf(ms) } });
    }

    const times = copies.map(({ past }) => past && "time" in past && past.time.getTime() - NOON_MS);
    expect(times).toEqual([-1, 0, HOUR_MS - 2, HOUR_MS, HOUR_MS]);
  });

  it("is refused when it is no time, or before the project", async () => {
    const { admin, at, main, copies } = copying();
    const body = { branch: { parent_timestamp: timeOf(-3 * HOUR_MS) } };

    expect((await admin("POST", `${main}/snapshot?timestamp=yesterday`)).status).toBe(400);
    const refused = await admin("POST", `${at}/branches`, body);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("before the project was created, 2026-03-01T09:59:59Z");
    expect(copies).toEqual([]);
  });

  it("is not named by a branch that begins with the present", async () => {
    const { admin, at, copies } = copying();
    const { branch } = (await admin("POST", `${at}/branches`)).body;

    expect(copies[0]?.past).toBeUndefined();
    expect(branch).not.toHaveProperty("parent_lsn");
    expect(branch.parent_timestamp).toBe("2026-03-01T12:00:00Z");
  });
});

describe("a snapshot", () => {
  it("has data, roles and databases of its own, which go when it is deleted", async () => {
    const { admin, emulator, at, main, main_id, settle, copies, deleted } = copying();
    const { snapshot } = (await admin("POST", `${main}/snapshot`)).body;
    settle();
    await admin("POST", `${main}/roles`, { role: { name: "ada" } });
    settle();
    const restored = (await admin("POST", `${at}/snapshots/${snapshot.id}/restore`, {})).body;
    settle();
    await admin("DELETE", `${at}/snapshots/${snapshot.id}`);

    const data = copies[0]?.branch;
    expect(copies).toMatchObject([
      { source: main_id },
      { source: data, branch: restored.branch.id },
    ]);
    const roles = `${at}/branches/${restored.branch.id}/roles`;
    expect((await admin("GET", roles)).body.roles).toHaveLength(1);
    expect(deleted).toEqual([data]);
    emulator.reset();
    expect(deleted.filter((id) => id === data)).toHaveLength(1);
  });

  it("loses its data in a reset", async () => {
    const { admin, emulator, main, copies, deleted } = copying();
    await admin("POST", `${main}/snapshot`);

    await emulator.reset();

    expect(deleted).toContain(copies[0]?.branch);
  });

  it("takes the place of a branch when it is finalized, once", async () => {
    const { admin, at, main, ids, settle } = copying();
    const { snapshot } = (await admin("POST", `${main}/snapshot`)).body;
    settle();
    const body = { target_branch_id: ids.branch_id, name: "restored" };
    const restored = await admin("POST", `${at}/snapshots/${snapshot.id}/restore`, body);
    const { branch } = restored.body;
    settle();
    const finalize = `${at}/branches/${branch.id}/finalize_restore`;
    const { operations } = (await admin("POST", finalize, { name: "before" })).body;
    settle();
    await admin("POST", finalize, { name: "again" });
    settle();

    expect(branch).toMatchObject({ name: "restored", restored_as: ids.branch_id });
    expect(operations.map(({ action }: { action: string }) => action)).toContain("start_compute");
    const now = (await admin("GET", `${at}/branches/${branch.id}`)).body.branch;
    expect(now).toMatchObject({ name: "main", default: true, restore_status: "finalized" });
    const replaced = (await admin("GET", main)).body.branch;
    expect(replaced).toMatchObject({ name: "before", default: false });
    const { endpoint } = (await admin("GET", `${at}/endpoints/${ids.endpoint_id}`)).body;
    expect(endpoint).toMatchObject({ branch_id: branch.id, current_state: "active" });
  });

  it("is not finalized over a branch with a compute, nor under a name that is taken", async () => {
    const { admin, at, main, settle } = copying();
    const { snapshot } = (await admin("POST", `${main}/snapshot`)).body;
    settle();
    const { branch } = (await admin("POST", `${at}/snapshots/${snapshot.id}/restore`, {})).body;
    settle();
    const finalize = `${at}/branches/${branch.id}/finalize_restore`;

    expect((await admin("POST", finalize, { name: "main" })).status).toBe(409);
    const { operations } = (await admin("GET", `${at}/operations`)).body;
    expect(operations[0].action).toBe("create_branch");
    await admin("POST", `${at}/endpoints`, {
      endpoint: { branch_id: branch.id, type: "read_write" },
    });
    settle();
    expect((await admin("POST", finalize)).status).toBe(422);
    expect((await admin("GET", main)).body.branch.name).toBe("main");
  });
});
