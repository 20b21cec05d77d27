/** Runs rules on a target. */
import { Blocked } from "./blocked.ts";
import { type Context, type ContextOptions, createContext } from "./context.ts";
import { curlLines } from "./curl.ts";
import { Ledger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import { type Observer, planFor, type Rule, type Scenario } from "./rule.ts";
import { Secrets } from "./secrets.ts";
import { decidingOf, shownAnswer } from "./shown-answer.ts";
import type { Target } from "./target.ts";
import { tour } from "./tour.ts";
import { createWatch, messageOf, type Watch } from "./watch.ts";

export interface RunOptions
  extends Pick<ContextOptions, "ledger" | "seed" | "budget" | "clientFault"> {
  /** Called for each rule with its outcome. */
  onOutcome?: (rule: Rule, outcome: Outcome) => void;
  /** Whether to go on after this outcome. Default: always. */
  goOn?: (rule: Rule, outcome: Outcome) => boolean;
}

export interface Run {
  /** By the id of the rule. */
  outcomes: Map<string, Outcome>;
  watch: Watch;
  durationMs: number;
}

/** Runs scenarios one after the other; observers look on, and are told at the end if they held. */
export async function runOn(
  target: Target,
  rules: readonly Rule[],
  { onOutcome, goOn = () => true, ...options }: RunOptions = {},
): Promise<Run> {
  const startedMs = performance.now();
  const { scenarios, observers, unchecked } = planned(rules, target);
  const watch = createWatch(observers);
  const shared = { ...options, watch };
  const outcomes = new Map<string, Outcome>();
  const add = (rule: Rule, outcome: Outcome) => {
    outcomes.set(rule.id, outcome);
    onOutcome?.(rule, outcome);
    return goOn(rule, outcome);
  };
  const addFailedObservers = () =>
    observers
      .filter(({ id }) => !outcomes.has(id) && watch.hasFailed(id))
      .every((rule) => add(rule, watch.outcomeOf(rule)));

  const judgeAll = async () => {
    for (const { rule, outcome } of unchecked) add(rule, outcome);
    // An error on the tour is left for the rules to find.
    if (observers.length > 0) await inContext(target, shared, tour).catch(() => {});
    if (!addFailedObservers()) return;
    for (const rule of inOrder(scenarios)) {
      if (!add(rule, await runRule(rule, target, shared))) return;
      if (!addFailedObservers()) return;
    }
    for (const rule of observers) {
      if (!outcomes.has(rule.id) && !add(rule, watch.outcomeOf(rule))) return;
    }
  };

  await judgeAll();
  return { outcomes, watch, durationMs: performance.now() - startedMs };
}

function planned(rules: readonly Rule[], target: Target) {
  const scenarios: (Rule & Scenario)[] = [];
  const observers: (Rule & Observer)[] = [];
  const unchecked: { rule: Rule; outcome: Outcome }[] = [];
  for (const rule of rules) {
    const plan = planFor(rule, target);
    if (plan.kind === "check") scenarios.push(plan.rule);
    else if (plan.kind === "observe") observers.push(plan.rule);
    else unchecked.push({ rule, outcome: plan });
  }
  return { scenarios, observers, unchecked };
}

async function runRule(
  rule: Rule & Scenario,
  target: Target,
  options: ContextOptions,
): Promise<Outcome> {
  const startedMs = performance.now();
  let used: { context: Context; secrets: Secrets } | undefined;
  const facts = () => ({
    routes: [
      ...new Set(used?.context.exchanges.flatMap(({ route }) => (route ? [route.name] : []))),
    ],
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    await inContext(target, options, async (context, secrets) => {
      used = { context, secrets };
      await rule.check(context);
    });
    return { kind: "passed", ...facts() };
  } catch (error) {
    const blocked = error instanceof Blocked ? error : used?.context.heldBack();
    if (blocked) return { kind: "blocked", reason: blocked.message };
    if (!used) throw error;
    const { context, secrets } = used;
    const message = secrets.hide(messageOf(error));
    const { exchanges, target } = context;
    return {
      kind: "failed",
      message,
      curl: curlLines(exchanges, target.url, secrets),
      answer: shownAnswer(decidingOf(exchanges, message), target.url, secrets),
      ...facts(),
    };
  }
}

/** Runs a check in a world of its own, or in the shared one and removes what it made there. */
async function inContext(
  target: Target,
  { ledger = new Ledger(), ...options }: ContextOptions,
  check: (context: Context, secrets: Secrets) => Promise<void>,
): Promise<void> {
  const own = target.fresh ? await target.fresh() : target;
  const secrets = Secrets.of(own);
  try {
    await check(createContext(own, { ...options, ledger, secrets }), secrets);
  } finally {
    if (target.fresh) await own.close?.();
    else if (target.lacks.state === undefined) {
      await cleanUp(target, { ledger, secrets, watch: options.watch });
    }
  }
}

/** Removes everything the ledger lists as made; entries that cannot be removed stay in it. */
export async function cleanUp(
  target: Target,
  { ledger, secrets, watch }: Pick<ContextOptions, "watch"> & { ledger: Ledger; secrets: Secrets },
): Promise<void> {
  const { fetch } = createContext(target, { ledger, secrets, watch });
  for (const { remove, by } of ledger.left()) {
    // A member creates scoped keys, but only administrators revoke them.
    for (const key of new Set([(by && secrets.named(by)) ?? target.apiKey, target.apiKey])) {
      if (!ledger.left().some((entry) => entry.remove === remove)) break;
      const headers = { authorization: `Bearer ${key}` };
      await fetch(`${target.url}${remove}`, { method: "DELETE", headers }).catch(() => {});
    }
  }
}

/** Puts rules that leave something behind later, and those that destroy something last. */
function inOrder(rules: (Rule & Scenario)[]): (Rule & Scenario)[] {
  const rank = ({ needs = [], usesUp }: Rule) =>
    Number(needs.includes("disposable")) + Number(usesUp === true);
  return rules.toSorted((a, b) => rank(a) - rank(b));
}
