/** Broken rules by cause: rules that one answer breaks are one finding. */
import type { Failure } from "../run/outcome.ts";
import type { Report, RuleReport } from "./model.ts";
import { groupBy, VERDICTS, worstOf } from "./verdict.ts";

export interface Finding {
  rule: RuleReport;
  failures: { target: string; failure: Failure }[];
  /** Other rules that broke with the same message on the same routes. */
  alike: RuleReport[];
  /** Rules that could not be judged because this one is broken. */
  resting: RuleReport[];
}

/** The worst first, and of these the ones with the most consequences. */
export function findingsOf({ rules, targets }: Report): Finding[] {
  const failuresOf = ({ outcomes }: RuleReport) =>
    outcomes.flatMap((outcome, place) =>
      outcome.kind === "failed" ? [{ target: targets[place]?.name ?? "", failure: outcome }] : [],
    );
  const causeOf = (rule: RuleReport) =>
    JSON.stringify([
      worstOf(rule),
      ...failuresOf(rule).map(({ target, failure: { message, routes } }) => [
        target,
        message,
        routes,
      ]),
    ]);
  const broken = rules.filter((rule) => failuresOf(rule).length > 0);
  const findings = [...groupBy(broken, causeOf).values()].map(([first, ...alike]) => {
    const rule = first as RuleReport;
    const ids = [rule, ...alike].map(({ id }) => id);
    const rests = ({ outcomes }: RuleReport) =>
      outcomes.some((it) => it.kind === "blocked" && it.cause && ids.includes(it.cause));
    return { rule, failures: failuresOf(rule), alike, resting: rules.filter(rests) };
  });
  const urgency = ({ rule }: Finding) => VERDICTS.indexOf(worstOf(rule));
  const size = ({ alike, resting }: Finding) => alike.length + resting.length;
  return findings.toSorted((a, b) => urgency(a) - urgency(b) || size(b) - size(a));
}
