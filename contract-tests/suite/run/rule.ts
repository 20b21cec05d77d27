/** The form of a rule, and how to run it on a target. */
import type { StatementKey } from "../rules/statements.ts";
import type { Context } from "./context.ts";
import type { Answer } from "./exchange.ts";
import type { Need, Target } from "./target.ts";

export type Rule = {
  /** Kebab-case; never changes its meaning. */
  id: string;
  /** MUST: a sentence of the document. SHOULD: advice, or our reading of something not shown. */
  level: "MUST" | "SHOULD";
  /** One sentence, true when the rule holds. */
  text: string;
  /** The sentences of the document behind it, the main one first. */
  states: readonly [StatementKey, ...StatementKey[]];
  /** The profile that says it, where that is not the document. */
  profile?: string | undefined;
  /** Set when the client makes the promise, which the mock shows. Default: the server does. */
  about?: "client";
  /** Abilities that the target needs for this rule to be checked, the rarest first. */
  needs?: readonly Need[];
  /** Changes the server where it may, though it does not need to. */
  changes?: true;
  /**
   * Changes and judges only what it made, and of the free branches takes `free_branch_id` alone:
   * another such rule may run beside it, on the other one.
   */
  beside?: true;
  /** Judges a step that many rules take, so it runs first: if both break on it, it is the cause. */
  first?: true;
  /** Destroys things that the target began with, so the rule runs at the very end. */
  usesUp?: true;
} & (Scenario | Observer | Excuse);

/** Sends its own requests. */
export interface Scenario {
  /** Rejects when the rule is broken. */
  check: (context: Context) => Promise<void> | void;
  observe?: never;
  excused?: never;
}

/** Looks at every answer of a run, whichever rule asked for it. */
export interface Observer {
  /** Throws when the rule is broken; returns whether there was something to judge. */
  observe: (answer: Answer, target: Target) => boolean;
  check?: never;
  excused?: never;
}

/** Cannot be shown through HTTP by any server; `excused` says why. */
export interface Excuse {
  excused: string;
  check?: never;
  observe?: never;
}

/** Section and number of its main sentence, or its profile. */
export function sourceOf({ states: [main], profile }: Pick<Rule, "states" | "profile">): string {
  return profile !== undefined ? `Profile ${profile}` : main.slice(0, main.lastIndexOf(": "));
}

export type Plan =
  | { kind: "check"; rule: Rule & Scenario }
  | { kind: "observe"; rule: Rule & Observer }
  | { kind: "excused" | "not showable"; reason: string };

/** Decides how to run a rule on a target, or why not to. */
export function planFor(rule: Rule, { lacks }: Pick<Target, "lacks">): Plan {
  if (rule.excused !== undefined) return { kind: "excused", reason: rule.excused };
  const needs: readonly Need[] = [
    ...(rule.about === "client" ? ["client" as const] : []),
    ...(rule.needs ?? []),
  ];
  const reason = needs.map((need) => lacks[need]).find((reason) => reason !== undefined);
  if (reason !== undefined) return { kind: "not showable", reason };
  return rule.observe ? { kind: "observe", rule } : { kind: "check", rule };
}
