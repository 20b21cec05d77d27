/** The table at the end of a run, as plain text for a terminal of 100 columns. */
import type { Rule } from "./rule.ts";

export type Outcome =
  | { kind: "passed" | "not run" | "unwritten" }
  | { kind: "failed"; message: string }
  | { kind: "not checkable" | "excused"; reason: string };

export interface Report {
  /** The names of the targets; what has an entry for each is in this order. */
  targets: string[];
  routes: { probe: string; counts: { passed: number; failed: number }[]; of: number }[];
  rules: (Pick<Rule, "id" | "level" | "text" | "source"> & { outcomes: Outcome[] })[];
}

const WIDTH = 100;

const SIGNS: Record<Outcome["kind"], string> = {
  passed: "✓",
  failed: "✗",
  unwritten: "✗",
  "not run": "·",
  "not checkable": "·",
  excused: "·",
};

export function renderTable({ targets, routes, rules }: Report): string {
  const sections = groupBy(rules, ({ source }) => source.replace(/,.*| \d+$/, ""));
  const lines = [
    "Contract of the management API",
    ...targets.map((target, place) => `  ${signAt(place, targets)} on ${target}`),
    "",
    "Routes",
    ...routes.map(({ probe, counts, of }) => {
      const cells = counts.map(({ passed, failed }) => {
        const faults = failed > 0 ? `   FAILED ${failed}` : "";
        return `${String(passed).padStart(3)} of ${of}${faults}`;
      });
      return `  ${probe.padEnd(14)} ${cells.join("   ")}`;
    }),
  ];
  for (const [section, inSection] of sections) {
    lines.push("", section);
    const groups = groupBy(inSection, heading);
    for (const [group, members] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
      if (group) lines.push(`  ${group}`);
      for (const rule of members) lines.push(...renderRule(rule, targets));
    }
  }
  return [...lines, "", totals(rules, targets), ""].join("\n");
}

/** The sign of one target, at the place where its column is. */
function signAt(place: number, targets: string[]): string {
  return targets.map((_, index) => (index === place ? SIGNS.passed : " ")).join(" ");
}

/** What passed and what failed somewhere needs no heading: it has a sign. */
function heading({ outcomes }: Pick<Report["rules"][number], "outcomes">): string {
  if (outcomes.some(isChecked)) return "";
  const headings = outcomes.map((outcome) =>
    "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind.toUpperCase(),
  );
  return [...new Set(headings)].join("; ");
}

function isChecked({ kind }: Outcome): boolean {
  return kind === "passed" || kind === "failed";
}

function renderRule(
  { id, level, text, outcomes }: Report["rules"][number],
  targets: string[],
): string[] {
  const signs = outcomes.map(({ kind }) => SIGNS[kind]).join(" ");
  const indent = " ".repeat(signs.length + 3);
  const width = WIDTH - indent.length;
  const lines = wrap(`${text} (${id}${level === "SHOULD" ? ", SHOULD" : ""})`, width);
  const messages = outcomes.flatMap((outcome, place) =>
    outcome.kind === "failed" ? wrap(`FAILED on ${targets[place]}: ${outcome.message}`, width) : [],
  );
  return [
    `  ${signs} ${lines[0]}`,
    ...[...lines.slice(1), ...messages].map((line) => indent + line),
  ];
}

function groupBy<T>(items: T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

/** A rule counts once, by the most that some target shows of it. */
function totals(rules: Report["rules"], targets: string[]): string {
  const count = (is: (outcomes: Outcome[]) => boolean) =>
    rules.filter(({ outcomes }) => is(outcomes)).length;
  const failed = (outcomes: Outcome[]) =>
    outcomes.some(({ kind }) => kind === "failed" || kind === "unwritten");
  const unchecked = (kind: Outcome["kind"]) => (outcomes: Outcome[]) =>
    !outcomes.some(isChecked) && !failed(outcomes) && outcomes.some((it) => it.kind === kind);
  const passed = (outcomes: Outcome[]) => outcomes.some(isChecked) && !failed(outcomes);
  const perTarget = targets.map(
    (target, place) => `${count((it) => it[place]?.kind === "passed")} on ${target}`,
  );
  return [
    `${rules.length} rules: ${count(passed)} checked`,
    `${count(unchecked("not checkable"))} not checkable here`,
    `${count(unchecked("excused"))} excused`,
    ...(count(unchecked("not run")) > 0 ? [`${count(unchecked("not run"))} not run`] : []),
    `${count(failed)} FAILED`,
  ]
    .join(", ")
    .concat(targets.length > 1 ? `\npassed: ${perTarget.join(", ")}` : "");
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}
