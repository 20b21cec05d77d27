/**
 * Lists what a newer OpenAPI file of a provider changes beside its profile: routes, statuses,
 * parameters, fields, types and values. `compare-profile FILE [profile]`, by default `neon`.
 */
import { table } from "../compare/report.ts";
import { compareSpecs } from "../compare/specs.ts";
import { readProfile } from "../merge/read.ts";

/** A profile has its own words and names, and neither bounds nor formats beyond times and ids. */
const OURS =
  /^(operation-id|documentation|schema|server|security|tag)-|-(pattern|format|bound|default)-|enum-closed/;

const [file, name = "neon"] = process.argv.slice(2);
if (!file) throw new Error("give the provider's newer OpenAPI file");
const [profile, newer] = [await readProfile(name), await readProfile(file)];
const changes = compareSpecs(profile.spec, newer.spec).filter(({ kind }) => !OURS.test(kind));
console.log(table(changes, profile.spec.info.version, newer.spec.info.version));
