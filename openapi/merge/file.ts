/** Merges an OpenAPI file of the same routes into a built document; for packages that have no merge. */
import type { Spec } from "../compare/openapi.ts";
import { type Merged, mergeProfile } from "./merge.ts";
import { readProfile } from "./read.ts";

/**
 * @param file absolute
 * @throws when the file does not exist, or is no OpenAPI document
 */
export async function mergeFile(document: object, file: string): Promise<Merged> {
  return mergeProfile(document as Spec, await readProfile(file));
}
