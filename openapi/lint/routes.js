import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { METHODS } from "../methods.js";

/** Yields every route of a spec, with its path item and its place in a file. */
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

/** The target of a reference and its place; a value that is no reference stays as it is. */
export function follow(value, location, ctx) {
  if (!value?.$ref) return { node: value, location };
  const target = ctx.resolve(value, location.source.absoluteRef);
  return { node: target.node, location: target.location ?? location };
}

/** The component a reference names, like `responses/Error`; undefined if the value is no reference. */
export function componentName(value) {
  return value?.$ref?.match(/([^/]+\/[^/]+?)(\.yaml)?$/)[1];
}

/** Reads the table of documented routes, by name: `GET /projects`. Its path is relative to the spec. */
export function readTable(table, ctx) {
  const file = resolve(dirname(ctx.location.source.absoluteRef), table);
  const rows = JSON.parse(readFileSync(file, "utf8"));
  return new Map(rows.map((row) => [`${row.method} ${row.path}`, row]));
}
