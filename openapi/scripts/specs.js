/** The spec as it is, and as it was last released. */
import { join } from "node:path";
import { bundle, loadConfig } from "@redocly/openapi-core";

export const folder = join(import.meta.dirname, "..");
export const source = join(folder, "openapi.yaml");
export const released = join(folder, "released/openapi.json");

/** A spec in one piece, from YAML or JSON, in one file or in many. */
export async function readSpec(ref) {
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  const { bundle: document, problems } = await bundle({ ref, config });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return document.parsed;
}
