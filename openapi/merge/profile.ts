import type { Spec } from "../compare/openapi.ts";
import type { Deviations } from "./deviations.ts";

/** One provider's spec, with the places where it is known to contradict the document. */
export interface Profile {
  /** `neon` */
  name: string;
  spec: Spec;
  deviations: Deviations;
}
