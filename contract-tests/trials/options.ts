/** Reads the options of `npm run faults`. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { matching } from "@hosted-postgres/contract-tests/run/only";
import type { Fault } from "./fault.ts";
import { derivedFaults, faults } from "./faults/index.ts";

export interface Options {
  chosen: Fault[];
  /** Whether `chosen` is the whole catalogue. */
  isWhole: boolean;
  first: boolean;
  jobs: number;
  /** Set for the processes that the command starts itself. */
  shard: string | undefined;
}

const MOST_NAMES = 3;
const LEAST_IN_COMMON = 3;

/** @throws {Error} when an option is unknown, names nothing, or is no number */
export function optionsIn(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      derived: { type: "boolean", default: false },
      first: { type: "boolean", default: false },
      jobs: { type: "string", default: String(availableParallelism()) },
      shard: { type: "string" },
    },
  });
  const { only, derived, first, jobs, shard } = values;
  if (!/^[1-9]\d*$/.test(jobs))
    throw new Error(`--jobs must be a whole number of at least 1, not ${jobs}`);
  const all = [...faults, ...(derived ? derivedFaults : [])];
  checkNames(only?.split(",") ?? [], all);
  const isChosen = matching(only);
  const chosen = all.filter(({ id, group }) => isChosen(id) || isChosen(group));
  return { chosen, isWhole: only === undefined, first, jobs: Number(jobs), shard };
}

function checkNames(patterns: readonly string[], all: readonly Fault[]): void {
  const names = new Set(all.flatMap(({ id, group }) => [id, group]));
  const unknown = patterns.find((pattern) => ![...names].some(matching(pattern)));
  if (unknown === undefined) return;
  const isDerived = derivedFaults.some(({ id }) => matching(unknown)(id));
  const advice = isDerived ? "--derived adds it" : nearest(unknown, names, all);
  throw new Error(`--only: no fault or group is named ${unknown}; ${advice}`);
}

/** Names those that begin like it for longest, or the groups where none does. */
function nearest(name: string, names: Set<string>, all: readonly Fault[]): string {
  const inCommon = (other: string) => {
    const end = [...other].findIndex((letter, place) => letter !== name[place]);
    return end < 0 ? other.length : end;
  };
  const near = [...names]
    .filter((other) => inCommon(other) >= LEAST_IN_COMMON)
    .sort((a, b) => inCommon(b) - inCommon(a));
  if (near.length > 0) return `the nearest: ${near.slice(0, MOST_NAMES).join(", ")}`;
  return `the groups: ${[...new Set(all.map(({ group }) => group))].join(", ")}`;
}
