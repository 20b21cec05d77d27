/** The documented routes, with the spec's examples of their parameters and bodies. */
import { spec as bundle, documentedOperations } from "./bundle.ts";

// biome-ignore lint/suspicious/noExplicitAny: a spec is an arbitrary tree, read by path.
type Tree = any;

const spec: Tree = bundle;

export type HttpMethod = "GET" | "PUT" | "POST" | "PATCH" | "DELETE";

export interface Route {
  /** Method and path as the spec writes them. */
  name: string;
  method: HttpMethod;
  path: string;
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
    const item = spec.paths[path];
    const operation = item[method.toLowerCase()];
    const parameters: Tree[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
      resolve,
    );
    const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
    const body = resolve(operation.requestBody);
    return {
      name: `${method} ${path}`,
      method: method as HttpMethod,
      path,
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
      success: mediaType(resolve(operation.responses["2XX"])),
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

function mediaType({ content }: Tree): MediaType {
  const [[type, { schema, example, examples }]] = Object.entries<Tree>(content) as [[string, Tree]];
  return {
    type,
    schema,
    examples: examples
      ? Object.fromEntries(
          Object.entries<Tree>(examples).map(([name, it]) => [name, resolve(it).value]),
        )
      : { "": example },
  };
}

/** Follows a `$ref` of the bundle; returns any other node as it is. */
export function resolve(node: Tree): Tree {
  if (typeof node?.$ref !== "string") return node;
  const steps: string[] = node.$ref.slice(2).split("/");
  return resolve(steps.reduce((at: Tree, step) => at[step], spec));
}
