/** The parts of a built spec that the reference reads. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface Spec {
  info: { title: string; version: string; description: string };
  servers: object[];
  paths: Record<string, Record<string, unknown>>;
  /** The profile that was merged into it. */
  "x-profile"?: { name: string };
}

export interface Operation {
  operationId: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: Body | Reference;
  responses: Record<string, Response | Reference>;
  "x-documented": { request: string; response: string };
  "x-profile"?: { response: Origin };
  "x-badges"?: object[];
  "x-codeSamples"?: object[];
}

export type Origin = "documented" | "observed" | "not known";

interface Reference {
  $ref: string;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  example?: unknown;
}

interface Response {
  content?: Record<string, Content>;
}

type Body = Required<Response>;

interface Content {
  example?: unknown;
  examples?: Record<string, { value: unknown } | Reference>;
}

export interface Route {
  spec: Spec;
  method: string;
  path: string;
  operation: Operation;
  /** Those of the path and those of the operation. */
  parameters: Parameter[];
}

export type SpecFile = "openapi.json" | "openapi.neon.json";

const METHODS = ["get", "post", "put", "patch", "delete"];

export function readSpec(file: SpecFile): Spec {
  const path = createRequire(import.meta.url).resolve(`@hosted-postgres/openapi/${file}`);
  return JSON.parse(readFileSync(path, "utf8"));
}

export function routesOf(spec: Spec): Route[] {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      const shared = (item.parameters ?? []) as (Parameter | Reference)[];
      const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) =>
        resolved(spec, parameter),
      );
      return { spec, method: method.toUpperCase(), path, operation, parameters };
    }),
  );
}

/** Follows a reference within the spec. */
export function resolved<T extends object>(spec: Spec, value: T | Reference): T;
export function resolved<T extends object>(spec: Spec, value?: T | Reference): T | undefined;
export function resolved(spec: Spec, value?: object): unknown {
  if (!value || !("$ref" in value)) return value;
  let found: unknown = spec;
  for (const key of `${value.$ref}`.slice(2).split("/")) {
    found = (found as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return resolved(spec, found as object);
}
