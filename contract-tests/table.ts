/** The table at the end of a run, as plain text for a terminal of 100 columns. */
import type { Rule } from "./rule.ts";

export type Outcome =
  | { kind: "passed" | "not run" | "unwritten" }
  | { kind: "failed"; message: string }
  | { kind: "not checkable" | "excused"; reason: string };

export interface Report {
  target: string;
  routes: { probe: string; passed: number; failed: number; of: number }[];
  rules: (Pick<Rule, "id" | "level" | "text" | "source"> & { outcome: Outcome })[];
}

const WIDTH = 100;
const INDENT = "    ";

const SIGNS: Record<Outcome["kind"], string> = {
  passed: "✓",
  failed: "✗",
  unwritten: "✗",
  "not run": "·",
  "not checkable": "·",
  excused: "·",
};

export function renderTable({ target, routes, rules }: Report): string {
  const sections = groupBy(rules, ({ source }) => source.replace(/,.*| \d+$/, ""));
  const lines = [
    `Contract of the management API, on ${target}`,
    "",
    "Routes",
    ...routes.map(({ probe, passed, failed, of }) => {
      const faults = failed > 0 ? `   FAILED ${failed}` : "";
      return `  ${probe.padEnd(14)} ${String(passed).padStart(3)} of ${of}${faults}`;
    }),
  ];
  for (const [section, inSection] of sections) {
    lines.push("", section);
    const groups = groupBy(inSection, ({ outcome }) => heading(outcome));
    for (const [group, members] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
      if (group) lines.push(`  ${group}`);
      for (const rule of members) lines.push(...renderRule(rule));
    }
  }
  return [...lines, "", totals(rules), ""].join("\n");
}

/** What passed and what failed needs no heading: it has a sign. */
function heading(outcome: Outcome): string {
  if (outcome.kind === "passed" || outcome.kind === "failed") return "";
  return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind.toUpperCase();
}

function renderRule({ id, level, text, outcome }: Report["rules"][number]): string[] {
  const sign = SIGNS[outcome.kind];
  const lines = wrap(
    `${text} (${id}${level === "SHOULD" ? ", SHOULD" : ""})`,
    WIDTH - INDENT.length,
  );
  const message =
    outcome.kind === "failed" ? wrap(`FAILED: ${outcome.message}`, WIDTH - INDENT.length) : [];
  return [`  ${sign} ${lines[0]}`, ...[...lines.slice(1), ...message].map((line) => INDENT + line)];
}

function groupBy<T>(items: T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

function totals(rules: Report["rules"]): string {
  const count = (...kinds: Outcome["kind"][]) =>
    rules.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  return [
    `${rules.length} rules: ${count("passed")} checked`,
    `${count("not checkable")} not checkable here`,
    `${count("excused")} excused`,
    ...(count("not run") > 0 ? [`${count("not run")} not run`] : []),
    `${count("failed", "unwritten")} FAILED`,
  ].join(", ");
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
