import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Spec } from "../compare/openapi.ts";

export const folder = join(import.meta.dirname, "..");
/** The spec as it is written. */
export const source = join(folder, "openapi.yaml");
/** The spec as it was last built: one file, which the other packages read. */
export const built = join(folder, "dist/openapi.json");
/** The spec as it was last released. */
export const released = join(folder, "released/openapi.json");
/** The document with the profile neon, as last built and as last released. */
export const neon = {
  built: join(folder, "dist/openapi.neon.json"),
  released: join(folder, "released/openapi.neon.json"),
};

/** Reads a bundled spec from JSON, or bundles one from YAML. */
export async function readSpec(file: string): Promise<Spec> {
  if (extname(file) === ".json") return JSON.parse(readFileSync(file, "utf8"));
  // The import takes longer than most comparisons.
  const { bundle, createConfig } = await import("@redocly/openapi-core");
  const config = await createConfig({});
  // Two files of one name would be renamed in silence.
  const options = { componentRenamingConflicts: "error" as const };
  const { bundle: document, problems } = await bundle({ ref: file, config, ...options });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return document.parsed as Spec;
}
