/** A provider's way to answer, in place of the document's form and the guesses of `assumptions.ts`. */
import type { PlainRequest, PlainResponse } from "./http.ts";
import type { Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { Route, Spec } from "./spec.ts";
import type { Key, WorldProfile } from "./world.ts";

export interface Profile extends WorldProfile {
  /** The API as the provider serves it. */
  readonly spec: Spec;
  /** Every route by its operationId, with the provider's parameters, body and response. */
  readonly routes: ReadonlyMap<string, Route>;
  /**
   * Refuses what a key may not do, in the provider's words; the service's own checks follow.
   *
   * @throws {Problem} when it may not
   */
  authorize(principal: Key, route: Route, path: Readonly<Record<string, string>>): void;
  /** Answers a request whose parameters and body fit the provider's schemas. */
  respond(request: RoutedRequest): PlainResponse;
  /** Answers a request that is refused. */
  refuse(problem: Problem, request: PlainRequest): PlainResponse;
}
