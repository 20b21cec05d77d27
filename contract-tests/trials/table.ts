/** What the suite says of all faults, by group. */
import type { Rule } from "@hosted-postgres/contract-tests/run/rule";
import type { Measured } from "./measure.ts";

/** The share of the faults that SHOULD be caught which has to be. */
const SHOULD_SHARE = 0.95;

export function renderFaults(measured: Measured[], rules: readonly Rule[]): string {
  const groups = [...new Set(measured.map(({ group }) => group))];
  const row = (name: string, of: Measured[]) =>
    `${name.padEnd(12)}${cell(of, "MUST")}${cell(of, "SHOULD")}${cell(of, "benign")}`;
  const wrong = measured.filter(({ isRight }) => !isRight);
  const dead = deadRules(measured, rules);
  return [
    `${"".padEnd(12)}${["MUST caught", "SHOULD caught", "benign passed"].map((it) => it.padStart(15)).join("")}`,
    ...groups.map((name) =>
      row(
        name,
        measured.filter(({ group }) => group === name),
      ),
    ),
    row("all", measured),
    ...section("Missed or wrongly flagged", wrong.flatMap(missed)),
    ...section(
      "Rules that catch nothing",
      dead.map((id) => `  ${id}`),
    ),
    "",
  ].join("\n");
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

/** Those that a server can break, and that failed on none of the wrong ones. */
function deadRules(measured: Measured[], rules: readonly Rule[]): string[] {
  const alive = new Set(
    measured
      .filter(({ level }) => level !== "benign")
      .flatMap(({ failed }) => failed.map(({ rule }) => rule)),
  );
  return rules
    .filter(({ id, excused }) => excused === undefined && !alive.has(id))
    .map(({ id }) => id);
}

function cell(measured: Measured[], level: Measured["level"]): string {
  const of = measured.filter((it) => it.level === level);
  if (of.length === 0) return "".padStart(15);
  return `${of.filter(({ isRight }) => isRight).length} of ${of.length}`.padStart(15);
}

function missed({ id, level, text, failed }: Measured): string[] {
  const wrongly = level === "benign" ? failed : [];
  return [
    `  ${level} ${id}: ${text}`,
    ...wrongly.map(({ rule, message }) => `    ${rule}: ${message.split("\n")[0]}`.slice(0, 120)),
  ];
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}
