/** Rules that change a shared server side by side, each on a free branch of its own. */
import { describe, expect, test } from "vitest";
import type { Rule, Scenario } from "../suite/run/rule.ts";
import type { Target } from "../suite/run/target.ts";
import { outcomes, rule, server } from "./stub.ts";

const BRANCHES = { free_branch_id: "one", other_free_branch_id: "other" };

function shared(ids: Target["ids"] = BRANCHES) {
  const { target, asked } = server({ changes: "own" });
  return { target: { ...target, readers: 1, ids: { ...target.ids, ...ids } }, asked };
}

const beside = (id: string, check: Scenario["check"]) =>
  ({ ...rule(id, { check, needs: ["state"] }), beside: true }) as Rule;

const create: Scenario["check"] = async ({ api, target }) => {
  const params = { path: { project_id: "p" } };
  const branch_id = String(target.ids.free_branch_id);
  await api.POST("/projects/{project_id}/endpoints", {
    params,
    body: { endpoint: { branch_id, type: "read_write" } },
  });
};

/** Goes on once as many checks wait here as it is told. */
function meeting(size: number) {
  let arrived = 0;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === size) open();
    return opened;
  };
}

describe("two rules that need one free branch", () => {
  test("run at once, on one branch each", async () => {
    const meet = meeting(2);
    const seen: Target["ids"][] = [];
    const check: Scenario["check"] = async ({ target }) => {
      seen.push(target.ids);
      await meet();
    };

    const found = await outcomes([beside("a", check), beside("b", check)], shared().target);

    expect(seen).toEqual([
      { project_id: "p", free_branch_id: "one" },
      { project_id: "p", free_branch_id: "other" },
    ]);
    expect([found.a?.kind, found.b?.kind]).toEqual(["passed", "passed"]);
  });

  test("remove only what they made themselves", async () => {
    const { target, asked } = shared();
    const meet = meeting(2);
    const isRemoved = () => asked.filter((it) => it.startsWith("DELETE")).length;
    const quick: Scenario["check"] = async (context) => {
      await create(context);
      await meet();
    };
    let removed = -1;
    const slow: Scenario["check"] = async (context) => {
      await create(context);
      await meet();
      await context.until("the other rule to clean up", async () => isRemoved() || undefined);
      await new Promise(setImmediate);
      removed = isRemoved();
    };

    await outcomes([beside("quick", quick), beside("slow", slow)], target);

    expect(removed).toBe(1);
    expect(isRemoved()).toBe(2);
  });

  test("run one after the other where one branch is known", async () => {
    const events: string[] = [];
    const tracked = (id: string) =>
      beside(id, async () => {
        events.push(`+${id}`);
        await new Promise(setImmediate);
        events.push(`-${id}`);
      });

    await outcomes([tracked("a"), tracked("b")], shared({ free_branch_id: "one" }).target);

    expect(events).toEqual(["+a", "-a", "+b", "-b"]);
  });

  test("give what they make names of their own, the same ones for the same seed", async () => {
    const names = async () => {
      const found: string[] = [];
      const check: Scenario["check"] = async ({ unique }) =>
        void found.push(unique("key"), unique("key"));
      await outcomes([beside("a", check), beside("b", check)], shared().target, { seed: 7 });
      return found.toSorted();
    };

    const first = await names();

    expect(new Set(first).size).toBe(4);
    expect(await names()).toEqual(first);
  });
});
