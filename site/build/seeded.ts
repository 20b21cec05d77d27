/** Ids of the spec's examples, as an emulator with the default seed has them. */
import { createEmulator } from "@hosted-postgres/emulator";
import { neon } from "@hosted-postgres/emulator/neon";
import type { Spec } from "./spec.ts";

export interface EmulatorIds {
  /** The example of a path or query parameter. */
  ofParameter(name: string, example: unknown): unknown;
  /** A request body with the emulator's ids. */
  inBody(value: unknown): unknown;
}

export function seededIds(spec: Spec): EmulatorIds {
  const { ids } = createEmulator(spec["x-profile"] ? { profile: neon } : {});
  const names: Record<string, unknown> = {
    ...ids,
    key_id: ids.key_ids.project,
    source_org_id: ids.org_id,
    project_ids: [ids.project_id],
    field_name: "source",
  };
  // A compute can be made on these branches.
  const values: Record<string, string> = {
    "project-1": ids.project_id,
    "org-1": ids.org_id,
    "org-2": ids.other_org_id,
    "branch-1": ids.free_branch_id,
    "branch-2": ids.other_free_branch_id,
  };
  const inBody = (value: unknown): unknown => {
    if (typeof value === "string") return values[value] ?? value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(inBody);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inBody(part)]));
  };
  return { ofParameter: (name, example) => names[name] ?? example, inBody };
}
