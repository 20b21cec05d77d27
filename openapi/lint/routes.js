/** How the rules read a spec: its routes, its references, and the document's table beside it. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const METHODS = ["get", "put", "post", "patch", "delete", "head", "options", "trace"];

/** Every route of a spec, with its path item and where each of them is written down. */
export function* routes(root, ctx) {
  for (const path of Object.keys(root.paths ?? {})) {
    const at = ctx.location.child(["paths", path]);
    const { node: item, location } = follow(root.paths[path], at, ctx);
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!operation) continue;
      const name = `${method.toUpperCase()} ${path}`;
      yield {
        name,
        method: method.toUpperCase(),
        path,
        operation,
        item,
        location: location.child(method),
      };
    }
  }
}

/** What a reference points to, and where that is; anything else stays where it is. */
export function follow(value, location, ctx) {
  if (!value?.$ref) return { node: value, location };
  const target = ctx.resolve(value, location.source.absoluteRef);
  return { node: target.node, location: target.location ?? location };
}

/** `responses/Error` of a reference to that component; undefined of anything else. */
export function componentName(value) {
  return value?.$ref?.match(/([^/]+\/[^/]+?)(\.yaml)?$/)[1];
}

/** The document's table as a map from `GET /projects` to its row; its path is relative to the spec. */
export function readTable(table, ctx) {
  const file = resolve(dirname(ctx.location.source.absoluteRef), table);
  const rows = JSON.parse(readFileSync(file, "utf8"));
  return new Map(rows.map((row) => [`${row.method} ${row.path}`, row]));
}
