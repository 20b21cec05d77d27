/** A provider's way to answer, in place of the document's form and the guesses of `assumptions.ts`. */
import type { Operation } from "@hosted-postgres/types";
import type { RolesAndDatabases } from "./data-plane.ts";
import type { PlainRequest, PlainResponse } from "./http.ts";
import type { IdForm } from "./identity.ts";
import type { Problem } from "./problem.ts";
import type { RoutedRequest } from "./router.ts";
import type { BranchContent } from "./seed-data.ts";
import type { Route } from "./spec.ts";
import type { Key, World } from "./world.ts";

export interface Profile {
  readonly name: string;
  /** Every route by its operationId, with the provider's parameters, body and response. */
  readonly routes: ReadonlyMap<string, Route>;
  /** The form of a new id. */
  readonly newId: IdForm;
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
  /** Applies an ended operation to what the provider alone knows. */
  takeEffect(world: World, operation: Operation): void;
  /** What the first branch of a new project has. */
  readonly newContent: BranchContent;
  /** The roles and databases of a branch. */
  contentOf(world: World, place: { project_id: string; branch_id: string }): RolesAndDatabases;
  /** Keeps the roles and databases of a seeded branch; their names decide the passwords. */
  addContent(
    world: World,
    place: { project_id: string; branch_id: string },
    content: BranchContent,
  ): void;
}
