import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Schema, Spec } from "../compare/openapi.ts";
import { folder, readSpec } from "../scripts/specs.ts";
import { readDeviations } from "./deviations.ts";
import type { Profile } from "./profile.ts";

/** Values in these keys are data, not schemas. */
const DATA = new Set(["default", "enum", "example", "examples"]);

/**
 * Reads a profile of `profiles/` by its name, or any OpenAPI 3 file, relative to the folder where the
 * command was typed.
 *
 * @throws {Error} when there is neither, or the file is not OpenAPI 3 with routes
 */
export async function readProfile(nameOrFile: string): Promise<Profile> {
  const own = join(folder, "profiles", nameOrFile, "openapi.yaml");
  const isOwn = existsSync(own);
  const file = isOwn ? own : resolve(process.env.INIT_CWD ?? ".", nameOrFile);
  if (!existsSync(file)) throw new Error(`there is no profile ${nameOrFile}, and no such file`);
  const name = isOwn ? nameOrFile : basename(file).replace(/\W.*$/, "");
  const spec = (await readSpec(file)) as Spec & { openapi: string };
  assertComplete(spec, nameOrFile);
  if (spec.openapi.startsWith("3.0")) replaceNullable(spec);
  return { name, spec, deviations: readDeviations(file) };
}

function assertComplete(
  { openapi, info, paths }: Partial<Spec & { openapi: string }>,
  name: string,
) {
  const lacks = [
    !`${openapi}`.startsWith("3.") && '"openapi": "3.…"',
    !info?.version && "info.version",
    typeof paths !== "object" && "paths",
  ].filter(Boolean);
  if (lacks.length > 0)
    throw new Error(`${name} is not an OpenAPI 3 document: it lacks ${lacks.join(", ")}`);
}

/** OpenAPI 3.0 says `nullable`, 3.1 lists the type null. */
function replaceNullable(value: unknown) {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) if (!DATA.has(key)) replaceNullable(part);
  const { nullable, type } = value as Schema;
  if (typeof nullable !== "boolean") return;
  delete (value as Schema).nullable;
  if (nullable && type) (value as Schema).type = [type, "null"].flat();
}
