/** A run counts, waits for and judges single answers. */
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { Deadline } from "../suite/run/bounds.ts";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import { runOn } from "../suite/run/run.ts";
import type { Target } from "../suite/run/target.ts";
import { outcomes, rule, server } from "./stub.ts";

describe("a refusal that passes by itself", () => {
  const slept = vi.spyOn(Deadline.prototype, "sleep").mockResolvedValue();
  afterEach(() => slept.mockClear());
  afterAll(() => slept.mockRestore());

  test.each<[string, Record<string, string>, number]>([
    ["at once after Retry-After: 0", { "retry-after": "0" }, 0],
    ["after two seconds when asked to", { "retry-after": "2" }, 2_000],
    ["after ten seconds at most", { "retry-after": "3600" }, 10_000],
    ["after a second without Retry-After", {}, 1_000],
    ["after a second when it is a date", { "retry-after": "Fri, 31 Dec 1999 23:59:59 GMT" }, 1_000],
  ])("is sent again %s", async (_when, headers, ms) => {
    let count = 0;
    const fetch: Target["fetch"] = async () => {
      count += 1;
      return count === 1
        ? new Response(null, { status: 429, headers })
        : Response.json({ projects: [] });
    };

    const { asks } = await outcomes([rule("asks")], { ...server().target, fetch });

    expect(asks?.kind).toBe("passed");
    expect(count).toBe(2);
    expect(slept.mock.calls).toEqual([[ms]]);
  });

  test.each<[string, number, Partial<Target>, number, number[], number[]]>([
    [
      "sent again after a second, with a status that the target waits out",
      423,
      { waitsOut: [423] },
      2,
      [1_000],
      [],
    ],
    ["passed on with a status that it does not wait out", 423, {}, 1, [], []],
    [
      "sent again at once, with 429 and a clock that the run moves",
      429,
      { control: {} as never },
      2,
      [],
      [],
    ],
    [
      "sent again when such a clock has moved, with another status",
      423,
      { control: {} as never, waitsOut: [423] },
      2,
      [],
      [50],
    ],
  ])("is %s", async (_what, status, more, requests, sleeps, moves) => {
    let count = 0;
    const moved: number[] = [];
    const control = more.control && { advance: (ms: number) => void moved.push(ms) };
    const fetch: Target["fetch"] = async () => {
      count += 1;
      return count === 1 ? new Response(null, { status }) : Response.json({ projects: [] });
    };
    const target = { ...server().target, ...more, control, fetch } as Target;

    await outcomes([rule("asks")], target);

    expect(count).toBe(requests);
    expect(slept.mock.calls).toEqual(sleeps.map((ms) => [ms]));
    expect(moved).toEqual(moves);
  });

  test("is passed on after the fifth", async () => {
    let count = 0;
    const fetch: Target["fetch"] = async () => {
      count += 1;
      return new Response(null, { status: 429, headers: { "retry-after": "0" } });
    };

    await outcomes([rule("asks")], { ...server().target, fetch });

    expect(count).toBe(5);
  });
});

test("adds the query parameters that the target requires, unless they are given", async () => {
  const asked: string[] = [];
  const fetch: Target["fetch"] = async (url) => {
    asked.push(new URL(url).search);
    return Response.json({});
  };
  const queries = { "GET /projects": { org_id: "o", limit: "5" } };
  const check: Scenario["check"] = async ({ fetch, target, exchanges }) => {
    await fetch(`${target.url}/projects?limit=1`, {});
    await fetch(`${target.url}/projects?limit=1&org_id=mine`, {});
    await fetch(`${target.url}/regions`, {});
    await fetch(`${target.url}/nowhere`, {});
    expect(exchanges[0]?.query.get("org_id")).toBe("o");
  };

  const { asks } = await outcomes([rule("asks", { check })], {
    ...server().target,
    queries,
    fetch,
  });

  expect(asks?.kind).toBe("passed");
  expect(asked).toEqual(["?limit=1&org_id=o", "?limit=1&org_id=mine", "", ""]);
});

test("sends no more requests than its budget, and says so", async () => {
  const { target, asked } = server();

  const seen = await outcomes([rule("a"), rule("b"), rule("c")], target, { budget: 2 });

  expect(asked).toHaveLength(2);
  expect([seen.a?.kind, seen.b?.kind]).toEqual(["passed", "passed"]);
  expect(seen.c).toEqual({ kind: "blocked", reason: "the budget of 2 requests is used up" });
});

test("hides a key that the run has made itself", async () => {
  const { target } = server();
  const fetch: Target["fetch"] = async () => Response.json({ id: 7, key: "the-new-key" });
  const check: Scenario["check"] = async ({ api }) => {
    await api.POST("/api_keys", { body: { key_name: "k" } });
    throw new Error("the server says the-new-key");
  };

  const { tells } = await outcomes([rule("tells", { check })], { ...target, fetch });

  expect(tells).toHaveProperty("message", expect.stringMatching(/^the server says \$NEW_KEY_\d$/));
});

test("judges no answer to a request that is wrong on purpose", async () => {
  const observer: Rule = {
    ...{ id: "observer", level: "MUST", text: "observes", states: ["Limits, Table: one-primary"] },
    observe: () => {
      throw new Error("it judged");
    },
  };
  const check: Scenario["check"] = async ({ fetchWrong, target, exchanges }) => {
    await fetchWrong(`${target.url}/projects?limit=x`, {});
    expect(exchanges).toHaveLength(1);
  };

  const seen = await outcomes([rule("wrong", { check }), observer], {
    ...server().target,
    // Nothing for the tour.
    ids: {},
    routes: [],
  });

  expect(seen.wrong?.kind).toBe("blocked");
  expect(seen.observer?.kind).toBe("blocked");
});

describe("on a target that takes readers", () => {
  const together = async (rules: Rule[], readers?: number) => {
    const events: string[] = [];
    const { target } = server({ changes: "own" });
    const tracked = rules.map((it) => ({
      ...it,
      check: async () => {
        events.push(`+${it.id}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        events.push(`-${it.id}`);
      },
    })) as Rule[];
    const run = await runOn({ ...target, ...(readers && { readers }) }, tracked);
    return { events, kinds: [...run.outcomes.values()].map(({ kind }) => kind) };
  };

  test("runs rules that only read beside one that changes something", async () => {
    const rules = [rule("changes", { needs: ["state"] }), rule("reads"), rule("reads-too")];

    const { events, kinds } = await together(rules, 2);

    expect(events.slice(0, 3).toSorted()).toEqual(["+changes", "+reads", "+reads-too"]);
    expect(kinds).toEqual(["passed", "passed", "passed"]);
  });

  test("runs rules that change something one after the other", async () => {
    const rules = [rule("a", { needs: ["state"] }), rule("b", { changes: true })];

    expect((await together(rules, 2)).events).toEqual(["+a", "-a", "+b", "-b"]);
  });

  test("runs everything one after the other without readers", async () => {
    expect((await together([rule("a"), rule("b")])).events).toEqual(["+a", "-a", "+b", "-b"]);
  });

  test("blocks a rule that changes something without saying so", async () => {
    const { target, asked } = server();
    const check: Scenario["check"] = async ({ api }) => {
      await api.POST("/api_keys", { body: { key_name: "a" } });
    };

    const { sly } = await outcomes([rule("sly", { check })], { ...target, readers: 1 });

    expect(sly).toMatchObject({
      kind: "blocked",
      reason: expect.stringContaining("POST /api_keys"),
    });
    expect(asked).toEqual([]);
  });
});
