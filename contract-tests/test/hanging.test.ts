/** A run on a server that hangs keeps each bound, and does not wait for the same thing again and again. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BOUNDS, type Bounds } from "../suite/run/bounds.ts";
import { Ledger } from "../suite/run/ledger.ts";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import { runOn } from "../suite/run/run.ts";
import type { Target } from "../suite/run/target.ts";
import { LIST, outcomes, rule, server } from "./stub.ts";

/** Far above what an answer from memory takes, far below the limit of a test. */
const SHORT_MS = 100;

const bounded = (bounds: Partial<Bounds>) => ({ bounds: { ...BOUNDS, ...bounds } });

const never = () => new Promise<never>(() => {});

/** Never answers these routes. */
function hanging(...paths: string[]) {
  const { target, asked } = server();
  const fetch: Target["fetch"] = (url, init) =>
    target
      .fetch?.(url, init)
      .then((answer) => (paths.some((path) => url.endsWith(path)) ? never() : answer)) as never;
  return { target: { ...target, fetch }, asked };
}

const waits: Scenario["check"] = async ({ until }) => {
  await until(
    "an operation to end",
    async () => undefined,
    () => "it is running",
  );
};

describe("a request without an answer", () => {
  test("fails the rule with its route and bound", async () => {
    const { hung } = await outcomes(
      [rule("hung")],
      hanging("/projects").target,
      bounded({ requestMs: SHORT_MS }),
    );

    expect(hung).toMatchObject({
      kind: "failed",
      message: `${LIST} was not answered within 0.1 s`,
      curl: [expect.stringContaining("# no answer")],
    });
  });

  test("is not sent again by later rules, which name the first one", async () => {
    const { target, asked } = hanging("/projects");

    const seen = await outcomes(
      [rule("first"), rule("second"), rule("third")],
      target,
      bounded({ requestMs: SHORT_MS }),
    );

    expect(asked).toEqual([LIST]);
    expect(seen.third).toEqual({
      kind: "blocked",
      reason: `rests on first, which is broken: ${LIST}`,
      cause: "first",
    });
  });

  test("fails the rule even if only the body does not come", async () => {
    const { target } = server();
    const fetch = async () => new Response(new ReadableStream({ start() {} }));

    const { hung } = await outcomes(
      [rule("hung")],
      { ...target, fetch },
      bounded({ requestMs: SHORT_MS }),
    );

    expect(hung).toMatchObject({
      kind: "failed",
      message: `${LIST} was not answered within 0.1 s`,
    });
  });
});

describe("an answer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asks = (path: string) =>
    rule(path, { check: async ({ fetch, target }) => void (await fetch(target.url + path, {})) });

  test("is waited for half as long after each that did not come, but a second at least", async () => {
    const paths = ["/broken", "/projects", "/nowhere", "/regions", "/auth"];
    const { target } = hanging(...paths);
    const fetch: Target["fetch"] = async (url, init) => {
      if (url.endsWith("/broken")) throw new TypeError("the connection broke");
      return target.fetch?.(url, init) as Promise<Response>;
    };
    const bounds = bounded({ requestMs: 4_000 });

    const run = runOn({ ...target, fetch }, paths.map(asks), bounds);
    await vi.advanceTimersByTimeAsync(60_000);

    const { outcomes } = await run;
    expect([...outcomes.values()].map((found) => "message" in found && found.message)).toEqual([
      "the connection broke",
      "GET /projects was not answered within 4 s",
      "GET /nowhere was not answered within 2 s",
      "GET /regions was not answered within 1 s",
      "GET /auth was not answered within 1 s",
    ]);
  });

  test("leaves no timer behind", async () => {
    await outcomes([asks("/projects")]);

    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a wait in vain", () => {
  test("fails the rule with what it waited for and how it was at last", async () => {
    const { waiting } = await outcomes(
      [rule("waiting", { check: waits })],
      undefined,
      bounded({ waitMs: SHORT_MS }),
    );

    expect(waiting).toMatchObject({
      kind: "failed",
      message: "waited 0.1 s in vain for an operation to end: it is running",
    });
  });

  test("blocks later rules that wait for the same, each with half the patience", async () => {
    const waitedMs: number[] = [];
    const control = {
      advance: (ms: number) => void waitedMs.push((waitedMs.pop() ?? 0) + ms),
    } as Target["control"];
    const target = { ...server().target, control } as Target;
    const check: Scenario["check"] = async (context) => {
      waitedMs.push(0);
      await waits(context);
    };
    const rules = Array.from({ length: 8 }, (_, place) => rule(`rule-${place}`, { check }));

    const seen = await outcomes(rules, target, bounded({ waitMs: 8_000 }));

    expect(seen["rule-0"]?.kind).toBe("failed");
    for (const { id } of rules.slice(1)) {
      expect(seen[id]).toMatchObject({ kind: "blocked", cause: "rule-0" });
    }
    expect(waitedMs.slice(0, 4)).toEqual([8_000, 4_000, 2_000, 1_000]);
  });

  test("is counted in simulated time where the clock can be moved", async () => {
    let simulatedMs = 0;
    const advance = (ms: number) => {
      simulatedMs += ms;
    };
    const control = { advance } as Target["control"];
    const target = { ...server().target, control } as Target;

    const { waiting } = await outcomes(
      [rule("waiting", { check: waits })],
      target,
      bounded({ waitMs: 3_600_000 }),
    );

    expect(waiting?.kind).toBe("failed");
    expect(simulatedMs).toBe(3_600_000);
  });
});

describe("a rule that does not end", () => {
  test.each<[string, Scenario["check"]]>([
    ["hangs by itself", never],
    [
      "goes on in real time",
      async ({ api, pause }) => {
        for (;;) {
          await api.GET("/projects").catch(() => {});
          await pause(1).catch(() => {});
        }
      },
    ],
    [
      "never lets the timers run",
      async ({ fetch, target }) => {
        for (;;) await fetch(`${target.url}/projects`, {});
      },
    ],
  ])("fails at its bound when it %s", async (_what, check) => {
    const seen = await outcomes(
      [rule("endless", { check }), rule("next")],
      undefined,
      bounded({ ruleMs: SHORT_MS }),
    );

    expect(seen.endless).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^did not end within 0.1 s/),
    });
    expect(seen.next?.kind).toBe("passed");
  });

  test.each([
    ["projects", LIST],
    ["nowhere", "GET /nowhere"],
  ])("names the request to %s that it waits for", async (path, name) => {
    const { target } = hanging(`/${path}`);
    const check: Scenario["check"] = async ({ fetch }) =>
      void (await fetch(`${target.url}/${path}`, {}));

    const { endless } = await outcomes(
      [rule("endless", { check })],
      target,
      bounded({ ruleMs: SHORT_MS }),
    );

    expect(endless).toHaveProperty(
      "message",
      `did not end within 0.1 s, while it waited for the answer to ${name}`,
    );
  });

  test("names the last request", async () => {
    const check: Scenario["check"] = async ({ api }) => {
      await api.GET("/projects");
      await never();
    };

    const { endless } = await outcomes(
      [rule("endless", { check })],
      undefined,
      bounded({ ruleMs: SHORT_MS }),
    );

    expect(endless).toHaveProperty(
      "message",
      `did not end within 0.1 s; the last request was ${LIST}, answered 200`,
    );
  });
});

describe("a run that does not end", () => {
  const rules = [rule("before"), rule("endless", { check: never }), rule("after")];

  test("leaves the rules at its bound unjudged and says why it ended", async () => {
    const { outcomes, ended } = await runOn(server().target, rules, bounded({ runMs: SHORT_MS }));

    expect(ended).toBe("the run reached its bound of 0.1 s");
    expect(Object.fromEntries(outcomes)).toMatchObject({
      before: { kind: "passed" },
      endless: { kind: "not run", reason: "the run reached its bound of 0.1 s" },
      after: { kind: "not run", reason: "the run reached its bound of 0.1 s" },
    });
  });

  test("ends at its bound even before the first rule", async () => {
    const { target } = hanging("/projects");
    const observer: Rule = {
      ...{ id: "observer", level: "MUST", text: "looks", states: ["Limits, Table: one-primary"] },
      observe: () => true,
    };

    const { ended } = await runOn(target, [...rules, observer], bounded({ runMs: SHORT_MS }));

    expect(ended).toBe("the run reached its bound of 0.1 s");
  });

  test("ends although nothing that it made can be removed", async () => {
    const { target, asked } = hanging("/endpoints/ep-1");
    const ledger = new Ledger();
    const check: Scenario["check"] = async ({ api }) => {
      await api.POST("/projects/{project_id}/endpoints", {
        params: { path: { project_id: "p" } },
        body: { endpoint: { branch_id: "b", type: "read_write" } },
      });
    };

    const run = await runOn(target, [rule("makes", { check })], {
      ledger,
      ...bounded({ waitMs: SHORT_MS }),
    });

    expect(run.outcomes.get("makes")?.kind).toBe("passed");
    expect(asked.at(-1)).toBe("DELETE /projects/p/endpoints/ep-1");
    expect(ledger.left()).toHaveLength(1);
  });

  test("ends when it is interrupted, and removes what it made", async () => {
    const { target, asked } = server();
    const interruption = new AbortController();
    const check: Scenario["check"] = async ({ api }) => {
      await api.POST("/projects/{project_id}/endpoints", {
        params: { path: { project_id: "p" } },
        body: { endpoint: { branch_id: "b", type: "read_write" } },
      });
      interruption.abort(new Error("interrupted"));
      await never();
    };

    const run = await runOn(target, [rule("makes", { check }), rule("after")], {
      signal: interruption.signal,
    });

    expect(run.ended).toBe("interrupted");
    expect(run.outcomes.get("makes")).toMatchObject({ kind: "not run" });
    expect(asked.at(-1)).toBe("DELETE /projects/p/endpoints/ep-1");
  });
});
