/** An answer without a body: what was to be deleted is gone already. */
export const GONE = Symbol("204");
