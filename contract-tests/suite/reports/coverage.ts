/** Counts the routes that answered as they should, on one target. */
import type { Coverage } from "../run/outcome.ts";
import type { RouteReport } from "./model.ts";

type Kind = Exclude<keyof Coverage, "status">;

export interface Probe {
  kind: Kind;
  name: string;
  /** True of a route that passes the probe. */
  says: string;
}

export const PROBES: readonly Probe[] = [
  { kind: "success", name: "2xx", says: "answered 2xx to a valid key" },
  {
    kind: "missing401",
    name: "401 missing",
    says: "answered 401 without Authorization, or with another form of it",
  },
  { kind: "invalid401", name: "401 invalid", says: "answered 401 to an invalid or revoked key" },
];

export interface Tally {
  answered: number;
  /** Routes with another answer. */
  otherwise: string[];
  unsent: number;
  of: number;
}

export function tallyOf(routes: RouteReport[], place: number, kind: Kind): Tally {
  const answered = (answer: boolean | undefined) =>
    routes.filter(({ coverage }) => coverage[place]?.[kind] === answer);
  return {
    answered: answered(true).length,
    otherwise: answered(false).map(({ name }) => name),
    unsent: answered(undefined).length,
    of: routes.length,
  };
}

/** "6 of 8", "1 otherwise", "1 not sent". */
export function tallyTexts({ answered, otherwise, unsent, of }: Tally): string[] {
  return [
    `${answered} of ${of}`,
    ...(otherwise.length > 0 ? [`${otherwise.length} otherwise`] : []),
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
  ];
}
