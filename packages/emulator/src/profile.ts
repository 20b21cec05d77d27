/** A provider's way to answer, in place of the document's form and the guesses of `assumptions.ts`. */
import type { Operation } from "@hosted-postgres/types";
import type { PlainResponse } from "./http.ts";
import type { IdForm } from "./identity.ts";
import type { Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { Route } from "./spec.ts";
import type { World } from "./world.ts";

export interface Profile {
  readonly name: string;
  /** Every route by its operationId, with the provider's parameters, body and response. */
  readonly routes: ReadonlyMap<string, Route>;
  /** The form of a new id. */
  readonly newId: IdForm;
  /** Answers a request whose parameters and body fit the provider's schemas. */
  respond(request: RoutedRequest): PlainResponse;
  /** Answers a request that is refused. */
  refuse(problem: Problem): PlainResponse;
  /** Applies an ended operation to what the provider alone knows. */
  takeEffect(world: World, operation: Operation): void;
  /** Gives a seeded world the provider's own things. */
  seed(world: World): void;
}
