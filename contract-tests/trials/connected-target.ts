/** Emulators with a Postgres behind their computes, right or wrong: a new one for every check. */
import type { Rule } from "@hosted-postgres/contract-tests/run/rule";
import { emulatorTarget, withMethods } from "@hosted-postgres/contract-tests/targets/emulator";
import type { DataPlane } from "@hosted-postgres/emulator";
import {
  described,
  lookForPostgres,
  type PostgresDataPlane,
  postgres,
} from "@hosted-postgres/postgres";

const found = lookForPostgres();

/** The reason why nothing can be tried with a Postgres; undefined where one runs. */
export const whyNoPostgres = found.some(({ binaries }) => binaries)
  ? undefined
  : `no Postgres here: ${described(found)}`;

export function rightPlane(): PostgresDataPlane {
  return postgres({ settings: { fsync: "off" } });
}

/** @param wrong gives methods in place of those of a Postgres */
export function connectedTarget(wrong: (postgres: DataPlane) => Partial<DataPlane>) {
  return emulatorTarget({}, () => {
    const plane = rightPlane();
    return withMethods(plane, wrong(plane));
  });
}

/** Whether a rule connects to computes, by a Postgres or in a simulation. */
export function isConnecting({ needs = [] }: Rule): boolean {
  return needs.some((need) => need === "network" || need === "postgres");
}
