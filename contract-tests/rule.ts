/** What a rule is, and what becomes of it on a target. */
import type { Context } from "./context.ts";
import type { Need, Target } from "./targets/target.ts";

export type Rule = {
  /** Kebab-case; never changes its meaning. */
  id: string;
  /** SHOULD: advice of the document, or our reading of something it does not show. */
  level: "MUST" | "SHOULD";
  /** One sentence, true when the rule holds. */
  text: string;
  /** Section and number of the document, as in statements.ts. */
  source: string;
  /** What a target has to show for this rule to be checked, the rarest first. */
  needs?: readonly Need[];
} & (
  | {
      /** Rejects when the rule is broken. Left out until a target shows what the rule needs. */
      check?: (context: Context) => Promise<void> | void;
      excused?: never;
    }
  /** Why no server can show this through HTTP. */
  | { check?: never; excused: string }
);

export type Verdict =
  | { kind: "check"; check: (context: Context) => Promise<void> | void }
  | { kind: "excused" | "not checkable"; reason: string }
  | { kind: "unwritten" };

/** What to do with a rule on a target. */
export function judge(rule: Rule, { lacks }: Pick<Target, "lacks">): Verdict {
  if (rule.excused !== undefined) return { kind: "excused", reason: rule.excused };
  const reason = rule.needs?.map((need) => lacks[need]).find((reason) => reason !== undefined);
  if (reason !== undefined) return { kind: "not checkable", reason };
  return rule.check ? { kind: "check", check: rule.check } : { kind: "unwritten" };
}

/** Ends a check that finds nothing to judge, for example in a project without computes. */
export class Blocked extends Error {
  override readonly name = "Blocked";
}
