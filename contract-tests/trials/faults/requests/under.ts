import type { On } from "../../verbs.ts";

/** Calls whose method and path match. */
export const under =
  (pattern: RegExp): On =>
  ({ name }) =>
    pattern.test(name);
