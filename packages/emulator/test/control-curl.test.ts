import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createEmulator } from "../src/index.ts";
import { type Any, checkControlResponse, controlRoutes, startControlled } from "./control.ts";

const recipe = fileURLToPath(new URL("../recipes/curl/steer.sh", import.meta.url));

/** Steps of a JavaScript test, by the route that does the same. */
const ROUTES: Record<string, string[]> = {
  url: ["getHealth"],
  keys: ["getState"],
  ids: ["getState"],
  now: ["getHealth"],
  advance: ["advanceClock"],
  reset: ["reset", "startFromSeed"],
  exportState: ["exportSeed"],
  inject: ["injectFault"],
  decide: ["decideFate"],
  clearFaults: ["clearFaults"],
  startOperation: ["startOperation"],
  endOperation: ["endOperation"],
  connect: ["connect", "getConnection", "query", "closeConnection"],
  setIdleMs: ["setIdleTime"],
  connectionUri: ["getState"],
};

interface Step {
  operationId: string;
  body: Any;
}

/** Pairs each call in the recipe with the line that it printed. */
function stepsOf(script: string, output: string): Step[] {
  const lines = output.split("\n");
  const calls = [...script.matchAll(/^control (\w+) "\$at([^"]*)"/gm)];
  return calls.map(([, method = "", path = ""], index) => {
    const body = JSON.parse(`${lines[index]}`);
    return { operationId: checkControlResponse(method, path, 200, body).operationId, body };
  });
}

describe("the recipe for curl", () => {
  test("does all that a JavaScript test can do", async () => {
    const { origin } = await startControlled();
    const { stdout } = await promisify(execFile)("sh", [recipe, origin], { timeout: 60_000 });

    const steps = stepsOf(readFileSync(recipe, "utf8"), stdout);
    const bodies = (name: string) =>
      steps.filter(({ operationId }) => operationId === name).map(({ body }) => body);

    const called = new Set([...steps.map(({ operationId }) => operationId), "streamEvents"]);
    expect(controlRoutes.map(({ operationId }) => operationId).sort()).toEqual([...called].sort());
    const { fetch, ...members } = createEmulator();
    expect(Object.keys(ROUTES).sort()).toEqual(Object.keys(members).sort());
    expect(
      Object.values(ROUTES)
        .flat()
        .filter((name) => !called.has(name)),
    ).toEqual([]);

    expect(bodies("listFaults")[0].faults).toMatchObject([
      { path: "/projects/{project_id}", status: 503, times: 2 },
      { chance: 0.1, latency_ms: 500, drop: "response", times: null },
    ]);
    expect(bodies("clearFaults")).toEqual([{ faults: [], fates: [] }]);
    expect(bodies("setIdleTime")[0].endpoint).toMatchObject({ idle_ms: 60_000 });
    expect(bodies("advanceClock")[0]).toMatchObject({ advanced_ms: 60_300 });
    expect(bodies("endOperation")[0].operation).toMatchObject({
      action: "suspend_compute",
      status: "failed",
    });
    expect(bodies("startOperation")[0].operation).toMatchObject({ action: "tenant_detach" });
    expect([...bodies("connect"), ...bodies("closeConnection")]).toMatchObject([
      { connection: { state: "open" } },
      { connection: { state: "closed" } },
    ]);
    expect(bodies("getRequest")[0].request).toMatchObject({ operation_id: "listProjects" });
    expect(bodies("reset")[0]).toMatchObject({ advanced_ms: 0 });
    expect(bodies("exportSeed")[0].projects).toMatchObject([{ name: "orders" }]);
    expect(stdout).toMatch(/event: state\ndata: \{.*"name":"orders"/);
  });
});
