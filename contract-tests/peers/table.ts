/** The outcomes as a table. */
import type { Fault } from "../faults/fault.ts";
import { CONTROL } from "./peer.ts";

export interface Outcome extends Pick<Fault, "id" | "group" | "level"> {
  peer: string;
  /** What the peer flagged. */
  found?: string;
  ms: number;
}

export interface Row {
  key: string;
  name: string;
  versions: Record<string, string>;
}

/** As Markdown, for the README. */
export function renderPeers(rows: Row[], outcomes: Outcome[]): string {
  return [
    "| Peer | Version | MUST caught | SHOULD caught | Benign flagged | Mean seconds |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map(({ key, name, versions }) => {
      const of = outcomes.filter(({ peer, id }) => peer === key && id !== CONTROL.id);
      const seconds = of.reduce((sum, { ms }) => sum + ms, 0) / 1_000 / Math.max(1, of.length);
      const version = Object.entries(versions).map(([part, it]) => `${part} ${it}`);
      return `| ${[
        name,
        version.join(", ") || "this commit",
        flagged(of, "MUST"),
        flagged(of, "SHOULD"),
        flagged(of, "benign"),
        seconds.toFixed(1),
      ].join(" | ")} |`;
    }),
  ].join("\n");
}

/** By group, how many of the faults that MUST be caught are: a column for each peer. */
export function renderGroups(rows: Row[], outcomes: Outcome[]): string {
  const must = outcomes.filter(({ level }) => level === "MUST");
  const groups = [...new Set(must.map(({ group }) => group))];
  return [
    `| MUST, by group | ${rows.map(({ key }) => key).join(" | ")} |`,
    `| --- |${rows.map(() => " --- |").join("")}`,
    ...groups.map((name) => {
      const cells = rows.map(({ key }) => {
        const of = must.filter(({ group, peer }) => group === name && peer === key);
        return `${of.filter(isFlagged).length} of ${of.length}`;
      });
      return `| ${name} | ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function flagged(outcomes: Outcome[], level: Fault["level"]): string {
  const of = outcomes.filter((it) => it.level === level);
  if (of.length === 0) return "";
  const count = of.filter(isFlagged).length;
  return `${count} of ${of.length}, ${Math.round((100 * count) / of.length)} %`;
}

function isFlagged({ found }: Outcome): boolean {
  return found !== undefined;
}
