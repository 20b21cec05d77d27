/** Says of each part of a merged spec whether it is documented or observed. */
import type { AnySchema, Operation, Schema, Spec } from "../compare/openapi.ts";
import type { Profile } from "./profile.ts";
import type { Origin } from "./routes.ts";

interface Labels {
  documented: string;
  observed: string;
}

/** The value of an operation's `x-profile` in the merged spec. */
export interface RouteProfile {
  request: Origin;
  response: Origin;
  /** Ids of `deviations.yaml`. */
  deviations: string[];
}

export function labelOperation(
  ours: Operation,
  theirs: Operation | undefined,
  profile: Profile,
  origin: RouteProfile,
) {
  ours["x-profile"] = { profile: profile.name, ...theirs?.["x-observed"], ...origin };
  if (!theirs) return;
  if (theirs["x-pages"]) ours["x-pages"] = theirs["x-pages"];
  if (theirs.deprecated) ours.deprecated = true;
  const observed = `Observed (${versionOf(profile)}): ${theirs.description ?? theirs.summary ?? ""}`;
  ours.description = [ours.description, observed.trim()].filter(Boolean).join("\n\n");
}

/** Labels every schema and property; `imported` are pointers of the profile's components. */
export function labelSchemas(spec: Spec, imported: Set<string>, profile: Profile) {
  const labels = { documented: "Documented.", observed: `Observed (${versionOf(profile)}).` };
  for (const [name, schema] of Object.entries(spec.components?.schemas ?? {})) {
    if (typeof schema === "boolean") continue;
    const isTheirs = imported.has(`#/components/schemas/${name}`);
    if (isTheirs) schema["x-profile"] = true;
    labelSchema(schema, isTheirs, labels);
  }
}

function labelSchema(schema: Schema, isTheirs: boolean, labels: Labels) {
  const { "x-deviation": id, "x-profile": isAdded } = schema;
  const own = isTheirs || Boolean(isAdded);
  const label = id
    ? `${labels.observed.slice(0, -1)}, unlike the document: ${id}.`
    : labels[own ? "observed" : "documented"];
  schema.description = schema.description ? `${schema.description}\n\n${label}` : label;
  for (const part of nested(schema)) {
    if (typeof part === "object") labelSchema(part, own || Boolean(id), labels);
  }
}

/** The properties of a schema, and those of its items and parts. */
function nested({ properties = {}, items, allOf = [] }: Schema): AnySchema[] {
  const inner = [items, ...allOf].filter((part) => typeof part === "object" && !part.$ref);
  return [...Object.values(properties), ...(inner as Schema[]).flatMap((part) => nested(part))];
}

function versionOf({ name, spec }: Profile): string {
  return `${name} ${spec.info.version}`;
}
