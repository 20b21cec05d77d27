/** Reads what the options name: files, and a server with its fixtures. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Surroundings, Values } from "./options.ts";
import type { Changes, Target } from "./run/target.ts";
import { assertKnown, type Fixtures, serverTarget } from "./targets/server.ts";

export function serverAt(url: string, values: Values, io: Surroundings): Target {
  const options = {
    url,
    apiKey: values.key ?? io.env.CONTRACT_API_KEY,
    fixtures: values.fixtures ? readFixtures(resolveFromInitCwd(values.fixtures, io)) : undefined,
    changes: changesOf(values.changes),
    profile: values.profile,
  };
  return serverTarget(options, io.env);
}

export function changesOf(value: string): Changes {
  if (value === "none" || value === "own" || value === "all") return value;
  throw new Error(`--changes must be none, own or all, not ${value}`);
}

export function readFixtures(file: string): Fixtures {
  let fixtures: Fixtures;
  try {
    fixtures = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`--fixtures ${file} cannot be read: ${(error as Error).message}`);
  }
  return assertKnown(fixtures);
}

/** npm runs scripts in the package folder; INIT_CWD is the folder that npm was called in. */
export function resolveFromInitCwd(path: string, io: Surroundings): string {
  return resolve(folderOf(io), path);
}

export function folderOf({ env }: Pick<Surroundings, "env">): string {
  return resolve(env.INIT_CWD ?? "");
}
