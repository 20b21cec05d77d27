/** Renders how the suite judged the faults, by group. */
import type { Rule } from "@hosted-postgres/contract-tests/run/rule";
import type { Fault } from "./fault.ts";
import type { Measured } from "./measure.ts";

/** The share of the SHOULD faults that has to be caught. */
const SHOULD_SHARE = 0.95;

/** A missed fault names this many of the rules that looked at it. */
const MOST_LOOKED = 12;

/** A run of at most this many faults names the rules that caught each. */
const MOST_NAMED = 20;

const COLUMNS = ["MUST caught", "SHOULD caught", "benign passed"];

export function renderFaults(measured: Measured[], rules: readonly Rule[]): string {
  const groups = [...new Set(measured.map(({ group }) => group))];
  const wrong = measured.filter(({ isRight }) => !isRight);
  return [
    `${"".padEnd(12)}${COLUMNS.map((name) => name.padStart(15)).join("")}`,
    ...groups.map((name) =>
      row(
        name,
        measured.filter(({ group }) => group === name),
      ),
    ),
    row("all", measured),
    ...section("Missed or wrongly flagged", wrong.flatMap(explanation)),
    ...section("Caught", measured.length > MOST_NAMED ? [] : measured.flatMap(catchers)),
    ...section(
      "Rules that catch nothing",
      deadRules(measured, rules).map((id) => `  ${id}`),
    ),
    "",
  ].join("\n");
}

function catchers({ id, level, isRight, failed }: Measured): string[] {
  if (level === "benign" || !isRight) return [];
  return [`  ${id}: ${failed.map(({ rule }) => rule).join(", ")}`];
}

export function isGood(measured: Measured[], rules: readonly Rule[]): boolean {
  const right = (level: Measured["level"]) => {
    const of = measured.filter((it) => it.level === level);
    return of.length === 0 ? 1 : of.filter(({ isRight }) => isRight).length / of.length;
  };
  return (
    right("MUST") === 1 &&
    right("SHOULD") >= SHOULD_SHARE &&
    right("benign") === 1 &&
    deadRules(measured, rules).length === 0
  );
}

const WRONG: Partial<Record<Fault["group"], string>> = {
  client: "client",
  connections: "data plane",
};

/** The whole title of a fault: "a provider that …", "a client that …", "a data plane that …". */
export function titleOf({ group, text }: Pick<Fault, "group" | "text">): string {
  return `a ${WRONG[group] ?? "provider"} that ${text}`;
}

/** Lines on a fault that was misjudged: the rules that missed it, or the rules that flagged it. */
export function explanation(measured: Measured): string[] {
  const { id, level, source, failed } = measured;
  const looked = measured.looked.filter(({ outcome }) => outcome !== "failed");
  return [
    `  ${level} ${id}: ${titleOf(measured)} (${source})`,
    ...failed.map(
      ({ rule, level, message }) => `    ${level} ${rule} failed: ${firstLine(message)}`,
    ),
    ...looked
      .slice(0, MOST_LOOKED)
      .map(({ rule, kind, outcome }) => `    ${kind} ${rule}: ${outcome}`),
    ...more(looked.length - MOST_LOOKED),
  ];
}

function more(rules: number): string[] {
  return rules > 0 ? [`    and ${rules} more rules looked`] : [];
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? "";
}

function row(name: string, of: Measured[]): string {
  return `${name.padEnd(12)}${cell(of, "MUST")}${cell(of, "SHOULD")}${cell(of, "benign")}`;
}

/**
 * The rules that a server can break and that failed on no wrong provider. Answers off a profile fail
 * any rule that reads them, which says nothing about the rule. Rules that need a Postgres are judged
 * where the wrong data planes were tried.
 */
function deadRules(measured: Measured[], rules: readonly Rule[]): string[] {
  const alive = new Set(
    measured
      .filter(({ level, group }) => level !== "benign" && group !== "profile")
      .flatMap(({ failed }) => failed.map(({ rule }) => rule)),
  );
  const hasPostgres = measured.some(({ group }) => group === "connections");
  return rules
    .filter(({ excused }) => excused === undefined)
    .filter(({ needs = [] }) => hasPostgres || !needs.includes("postgres"))
    .filter(({ id }) => !alive.has(id))
    .map(({ id }) => id);
}

function cell(measured: Measured[], level: Measured["level"]): string {
  const of = measured.filter((it) => it.level === level);
  if (of.length === 0) return "".padStart(15);
  return `${of.filter(({ isRight }) => isRight).length} of ${of.length}`.padStart(15);
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}
