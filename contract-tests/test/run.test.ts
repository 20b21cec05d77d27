import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Blocked } from "../suite/run/blocked.ts";
import type { Outcome } from "../suite/run/outcome.ts";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import { type RunOptions, runOn } from "../suite/run/run.ts";
import type { Target } from "../suite/run/target.ts";
import { fails, LIST, outcomes, rule, server } from "./stub.ts";

test("passes a rule that holds, with the routes it sent requests to", async () => {
  const { holds } = await outcomes([rule("holds")]);

  expect(holds).toMatchObject({ kind: "passed", routes: [LIST] });
});

test("measures itself and each rule", async () => {
  const startedMs = performance.now();

  const { outcomes, durationMs } = await runOn(server().target, [rule("holds")]);

  const allMs = performance.now() - startedMs;
  const holds = outcomes.get("holds") as Extract<Outcome, { kind: "passed" }>;
  for (const ms of [durationMs, holds.durationMs]) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(Math.ceil(allMs));
  }
});

test("rejects with the error of a world that cannot be made, and leaves no timer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fresh = () => Promise.reject(new Error("no room on the disk"));

  const run = outcomes([rule("any")], { ...server().target, fresh });

  await expect(run).rejects.toThrow("no room on the disk");
  expect(vi.getTimerCount()).toBe(0);
});

test("fails a broken rule with its requests as curl lines, without a key", async () => {
  const { broken } = await outcomes([
    rule("broken", {
      async check({ api }) {
        await api.GET("/projects");
        fails();
      },
    }),
  ]);

  expect(broken).toMatchObject({
    kind: "failed",
    message: "it says $API_KEY",
    curl: ['curl -sS "$BASE_URL/projects" -H "Authorization: Bearer $API_KEY"  # 200'],
    routes: [LIST],
  });
});

test("blocks a check that lacks something, and says what", async () => {
  const check = () => {
    throw new Blocked("no org_id is known");
  };

  expect(await outcomes([rule("lacking", { check })])).toEqual({
    lacking: { kind: "blocked", reason: "no org_id is known" },
  });
});

test("blocks a check whose request was held back, even if it swallowed the error", async () => {
  const { target, asked } = server({ changes: "none" });
  const check: Scenario["check"] = async ({ api }) => {
    const params = { path: { project_id: "p" } };
    await api.DELETE("/projects/{project_id}", { params }).catch(() => {});
    fails();
  };

  const { tries } = await outcomes([rule("tries", { check })], target);

  expect(tries).toMatchObject({ kind: "blocked", reason: expect.stringContaining("read-only") });
  expect(asked).toEqual([]);
});

test("runs rules that use up the world last", async () => {
  const order: string[] = [];
  const tracked = (id: string, needs?: Rule["needs"]) =>
    rule(id, { check: () => void order.push(id), ...(needs && { needs }) });

  await outcomes([
    { ...tracked("uses-up-all", ["disposable"]), usesUp: true },
    tracked("uses-up", ["disposable"]),
    tracked("first"),
    tracked("second"),
  ]);

  expect(order).toEqual(["first", "second", "uses-up", "uses-up-all"]);
});

describe("an observer", () => {
  const observer = (observe: (status: number) => boolean): Rule => ({
    ...{ id: "observer", level: "MUST", text: "observes", states: ["Limits, Table: one-primary"] },
    observe: ({ route, status }) => route?.name === LIST && observe(status),
  });

  test("sees the answers to other checks", async () => {
    const seen = await outcomes([rule("asks"), observer((status) => status === 200)]);

    expect(seen.observer).toMatchObject({ kind: "passed", routes: expect.arrayContaining([LIST]) });
  });

  test("fails at the first answer that breaks it, with that request", async () => {
    const seen = await outcomes([rule("asks"), observer(() => fails())]);

    expect(seen.observer).toMatchObject({ kind: "failed", message: `${LIST}: it says $API_KEY` });
    expect(seen.observer).toHaveProperty("curl.length", 1);
  });

  test("is told of as soon as it fails, and once", async () => {
    const told: string[] = [];
    const onOutcome: RunOptions["onOutcome"] = ({ id }, { kind }) => told.push(`${id} ${kind}`);
    const breaks = observer((status) => status === 200 || fails());
    const { target } = server();
    let status = 200;
    const fetch: Target["fetch"] = async () => Response.json({}, { status });
    const check: Scenario["check"] = async ({ api }) => {
      status = 500;
      await api.GET("/projects");
    };

    await outcomes(
      [breaks, rule("first"), rule("breaks", { check }), rule("last")],
      { ...target, fetch },
      { onOutcome },
    );

    expect(told).toEqual(["first passed", "breaks passed", "observer failed", "last passed"]);
  });

  test("is blocked when no answer concerns it", async () => {
    const seen = await outcomes([rule("asks"), observer(() => false)]);

    expect(seen.observer?.kind).toBe("blocked");
  });
});

test("removes what a check made on a shared server, even if the check failed", async () => {
  const { target, asked } = server();
  const check: Scenario["check"] = async ({ api }) => {
    await api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id: "p" } },
      body: { endpoint: { branch_id: "b", type: "read_write" } },
    });
    fails();
  };

  await outcomes([rule("makes", { check })], target);

  expect(asked).toEqual(["POST /projects/p/endpoints", "DELETE /projects/p/endpoints/ep-1"]);
});

test("changes only what the run made with --changes own", async () => {
  const { target, asked } = server({ changes: "own" });
  const path = { project_id: "p", endpoint_id: "ep-of-somebody" };
  const check: Scenario["check"] = async ({ api }) => {
    await api.DELETE("/projects/{project_id}/endpoints/{endpoint_id}", { params: { path } });
  };

  const { removes } = await outcomes([rule("removes", { check })], target);

  expect(removes?.kind).toBe("blocked");
  expect(asked).toEqual([]);
});

test("ends where goOn returns false", async () => {
  const run = await outcomes([rule("first", { check: fails }), rule("second")], undefined, {
    goOn: (_rule, { kind }) => kind !== "failed",
  });

  expect(Object.keys(run)).toEqual(["first"]);
});

test("gives each check its own world, and closes it, where the target can", async () => {
  const { target } = server();
  const worlds: string[] = [];
  const fresh = async () => {
    const name = `world ${worlds.length / 2}`;
    worlds.push(`opened ${name}`);
    return { ...target, name, close: async () => void worlds.push(`closed ${name}`) };
  };
  const seen: string[] = [];
  const check: Scenario["check"] = ({ target }) => {
    seen.push(target.name);
    fails();
  };

  await outcomes([rule("one", { check }), rule("two", { check })], { ...target, fresh });

  expect(seen).toEqual(["world 0", "world 1"]);
  expect(worlds).toEqual(["opened world 0", "closed world 0", "opened world 1", "closed world 1"]);
});
