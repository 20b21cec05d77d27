/** The profile of a run as text: how its rules fared, and the deviations that it knows. */
import type { DeviationReport, Report } from "../model.ts";
import { countOf, SIGNS, verdictOf } from "../verdict.ts";
import type { Style } from "./finding.ts";
import { hang } from "./layout.ts";

/** A line per target; with `verbose` also each deviation, with its evidence. */
export function profileLines(report: Report, { columns, paint, verbose }: Style): string[] {
  const { profile, targets } = report;
  if (!profile) return [];
  const lines = targets.flatMap(({ name }, place) =>
    hang("", `${targets.length > 1 ? `${name}, ` : ""}${summedUp(report, place)}`, columns),
  );
  const known = targets.flatMap((_, place) => deviationLines(profile.deviations, place, columns));
  return [paint("bold", `Profile ${profile.name}`), ...lines, ...(verbose ? known : [])];
}

/** Both columns, and the deviations: in one sentence. */
export function summedUp({ rules, targets, profile }: Report, place: number): string {
  const { judged, profileJudged } = targets[place] as Report["targets"][number];
  const differ = rules.filter(({ level, source, outcomes }) => {
    const outcome = outcomes[place];
    return source.startsWith("Profile ") && outcome && verdictOf({ level }, outcome) === "warning";
  });
  const shown = profile?.deviations.filter(({ seen }) => seen[place] === "shown") ?? [];
  const stale = profile?.deviations.filter(({ seen }) => seen[place] === "holds") ?? [];
  return [
    `documented rules: ${judged.rules} of ${judged.of} judged`,
    `profile rules: ${profileJudged?.rules} of ${profileJudged?.of} judged, ${differ.length} differ`,
    `${countOf(shown.length, "known deviation")} shown, ${stale.length} not (the rule holds here)`,
  ].join("; ");
}

function deviationLines(deviations: DeviationReport[], place: number, columns: number): string[] {
  const having = (seen: string) => deviations.filter((deviation) => deviation.seen[place] === seen);
  const stale = having("holds").map(({ id }) => id);
  return [
    ...having("shown").flatMap(({ id, provider, evidence, rules }) =>
      hang(
        `  ${SIGNS["known deviation"]} `,
        `${id}: ${provider.trim()} Evidence: ${evidence.join(", ")}. Rules: ${rules.join(", ")}`,
        columns,
      ),
    ),
    ...(stale.length > 0
      ? hang("  ", `The rule holds here, so the line may be stale: ${stale.join(", ")}`, columns)
      : []),
  ];
}
