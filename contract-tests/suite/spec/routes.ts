/** The documented routes, with the spec's examples of their parameters and bodies. */
import { documentedOperations, spec } from "./bundle.ts";

/** Parts of the bundle; `unknown` may be a reference. */
interface Operation {
  operationId: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

interface Parameter {
  in: string;
  name: string;
  example?: unknown;
}

interface Content {
  content: Record<
    string,
    { schema: MediaType["schema"]; example?: unknown; examples?: Record<string, unknown> }
  >;
}

export type HttpMethod = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

export interface Route {
  /** Method and path as the spec writes them. */
  name: string;
  method: HttpMethod;
  path: string;
  operationId: string;
  section: string;
  responseShown: boolean;
  requestShown: boolean;
  pathParameters: string[];
  query: Record<string, unknown>;
  /** Undefined if the route takes no body. */
  body: MediaType | undefined;
  success: MediaType;
}

export interface MediaType {
  type: string;
  schema: Record<string, unknown>;
  /** By name; an unnamed example has the name `""`. */
  examples: Record<string, unknown>;
}

export const routes: Route[] = documentedOperations.map(
  ({ method, path, section, request, response }) => {
    const item = spec.paths[path] ?? {};
    const operation = item[method.toLowerCase()] as Operation;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((node) =>
      resolve<Parameter>(node),
    );
    const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
    const body = resolve<Content | undefined>(operation.requestBody);
    return {
      name: `${method} ${path}`,
      method: method as HttpMethod,
      path,
      operationId: operation.operationId,
      section,
      requestShown: request === "shown",
      responseShown: response === "shown",
      pathParameters: inPlace("path").map(({ name }) => name),
      // A cursor is valid only on the server that issued it.
      query: Object.fromEntries(
        inPlace("query")
          .filter(({ name }) => name !== "cursor")
          .map(({ name, example }) => [name, example]),
      ),
      body: body && mediaType(body),
      success: mediaType(resolve<Content>(operation.responses["2XX"])),
    };
  },
);

export function route(name: string): Route {
  const found = routes.find((route) => route.name === name);
  if (!found) throw new Error(`${name} is not documented`);
  return found;
}

export function exampleNames({ success }: Route): string[] {
  return Object.keys(success.examples).filter((name) => name !== "");
}

function mediaType({ content }: Content): MediaType {
  const [[type, { schema, example, examples }]] = Object.entries(content) as [
    [string, Content["content"][string]],
  ];
  const named = Object.entries(examples ?? {}).map(([name, node]) => [
    name,
    resolve<{ value: unknown }>(node).value,
  ]);
  return { type, schema, examples: examples ? Object.fromEntries(named) : { "": example } };
}

/** Follows a `$ref` of the bundle; returns any other node as it is. */
export function resolve<Node>(node: unknown): Node {
  const { $ref } = Object(node) as { $ref?: unknown };
  if (typeof $ref !== "string") return node as Node;
  const steps = $ref.slice(2).split("/");
  return resolve(steps.reduce((at: unknown, step) => Object(at)[step], spec));
}
