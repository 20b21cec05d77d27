/** Each path has one file, named after its URL, in the folder of its tag. */
import { dirname, relative } from "node:path";
import { routes } from "../routes.js";

export default function pathFileName() {
  return {
    Root(root, ctx) {
      const folder = dirname(ctx.location.source.absoluteRef);
      for (const { name, path, operation, location } of routes(root, ctx)) {
        const file = relative(folder, location.source.absoluteRef);
        const tag = String(operation.tags)
          .replace(/\B[A-Z]/g, "-$&")
          .toLowerCase();
        const expected = `paths/${tag}/${path.slice(1).replaceAll("/", "_")}.yaml`;
        if (file === expected) continue;
        ctx.report({ message: `${name} is in ${file}; it belongs in ${expected}.`, location });
      }
    },
  };
}
