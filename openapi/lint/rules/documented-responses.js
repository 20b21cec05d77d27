/** The document shows no success status and only one error status, so all routes have the same three. */
import { componentName, routes } from "../routes.js";

const SHARED = { 401: "responses/Unauthorized", default: "responses/Error" };

export default function documentedResponses() {
  return {
    Root(root, ctx) {
      for (const { name, operation, location } of routes(root, ctx)) {
        const responses = operation.responses ?? {};
        const report = (message) => ctx.report({ message: `${name} ${message}`, location });

        for (const status of ["2XX", "401", "default"]) {
          if (!responses[status]) report(`lacks the response ${status}.`);
        }
        for (const status of Object.keys(responses)) {
          if (!["2XX", "401", "default"].includes(status)) {
            report(`has the response ${status}, which the document does not show.`);
          }
        }
        for (const [status, shared] of Object.entries(SHARED)) {
          if (responses[status] && componentName(responses[status]) !== shared) {
            report(`must answer ${status} with ${shared}.`);
          }
        }
      }
    },
  };
}
