import { describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { allOperations, createStill } from "./support.ts";

describe("the history option", () => {
  test("keeps the newest operations of each project, and those that have not ended", async () => {
    const { emulator, ids, admin } = createStill({
      history: 3,
      outcome: ({ action }) => (action === "tenant_attach" ? "never" : "finished"),
    });
    const { project_id } = ids;
    const never = emulator.startOperation({ project_id, action: "tenant_attach" });
    const started: string[] = [];
    for (let count = 0; count < 6; count++) {
      started.unshift(emulator.startOperation({ project_id, action: "create_branch" }).id);
      emulator.advance(300);
    }

    const listed = (await allOperations(admin, project_id, 2)).map(({ id }) => id);
    const dropped = await admin("GET", `/projects/${project_id}/operations/${started[2]}`);

    expect(listed).toEqual([started[0], started[1], never.id]);
    const next = emulator.startOperation({ project_id, action: "create_branch" });
    const grown = (await allOperations(admin, project_id)).map(({ id }) => id);
    expect(grown).toEqual([next.id, started[0], never.id]);
    for (let count = 0; count < 5; count++) {
      emulator.startOperation({ project_id, action: "create_branch" });
    }
    expect(await allOperations(admin, project_id)).toHaveLength(7);
    emulator.advance(300);
    expect(await allOperations(admin, project_id)).toHaveLength(3);
    expect(dropped.status).toBe(404);
    expect(await allOperations(admin, ids.personal_project_id)).toHaveLength(2);
  });

  test("forgets all of the project that was deleted first", async () => {
    const { emulator, ids, admin, as } = createStill({ history: 1 });
    const create = async () =>
      ((await admin("POST", "/projects", { org_id: ids.org_id })).body.project as { id: string })
        .id;
    const [second, first] = [await create(), await create()];
    const { body: key } = await admin("POST", `/organizations/${ids.org_id}/api_keys`, {
      key_name: "k",
      project_id: first,
    });
    emulator.decide({ action: "delete_tenant", outcome: "never" });

    await admin("DELETE", `/projects/${first}`);
    await admin("DELETE", `/projects/${second}`);

    expect((await admin("POST", `/projects/${first}/recover`)).status).toBe(404);
    expect((await admin("GET", `/projects/${first}/operations`)).status).toBe(404);
    expect((await as(`${key.key}`)("GET", "/auth")).status).toBe(401);
    expect((await admin("POST", `/projects/${second}/recover`)).status).toBe(200);
    emulator.advance(1_000_000_000);
    expect((await admin("GET", `/projects/${second}`)).status).toBe(200);
  });

  test.each([0, -1, Number.NaN])("is refused below 1: %s", (history) => {
    expect(() => createEmulator({ history })).toThrow(`history is at least 1, not ${history}`);
  });

  test("keeps everything by default", async () => {
    const { emulator, ids, admin } = createStill();
    const { project_id } = ids;
    for (let count = 0; count < 2_000; count++) {
      emulator.startOperation({ project_id, action: "create_branch" });
    }
    emulator.advance(1_000);

    expect((await allOperations(admin, project_id, 1_000)).length).toBeGreaterThan(2_000);
  });
});
