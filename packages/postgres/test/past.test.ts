import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { describeWithPostgres, finished, type Json, type Setup, started } from "./support.ts";

const withCompute = { endpoints: [{ type: "read_write" }] };

/** The numbers in the table `t`. */
async function numbers(emulator: Setup, endpoint_id?: string): Promise<number[]> {
  const { rows } = await emulator.sql("SELECT n FROM t ORDER BY n", endpoint_id);
  return rows.map(({ n }) => n);
}

function dataOf(emulator: Setup): string[] {
  return readdirSync(join(emulator.plane.folder, "branches"));
}

async function suspend(emulator: Setup): Promise<void> {
  const path = `/endpoints/${emulator.ids.endpoint_id}/suspend`;
  await finished(emulator, await emulator.call("POST", path));
}

function baseNames(emulator: Setup): string[] {
  return readdirSync(join(emulator.plane.folder, "bases"));
}

async function lsnOf(emulator: Setup): Promise<string> {
  return (await emulator.sql("SELECT pg_current_wal_lsn() AS lsn")).rows[0].lsn;
}

/** A folder that every account gets to. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hosted-test-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns the compute of the restored branch */
async function restoredFrom(emulator: Setup, snapshot: Json): Promise<string> {
  const made = await emulator.call("POST", `/snapshots/${snapshot.id}/restore`, {});
  await finished(emulator, made);
  const { endpoint } = await emulator.call("POST", "/endpoints", {
    endpoint: { branch_id: made.branch.id, type: "read_write" },
  });
  return endpoint.id;
}

describeWithPostgres("a snapshot", () => {
  test("keeps the data of its moment, of a branch that runs and of one that does not", async () => {
    const emulator = await started();
    const snapshots = `/branches/${emulator.ids.branch_id}/snapshot`;
    await emulator.sql("CREATE TABLE t AS SELECT 1 AS n");
    const running = await emulator.call("POST", snapshots);
    await finished(emulator, running);
    await emulator.sql("INSERT INTO t VALUES (2)");
    await suspend(emulator);
    const idle = await emulator.call("POST", snapshots);
    await finished(emulator, idle);
    await emulator.sql("INSERT INTO t VALUES (3)");

    const [first, second] = [
      await restoredFrom(emulator, running.snapshot),
      await restoredFrom(emulator, idle.snapshot),
    ];

    expect(await numbers(emulator, first)).toEqual([1]);
    expect(await numbers(emulator, second)).toEqual([1, 2]);
    expect(await numbers(emulator)).toEqual([1, 2, 3]);
  });

  test("takes the place of its branch when it is finalized, and leaves nothing when it is deleted", async () => {
    const emulator = await started();
    const { branch_id, endpoint_id } = emulator.ids;
    await emulator.sql("CREATE TABLE t AS SELECT 1 AS n");
    const { snapshot, ...taken } = await emulator.call("POST", `/branches/${branch_id}/snapshot`);
    await finished(emulator, taken);
    await emulator.sql("INSERT INTO t VALUES (2)");

    const restored = await emulator.call("POST", `/snapshots/${snapshot.id}/restore`, {
      target_branch_id: branch_id,
      finalize_restore: true,
    });
    await finished(emulator, restored);

    expect(await numbers(emulator)).toEqual([1]);
    const { endpoint } = await emulator.call("GET", `/endpoints/${endpoint_id}`);
    expect(endpoint.branch_id).toBe(restored.branch.id);
    expect(dataOf(emulator)).toHaveLength(3);
    await emulator.call("DELETE", `/snapshots/${snapshot.id}`);
    await vi.waitFor(() => {
      expect(dataOf(emulator).sort()).toEqual([branch_id, restored.branch.id].sort());
    }, 10_000);
  });
});

describeWithPostgres("the past of a branch", () => {
  test("is there by time and by position, for a new branch and in place", async () => {
    const emulator = await started();
    const { branch_id } = emulator.ids;
    const branched = async (branch: object) => {
      const made = await emulator.call("POST", "/branches", { branch, ...withCompute });
      await finished(emulator, made);
      return made;
    };
    const beforeAll = new Date().toISOString();
    await emulator.sql("CREATE TABLE t AS SELECT 1 AS n");
    const client = await emulator.client();
    await client.query("BEGIN; INSERT INTO t VALUES (2)");
    // The next record of the log commits.
    const { rows } = await client.query("SELECT pg_current_wal_insert_lsn() AS lsn, now()");
    const [{ lsn, now }] = rows;
    await client.query("COMMIT");
    await client.end();
    await sleep(5);
    const then = new Date().toISOString();

    // Nothing is in the log after these.
    const end = await branched({ parent_lsn: await lsnOf(emulator) });
    const latest = await branched({ parent_timestamp: then });
    expect(await numbers(emulator, end.endpoints[0].id)).toEqual([1, 2]);
    expect(await numbers(emulator, latest.endpoints[0].id)).toEqual([1, 2]);
    await emulator.sql("INSERT INTO t VALUES (3)");
    await suspend(emulator);
    const byTime = await branched({ parent_timestamp: then });
    const byLsn = await branched({ parent_lsn: lsn });
    const child = await branched({ parent_id: byLsn.branch.id, parent_timestamp: now });
    const empty = await branched({ parent_timestamp: beforeAll });

    expect(await numbers(emulator, byTime.endpoints[0].id)).toEqual([1, 2]);
    expect(await numbers(emulator, byLsn.endpoints[0].id)).toEqual([1]);
    expect(await numbers(emulator, child.endpoints[0].id)).toEqual([1]);
    await expect(numbers(emulator, empty.endpoints[0].id)).rejects.toThrow(/does not exist/);
    await emulator.sql("INSERT INTO t VALUES (4)");
    const inPlace = { source_branch_id: branch_id, source_timestamp: then };
    await finished(
      emulator,
      await emulator.call("POST", `/branches/${branch_id}/restore`, inPlace),
    );
    expect(await numbers(emulator)).toEqual([1, 2]);
  });

  test("fails the operation where it does not reach, and leaves the branch as it was", async () => {
    const emulator = await started();
    const { branch_id } = emulator.ids;
    await emulator.sql("CREATE TABLE t AS SELECT 1 AS n");
    const restored = (source_lsn: string) =>
      emulator.call("POST", `/branches/${branch_id}/restore`, {
        source_branch_id: branch_id,
        source_lsn,
      });

    const taken = await emulator.call("POST", `/branches/${branch_id}/snapshot?lsn=F%2F0`);
    await expect(finished(emulator, taken)).rejects.toThrow(/not reached F\/0/);
    await expect(finished(emulator, await restored("0/10"))).rejects.toThrow(/begins after 0\/10/);
    await expect(finished(emulator, await restored("F/0"))).rejects.toThrow(/not reached F\/0/);
    expect(await numbers(emulator)).toEqual([1]);
    const made = await emulator.call("POST", "/branches", {
      branch: { parent_lsn: "yesterday" },
      ...withCompute,
    });
    await expect(finished(emulator, made)).rejects.toThrow(/yesterday is no position/);
    await expect(numbers(emulator, made.endpoints[0].id)).rejects.toThrow(/has no data/);
  });

  test("goes on from a later base when the branch has written more than is kept", async () => {
    const emulator = await started({}, { history: 8, settings: { wal_keep_size: "8MB" } });
    const write = async (rows: number) => {
      await emulator.sql(`INSERT INTO big SELECT generate_series(1, ${rows})`);
    };
    await emulator.sql("CREATE TABLE big (n int); CREATE TABLE t AS SELECT 1 AS n");
    const first = await lsnOf(emulator);
    await write(100_000);
    await suspend(emulator);
    await emulator.sql("INSERT INTO t VALUES (2)");
    const second = await lsnOf(emulator);
    await emulator.sql("INSERT INTO t VALUES (3)");
    await write(60_000);
    await suspend(emulator);
    const branched = (parent_lsn: string) =>
      emulator.call("POST", "/branches", { branch: { parent_lsn }, ...withCompute });

    const made = await branched(second);
    await finished(emulator, made);
    expect(await numbers(emulator, made.endpoints[0].id)).toEqual([1, 2]);
    await expect(finished(emulator, await branched(first))).rejects.toThrow(/begins after/);
    // The base of the parent is that of the child too, as long as one of them is there.
    expect(baseNames(emulator)).toHaveLength(1);
  });

  test("is kept with the data, and so are snapshots and the failures of copies", async () => {
    const folder = newFolder();
    const options = { stateDir: join(folder, "state") };
    const before = await started(options, { dir: join(folder, "data") });
    const { branch_id } = before.ids;
    await before.sql("CREATE TABLE t AS SELECT 1 AS n");
    const lsn = await lsnOf(before);
    const { snapshot, ...taken } = await before.call("POST", `/branches/${branch_id}/snapshot`);
    await finished(before, taken);
    await before.sql("INSERT INTO t VALUES (2)");
    const lost = await before.call("POST", "/branches", {
      branch: { parent_lsn: "F/0" },
      ...withCompute,
    });
    await expect(finished(before, lost)).rejects.toThrow(/not reached/);
    await before.close();

    const after = await started(options, { dir: join(folder, "data") });

    const made = await after.call("POST", "/branches", {
      branch: { parent_lsn: lsn },
      ...withCompute,
    });
    await finished(after, made);
    expect(await numbers(after, made.endpoints[0].id)).toEqual([1]);
    expect(await numbers(after, await restoredFrom(after, snapshot))).toEqual([1]);
    await expect(numbers(after, lost.endpoints[0].id)).rejects.toThrow(
      /has no data: .*not reached/,
    );
    expect(baseNames(after)).toEqual([expect.stringMatching(/^template-/)]);
  });
});
