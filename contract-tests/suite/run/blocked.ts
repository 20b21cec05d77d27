/** Ends a check that cannot judge its rule here, for example without a second free branch. */
export class Blocked extends Error {
  override readonly name = "Blocked";
}
