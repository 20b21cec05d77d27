/** The statuses that end an operation. */

/** Any other status waits like `running`. */
export interface Outcomes {
  success: readonly string[];
  failure: readonly string[];
}

/** The document's. */
export const OUTCOMES: Outcomes = { success: ["finished"], failure: ["failed"] };
