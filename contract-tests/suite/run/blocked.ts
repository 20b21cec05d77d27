/** Ends a check that lacks something to judge, for example a second free branch. */
export class Blocked extends Error {
  override readonly name = "Blocked";
}
