/** The document says that every mutating response lists the operations it started, so a shown one must. */
import { follow, routes } from "../routes.js";

export default function mutationOperations({ exceptions }) {
  return {
    Root(root, ctx) {
      for (const { name, method, operation, location } of routes(root, ctx)) {
        const shown = operation["x-documented"]?.response === "shown";
        if (method === "GET" || !shown || exceptions.includes(operation.operationId)) continue;

        const response = follow(operation.responses?.["2XX"], location, ctx);
        for (const { schema } of Object.values(response.node?.content ?? {})) {
          const { node } = follow(schema, response.location, ctx);
          if (node?.required?.includes("operations")) continue;
          const message = `${name}: its response must require \`operations\`, as every mutation lists those it started.`;
          ctx.report({ message, location });
        }
      }
    },
  };
}
