/** The order in which a run takes its rules, and which of them run at the same time. */
import { describe, expect, test } from "vitest";
import type { Rule } from "../suite/run/rule.ts";
import type { Need, Target } from "../suite/run/target.ts";
import { outcomes, rule, server } from "./stub.ts";

/** Runs rules that say when they begin and end: a turn of the event loop apart. */
async function events(rules: Rule[], rest: Partial<Target> = {}): Promise<string> {
  const seen: string[] = [];
  const tracked = rules.map((it) => {
    const check = async () => {
      seen.push(`+${it.id}`);
      await new Promise(setImmediate);
      seen.push(`-${it.id}`);
    };
    return { ...it, check } as Rule;
  });
  await outcomes(tracked, { ...server({ changes: "own" }).target, ...rest });
  return seen.join(" ");
}

const using = (id: string, ...needs: Need[]) => rule(id, { needs });

describe("a run", () => {
  test("begins with rules that judge shared steps, and ends with those that use up the world", async () => {
    const rules: Rule[] = [
      { ...using("uses-up-all", "disposable"), usesUp: true },
      using("uses-up", "disposable"),
      rule("one"),
      { ...rule("uses-up-too"), usesUp: true },
      rule("two"),
      rule("judge", { first: true }),
    ];

    expect(await events(rules)).toBe(
      "+judge -judge +one -one +two -two +uses-up -uses-up +uses-up-too -uses-up-too +uses-up-all -uses-up-all",
    );
  });

  test("leaves the order as it is where each rule has a world of its own", async () => {
    const fresh = async () => server().target;

    expect(await events([using("uses-up", "disposable"), rule("one")], { fresh })).toBe(
      "+uses-up -uses-up +one -one",
    );
  });
});

describe("a run on a target that takes readers", () => {
  const readers = 2;
  const ids = { project_id: "p", free_branch_id: "one", other_free_branch_id: "other" };
  const beside = (id: string, rest: Partial<Rule> = {}) =>
    ({ ...using(id, "state"), beside: true, ...rest }) as Rule;

  test("runs a rule that changes something alone, after those that take a free branch each", async () => {
    const rules = [using("a", "state"), beside("b"), beside("c"), using("d", "state")];

    expect(await events(rules, { readers, ids })).toBe("+b +c -b -c +a -a +d -d");
  });

  test("runs a rule that judges shared steps or uses up the world alone, whatever branch it takes", async () => {
    const uses: Partial<Rule> = { needs: ["disposable"] };
    const first = [beside("judge", { first: true }), beside("judge-too", { first: true })];
    const last = [beside("uses-up", uses), beside("uses-up-too", uses)];

    expect(await events([...last, ...first], { readers, ids })).toBe(
      "+judge -judge +judge-too -judge-too +uses-up -uses-up +uses-up-too -uses-up-too",
    );
  });

  test("runs a rule that only reads once, though it takes one free branch", async () => {
    expect(await events([beside("reads", { needs: [] })], { readers, ids })).toBe("+reads -reads");
  });

  test.each<[string, Partial<Rule>]>([
    ["needs state", { needs: ["state"] }],
    ["says that it changes something", { changes: true }],
  ])("lets a rule that %s run beside others only where nothing may change", async (_what, rest) => {
    const rules = [
      { ...rule("a"), ...rest },
      { ...rule("b"), ...rest },
    ] as Rule[];

    expect(await events(rules, { readers, changes: "none" })).toBe("+a +b -a -b");
    expect(await events(rules, { readers })).toBe("+a -a +b -b");
  });
});
