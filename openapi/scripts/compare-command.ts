import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";
import type { Change } from "../compare/change.ts";
import { annotations, refusal, table } from "../compare/report.ts";
import { compareSpecs } from "../compare/specs.ts";
import { built, folder, readSpec, released, source } from "./specs.ts";

/**
 * Prints the changes from one spec to another, by default from the last release to the built spec,
 * and for GitHub a line per breaking change. Resolves to whether `info.version` allows them.
 */
export async function compareCommand(
  [from = released, to = built]: string[],
  { isGitHub, print }: { isGitHub: boolean; print: (text: string) => void },
): Promise<boolean> {
  const [before, after] = [await readSpec(from), await readSpec(to)];
  const changes = compareSpecs(before, after);
  const [old, now] = [before.info.version, after.info.version];
  print(table(changes, old, now));
  const refused = refusal(changes, old, now);
  if (refused) {
    print(refused);
    if (isGitHub) print(annotations(changes, (change) => fileOf(change, to)).join("\n"));
  }
  return refused === undefined;
}

/** The file that made the change, relative to the repository. */
function fileOf({ where, routes: [route = ""] }: Change, to: string): string {
  const root = join(folder, "..");
  if (to !== built && to !== source) return relative(root, to);
  const schema = `components/schemas/${where.split(/[.[]/)[0]}.yaml`;
  const { paths } = parse(readFileSync(source, "utf8"));
  const path = paths[route.split(" ")[1] ?? ""]?.$ref;
  const file = [schema, path].find((name) => name && existsSync(join(folder, name)));
  return relative(root, file ? join(folder, file) : source);
}
