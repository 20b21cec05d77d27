/** Ends a check that cannot judge its rule here, for example without a second free branch. */
export class Blocked extends Error {
  override readonly name = "Blocked";
  /** The id of the broken rule that the check rests on, if that is what blocks it. */
  readonly rule: string | undefined;

  constructor(message: string, rule?: string) {
    super(message);
    this.rule = rule;
  }
}
