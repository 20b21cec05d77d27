import { describe, expect, it } from "vitest";
import { createNeon } from "./support.ts";

/** A compute that was restarted twice: the second time, its suspension failed. */
async function onRestarted() {
  const { admin, emulator, ids, settle } = createNeon();
  const { project_id, branch_id, endpoint_id } = ids;
  const branches = `/projects/${project_id}/branches`;
  const restart = async () => {
    await admin("POST", `/projects/${project_id}/endpoints/${endpoint_id}/restart`);
    settle();
  };
  await restart();
  emulator.advance(3_600_000);
  emulator.decide({ action: "suspend_compute", outcome: "failed" });
  await restart();
  const query = async (body: object, branch = branch_id) =>
    (await admin("POST", `${branches}/${branch}/logs/query`, body)).body;
  const messages = async (body: object) =>
    (await query(body)).logs.map(({ message }: { message: string }) => message);
  const logs = `${branches}/${branch_id}/logs`;
  return { admin, emulator, ids, query, messages, logs };
}

const RECENT = ["start_compute finished", "suspend_compute failed"];

describe("the logs of a branch", () => {
  it("say how the operations of its computes ended, newest first", async () => {
    const { query, messages, ids } = await onRestarted();
    const [newest] = (await query({})).logs;

    expect((await messages({})).slice(0, 4)).toEqual([
      ...RECENT,
      "suspend_compute finished",
      "start_compute finished",
    ]);
    expect(newest).toMatchObject({ source: "pg_endpoint", entity_id: ids.endpoint_id });
    expect((await query({}, ids.free_branch_id)).logs).toEqual([]);
  });

  it.each([
    ["since", { since: "30m" }, RECENT],
    ["minimum_severity", { minimum_severity: "error" }, ["suspend_compute failed"]],
    ["severity_text", { severity_text: "ERROR" }, ["suspend_compute failed"]],
    ["body_contains", { body_contains: "suspend", since: "30m" }, ["suspend_compute failed"]],
    ["source", { source: "function" }, []],
    ["trace_id", { trace_id: "1" }, []],
    ["end_time", { end_time: "2026-03-01T11:00:00Z" }, []],
    ["sort_order", { since: "30m", sort_order: "asc" }, RECENT.toReversed()],
  ])("fit the %s of a query", async (_, body, expected) => {
    const { messages } = await onRestarted();

    expect(await messages(body)).toEqual(expected);
  });

  it("come in pages, each record once", async () => {
    const { query } = await onRestarted();
    const all = (await query({})).logs;
    const paged: unknown[] = [];
    let page = await query({ limit: 2 });
    for (; page.is_truncated; page = await query({ limit: 2, cursor: page.next_cursor })) {
      paged.push(...page.logs);
    }

    expect([...paged, ...page.logs]).toEqual(all);
    expect(page).not.toHaveProperty("next_cursor");
  });

  it.each([
    ["invalid_cursor", { cursor: "unknown" }],
    ["invalid_logql", { logql: '{source="function"}' }],
    ["invalid_time_range", { since: "long" }],
    [
      "invalid_time_range",
      { start_time: "2026-03-02T00:00:00Z", end_time: "2026-03-01T00:00:00Z" },
    ],
    ["conflicting_time_range", { since: "1h", start_time: "2026-03-01T00:00:00Z" }],
  ])("are refused as %s", async (reason, body) => {
    const { query } = await onRestarted();

    expect(await query(body)).toMatchObject({ code: "", reason });
  });

  it("have fields, whose values are listed", async () => {
    const { admin, logs } = await onRestarted();
    const { fields } = (await admin("GET", `${logs}/fields`)).body;
    const values = async (field: string, query = "") =>
      (await admin("GET", `${logs}/fields/${field}/values?${query}`)).body;

    expect(fields).toContain("severity_text");
    expect(await values("severity_text")).toEqual({
      values: ["ERROR", "INFO"],
      is_truncated: false,
    });
    expect(await values("message", "since=30m&limit=1")).toEqual({
      values: ["start_compute finished"],
      is_truncated: true,
    });
    expect(await values("severity_text", "source=storage")).toMatchObject({ values: [] });
    expect(await values("shoe_size")).toMatchObject({ reason: "unknown_field" });
  });
});
