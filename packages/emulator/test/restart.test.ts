/** Operations and timers of a stopped emulator go on in the next one on its state directory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { DETACH_MS } from "../src/assumptions.ts";
import { startEmulator } from "../src/index.ts";
import { allOperations, callsOf, NOON_MS } from "./support.ts";

const DAY = 24 * 3_600_000;

/** Opens an emulator on a directory; `again` closes it and opens the next one there. */
async function setup() {
  const stateDir = mkdtempSync(join(tmpdir(), "restart-"));
  const open = async () => {
    const emulator = await startEmulator({ stateDir, now: () => NOON_MS });
    const { keys, url, ids } = emulator;
    const { admin } = callsOf({ keys, url, fetch: (input, init) => fetch(input, init) });
    return { emulator, ids, admin, project: `/projects/${ids.project_id}` };
  };
  let last = await open();
  onTestFinished(async () => {
    await last.emulator.close();
    rmSync(stateDir, { recursive: true, force: true });
  });
  const again = async () => {
    await last.emulator.close();
    last = await open();
    return last;
  };
  return { ...last, again };
}

const shown = (operations: { action: string; status: string }[]) =>
  operations.map(({ action, status }) => `${action} ${status}`);

describe("the next emulator on a state directory", () => {
  test("ends a running operation and the one that waits for it, in turn", async () => {
    const { emulator, admin, project, ids, again } = await setup();
    const { body } = await admin("POST", `${project}/endpoints`, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });
    emulator.advance(DAY / 2);
    await admin("PATCH", `${project}/endpoints/${body.endpoint.id}`, {
      endpoint: { branch_id: ids.other_free_branch_id },
    });

    const next = await again();
    const newest = async () =>
      shown((await allOperations(next.admin, ids.project_id)).slice(0, 2)).sort();

    expect(await newest()).toEqual(["apply_config running", "suspend_compute scheduling"]);
    next.emulator.advance(300);
    expect(await newest()).toEqual(["apply_config finished", "suspend_compute running"]);
    next.emulator.advance(300);
    expect(await newest()).toEqual(["apply_config finished", "suspend_compute finished"]);
  });

  test("ends a running operation when it would have ended, as if the clock had not stopped", async () => {
    const { emulator, admin, project, ids, again } = await setup();
    await admin("POST", `${project}/endpoints/${ids.endpoint_id}/suspend`);
    emulator.advance(200);

    const next = await again();
    const newest = async () => shown((await allOperations(next.admin, ids.project_id)).slice(0, 1));

    next.emulator.advance(99);
    expect(await newest()).toEqual(["suspend_compute running"]);
    next.emulator.advance(1);
    expect(await newest()).toEqual(["suspend_compute finished"]);
  });

  test("keeps an operation that never ends, and an ended one as it was", async () => {
    const { emulator, admin, project, ids, again } = await setup();
    emulator.decide({ action: "start_compute", outcome: "never" });
    await admin("POST", `${project}/endpoints`, {
      endpoint: { branch_id: ids.free_branch_id, type: "read_write" },
    });

    const next = await again();
    next.emulator.advance(60_000);

    const [newest] = await allOperations(next.admin, ids.project_id);
    expect(newest).toMatchObject({ action: "start_compute", status: "running" });
    next.emulator.endOperation(`${newest?.id}`, "failed");
    const [ended] = await allOperations(next.admin, ids.project_id);
    expect(ended).toMatchObject({ status: "failed", failures_count: 1 });
  });

  test("suspends an active compute at its time, and checks its branch at its own", async () => {
    const { emulator, project, ids, again } = await setup();
    emulator.advance(200_000);

    const next = await again();
    const state = async () =>
      (await next.admin("GET", `${project}/endpoints/${ids.endpoint_id}`)).body.endpoint
        .current_state;

    next.emulator.advance(99_000);
    expect(await state()).toBe("active");
    next.emulator.advance(2_000);
    expect(await state()).toBe("idle");
    next.emulator.advance(DAY);
    const operations = await allOperations(next.admin, ids.project_id);
    expect(shown(operations)).toContain("check_availability finished");
  });

  test("connects to an active compute at once, to an idle one after its start", async () => {
    const { emulator, ids, again } = await setup();
    emulator.advance(400_000);
    emulator.connect(ids.endpoint_id);
    emulator.advance(1_000);

    const { emulator: next } = await again();
    const [active, idle] = [ids.endpoint_id, ids.personal_endpoint_id].map((id) =>
      next.connect(id),
    );

    expect(active?.state).toBe("open");
    expect(idle?.state).not.toBe("open");
    next.advance(1_000);
    expect(idle?.state).toBe("open");
  });

  test("detaches an idle project at its time", async () => {
    const { emulator, ids, again } = await setup();
    emulator.advance(DAY);

    const next = await again();
    next.emulator.advance(DETACH_MS);

    const operations = shown(await allOperations(next.admin, ids.project_id));
    expect(operations).toContain("tenant_detach finished");
  });
});
