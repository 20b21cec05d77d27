/** Runs rules on a target. */

import type { Outcome } from "../reports/model.ts";
import { Blocked } from "./blocked.ts";
import {
  type Context,
  createContext,
  createSession,
  type Session,
  type Shared,
} from "./context.ts";
import { curlLines } from "./curl.ts";
import { judge, type Rule, type Scenario } from "./rule.ts";
import type { Stage } from "./stage.ts";
import { tour } from "./tour.ts";
import { createWatch, messageOf, type Watch } from "./watch.ts";

export interface RunOptions extends Shared {
  /** Why a rule is left out, if it is. */
  leftOut?: (rule: Rule) => string | undefined;
  /** Told of each rule that was judged. */
  onOutcome?: (rule: Rule, outcome: Outcome) => void;
  /** Whether to go on after this outcome. Default: always. */
  goOn?: (rule: Rule, outcome: Outcome) => boolean;
}

export interface StageRun {
  /** By the id of the rule. */
  outcomes: Map<string, Outcome>;
  watch: Watch;
  durationMs: number;
}

/** Judges every rule on a stage: first those that send requests, then those that looked on. */
export async function runOn(
  stage: Stage,
  rules: readonly Rule[],
  { leftOut = () => undefined, onOutcome, goOn = () => true, ...shared }: RunOptions = {},
): Promise<StageRun> {
  const startedMs = performance.now();
  const watch = createWatch(rules, stage.lacks);
  const outcomes = new Map<string, Outcome>();
  const judged = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule.id, outcome);
    onOutcome?.(rule, outcome);
    return goOn(rule, outcome);
  };
  const done = () => ({ outcomes, watch, durationMs: performance.now() - startedMs });

  const observers: Extract<ReturnType<typeof judge>, { kind: "observe" }>["rule"][] = [];
  const scenarios: (Rule & Scenario)[] = [];
  for (const rule of rules) {
    const reason = leftOut(rule);
    const verdict =
      reason === undefined ? judge(rule, stage) : ({ kind: "not run", reason } as const);
    if (verdict.kind === "check") scenarios.push(verdict.rule);
    else if (verdict.kind === "observe") observers.push(verdict.rule);
    else judged(rule, verdict);
  }

  // What they saw go wrong is told at once, that nothing did only at the end.
  const judgeObservers = (isEnd: boolean) =>
    observers
      .filter(({ id }) => !outcomes.has(id) && (isEnd || watch.hasFailed(id)))
      .every((rule) => judged(rule, watch.outcomeOf(rule)));

  // What goes wrong on the tour is for the rules to find.
  if (observers.length > 0) await inContext(stage, watch, shared, tour).catch(() => {});
  if (!judgeObservers(false)) return done();
  for (const rule of inOrder(scenarios)) {
    if (!judged(rule, await runRule(rule, stage, watch, shared))) return done();
    if (!judgeObservers(false)) return done();
  }
  judgeObservers(true);
  return done();
}

/** Judges a rule that sends requests of its own. */
export async function runRule(
  rule: Rule & Scenario,
  stage: Stage,
  watch: Watch,
  shared: Shared = {},
): Promise<Outcome> {
  const startedMs = performance.now();
  let used: { context: Context; session: Session } | undefined;
  const routes = () => [
    ...new Set(used?.context.exchanges.flatMap(({ route }) => (route ? [route.name] : []))),
  ];
  const durationMs = () => Math.round(performance.now() - startedMs);
  try {
    await inContext(stage, watch, shared, async (context, session) => {
      used = { context, session };
      await rule.check(context);
    });
    return { kind: "passed", routes: routes(), durationMs: durationMs() };
  } catch (error) {
    const blocked = error instanceof Blocked ? error : used?.context.heldBack();
    if (blocked) return { kind: "blocked", reason: blocked.message };
    if (!used) throw error;
    const { context, session } = used;
    return {
      kind: rule.level === "NOTE" ? "noted" : "failed",
      message: session.secrets.hide(messageOf(error)),
      curl: curlLines(context.exchanges, session.target.url, session.secrets),
      routes: routes(),
      durationMs: durationMs(),
    };
  }
}

/** Gives a check a context on the stage, and removes what it made there. */
async function inContext(
  stage: Stage,
  watch: Watch,
  shared: Shared,
  check: (context: Context, session: Session) => Promise<void>,
): Promise<void> {
  const { close, ...target } = await stage.open();
  const session = createSession(target, watch, shared);
  try {
    await check(createContext(session), session);
  } finally {
    if (target.lacks.state === undefined && !close) await cleanUp(session);
    await close?.();
  }
}

/** Removes what the ledger says was made and is still there; what cannot be, stays in it. */
export async function cleanUp(session: Session): Promise<void> {
  const { target, ledger, secrets } = session;
  const { fetch } = createContext({ ...session, clientFault: undefined, budget: undefined });
  for (const { remove, by } of ledger.left()) {
    // A member creates scoped keys, but only administrators revoke them.
    for (const key of new Set([(by && secrets.named(by)) ?? target.apiKey, target.apiKey])) {
      if (!ledger.left().some((entry) => entry.remove === remove)) break;
      const headers = { authorization: `Bearer ${key}` };
      await fetch(`${target.url}${remove}`, { method: "DELETE", headers }).catch(() => {});
    }
  }
}

/** What leaves something behind comes later, what takes something away last. */
function inOrder(rules: (Rule & Scenario)[]): (Rule & Scenario)[] {
  const rank = ({ needs = [], usesUp }: Rule) =>
    Number(needs.includes("disposable")) + Number(usesUp === true);
  return rules.toSorted((a, b) => rank(a) - rank(b));
}
