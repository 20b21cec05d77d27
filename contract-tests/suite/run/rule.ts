/** What a rule is, and what becomes of it on a target. */
import type { StatementKey } from "../rules/statements.ts";
import type { Context } from "./context.ts";
import type { Answer } from "./exchange.ts";
import type { Need, Target } from "./target.ts";

export type Rule = {
  /** Kebab-case; never changes its meaning. */
  id: string;
  /** SHOULD: advice, or our reading of something not shown. NOTE: worth knowing, never a fault. */
  level: "MUST" | "SHOULD" | "NOTE";
  /** One sentence, true when the rule holds. */
  text: string;
  /** The sentences of the document it stands on, the main one first. */
  states: readonly [StatementKey, ...StatementKey[]];
  /** Whose promise it is. Default: the server's. Those of the client are checked on the mock. */
  about?: "client";
  /** What a target has to show for this rule to be checked, the rarest first. */
  needs?: readonly Need[];
  /** Afterwards things that the target began with are gone: it comes at the very end. */
  usesUp?: true;
} & (Scenario | Observer | Excuse);

/** Sends requests of its own. */
export interface Scenario {
  /** Rejects when the rule is broken. */
  check: (context: Context) => Promise<void> | void;
  observe?: never;
  excused?: never;
}

/** Looks at every answer of a run, whoever asked for it. */
export interface Observer {
  /** Throws when the rule is broken; tells whether there was something to judge. */
  observe: (answer: Answer, target: Target) => boolean;
  check?: never;
  excused?: never;
}

/** Why no server can show this through HTTP. */
export interface Excuse {
  excused: string;
  check?: never;
  observe?: never;
}

/** Section and number of its main sentence. */
export function sourceOf({ states: [main] }: Pick<Rule, "states">): string {
  return main.slice(0, main.lastIndexOf(": "));
}

export type Verdict =
  | { kind: "check"; rule: Rule & Scenario }
  | { kind: "observe"; rule: Rule & Observer }
  | { kind: "excused" | "not showable"; reason: string };

/** What to do with a rule on a target. */
export function judge(rule: Rule, { lacks }: Pick<Target, "lacks">): Verdict {
  if (rule.excused !== undefined) return { kind: "excused", reason: rule.excused };
  const needs: readonly Need[] = [
    ...(rule.about === "client" ? ["client" as const] : []),
    ...(rule.needs ?? []),
  ];
  const reason = needs.map((need) => lacks[need]).find((reason) => reason !== undefined);
  if (reason !== undefined) return { kind: "not showable", reason };
  return rule.observe ? { kind: "observe", rule } : { kind: "check", rule };
}
