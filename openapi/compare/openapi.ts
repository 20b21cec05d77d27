/** The parts of an OpenAPI 3.1 document that the comparison reads, and its references. */

export interface Reference {
  $ref: string;
}

export interface Spec {
  info: { version: string };
  servers?: { url: string }[];
  security?: SecurityRequirement[];
  paths?: Record<string, PathItem | Reference>;
  components?: Components;
  /** In a merged spec: the profile, and the entries of its `deviations.yaml`. */
  "x-profile"?: { name: string; deviations: object };
}

export interface Components extends Record<string, Record<string, unknown> | undefined> {
  schemas?: Record<string, AnySchema>;
  securitySchemes?: Record<string, SecurityScheme | Reference>;
}

export interface PathItem extends Record<string, unknown> {
  parameters?: (Parameter | Reference)[];
}

export interface Operation extends Marks {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: Body | Reference;
  responses?: Record<string, Response | Reference>;
}

/** Our own keys of an operation. */
interface Marks {
  /** Whether the API's document shows the request and response: `shown`, `not-shown` or `none`. */
  "x-documented"?: { request?: string; response?: string };
  /** In a profile: the provider's name of the operation, and where its shape comes from. */
  "x-observed"?: Record<string, string>;
  /** In a profile: ids of `deviations.yaml` that no shape can show. */
  "x-deviations"?: string[];
  /** In a profile: how the list pages. */
  "x-pages"?: Record<string, string>;
  /** In a merged spec: the origin of each part. */
  "x-profile"?: object;
}

/** The scopes needed of each security scheme, by the name of the scheme. */
export type SecurityRequirement = Record<string, string[]>;

export interface SecurityScheme {
  type: string;
  scheme?: string;
  name?: string;
  description?: string;
}

/** A parameter, a header or a media type. */
export interface HasSchema {
  schema?: AnySchema;
  content?: Content;
}

export type Content = Record<string, HasSchema>;

export interface Parameter extends HasSchema {
  name: string;
  in: "query" | "cookie" | "path" | "header";
  required?: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
}

export interface Body {
  content?: Content;
  required?: boolean;
}

export interface Response {
  content?: Content;
  headers?: Record<string, Header | Reference>;
}

export interface Header extends HasSchema {
  required?: boolean;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  allOf?: AnySchema[];
  anyOf?: AnySchema[];
  oneOf?: AnySchema[];
  items?: AnySchema;
  properties?: Record<string, AnySchema>;
  additionalProperties?: AnySchema;
  required?: string[];
  [keyword: string]: unknown;
}

export type AnySchema = Schema | boolean;

/** The value itself, or the target of a reference. */
export function resolved<Value>(spec: Spec, value: Value | Reference): Value {
  return isReference(value) ? resolved(spec, lookUp(spec, value.$ref) as Value | Reference) : value;
}

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "$ref" in value;
}

/** @throws when the reference leads nowhere in this document */
export function lookUp(spec: Spec, ref: string): unknown {
  const target = ref
    .replace(/^#\//, "")
    .split("/")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], spec);
  if (!ref.startsWith("#/") || target === undefined) throw new Error(`${ref} leads nowhere`);
  return target;
}
