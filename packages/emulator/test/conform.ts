/** The oracle of every test: does a response fit the bundled spec? Shares no code with src. */
import spec from "@hosted-postgres/openapi/openapi.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

export interface SpecRoute {
  operationId: string;
  method: string;
  path: string;
  pattern: RegExp;
  takesBody: boolean;
  response: { name: string; mediaType: string };
}

interface Operation {
  operationId: string;
  requestBody?: object;
  responses: { "2XX": { $ref: string } };
}

const responses: Record<string, { content: Record<string, unknown> }> = spec.components.responses;

export const specRoutes: SpecRoute[] = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>)
    .filter(([method]) => method !== "parameters")
    .map(
      ([
        method,
        {
          operationId,
          requestBody,
          responses: { "2XX": response },
        },
      ]) => {
        const name = response.$ref.slice(response.$ref.lastIndexOf("/") + 1);
        return {
          operationId,
          method: method.toUpperCase(),
          path,
          pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
          takesBody: requestBody !== undefined,
          response: { name, mediaType: `${Object.keys(responses[name]?.content ?? {})[0]}` },
        };
      },
    ),
);

// Literal paths first: /projects/shared is not a project.
specRoutes.sort((a, b) => parametersOf(a) - parametersOf(b));

function parametersOf({ path }: SpecRoute): number {
  return path.split("{").length;
}

const ajv = new Ajv2020({ strict: false });
ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
ajv.addFormat("date-time", true);
ajv.addFormat("binary", true);
ajv.addSchema({ $id: "spec", components: spec.components });
const validators = new Map<string, ValidateFunction>();

/** @throws {Error} unless the spec has this response for this request */
export function checkResponse(
  { method, path }: { method: string; path: string },
  { status, contentType, text }: { status: number; contentType: string | null; text: string },
): void {
  const fail = (why: string): never => {
    throw new Error(`${method} ${path} → ${status}: ${why}\n${text.slice(0, 500)}`);
  };
  if (status >= 500) fail("a server error");
  if (status >= 400) {
    const error = JSON.parse(text) as { message?: unknown };
    if (typeof error.message !== "string" || error.message === "") fail("no message");
    return;
  }
  const route = specRoutes.find((route) => route.method === method && route.pattern.test(path));
  if (!route) throw new Error(`${method} ${path} → ${status}: this route is not documented`);
  const { name, mediaType } = route.response;
  if (contentType !== mediaType) fail(`${contentType} instead of ${mediaType}`);
  if (mediaType !== "application/json") return;
  let validate = validators.get(name);
  if (!validate) {
    const $ref = `spec#/components/responses/${name}/content/application~1json/schema`;
    validate = ajv.compile({ $ref });
    validators.set(name, validate);
  }
  if (!validate(JSON.parse(text))) fail(ajv.errorsText(validate.errors));
}
