/** Reads a profile: one that the suite has, or an OpenAPI document of the same routes. */
import { createRequire } from "node:module";
import type { Rule } from "../run/rule.ts";
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

export function readProfile(name: string): Profile {
  if (name !== "neon") throw new Error(`--profile must be neon, not ${name}`);
  return profileOf(neonSpec());
}

export function neonSpec(): MergedSpec {
  return require("#openapi.neon.json");
}

function profileOf(spec: MergedSpec): Profile {
  const { name, deviations } = spec["x-profile"];
  return {
    name,
    rules: profileRules(spec, name),
    deviations: Object.entries(deviations).map(([id, entry]) => ({ id, ...entry })),
  };
}
