import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { DETACH_MS } from "../src/assumptions.ts";
import { startEmulator } from "../src/index.ts";
import { argumentsOf, runKills, serve } from "./kill.ts";
import { allOperations, callsOf, NOON_MS } from "./support.ts";

function stateDir(): string {
  const directory = mkdtempSync(join(tmpdir(), "emulator-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function open(stateDir: string, now = () => NOON_MS, seed?: string) {
  const emulator = await startEmulator({ stateDir, now, seed });
  const { keys, url, ids } = emulator;
  return { emulator, ids, ...callsOf({ keys, url, fetch: (input, init) => fetch(input, init) }) };
}

describe("state on disk", () => {
  test("keeps resources, queues, timers, the moved clock and keys across a restart", async () => {
    const directory = stateDir();
    const first = await open(directory);
    const { ids, admin } = first;
    const computes = `/projects/${ids.project_id}/endpoints`;
    const { body: created } = await admin("POST", computes, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });
    const compute = `${computes}/${created.endpoint.id}`;
    first.emulator.advance(600_000);
    await admin("PATCH", compute, { endpoint: { branch_id: ids.other_free_branch_id } });
    await admin("DELETE", `/organizations/${ids.org_id}/api_keys/${ids.key_ids.organization}`);
    const made = await admin("POST", "/api_keys", { key_name: "later" });
    await admin("POST", `/projects/${ids.project_id}/branches/${ids.branch_id}/buckets`, {
      bucket_name: "b".repeat(3_000),
    });
    const before = await allOperations(admin, ids.project_id);
    await first.emulator.close();

    const { emulator, as, ...second } = await open(directory);
    onTestFinished(() => emulator.close());

    expect(second.ids).toEqual(ids);
    expect(emulator.now()).toBe(NOON_MS + 600_000);
    expect(await allOperations(second.admin, ids.project_id)).toEqual(before);
    const { body } = await second.admin("GET", compute);
    expect(body.endpoint).toMatchObject({ current_state: "idle", pending_state: "idle" });
    expect((await second.organization("GET", "/projects")).status).toBe(401);
    expect((await as((made.body as unknown as { key: string }).key)("GET", "/auth")).status).toBe(
      200,
    );
    emulator.advance(600);
    const after = await allOperations(second.admin, ids.project_id);
    expect(after.slice(0, 2).map(({ status }) => status)).toEqual(["finished", "finished"]);
  });

  test("never repeats an id or a secret after a restart", async () => {
    const directory = stateDir();
    const given: string[] = [];
    for (let start = 0; start < 3; start++) {
      const { emulator, ids, admin } = await open(directory);
      for (let count = 0; count < 5; count++) {
        const { body } = await admin("POST", `/projects/${ids.project_id}/branches`, {});
        const key = await admin("POST", "/api_keys", {});
        const { id, key: secret } = key.body as unknown as { id: number; key: string };
        const branch = body.branch as { id: string };
        given.push(branch.id, `${body.operations[0]?.id}`, `${id}`, secret);
      }
      await emulator.close();
    }

    expect(new Set(given).size).toBe(60);
  });

  test("never goes back in time, even when the clock of the machine does", async () => {
    const directory = stateDir();
    const first = await open(directory);
    const start = async ({ admin, ids }: Awaited<ReturnType<typeof open>>) => {
      const { body } = await admin("POST", `/projects/${ids.project_id}/branches`, {});
      return `${body.operations[0]?.created_at}`;
    };
    const before = await start(first);
    await first.emulator.close();

    const second = await open(directory, () => NOON_MS - 3_600_000);
    onTestFinished(() => second.emulator.close());

    expect(second.emulator.now()).toBeGreaterThanOrEqual(Date.parse(before));
    expect((await start(second)) >= before).toBe(true);
    const operations = await allOperations(second.admin, second.ids.project_id);
    const times = operations.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("resumes the idle timers of active computes", async () => {
    const directory = stateDir();
    const first = await open(directory);
    await first.admin("GET", "/projects");
    await first.emulator.close();

    const { emulator, admin, ids } = await open(directory, () => NOON_MS + 400_000);
    onTestFinished(() => emulator.close());

    const operations = await allOperations(admin, ids.project_id);
    expect(operations[0]).toMatchObject({
      action: "suspend_compute",
      created_at: "2026-03-01T12:06:40Z",
    });
  });

  test("keeps a reset", async () => {
    const directory = stateDir();
    const first = await open(directory, undefined, "mine");
    await first.admin("POST", "/projects", {});
    await first.emulator.reset();
    await first.emulator.close();

    const { emulator, admin, ids } = await open(directory, undefined, "mine");
    onTestFinished(() => emulator.close());

    expect(ids).toEqual(first.ids);
    expect((await admin("GET", "/projects")).body.projects).toHaveLength(2);
  });

  test("keeps a project detached, and its idle time running", async () => {
    const directory = stateDir();
    const first = await open(directory);
    first.emulator.startOperation({ project_id: first.ids.project_id, action: "tenant_detach" });
    first.emulator.advance(DETACH_MS / 2);
    await first.emulator.close();

    const { emulator, admin, ids } = await open(directory);
    onTestFinished(() => emulator.close());
    emulator.advance(DETACH_MS / 2 + 300);

    const [reattached] = await allOperations(admin, ids.project_id);
    const personal = await allOperations(admin, ids.personal_project_id);
    expect(reattached?.action).toBe("tenant_reattach");
    expect(personal.map(({ action }) => action)).toContain("tenant_detach");
  });

  test("refuses a directory in use, naming the process, until it is released", async () => {
    const directory = stateDir();
    const { emulator } = await open(directory);

    await expect(open(directory)).rejects.toThrow(
      `the state in ${directory} is in use by process ${process.pid}`,
    );
    await emulator.close();
    const taken = await open(directory);
    await taken.emulator.close();

    expect(readdirSync(directory).filter((file) => file.startsWith("held"))).toEqual([]);
  });

  test("releases the directory when the start fails", async () => {
    const directory = stateDir();
    const { emulator } = await open(stateDir());
    onTestFinished(() => emulator.close());
    const port = Number(new URL(emulator.url).port);

    await expect(startEmulator({ stateDir: directory, port })).rejects.toThrow("EADDRINUSE");

    await (await open(directory)).emulator.close();
  });

  test("tells another process who holds the directory, and yields it after kill -9", async () => {
    const directory = stateDir();
    const holder = await serve(directory);
    onTestFinished(() => void holder.child.kill("SIGKILL"));

    await expect(open(directory)).rejects.toThrow(`in use by process ${holder.child.pid}`);
    const refused = spawn(process.execPath, argumentsOf(directory), { stdio: "pipe" });
    const [message] = await once(refused.stderr, "data");
    const [code] = await once(refused, "exit");
    holder.child.kill("SIGKILL");
    await once(holder.child, "exit");
    const { emulator } = await open(directory);
    await emulator.close();

    expect(String(message)).toBe(
      `the state in ${directory} is in use by process ${holder.child.pid}\n`,
    );
    expect(code).toBe(1);
  });

  // Other platforms do not say when a process started.
  test.runIf(process.platform === "linux")(
    "ignores the lock of a dead process whose pid was reused",
    async () => {
      const directory = stateDir();
      writeFileSync(join(directory, `held-by-${process.ppid}-1`), "");
      writeFileSync(join(directory, "held-by-999999999-1"), "");

      const { emulator } = await open(directory);
      await emulator.close();

      expect(readdirSync(directory).filter((file) => file.startsWith("held"))).toEqual([]);
    },
  );

  test("loses no acknowledged write to kill -9", async () => {
    const { acknowledged } = await runKills({ kills: 2, seed: 1 });

    expect(acknowledged).toBeGreaterThan(0);
  });
});
