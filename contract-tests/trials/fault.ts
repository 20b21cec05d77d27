/**
 * A provider that is wrong in one way, or right in an unusual one: the emulator with something in
 * front of it that changes requests or answers. The emulator does not know about it.
 */

import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Control } from "@hosted-postgres/contract-tests/run/target";
import type { DataPlane, Emulator, EmulatorOptions } from "@hosted-postgres/emulator";

export interface Fault {
  /** Kebab-case; never changes its meaning. */
  id: string;
  group: Group;
  /** The level of the broken sentence; `benign`: nothing is broken, and no rule may fail. */
  level: "MUST" | "SHOULD" | "benign";
  /** Completes "a provider that …". */
  text: string;
  /** The sentence that it breaks or that allows it: section and number, as in statements.ts. */
  source: string;
  /** Options of its emulator, for a fault that needs no interception. */
  options?: EmulatorOptions;
  /** Puts the fault in front of a new emulator. Each call has its own state. */
  apply?: (emulator: Emulator) => Provider;
  /** Makes the client wrong instead: sits between the client and the mock. */
  client?: (next: Fetch) => Fetch;
  /** Makes the Postgres behind the computes wrong instead: methods in place of its own. */
  plane?: (postgres: DataPlane) => Partial<DataPlane>;
}

/** Named as the rules and the emulator name their topics. */
export type Group =
  | "auth"
  | "api-keys"
  | "projects"
  | "pagination"
  | "operations"
  | "endpoints"
  | "requests"
  | "conventions"
  | "connections"
  | "profile"
  | "client";

/** Stands in for the service. Defaults to the emulator in whatever it leaves out. */
export interface Provider {
  fetch?: Fetch;
  control?: Partial<Pick<Control, "connect" | "disableScaleToZero">>;
  /** The ids the world begins with, where the provider renames them. */
  ids?: Emulator["ids"];
}

/** Puts a fault in front of an emulator. */
export type Apply = NonNullable<Fault["apply"]>;

/** Makes a provider wrong or unusual. */
export type How = Apply | Pick<Fault, "apply" | "options" | "client" | "plane">;

/** One fault of a table. */
export type Row = readonly [text: string, how: How];

/** Faults by id, which never changes its meaning. */
type Rows = Record<string, Row>;

/** Rows that differ in one thing. */
export const rowsOf = <T>(items: readonly T[], row: (item: T) => [id: string, ...Row]): Rows =>
  Object.fromEntries(
    items.map((item) => {
      const [id, ...rest] = row(item);
      return [id, rest];
    }),
  );

/** Writes down the faults of a group: rows under the sentence that they break or that allows them. */
export function inGroup(group: Group) {
  const rows =
    (level: Fault["level"]) =>
    (source: string, faults: Rows): Fault[] =>
      Object.entries(faults).map(([id, [text, how]]) => ({
        ...{ id, group, level, text, source },
        ...(typeof how === "function" ? { apply: how } : how),
      }));
  return { must: rows("MUST"), should: rows("SHOULD"), benign: rows("benign") };
}
