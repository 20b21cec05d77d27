/**
 * Copies of the bundled spec for tools that take statuses literally. A status in it is `2XX`, since
 * none is shown, and `default` is an error of which nothing is known: it would excuse every status.
 */
import { readFileSync } from "node:fs";

// biome-ignore lint/suspicious/noExplicitAny: it is read as data; each tool has types of its own.
export type Json = any;

export interface SpecChoice {
  /** Which statuses stand for `2XX`. */
  statuses: readonly number[] | ((method: string) => readonly number[]);
  /** Base address. Default: one that has the version prefix, for what reads its path alone. */
  url?: string;
  /** These operations only, by id. Default: all. */
  only?: readonly string[];
}

/** What succeeds with a documented body: 204 has none. */
export const ANY_SUCCESS = [200, 201, 202] as const;

/** The operations of which request and answer are shown. */
export const SHOWN = [
  "listProjects",
  "listProjectEndpoints",
  "createEndpoint",
  "updateEndpoint",
  "deleteEndpoint",
  "listOperations",
  "getOperation",
  "createOrganizationApiKey",
] as const;

export function concreteSpec({
  statuses,
  url = "http://127.0.0.1/api/v2",
  only,
}: SpecChoice): Json {
  const file = new URL("../../openapi/dist/openapi.json", import.meta.url);
  const spec = JSON.parse(readFileSync(file, "utf8"));
  spec.servers = [{ url }];
  for (const [path, item] of Object.entries<Json>(spec.paths)) {
    const { parameters, ...operations } = item;
    for (const [method, operation] of Object.entries<Json>(operations)) {
      if (only && !only.includes(operation.operationId)) {
        delete item[method];
        continue;
      }
      const { default: _, "2XX": success, ...others } = operation.responses;
      // One object in several places is followed once by some.
      const chosen = typeof statuses === "function" ? statuses(method) : statuses;
      operation.responses = {
        ...Object.fromEntries(chosen.map((status) => [status, { ...success }])),
        ...others,
      };
    }
    if (Object.keys(item).every((key) => key === "parameters")) delete spec.paths[path];
  }
  return spec;
}

/** The same in the words of OpenAPI 3.0: what this spec takes from 3.1 is little. */
export function asOpenApi30({ info: { summary, ...info }, ...spec }: Json): Json {
  delete info.license.identifier;
  return plainSchemas({ ...spec, openapi: "3.0.3", info });
}

function plainSchemas(node: Json): Json {
  if (Array.isArray(node)) return node.map(plainSchemas);
  if (typeof node !== "object" || node === null) return node;
  const { $ref, examples, ...rest } = node;
  const plain = Object.fromEntries(
    Object.entries<Json>(rest).map(([name, value]) => [name, plainSchemas(value)]),
  );
  for (const [name, schema] of Object.entries<Json>(plain.properties ?? {}))
    if (schema === false) plain.properties[name] = { not: {} };
  if (Array.isArray(examples)) plain.example = examples[0];
  else if (examples !== undefined) plain.examples = plainSchemas(examples);
  if ($ref === undefined) return plain;
  return Object.keys(plain).length === 0 ? { $ref } : { ...plain, allOf: [{ $ref }] };
}

/** The same without references, for tools that follow none. The spec has no cycles. */
export function inlined(spec: Json, node: Json = spec): Json {
  if (Array.isArray(node)) return node.map((item) => inlined(spec, item));
  if (typeof node !== "object" || node === null) return node;
  if (typeof node.$ref === "string") {
    const names = node.$ref.slice("#/".length).split("/");
    return inlined(
      spec,
      names.reduce((at: Json, name: string) => at[name], spec),
    );
  }
  return Object.fromEntries(
    Object.entries<Json>(node).map(([name, value]) => [name, inlined(spec, value)]),
  );
}
