import { describe, expect, test } from "vitest";
import { Blocked } from "../suite/run/blocked.ts";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import { type RunOptions, runOn } from "../suite/run/run.ts";
import { type Stage, sharedStage } from "../suite/run/stage.ts";
import type { Changes, Target } from "../suite/run/target.ts";
import { routes } from "../suite/spec/routes.ts";

const LIST = "GET /projects";

/** A server that answers every request with an empty list of projects, and what it was asked. */
function server({ changes = "all", close = false }: { changes?: Changes; close?: boolean } = {}) {
  const asked: string[] = [];
  const target: Target = {
    name: "a server",
    url: "http://localhost/api/v2",
    apiKey: "key-of-the-server",
    ids: { project_id: "p" },
    lacks: {},
    changes,
    routes,
    rejected: { apiKey: "no-key", headers: {} },
    async fetch(url, { method = "GET" }) {
      asked.push(`${method} ${new URL(url).pathname.slice("/api/v2".length)}`);
      if (method !== "POST") return Response.json({ projects: [] });
      return Response.json({ endpoint: { id: `ep-${asked.length}` } });
    },
  };
  const stage: Stage = close
    ? { ...sharedStage(target), open: async () => ({ ...target, close: async () => {} }) }
    : sharedStage(target);
  return { stage, asked };
}

function rule(id: string, rest: Partial<Scenario> & Pick<Partial<Rule>, "level" | "needs"> = {}) {
  const check: Scenario["check"] = ({ api }) => api.GET("/projects").then(() => {});
  return {
    id,
    level: "MUST",
    text: id,
    states: ["Limits, Table: one-primary"],
    check,
    ...rest,
  } as Rule & Scenario;
}

async function outcomes(rules: Rule[], stage = server().stage, options?: RunOptions) {
  return Object.fromEntries((await runOn(stage, rules, options)).outcomes);
}

const fails = () => {
  throw new Error("it says key-of-the-server");
};

test("a rule that holds passes, with the routes it sent requests to", async () => {
  const { holds } = await outcomes([rule("holds")]);

  expect(holds).toMatchObject({ kind: "passed", routes: [LIST] });
});

test("a rule that is broken fails with its requests as curl lines, and shows no key", async () => {
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

test("a broken NOTE is noted", async () => {
  expect(await outcomes([rule("note", { level: "NOTE", check: fails })])).toMatchObject({
    note: { kind: "noted" },
  });
});

test("a check that lacks something is blocked, and says what", async () => {
  const check = () => {
    throw new Blocked("no org_id is known");
  };

  expect(await outcomes([rule("lacking", { check })])).toEqual({
    lacking: { kind: "blocked", reason: "no org_id is known" },
  });
});

test("a check whose request was held back is blocked, whatever it made of that", async () => {
  const { stage, asked } = server({ changes: "none" });
  const check: Scenario["check"] = async ({ api }) => {
    const params = { path: { project_id: "p" } };
    await api.DELETE("/projects/{project_id}", { params }).catch(() => {});
    fails();
  };

  const { tries } = await outcomes([rule("tries", { check })], stage);

  expect(tries).toMatchObject({ kind: "blocked", reason: expect.stringContaining("only read") });
  expect(asked).toEqual([]);
});

test("what uses up the world comes last", async () => {
  const order: string[] = [];
  const noted = (id: string, needs?: Rule["needs"]) =>
    rule(id, { check: () => void order.push(id), ...(needs && { needs }) });

  await outcomes([noted("uses-up", ["disposable"]), noted("first"), noted("second")]);

  expect(order).toEqual(["first", "second", "uses-up"]);
});

describe("a rule that looks on", () => {
  const observer = (observe: (status: number) => boolean): Rule => ({
    ...{ id: "observer", level: "MUST", text: "looks on", states: ["Limits, Table: one-primary"] },
    observe: ({ route, status }) => route?.name === LIST && observe(status),
  });

  test("sees what other checks were answered", async () => {
    const seen = await outcomes([rule("asks"), observer((status) => status === 200)]);

    expect(seen.observer).toMatchObject({ kind: "passed", routes: expect.arrayContaining([LIST]) });
  });

  test("fails at the first answer that breaks it, with that request", async () => {
    const seen = await outcomes([rule("asks"), observer(() => fails())]);

    expect(seen.observer).toMatchObject({ kind: "failed", message: `${LIST}: it says $API_KEY` });
    expect(seen.observer).toHaveProperty("curl.length", 1);
  });

  test("is blocked when nothing shows it", async () => {
    const seen = await outcomes([rule("asks"), observer(() => false)]);

    expect(seen.observer?.kind).toBe("blocked");
  });
});

test("what a check made on a shared server is removed after it, also when it failed", async () => {
  const { stage, asked } = server();
  const check: Scenario["check"] = async ({ api }) => {
    await api.POST("/projects/{project_id}/endpoints", {
      params: { path: { project_id: "p" } },
      body: { endpoint: { branch_id: "b", type: "read_write" } },
    });
    fails();
  };

  await outcomes([rule("makes", { check })], stage);

  expect(asked).toEqual(["POST /projects/p/endpoints", "DELETE /projects/p/endpoints/ep-1"]);
});

test("with --changes own only what the run made is changed", async () => {
  const { stage, asked } = server({ changes: "own" });
  const path = { project_id: "p", endpoint_id: "ep-of-somebody" };
  const check: Scenario["check"] = async ({ api }) => {
    await api.DELETE("/projects/{project_id}/endpoints/{endpoint_id}", { params: { path } });
  };

  const { removes } = await outcomes([rule("removes", { check })], stage);

  expect(removes?.kind).toBe("blocked");
  expect(asked).toEqual([]);
});

test("a run ends where it is told to", async () => {
  const run = await outcomes([rule("first", { check: fails }), rule("second")], undefined, {
    goOn: (_rule, { kind }) => kind !== "failed",
  });

  expect(Object.keys(run)).toEqual(["first"]);
});

test("a rule that is left out is not run, and says why", async () => {
  const run = await outcomes([rule("slow")], undefined, { leftOut: () => "too slow for today" });

  expect(run).toEqual({ slow: { kind: "not run", reason: "too slow for today" } });
});
