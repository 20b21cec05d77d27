/**
 * A provider that is wrong in one way, or right in an unusual one: something in front of the
 * emulator that changes what goes in or comes out. The emulator itself knows nothing of it.
 */

import type { Fetch } from "@hosted-postgres/contract-tests/run/exchange";
import type { Control } from "@hosted-postgres/contract-tests/run/target";
import type { Emulator, EmulatorOptions } from "@hosted-postgres/emulator";

export interface Fault {
  /** Kebab-case; never changes its meaning. */
  id: string;
  group: Group;
  /** What the broken sentence is; `benign`: nothing is broken, and no rule may say so. */
  level: "MUST" | "SHOULD" | "benign";
  /** What this provider does, as one sentence. */
  text: string;
  /** The sentence it breaks, or is allowed by: section and number, as in statements.ts. */
  source: string;
  /** How its emulator is made, for what needs no interception. */
  options?: EmulatorOptions;
  /** Puts the fault in front of an emulator that was just made. Its state is its own. */
  apply?: (emulator: Emulator) => Provider;
  /** A client that is wrong instead, between what it sends and the mock. */
  client?: (next: Fetch) => Fetch;
}

export type Group =
  | "auth"
  | "keys"
  | "projects"
  | "pages"
  | "operations"
  | "computes"
  | "limits"
  | "bodies"
  | "routes"
  | "client";

/** What stands in for the service. What is left out is the emulator's own. */
export interface Provider {
  fetch?: (request: Request) => Promise<Response>;
  control?: Partial<Pick<Control, "connect" | "advance">>;
}

/** Puts a fault in front of an emulator. */
export type Apply = NonNullable<Fault["apply"]>;

/** What makes a provider wrong or unusual: something in front of it, or how it is made. */
export type How = Apply | Pick<Fault, "apply" | "options">;

/** How the faults of a group are written down, by what is broken or, benign, allowed. */
export function faultsOf(group: Group) {
  const of =
    (level: Fault["level"]) =>
    (id: string, source: string, text: string, how: How): Fault => ({
      ...{ id, group, level, text, source },
      ...(typeof how === "function" ? { apply: how } : how),
    });
  return { must: of("MUST"), should: of("SHOULD"), benign: of("benign") };
}
