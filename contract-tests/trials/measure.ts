/** Runs the rules against faults and tells which rules noticed. */
import { readProfile } from "@hosted-postgres/contract-tests/profiles/read";
import { BOUNDS } from "@hosted-postgres/contract-tests/run/bounds";
import type { Failure, Outcome } from "@hosted-postgres/contract-tests/run/outcome";
import { type Rule, sourceOf } from "@hosted-postgres/contract-tests/run/rule";
import { type Run, runOn } from "@hosted-postgres/contract-tests/run/run";
import type { Target } from "@hosted-postgres/contract-tests/run/target";
import { connectedTarget, isConnecting } from "./connected-target.ts";
import type { Fault } from "./fault.ts";
import { faultyTarget } from "./faulty-target.ts";

export interface Measured extends Pick<Fault, "id" | "group" | "level" | "text" | "source"> {
  /** The rules that failed, with their messages. */
  failed: { rule: string; level: Rule["level"]; message: string }[];
  /** The rules that ran on a missed fault, nearest first; empty if it was caught, or is benign. */
  looked: { rule: string; kind: "scenario" | "observer"; outcome: Outcome["kind"] }[];
  /** Whether the suite judges it correctly: catches a wrong one, passes a benign one. */
  isRight: boolean;
  durationMs: number;
}

/**
 * Runs the rules against one fault, those nearest to its sentence first. Stops at the first catch,
 * unless `every` is set; a benign fault always meets every rule.
 */
export async function measure(
  fault: Fault,
  rules: readonly Rule[],
  { mock, every = fault.level === "benign" }: { mock: () => Promise<Target>; every?: boolean },
): Promise<Measured> {
  const { id, group, level, text, source } = fault;
  const isCatch = (rule: Pick<Rule, "level">) => rule.level === "MUST" || level === "SHOULD";
  const profile = fault.options?.profile && (await readProfile(fault.options.profile.name));
  const target = await targetOf(fault, mock);
  const judging = nearestFirst(judgesOf(fault, [...rules, ...(profile?.rules ?? [])]), fault);
  const { outcomes, durationMs } = await runOn(target, judging, {
    clientFault: fault.client,
    deviations: profile?.deviations,
    goOn: (rule, outcome) => every || !isBroken(outcome) || !isCatch(rule),
    ...(fault.plane && { bounds: { ...BOUNDS, waitMs: IN_VAIN_MS } }),
  });
  const failed = failedOf(judging, outcomes);
  const isRight = level === "benign" ? failed.length === 0 : failed.some(isCatch);
  const isMissed = level !== "benign" && !isRight;
  return {
    ...{ id, group, level, text, source, failed, isRight },
    looked: isMissed ? lookedOf(judging, outcomes) : [],
    durationMs: Math.round(durationMs),
  };
}

/** A rule waits this long for what a wrong data plane never does. */
const IN_VAIN_MS = 5_000;

function targetOf(fault: Fault, mock: () => Promise<Target>): Promise<Target> {
  if (fault.client) return mock();
  return fault.plane ? connectedTarget(fault.plane) : faultyTarget(fault);
}

/**
 * The rules about the client judge a client, those that connect a data plane, and all others a server.
 */
function judgesOf({ client, plane }: Fault, rules: readonly Rule[]): Rule[] {
  const judges = rules.filter(({ about }) => (about === "client") === (client !== undefined));
  return plane ? judges.filter(isConnecting) : judges;
}

/** A failure that no deviation of the profile knows of. */
function isBroken(outcome: Outcome): outcome is Failure {
  return outcome.kind === "failed" && outcome.deviations === undefined;
}

function failedOf(rules: readonly Rule[], outcomes: Run["outcomes"]): Measured["failed"] {
  return rules.flatMap(({ id, level }) => {
    const outcome = outcomes.get(id);
    return outcome && isBroken(outcome) ? [{ rule: id, level, message: outcome.message }] : [];
  });
}

function lookedOf(rules: readonly Rule[], outcomes: Run["outcomes"]): Measured["looked"] {
  return rules.flatMap((rule) => {
    const outcome = outcomes.get(rule.id);
    if (!outcome || rule.excused !== undefined) return [];
    const kind = rule.observe ? "observer" : "scenario";
    return [{ rule: rule.id, kind, outcome: outcome.kind }];
  });
}

function nearestFirst(rules: readonly Rule[], fault: Fault): Rule[] {
  const section = (source: string) => source.replace(/,.*| \d+$/, "");
  const distance = (rule: Rule) => {
    const source = sourceOf(rule);
    return source === fault.source ? 0 : section(source) === section(fault.source) ? 1 : 2;
  };
  return rules.toSorted((a, b) => distance(a) - distance(b));
}
