/** Runs rules on a target. */
import { AssertionError } from "node:assert";
import { type Deviations, excused } from "../profiles/deviations.ts";
import { Blocked } from "./blocked.ts";
import { BOUNDS, Deadline, OutOfTime, seconds } from "./bounds.ts";
import { Broken, thingOf } from "./broken.ts";
import { type Context, type ContextOptions, createContext } from "./context.ts";
import { curlLines } from "./curl.ts";
import { requestNameOf } from "./exchange.ts";
import { Ledger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import { type Observer, planFor, type Rule, type Scenario } from "./rule.ts";
import { Secrets } from "./secrets.ts";
import { decidingOf, shownAnswer } from "./shown-answer.ts";
import type { Need, Target } from "./target.ts";
import { tour } from "./tour.ts";
import { createWatch, messageOf, type Watch } from "./watch.ts";

export interface RunOptions
  extends Pick<ContextOptions, "ledger" | "seed" | "budget" | "clientFault" | "bounds"> {
  /** Ends the run; its reason is the outcome of the rules that are left. */
  signal?: AbortSignal | undefined;
  /** Of the profile. Default: none. */
  deviations?: Deviations | undefined;
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
  /** Set when the run ended before its last rule, with the reason. */
  ended?: string;
}

const CHANGING: readonly Need[] = ["writes", "state", "disposable"];

/** State that all checks of one run share. */
interface Shared extends ContextOptions {
  ledger: Ledger;
  watch: Watch;
  broken: Broken;
  /** The end of the run. */
  deadline: Deadline;
  /** Of the rule that runs. */
  needs?: readonly Need[] | undefined;
}

/**
 * Runs the scenarios, those that only read beside the others where the target allows it; observers
 * look on, and are told at the end if they held.
 */
export async function runOn(
  target: Target,
  rules: readonly Rule[],
  { onOutcome, goOn = () => true, signal, deviations = [], ...options }: RunOptions = {},
): Promise<Run> {
  const startedMs = performance.now();
  const { scenarios, observers, unchecked } = planned(rules, target);
  const watch = createWatch(observers);
  const deadline = endOfRun(options, signal);
  const broken = new Broken();
  const { ledger = new Ledger() } = options;
  const shared: Shared = { ...options, ledger, watch, broken, deadline };
  const outcomes = new Map<string, Outcome>();
  let isOn = true;
  const add = (rule: Rule, found: Outcome) => {
    if (!isOn) return;
    const outcome = excused(deviations, rule, found);
    outcomes.set(rule.id, outcome);
    onOutcome?.(rule, outcome);
    isOn = goOn(rule, outcome);
  };
  const addFailedObservers = () => {
    for (const rule of observers) {
      if (!outcomes.has(rule.id) && watch.hasFailed(rule.id)) add(rule, watch.outcomeOf(rule));
    }
  };
  /** Takes rules from the queue until it is empty. */
  const drain = async ({ queue, on }: Lane) => {
    for (let rule = queue.shift(); rule && isOn; rule = queue.shift()) {
      if (deadline.signal.aborted) return;
      add(rule, await runRule(rule, on, shared));
      addFailedObservers();
    }
  };

  for (const { rule, outcome } of unchecked) add(rule, outcome);
  try {
    // An error on the tour is left for the rules to find.
    const touring = (context: Context) => deadline.race(() => tour(context));
    if (observers.length > 0) await inContext(target, shared, touring).catch(() => {});
    addFailedObservers();
    const inTurn = async (steps: Lane[][]) => {
      for (const lanes of steps) await Promise.all(lanes.map(drain));
    };
    for (const { changing, reading } of phasesOf(scenarios, target))
      await Promise.all([inTurn(changing), ...reading.map(drain)]);
  } catch (error) {
    // A target cannot start: nothing else begins, and no timer goes on.
    deadline.pass();
    throw error;
  }
  deadline.end();
  const { aborted, reason } = deadline.signal;
  const left: Outcome = { kind: "not run", reason: messageOf(reason) };
  for (const rule of aborted ? scenarios : []) if (!outcomes.has(rule.id)) add(rule, left);
  for (const rule of observers) if (!outcomes.has(rule.id)) add(rule, watch.outcomeOf(rule));
  if (isShared(target)) await cleanUp(target, { ...shared, secrets: Secrets.of(target) });
  const durationMs = performance.now() - startedMs;
  return { outcomes, watch, durationMs, ...(aborted && { ended: messageOf(reason) }) };
}

function endOfRun({ bounds: { runMs } = BOUNDS }: RunOptions, signal?: AbortSignal): Deadline {
  const reason = () => new OutOfTime(`the run reached its bound of ${seconds(runMs)}`);
  return new Deadline(runMs, reason, signal);
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

async function runRule(rule: Rule & Scenario, target: Target, shared: Shared): Promise<Outcome> {
  const { bounds: { ruleMs } = BOUNDS, deadline: endOfRun } = shared;
  const startedMs = performance.now();
  let used: Used | undefined;
  const reason = () => new OutOfTime(`did not end within ${seconds(ruleMs)}${lastOf(used)}`);
  const deadline = new Deadline(ruleMs, reason, endOfRun.signal);
  const facts = () => ({
    routes: routesOf(used),
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    const reads = target.readers !== undefined && isReading(rule, target);
    await inContext(
      target,
      { ...shared, rule, needs: rule.needs, deadline, reads },
      async (context, secrets) => {
        used = { context, secrets };
        await deadline.race(() => rule.check(context));
        const blocked = context.heldBack();
        if (blocked) throw blocked;
      },
    );
    return { kind: "passed", ...facts() };
  } catch (thrown) {
    const error = rejectionIn(thrown);
    if (endOfRun.signal.aborted && error === endOfRun.signal.reason)
      return { kind: "not run", reason: `${messageOf(error)}${lastOf(used)}` };
    const blocked = blockedBy(error, rule, used, shared);
    if (blocked) {
      const { message, rule: cause } = blocked;
      return { kind: "blocked", reason: message, ...(cause !== undefined && { cause }) };
    }
    if (!used) throw error;
    const thing = thingOf(error);
    if (thing !== undefined) shared.broken.add(thing, rule);
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
  } finally {
    deadline.pass();
  }
}

/** The error behind "Got unwanted rejection", which says nothing itself. */
function rejectionIn(error: unknown): unknown {
  const isUnwanted = error instanceof AssertionError && error.operator === "doesNotReject";
  return isUnwanted ? error.actual : error;
}

interface Used {
  context: Context;
  secrets: Secrets;
}

/** Returns why an error says nothing about the rule itself. */
function blockedBy(
  error: unknown,
  rule: Rule,
  used: Used | undefined,
  { broken, watch }: Shared,
): Blocked | undefined {
  if (error instanceof Blocked) return error;
  const heldBack = used?.context.heldBack();
  if (heldBack) return heldBack;
  const thing = thingOf(error);
  if (thing !== undefined) return broken.blocking(thing, rule);
  // A check that stumbles over the form of an answer rests on the rule about that form.
  const cause = error instanceof TypeError ? watch.brokenOn(routesOf(used)) : undefined;
  return cause === undefined
    ? undefined
    : new Blocked(`rests on ${cause}, which is broken: the form of an answer`, cause);
}

function routesOf(used: Used | undefined): string[] {
  const names = used?.context.exchanges.flatMap(({ route }) => (route ? [route.name] : [])) ?? [];
  return [...new Set(names)];
}

/** The last request, as the end of a sentence. */
function lastOf(used: Used | undefined): string {
  const last = used?.context.exchanges.at(-1);
  if (!last) return "";
  const name = requestNameOf(last);
  return last.status === undefined
    ? `, while it waited for the answer to ${name}`
    : `; the last request was ${name}, answered ${last.status}`;
}

/** Runs a check in a world of its own, or in the shared one and removes what it made there. */
async function inContext(
  target: Target,
  shared: Shared,
  check: (context: Context, secrets: Secrets) => Promise<void>,
): Promise<void> {
  const own = target.fresh ? await target.fresh(shared.needs ?? []) : target;
  const secrets = Secrets.of(own);
  try {
    await check(createContext(own, { ...shared, secrets }), secrets);
  } finally {
    if (target.fresh) await own.close?.();
    else if (isShared(target)) await cleanUp(target, { ...shared, secrets });
  }
}

/** Whether the checks share the state of the target. */
function isShared({ fresh, lacks }: Target): boolean {
  return !fresh && lacks.state === undefined;
}

/** Removes what the rule made, or all that the ledger lists; what cannot be removed stays in it. */
export async function cleanUp(
  target: Target,
  {
    ledger,
    secrets,
    rule,
    bounds = BOUNDS,
    ...options
  }: Pick<ContextOptions, "watch" | "broken" | "bounds" | "rule"> & {
    ledger: Ledger;
    secrets: Secrets;
  },
): Promise<void> {
  const deadline = new Deadline(bounds.waitMs);
  const { watch, broken } = options;
  const { fetch } = createContext(target, { ledger, secrets, bounds, watch, broken, deadline });
  const remove = async () => {
    for (const { remove, by } of ledger.left(rule?.id)) {
      // A member creates scoped keys, but only administrators revoke them.
      for (const key of new Set([(by && secrets.named(by)) ?? target.apiKey, target.apiKey])) {
        if (!ledger.left().some((entry) => entry.remove === remove)) break;
        const headers = { authorization: `Bearer ${key}` };
        await fetch(`${target.url}${remove}`, { method: "DELETE", headers }).catch(() => {});
      }
    }
  };
  // The ledger keeps what could not be removed.
  await deadline.race(remove).catch(() => {});
  deadline.end();
}

/** Rules that run one after the other; lanes may share a queue. */
interface Lane {
  queue: (Rule & Scenario)[];
  on: Target;
}

interface Phase {
  /** Steps in turn, whose lanes run side by side. */
  changing: Lane[][];
  /** Lanes beside all of them. */
  reading: Lane[];
}

/**
 * The rules in the order they run: those that judge shared steps first, those that leave something
 * behind later, and those that destroy something last.
 */
function phasesOf(scenarios: readonly (Rule & Scenario)[], target: Target): Phase[] {
  const { readers = 0 } = target;
  const rank = ({ first, needs = [], usesUp }: Rule) => {
    if (first) return -1;
    // A world of its own has nothing that a later rule could miss.
    if (target.fresh) return 0;
    return Number(needs.includes("disposable")) + Number(usesUp === true);
  };
  return [-1, 0, 1, 2].map((place) => {
    const phase = scenarios.filter((rule) => rank(rule) === place);
    if (readers === 0) return { changing: [[{ queue: phase, on: target }]], reading: [] };
    const reading = phase.filter((rule) => isReading(rule, target));
    const beside = phase.filter((rule) => rule.beside && place === 0 && !reading.includes(rule));
    const alone = phase.filter((rule) => !reading.includes(rule) && !beside.includes(rule));
    return {
      changing: [
        sidesOf(target).map((on) => ({ queue: beside, on })),
        [{ queue: alone, on: target }],
      ],
      reading: Array<Lane>(readers).fill({ queue: reading, on: target }),
    };
  });
}

/** The target once for each free branch, on which rules of that kind run. */
function sidesOf(target: Target): Target[] {
  const { other_free_branch_id, ...ids } = target.ids;
  if (other_free_branch_id === undefined) return [target];
  const other = { ...ids, free_branch_id: other_free_branch_id };
  return [
    { ...target, ids },
    { ...target, ids: other },
  ];
}

/** Whether a check changes nothing that another may look at. */
function isReading({ changes, needs = [] }: Rule, target: Target): boolean {
  if (target.changes === "none") return true;
  return !changes && !needs.some((need) => CHANGING.includes(need));
}
