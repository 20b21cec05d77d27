/** How many routes were answered as they should be, on one target. */
import type { Coverage, RouteReport } from "./model.ts";

export interface Probe {
  kind: keyof Coverage;
  name: string;
  /** What is true of a route that has it. */
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
  /** Routes that answered otherwise. */
  otherwise: string[];
  unsent: number;
  of: number;
}

export function tallyOf(routes: RouteReport[], place: number, kind: keyof Coverage): Tally {
  const answered = (answer: boolean | undefined) =>
    routes.filter(({ coverage }) => coverage[place]?.[kind] === answer);
  return {
    answered: answered(true).length,
    otherwise: answered(false).map(({ name }) => name),
    unsent: answered(undefined).length,
    of: routes.length,
  };
}

/** "166 of 168", "1 otherwise", "1 not sent". */
export function tallyTexts({ answered, otherwise, unsent, of }: Tally): string[] {
  return [
    `${answered} of ${of}`,
    ...(otherwise.length > 0 ? [`${otherwise.length} otherwise`] : []),
    ...(unsent > 0 ? [`${unsent} not sent`] : []),
  ];
}
