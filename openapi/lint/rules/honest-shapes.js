/** A request or response has a schema and an example if the document shows it, a placeholder if not. */
import { componentName, follow, readTable, routes } from "../routes.js";

export default function honestShapes(options) {
  return {
    Root(root, ctx) {
      const table = readTable(options.table, ctx);
      for (const route of routes(root, ctx)) {
        const row = table.get(route.name);
        if (!row) continue; // document-coverage reports it
        const faults = [
          ...labelFaults(route, row),
          ...responseFaults(route, row, options, ctx),
          ...requestFaults(route, row, options, ctx),
        ];
        for (const fault of faults) {
          ctx.report({ message: `${route.name}: ${fault}`, location: route.location });
        }
      }
    },
  };
}

function* labelFaults({ operation }, { section, request, response }) {
  const label = operation["x-documented"] ?? {};
  const expected = { section, request, response };
  for (const field of Object.keys({ ...expected, ...label })) {
    if (label[field] === expected[field]) continue;
    yield `x-documented.${field} is ${label[field]}; the table says ${expected[field]}.`;
  }
  const paragraphs = (operation.description ?? "").trim().split(/\n\s*\n/);
  if (!paragraphs.at(-1).startsWith("Not shown: ")) {
    yield "the description must end with a paragraph that starts with `Not shown: `.";
  }
}

function* responseFaults({ method, operation, location }, row, { bytes }, ctx) {
  const response = operation.responses?.["2XX"];
  if (!response) return; // documented-responses reports it
  if (row.response === "shown") {
    yield* shapeFaults(response, "response", location, ctx);
    return;
  }
  let placeholder = method === "GET" ? "Undocumented" : "UndocumentedMutation";
  if (bytes.includes(operation.operationId)) placeholder = "UndocumentedBytes";
  if (componentName(response) !== `responses/${placeholder}`) {
    yield `its response is not shown, so 2XX must be responses/${placeholder}.`;
  }
}

function* requestFaults(route, row, { deletesWithBody }, ctx) {
  const query = yield* queryParameters(route, ctx);
  if (row.request !== "not-shown") {
    yield* shownQueryFaults(route, row, query);
    yield* shownBodyFaults(route, row, ctx);
    return;
  }
  if (query.length !== 1 || query[0] !== "parameters/UndocumentedQuery") {
    yield "its request is not shown, so its one query parameter must be parameters/UndocumentedQuery.";
  }
  const { method, operation } = route;
  const mayHaveBody =
    ["POST", "PUT", "PATCH"].includes(method) || deletesWithBody.includes(operation.operationId);
  if (mayHaveBody && componentName(operation.requestBody) !== "requestBodies/UndocumentedRequest") {
    yield "its request is not shown, so its body must be requestBodies/UndocumentedRequest.";
  }
  if (!mayHaveBody && operation.requestBody) yield "it must not have a body.";
}

/** Returns the names of the query parameters; any that are neither in query nor path are faults. */
function* queryParameters({ operation, item, location }, ctx) {
  const query = [];
  for (const parameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const { node } = follow(parameter, location, ctx);
    if (node?.in === "query") query.push(componentName(parameter) ?? node.name);
    else if (node?.in !== "path")
      yield `the document shows no ${node?.in} parameter ${node?.name}.`;
  }
  return query;
}

function* shownQueryFaults({ method }, row, query) {
  const showsQuery = row.request === "shown" && method === "GET";
  if (showsQuery && (query.length === 0 || query.includes("parameters/UndocumentedQuery"))) {
    yield "its request is shown, so it must have concrete query parameters.";
  }
  if (!showsQuery && query.length > 0) yield `the document shows no query parameter (${query}).`;
}

function* shownBodyFaults({ method, operation, location }, row, ctx) {
  const body = operation.requestBody;
  const showsBody = row.request === "shown" && method !== "GET";
  if (showsBody && body) yield* shapeFaults(body, "request", location, ctx);
  if (showsBody && !body) yield "its request is shown, so it must have a body.";
  if (!showsBody && body) yield "it must not have a body.";
}

function* shapeFaults(value, kind, location, ctx) {
  const { node } = follow(value, location, ctx);
  const contents = Object.values(node?.content ?? {});
  if (contents.length === 0) yield `its ${kind} is shown, so it must have content.`;
  for (const { schema, examples } of contents) {
    const placeholder = componentName(schema)?.startsWith("schemas/Undocumented");
    if (placeholder || Object.keys(schema ?? {}).length === 0) {
      yield `its ${kind} is shown, so it must have its own schema.`;
    }
    if (Object.keys(examples ?? {}).length === 0) {
      yield `its ${kind} is shown, so it must have a named example.`;
    }
  }
}
