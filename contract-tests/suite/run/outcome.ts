/** The result of a rule on a target, and of the requests to a route. */

export type Outcome =
  /** `routes`: those it sent requests to or looked at. `durationMs` is 0 for observers. */
  | { kind: "passed"; routes: string[]; durationMs: number }
  | Failure
  /**
   * Something is missing here: a fixture, for example a second free branch, or requests in the budget.
   * `cause` is the id of the broken rule that it rests on, if that is the reason.
   */
  | { kind: "blocked"; reason: string; cause?: string }
  /** This kind of target can never show it. */
  | { kind: "not showable"; reason: string }
  /** No server can show it through HTTP. */
  | { kind: "excused"; reason: string }
  /** The run ended before it. */
  | { kind: "not run"; reason: string };

export interface Failure {
  /** Only a rule whose level is MUST fails the run. */
  kind: "failed";
  /** Ids of the profile's deviations that know of it: then it fails nothing. */
  deviations?: string[];
  /** One line or more, without secrets. */
  message: string;
  /** The requests that led to it, in order, as shell lines with $BASE_URL and $API_KEY. */
  curl: string[];
  /** The answer that broke the rule. Undefined if none arrived. */
  answer?: ShownAnswer | undefined;
  routes: string[];
  durationMs: number;
}

/** An answer as a report shows it: without secrets, and cut. */
export interface ShownAnswer {
  /** Its request, as a shell line. */
  curl: string;
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/** `undefined`: never sent; otherwise whether every such request was answered this way. */
export interface Coverage {
  /** A valid key: whether at least one request was answered 2xx. */
  success?: boolean;
  /** The last other answer to a valid key, if none was 2xx. */
  status?: number;
  /** No Authorization header, or a malformed one: always 401. */
  missing401?: boolean;
  /** An invalid or revoked key: always 401. */
  invalid401?: boolean;
}
