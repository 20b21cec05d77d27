/** The paths of operations in answers, and their times. */
import type { Json } from "../../provider.ts";

/** The places of operations in answers. */
export const OPERATIONS = ["operation", "operations.*"];

/** The places to leave operations out of. */
export const LISTS = ["operation", "operations"];

/** The places of a field of operations in answers. */
export const fieldOf = (name: string) => OPERATIONS.map((path) => `${path}.${name}`);

export const isFinished = ({ status }: Json) => status === "finished";
