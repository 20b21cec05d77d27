/** One fault is one failure: what rests on it is blocked and names it. */
import assert from "node:assert/strict";
import { unwrap } from "@hosted-postgres/client";
import { describe, expect, test } from "vitest";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import type { Target } from "../suite/run/target.ts";
import { LIST, outcomes, rule, server } from "./stub.ts";

const lists: Scenario["check"] = async ({ api }) => {
  await unwrap(api.GET("/projects"));
};

/** Answers the list of projects with this. */
function answering(body: unknown, status = 200): Target {
  return { ...server().target, fetch: async () => Response.json(body, { status }) };
}

test("blocks a rule on the same answer, with the first one as its cause", async () => {
  const rules = [rule("one", { check: lists }), rule("two", { check: lists })];

  const { one, two } = await outcomes(rules, answering({}, 500));

  expect(one).toMatchObject({ kind: "failed", message: `${LIST} was answered 500` });
  expect(two).toEqual({
    kind: "blocked",
    reason: `rests on one, which is broken: ${LIST} was answered 500`,
    cause: "one",
  });
});

test("runs the rules that judge shared steps first", async () => {
  const rules = [rule("rests", { check: lists }), rule("judge", { check: lists, first: true })];

  const { rests } = await outcomes(rules, answering({}, 500));

  expect(rests).toMatchObject({ kind: "blocked", cause: "judge" });
});

test("fails a MUST whose cause would be a warning", async () => {
  const rules = [rule("should", { check: lists, level: "SHOULD" }), rule("must", { check: lists })];

  const { must } = await outcomes(rules, answering({}, 500));

  expect(must).toMatchObject({ kind: "failed" });
});

test("finds the cause behind an unwanted rejection", async () => {
  const check: Scenario["check"] = (context) =>
    assert.doesNotReject(async () => {
      await lists(context);
    });
  const rules = [rule("one", { check: lists }), rule("two", { check })];

  expect((await outcomes(rules, answering({}, 500))).two).toMatchObject({ cause: "one" });
});

test("fails both when they break on different answers", async () => {
  let count = 0;
  const fetch = async () => Response.json({}, { status: 500 + count++ });
  const rules = [rule("one", { check: lists }), rule("two", { check: lists })];

  const { two } = await outcomes(rules, { ...server().target, fetch });

  expect(two).toMatchObject({ kind: "failed", message: `${LIST} was answered 501` });
});

describe("a check that stumbles over the form of an answer", () => {
  const stumbles = rule("stumbles", {
    check: async ({ api }) => {
      const { projects } = await unwrap(api.GET("/projects"));
      projects.map(({ id }) => id);
    },
  });
  const form = (level: Rule["level"]): Rule => ({
    ...{ id: "form", level, text: "has projects", states: ["Limits, Table: one-primary"] },
    observe({ json }) {
      if (!Array.isArray((json as { projects?: unknown }).projects)) throw new Error("no projects");
      return true;
    },
  });

  test("is blocked by the rule about that form", async () => {
    const seen = await outcomes([stumbles, form("MUST")], answering({}));

    expect(seen.form?.kind).toBe("failed");
    expect(seen.stumbles).toEqual({
      kind: "blocked",
      reason: "rests on form, which is broken: the form of an answer",
      cause: "form",
    });
  });

  test.each<[string, Rule[]]>([
    ["no rule judges it", [stumbles]],
    ["only a SHOULD judges it", [stumbles, form("SHOULD")]],
  ])("fails where %s", async (_where, rules) => {
    expect((await outcomes(rules, answering({}))).stumbles?.kind).toBe("failed");
  });
});

describe("a request that is not sent", () => {
  const unserved: Target = { ...server().target, routes: [] };

  test("rejects the client's call as what it is", async () => {
    let thrown: unknown;
    const check: Scenario["check"] = async ({ api }) => {
      await api.GET("/projects").catch((error) => {
        thrown = error;
      });
    };

    const { asks } = await outcomes([rule("asks", { check })], unserved);

    expect(thrown).toMatchObject({ name: "Blocked", message: `${LIST} is not served` });
    expect(asks).toEqual({ kind: "blocked", reason: `${LIST} is not served` });
  });

  test("does not hide that the rest of the check is broken, where it can do without", async () => {
    const check: Scenario["check"] = async ({ api, ifPossible }) => {
      expect(await ifPossible(() => api.GET("/projects"))).toBeUndefined();
      throw new Error("broken");
    };

    const { fails } = await outcomes([rule("fails", { check })], unserved);

    expect(fails).toMatchObject({ kind: "failed", message: "broken" });
  });
});
