/** The spec has exactly the documented routes, with the operationIds and tags of the table. */
import { readTable, routes } from "../routes.js";

export default function documentCoverage({ table }) {
  return {
    Root(root, ctx) {
      const missing = readTable(table, ctx);
      for (const { name, operation, location } of routes(root, ctx)) {
        const row = missing.get(name);
        missing.delete(name);
        const report = (message) => ctx.report({ message: `${name} ${message}`, location });

        if (!row) {
          report("is in the spec but not documented.");
          continue;
        }
        if (operation.operationId !== row.operationId) {
          report(
            `has the operationId ${operation.operationId}; the table says ${row.operationId}.`,
          );
        }
        if (String(operation.tags) !== row.tag) {
          report(`has the tag ${operation.tags}; the table says ${row.tag}.`);
        }
      }
      for (const name of missing.keys()) {
        const message = `${name} is documented but missing from the spec.`;
        ctx.report({ message, location: ctx.location.child("paths").key() });
      }
    },
  };
}
