/** Reads a profile: one that the suite has, or an OpenAPI document of the same routes. */
import { createRequire } from "node:module";
import { withPackages } from "../packages.ts";
import type { Rule } from "../run/rule.ts";
import { spec as document } from "../spec/bundle.ts";
import type { Deviations } from "./deviations.ts";
import { profileRules } from "./rules.ts";
import type { MergedSpec } from "./spec.ts";

export interface Profile {
  name: string;
  rules: Rule[];
  deviations: Deviations;
}

// Node 20 warns on stderr when JSON is imported.
const require = createRequire(import.meta.url);

/**
 * Reads `neon`, or merges the file.
 *
 * @param resolve makes the path of a file absolute
 * @throws {Error} when the file contradicts the document and no deviations.yaml beside it says so
 */
export async function readProfile(
  nameOrFile: string,
  resolve: (file: string) => string = (file) => file,
): Promise<Profile> {
  if (nameOrFile === "neon") return profileOf(neonSpec());
  const { mergeFile } = await import("#merge");
  const { spec, problems, missing } = await withPackages(
    "a profile in YAML needs Redocly",
    ["@redocly/openapi-core"],
    () => mergeFile(document, resolve(nameOrFile)),
  );
  if (problems.length > 0) {
    throw new Error([`--profile ${nameOrFile} contradicts the document`, ...problems].join("\n"));
  }
  return profileOf(spec as unknown as MergedSpec, missing);
}

export function neonSpec(): MergedSpec {
  return require("#openapi.neon.json");
}

/** @param missing routes that the profile lacks, which the document alone judges */
function profileOf(spec: MergedSpec, missing: readonly string[] = []): Profile {
  const { name, deviations } = spec["x-profile"];
  return {
    name,
    rules: profileRules(spec, name, missing),
    deviations: Object.entries(deviations).map(([id, entry]) => ({ id, ...entry })),
  };
}
