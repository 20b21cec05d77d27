/** The profile of a run: its deviations with their evidence, and whether they show. */
import { type Markup, markup } from "../markup.ts";
import type { DeviationReport, Report } from "../model.ts";
import { summedUp } from "../text/profile.ts";
import { labelled } from "./cell.ts";
import { inline } from "./source.ts";

const SEEN = {
  shown: "known deviation",
  holds: "passed",
  "not judged": "blocked",
} as const;

export function renderProfile(report: Report): Markup | undefined {
  const { profile, targets } = report;
  if (!profile) return undefined;
  return markup`<section aria-labelledby="profile">
<h2 id="profile">Profile ${profile.name}</h2>
${targets.map(({ name }, place) => markup`<p class="quiet">${name}: ${summedUp(report, place)}</p>`)}
<details class="group">
<summary><h3>Known deviations <small>${profile.deviations.length}</small></h3></summary>
<ul class="plain">${profile.deviations.map((deviation) => item(deviation, targets))}</ul>
</details>
</section>`;
}

function item(
  { id, source, document, provider, evidence, seen }: DeviationReport,
  targets: Report["targets"],
): Markup {
  const signs = seen.map((it, place) => labelled(SEEN[it], `${targets[place]?.name}: ${it}`));
  const stale = seen.includes("holds") ? " The rule holds, so the line may be stale." : "";
  return markup`<li><span class="cells">${signs}</span> <code>${id}</code> · ${source}: ${inline(document)} <b>Provider:</b> ${inline(provider)} <b>Evidence:</b> ${evidence.join(", ")}.${stale}</li>`;
}
