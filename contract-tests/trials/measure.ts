/** Runs the rules against faults: which of them notice, and which should have. */
import { type Rule, sourceOf } from "@hosted-postgres/contract-tests/run/rule";
import { runOn } from "@hosted-postgres/contract-tests/run/run";
import type { Target } from "@hosted-postgres/contract-tests/run/target";
import type { Fault } from "./fault.ts";
import { faultyTarget } from "./faulty-target.ts";

export interface Measured extends Pick<Fault, "id" | "group" | "level" | "text" | "source"> {
  /** The rules that failed, with what they say. */
  failed: { rule: string; level: Rule["level"]; message: string }[];
  /** Whether the suite says of it what it should: caught, or let pass if it is benign. */
  isRight: boolean;
  durationMs: number;
}

/**
 * Runs the rules against one fault: until one has caught it, those of its own sentence first; or
 * `every` rule, as always when it is benign.
 */
export async function measure(
  fault: Fault,
  rules: readonly Rule[],
  { mock, every = fault.level === "benign" }: { mock: Target; every?: boolean },
): Promise<Measured> {
  const { id, group, level, text, source } = fault;
  const isCatch = (rule: Pick<Rule, "level">) => rule.level === "MUST" || level === "SHOULD";
  const target = fault.client ? mock : await faultyTarget(fault);
  // A client is judged by the rules about it, a server by all the others.
  const judging = rules.filter(
    ({ about }) => (about === "client") === (fault.client !== undefined),
  );
  const { outcomes, durationMs } = await runOn(target, nearestFirst(judging, fault), {
    clientFault: fault.client,
    goOn: (rule, { kind }) => every || kind !== "failed" || !isCatch(rule),
  });
  const failed = rules.flatMap((rule) => {
    const outcome = outcomes.get(rule.id);
    if (outcome?.kind !== "failed") return [];
    return [{ rule: rule.id, level: rule.level, message: outcome.message }];
  });
  const isRight = level === "benign" ? failed.length === 0 : failed.some(isCatch);
  return { id, group, level, text, source, failed, isRight, durationMs: Math.round(durationMs) };
}

function nearestFirst(rules: readonly Rule[], fault: Fault): Rule[] {
  const section = (source: string) => source.replace(/,.*| \d+$/, "");
  const distance = (rule: Rule) => {
    const source = sourceOf(rule);
    return source === fault.source ? 0 : section(source) === section(fault.source) ? 1 : 2;
  };
  return rules.toSorted((a, b) => distance(a) - distance(b));
}
