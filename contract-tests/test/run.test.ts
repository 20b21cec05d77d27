import assert from "node:assert/strict";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Blocked } from "../suite/run/blocked.ts";
import { BOUNDS } from "../suite/run/bounds.ts";
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
  const error = new TypeError("no room on the disk");

  const run = outcomes([rule("any")], { ...server().target, fresh: () => Promise.reject(error) });

  await expect(run).rejects.toBe(error);
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

test("fails a rule with the message of its assertion, and no route that is not documented", async () => {
  const check: Scenario["check"] = async ({ fetch, target }) => {
    await fetch(`${target.url}/nowhere`, {});
    assert.equal(1, 2, "one is two");
  };

  const { wrong } = await outcomes([rule("wrong", { check })]);

  expect(wrong).toMatchObject({ message: expect.stringMatching(/^one is two/), routes: [] });
});

test("blocks a check that lacks something, and says what", async () => {
  const check = () => {
    throw new Blocked("no org_id is known");
  };

  expect(await outcomes([rule("lacking", { check })])).toStrictEqual({
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

test("tells first of the rules that it does not check, with the reason", async () => {
  const told: [string, Outcome][] = [];
  const about = { level: "MUST", text: "it is", states: ["Limits, Table: one-primary"] } as const;
  const rules: Rule[] = [
    rule("checked"),
    { ...about, id: "excused", excused: "of the console" },
    rule("without-a-clock", { needs: ["time"] }),
  ];
  const target = { ...server().target, lacks: { time: "it has no clock" } };

  await outcomes(rules, target, { onOutcome: ({ id }, outcome) => told.push([id, outcome]) });

  expect(told).toEqual([
    ["excused", { kind: "excused", reason: "of the console" }],
    ["without-a-clock", { kind: "not showable", reason: "it has no clock" }],
    ["checked", expect.objectContaining({ kind: "passed" })],
  ]);
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

test("ends where goOn returns false, and judges no observer", async () => {
  const observer: Rule = {
    ...{ id: "observer", level: "MUST", text: "observes", states: ["Limits, Table: one-primary"] },
    observe: () => true,
  };
  const rules = [rule("first", { check: fails }), rule("second"), observer];

  const run = await outcomes(rules, undefined, { goOn: (_rule, { kind }) => kind !== "failed" });

  expect(Object.keys(run)).toEqual(["first"]);
});

test("keeps what it has found when it is interrupted, and makes no world for the rest", async () => {
  const interruption = new AbortController();
  let worlds = 0;
  const fresh = async () => {
    worlds += 1;
    return server().target;
  };
  const check = async () => {
    interruption.abort(new Error("interrupted"));
    fails();
  };
  const rules = [rule("first", { check }), rule("second")];

  const { first, second } = await outcomes(
    rules,
    { ...server().target, fresh },
    { signal: interruption.signal },
  );

  expect(first).toMatchObject({ kind: "failed", message: "it says $API_KEY" });
  expect(second).toEqual({ kind: "not run", reason: "interrupted" });
  expect(worlds).toBe(1);
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

test("makes each world with the needs of its rule", async () => {
  const asked: unknown[] = [];
  const fresh: Target["fresh"] = async (needs) => {
    asked.push(needs);
    return server().target;
  };
  const rules = [rule("one", { needs: ["time", "state"] }), rule("two")];

  const { one, two } = await outcomes(rules, { ...server().target, fresh });

  expect(asked).toEqual([["time", "state"], []]);
  expect([one?.kind, two?.kind]).toEqual(["passed", "passed"]);
});

test("fails a rule whose world takes longer to make than the rule may", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const fresh = async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    return server().target;
  };
  const bounds = { ...BOUNDS, ruleMs: 1_000 };

  const { late } = await outcomes([rule("late")], { ...server().target, fresh }, { bounds });

  expect(late).toMatchObject({ kind: "failed", message: "did not end within 1 s" });
});
