/**
 * Compares the spec with its last release, or one spec with another: `compare.js before after`.
 * Fails on a breaking change, unless `info.version` announces it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { annotations, refusal, table } from "../compare/report.js";
import { compareSpecs } from "../compare/specs.js";
import { folder, readSpec, released, source } from "./specs.js";

const [from = released, to = source, ...others] = parseArgs({ allowPositionals: true }).positionals;
if (others.length > 0) throw new Error("give two specs, or none");

const [before, after] = [await readSpec(from), await readSpec(to)];
const changes = compareSpecs(before, after);
const [old, now] = [before.info.version, after.info.version];
console.log(table(changes, old, now));

const refused = refusal(changes, old, now);
if (refused) {
  console.error(refused);
  if (process.env.GITHUB_ACTIONS) console.log(annotations(changes, fileOf).join("\n"));
  process.exitCode = 1;
}

/** Where the change was made, as the repository sees it. */
function fileOf({ where, routes: [route = ""] }) {
  const root = join(folder, "..");
  if (to !== source) return relative(root, to);
  const schema = `components/schemas/${where.split(/[.[]/)[0]}.yaml`;
  const { paths } = parse(readFileSync(source, "utf8"));
  const path = paths[route.split(" ")[1]]?.$ref;
  const file = [schema, path].find((name) => name && existsSync(join(folder, name)));
  return relative(root, file ? join(folder, file) : source);
}
